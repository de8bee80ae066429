import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';

/**
 * Runs a task while no other process runs one under the same lock file (checklist B65). The lock of a process that died
 * is taken over at once, one whose owner hangs after ten seconds. Where the lock can't be had at all the task runs without
 * it and the log says so: a full disk must not sign anybody out.
 */
export type Exclusive = <Value>(task: () => Promise<Value>) => Promise<Value>;

/** The owner touches its lock this often; milliseconds. */
const heartbeatMs = 2_000;
/** A lock nobody touched for so long has no owner any more; milliseconds. */
const staleMs = 10_000;
/** Between making the file and writing the owner into it lie microseconds; milliseconds. */
const namelessMs = 1_000;
/** Longer than a lock can be stale, so that nobody gives up on one that is about to be free; milliseconds. */
const patienceMs = 30_000;
const lookAgainAfterMs = 50;

/** The last task of this process for each lock file: within a process tasks queue, the file stands between processes. */
const lastTasks = new Map<string, Promise<void>>();

export function exclusiveByFile(lockFile: string, log: Log): Exclusive {
  return (task) => {
    const running = (lastTasks.get(lockFile) ?? Promise.resolve()).then(() => runLocked(lockFile, log, task));
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    lastTasks.set(lockFile, ended);
    void ended.then(() => {
      if (lastTasks.get(lockFile) === ended) lastTasks.delete(lockFile);
    });
    return running;
  };
}

async function runLocked<Value>(lockFile: string, log: Log, task: () => Promise<Value>): Promise<Value> {
  const release = await acquire(lockFile).catch(() => null);
  if (release === null) log.warn('refresh-lock-not-had');
  try {
    return await task();
  } finally {
    await release?.().catch(() => log.warn('refresh-lock-not-released'));
  }
}

/** Null when the lock stayed another's for as long as we wait. */
async function acquire(lockFile: string): Promise<(() => Promise<void>) | null> {
  await mkdir(path.dirname(lockFile), { recursive: true, mode: 0o700 });
  const own = `${process.pid} ${randomUUID()}`;
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    if (await create(lockFile, own)) {
      const heartbeat = setInterval(() => {
        const now = new Date();
        utimes(lockFile, now, now).catch(() => undefined);
      }, heartbeatMs);
      heartbeat.unref();
      return async () => {
        clearInterval(heartbeat);
        if ((await readFile(lockFile, 'utf8').catch(() => '')) === own) await rm(lockFile, { force: true });
      };
    }
    const found = await look(lockFile);
    if (found !== null && !found.held) await takeAway(lockFile, found.owner);
    else if (performance.now() > giveUpAt) return null;
    else if (found !== null) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, lookAgainAfterMs);
      });
    }
  }
}

async function create(lockFile: string, own: string): Promise<boolean> {
  try {
    const handle = await open(lockFile, 'wx', 0o600);
    await handle.writeFile(own).finally(() => handle.close());
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Null when it is gone meanwhile. */
async function look(lockFile: string): Promise<{ readonly owner: string; readonly held: boolean } | null> {
  try {
    const [owner, { mtimeMs }] = await Promise.all([readFile(lockFile, 'utf8'), stat(lockFile)]);
    // By its amount: after the clock was set back a lock may seem to come from the future.
    const age = Math.abs(Date.now() - mtimeMs);
    if (owner === '') return { owner, held: age < namelessMs };
    const processId = Number(owner.split(' ')[0]);
    // One with our own number was left by an earlier program that had it: this process asks for one lock at a time.
    const lives = processId !== process.pid && isAlive(processId);
    return { owner, held: lives && age < staleMs };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's process may not be asked, but it is there.
    return errnoOf(error) === 'EPERM';
  }
}

/** Moves an ownerless lock away; should somebody have been quicker, theirs is put back. */
async function takeAway(lockFile: string, owner: string): Promise<void> {
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    await rename(lockFile, aside);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8').catch(() => owner)) === owner) await rm(aside, { force: true });
  else await rename(aside, lockFile);
}

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
