/** Makes a folder together with those above it that are missing. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Like `mkdir` with `recursive`, which never returns where a file system has a place for no new folder (Linux: /proc): it
 * takes the missing folder for a missing parent, for ever.
 *
 * @throws {NodeJS.ErrnoException} of the first folder that can't be made; ENOTDIR when a file stands in its place.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  let existing = resolve(folder);
  while (!(await isFolder(existing))) {
    missing.push(existing);
    const parent = dirname(existing);
    // A drive that is not there has no parent; making it fails below.
    if (parent === existing) break;
    existing = parent;
  }
  for (const next of missing.reverse()) {
    try {
      await mkdir(next, { mode: 0o700 });
    } catch (error) {
      // Somebody else may have made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** @throws {NodeJS.ErrnoException} ENOTDIR when it is something else. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}
