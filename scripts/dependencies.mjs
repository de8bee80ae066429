import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { DIST, ROOT } from './paths.mjs';
import { npmCall, run } from './run.mjs';
import { Problem, say } from './say.mjs';

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} LockFile */

// Inside node_modules, so that whatever empties that folder (an interrupted `npm ci`, for one) takes the stamp along.
const STAMP = path.join(ROOT, 'node_modules', '.rolecall-installed');
const INSTALLED = path.join(ROOT, 'node_modules', '.package-lock.json');

/**
 * Which packages of package-lock.json are not installed as locked, judged by the list npm keeps of what it installed.
 * Optional ones may be absent: they are for other platforms.
 * @param {LockFile} wanted package-lock.json
 * @param {LockFile} installed node_modules/.package-lock.json
 * @returns {string[]} their paths, as in the lock file
 */
export function missingPackages(wanted, installed) {
  const there = installed.packages ?? {};
  return Object.entries(wanted.packages ?? {})
    .filter(([location, locked]) => {
      if (location === '' || locked.link) return false;
      const found = there[location];
      if (found === undefined) return !(locked.optional || locked.devOptional);
      return found.version !== locked.version || found.integrity !== locked.integrity;
    })
    .map(([location]) => location);
}

/** Stamps are for one lock file, one platform and one major version of Node. */
function stampText() {
  const major = process.versions.node.split('.')[0];
  return `${fingerprint(ROOT, ['package-lock.json'])} ${process.platform}-${process.arch} node${major}\n`;
}

/** @param {string} file @returns {LockFile} */
function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const stamp = stampText();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return true;
  // Somebody installed by hand: accept that when it is complete.
  if (missingPackages(readLock(path.join(ROOT, 'package-lock.json')), readLock(INSTALLED)).length > 0) return false;
  rememberInstalled(stamp);
  return true;
}

/** @param {string} stamp */
function rememberInstalled(stamp) {
  try {
    writeFileSync(STAMP, stamp);
  } catch (error) {
    // Somebody else's checkout, read only: the comparison is repeated next time, nothing is lost.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
  }
}

/** Installs the packages of package-lock.json, unless exactly they are installed. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  mkdirSync(DIST, { recursive: true });
  await withLock(path.join(DIST, '.rolecall', 'install.lock'), 'installation', async () => {
    if (isInstalled()) return;
    say('Installing the packages of package-lock.json (npm ci, about a minute) …');
    const { command, args, shell } = npmCall(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    const code = await run(command, args, { cwd: ROOT, shell });
    if (code !== 0) throw new Problem(`npm ci failed (see above). Once that is solved: npm ci`, { exitCode: code });
    rememberInstalled(stampText());
  });
}
