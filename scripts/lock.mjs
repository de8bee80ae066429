import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './say.mjs';

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while holding a lock file, so that two builds (or two installations) at once don't collide. A lock whose
 * owner has died is taken over.
 * @template T
 * @param {string} file
 * @param {string} what named to the person who has to wait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, what, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(file);
    if (owner !== undefined && !isAlive(owner)) {
      // Renamed first: of two processes that see the dead owner only one gets the file.
      const aside = `${file}.${process.pid}`;
      try {
        renameSync(file, aside);
        rmSync(aside, { force: true });
      } catch {}
      continue;
    }
    if (!told) say(`Another ${what} is running; waiting for it.`);
    told = true;
    await delay(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
