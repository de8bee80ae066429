import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { RolecallError } from '../errors.ts';

/** Small files of ours, written whole or not at all (checklist B71). */
export interface Files {
  /** Null when there is no such file. Other trouble throws `storage-unwritable`. */
  read(file: string): Promise<string | null>;
  /**
   * Writes to a temporary file in the same folder, fsyncs, renames and fsyncs the folder; only this user may read it.
   * Throws `storage-full` or `storage-unwritable`; the old content then still stands.
   */
  write(file: string, text: string): Promise<void>;
  /** Gone afterwards, whether it was there or not. Files and whole folders. */
  remove(target: string): Promise<void>;
  /** Moves a file that could not be read out of the way, keeping it: `<file>.corrupt-<time>`. */
  setAside(file: string, label: 'corrupt' | 'bak'): Promise<void>;
}

export const nodeFiles: Files = {
  read: async (file) => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw storageError(error, 'A file of Rolecall could not be read.');
    }
  },
  write: async (file, text) => {
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // Not before something is written: the first window waits for this module, to read where it was.
      const { default: writeFileAtomic } = await import('write-file-atomic');
      await retryWhileHeld(() => writeFileAtomic(file, text, { encoding: 'utf8', mode: 0o600, fsync: true }));
      await syncFolder(path.dirname(file));
    } catch (error) {
      throw storageError(error, 'A file of Rolecall could not be written.');
    }
  },
  remove: async (target) => {
    try {
      await rm(target, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      throw storageError(error, 'A file of Rolecall could not be deleted.');
    }
  },
  setAside: async (file, label) => {
    try {
      await rename(file, `${file}.${label}-${Date.now()}`);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw storageError(error, 'A file of Rolecall could not be moved.');
    }
  },
};

/** Virus scanners on Windows hold fresh files for a moment (field report C46). */
async function retryWhileHeld(write: () => Promise<void>): Promise<void> {
  const waits = [20, 60, 150, 400, 1_000];
  for (let index = 0; ; index += 1) {
    try {
      await write();
      return;
    } catch (error) {
      const wait = waits[index];
      const code = errnoOf(error);
      const held = process.platform === 'win32' && (code === 'EPERM' || code === 'EBUSY' || code === 'EACCES');
      if (!held || wait === undefined) throw error;
      await new Promise<void>((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
}

/** POSIX: the rename itself is only safe once the folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { open } = await import('node:fs/promises');
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what a killed write left in `folder`: write-file-atomic names its temporary files `<name>.<digits>`. */
export async function removeStaleTemporaryFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => /\.json\.\d{6,}$/.test(name))
      .map((name) => rm(path.join(folder, name), { force: true }).catch(() => undefined)),
  );
}

/** Whether a file of ours says that a newer Rolecall wrote it: JSON with a `version` above the one that is known here. */
export function isNewerFile(text: string, known: number): boolean {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null && 'version' in content && Number(content.version) > known;
  } catch {
    return false;
  }
}

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function storageError(error: unknown, message: string): RolecallError {
  const full = errnoOf(error) === 'ENOSPC' || errnoOf(error) === 'EDQUOT';
  return new RolecallError(full ? 'storage-full' : 'storage-unwritable', message, { cause: error });
}
