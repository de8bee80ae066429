import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The repository's folder. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** Build output. Stamps and locks of the scripts lie in its `.rolecall` folder, so that deleting `dist` forgets both. */
export const DIST = path.join(ROOT, 'dist');

/** Root provisions machines and containers: its cache is one that ordinary users of that machine can read too. */
export const SYSTEM_CACHE = '/var/cache/rolecall';

/**
 * Where things fetched once are kept, outside the repository so that every clone shares them.
 * @param {{ platform: NodeJS.Platform, isRoot: boolean, env: NodeJS.ProcessEnv, home: string }} machine
 */
export function cacheFolder({ platform, isRoot, env, home }) {
  if (env.ROLECALL_CACHE) return path.resolve(env.ROLECALL_CACHE);
  if (platform === 'win32') {
    return path.win32.join(env.LOCALAPPDATA ?? path.win32.join(home, 'AppData', 'Local'), 'rolecall', 'cache');
  }
  const { isAbsolute, join } = path.posix;
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'rolecall');
  if (isRoot) return SYSTEM_CACHE;
  // XDG Base Directory Specification: a relative value is to be ignored.
  const base = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(home, '.cache');
  return join(base, 'rolecall');
}

/** True for root on Linux and macOS; Windows has no such user. */
export function isRoot() {
  return process.getuid?.() === 0;
}

/** This machine's cache folder. */
export function ownCacheFolder() {
  return cacheFolder({ platform: process.platform, isRoot: isRoot(), env: process.env, home: homedir() });
}

/**
 * The first folder on PATH that holds this program, as an absolute path.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} [env]
 */
export function findProgram(program, env = process.env) {
  for (const folder of (env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(folder, program);
    if (folder !== '' && existsSync(candidate)) return candidate;
  }
  return undefined;
}
