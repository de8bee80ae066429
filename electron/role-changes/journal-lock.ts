/** One writer for one journal, over processes. A killed owner is noticed at once, a hung one after a while. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { RolecallError } from '../errors.ts';

const lockName = 'journal.lock';
/** The owner touches the file this often; milliseconds. */
const heartbeatMs = 5_000;
/** Untouched for longer than this, the owner is taken for gone even if a process has its number; milliseconds. */
const staleMs = 20_000;

export interface JournalLock {
  release(): Promise<void>;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it: it is there, under another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isHeld(path: string): Promise<{ readonly content: string; readonly held: boolean } | null> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    const processId = Number(content.split(' ')[0]);
    const fresh = Math.abs(Date.now() - mtimeMs) < staleMs;
    const ownLeftover = processId === process.pid && !locksOfThisProcess.has(content);
    const held = fresh && Number.isSafeInteger(processId) && processId > 0 && isAlive(processId) && !ownLeftover;
    return { content, held };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const locksOfThisProcess = new Set<string>();

/** Throws RolecallError `journal-unwritable` while another writer lives. */
export async function lockJournal(folder: string): Promise<JournalLock> {
  const path = join(folder, lockName);
  const own = `${process.pid} ${randomUUID()}`;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    try {
      const handle = await open(path, 'wx');
      await handle.writeFile(own);
      await handle.close();
      locksOfThisProcess.add(own);
      const heartbeat = setInterval(() => {
        const now = new Date();
        utimes(path, now, now).catch(() => {});
      }, heartbeatMs);
      heartbeat.unref();
      return {
        release: async () => {
          clearInterval(heartbeat);
          locksOfThisProcess.delete(own);
          const current = await readFile(path, 'utf8').catch(() => '');
          if (current === own) await rm(path, { force: true });
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new RolecallError('journal-unwritable', 'The folder of the journal can not be written to.', {
          cause: error,
        });
      }
    }
    const found = await isHeld(path);
    if (found?.held === true) {
      throw new RolecallError('journal-unwritable', 'Another Rolecall is writing this journal.');
    }
    if (found !== null) await takeAway(path, found.content);
  }
  throw new RolecallError('journal-unwritable', 'The lock of the journal could not be taken.');
}

/** Moves a dead owner's lock aside, and puts it back should it turn out to be somebody's who was quicker. */
async function takeAway(path: string, content: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8').catch(() => content);
  if (moved === content) await rm(aside, { force: true });
  else await rename(aside, path);
}
