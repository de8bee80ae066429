/**
 * An exclusive lock on the folder of an embedded database. PGlite takes none itself: two processes on one folder lose
 * each other's rows without a word.
 *
 * The lock is a file that names its holder. It outlives a killed holder, so it counts as abandoned when that process is
 * gone, or when the number belongs to another process by now (Linux: other start time; elsewhere: the machine was
 * restarted). A lock from another machine (a shared folder) is never taken over.
 */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { StartUpError } from '../start-up-error.ts';

const holderSchema = z.object({
  processId: z.number(),
  host: z.string(),
  bootedAt: z.number(),
  processStartedAt: z.string().nullable(),
});
type Holder = z.infer<typeof holderSchema>;

/** Two readings of the boot time differ by clock corrections; two boots differ by more. Milliseconds. */
const bootTimeTolerance = 60_000;
/**
 * Writing a lock, or taking one over, lasts microseconds; what is half done and older than this was left by a crash.
 * Milliseconds.
 */
const abandonedAge = 10_000;

export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock of `folder`.
 *
 * @throws {StartUpError} when another running process holds it.
 */
export function lockFolder(folder: string): FolderLock {
  const lockFile = join(folder, 'in-use.lock');
  const own: Holder = {
    processId: process.pid,
    host: hostname(),
    bootedAt: bootTime(),
    processStartedAt: processStartTime(process.pid),
  };
  if (!createExclusively(lockFile, JSON.stringify(own))) {
    takeOverIfAbandoned(lockFile, own, folder);
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      rmSync(lockFile, { force: true });
    },
  };
}

function takeOverIfAbandoned(lockFile: string, own: Holder, folder: string): void {
  const takeoverFile = `${lockFile}.takeover`;
  if (ageOf(takeoverFile) > abandonedAge) rmSync(takeoverFile, { force: true });
  // Only one process at a time may judge and replace an abandoned lock; otherwise the slower one removes the new lock.
  if (!createExclusively(takeoverFile, '')) throw inUse(folder, lockFile, undefined);
  try {
    const holder = readHolder(lockFile);
    // Its writer may be about to: two processes that start at once must not both come to hold the folder.
    if (holder === 'unreadable' && ageOf(lockFile) <= abandonedAge) throw inUse(folder, lockFile, undefined);
    if (holder !== 'unreadable' && holder !== undefined && isRunning(holder)) throw inUse(folder, lockFile, holder);
    rmSync(lockFile, { force: true });
    if (!createExclusively(lockFile, JSON.stringify(own))) throw inUse(folder, lockFile, undefined);
  } finally {
    rmSync(takeoverFile, { force: true });
  }
}

function inUse(folder: string, lockFile: string, holder: Holder | undefined): StartUpError {
  const who = holder === undefined ? 'another process' : `process ${holder.processId} on ${holder.host}`;
  return new StartUpError(
    'data-folder-in-use',
    `The data folder ${folder} is in use by ${who}. Stop that one first, or give another --data-dir. ` +
      `If you are sure that nothing uses it, delete ${lockFile}.`,
  );
}

function createExclusively(file: string, text: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  writeSync(descriptor, text);
  closeSync(descriptor);
  return true;
}

/** A lock file that exists but says nothing is one whose writer is, or was killed, between creating and writing it. */
function readHolder(lockFile: string): Holder | 'unreadable' | undefined {
  let text: string;
  try {
    text = readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

function isRunning(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  if (Math.abs(holder.bootedAt - bootTime()) > bootTimeTolerance) return false;
  try {
    process.kill(holder.processId, 0);
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const startedAt = processStartTime(holder.processId);
  return startedAt === null || holder.processStartedAt === null || startedAt === holder.processStartedAt;
}

function bootTime(): number {
  return Math.round(Date.now() - uptime() * 1000);
}

/** Start time of a process in clock ticks since boot, from Linux's /proc; null elsewhere. */
function processStartTime(processId: number): string | null {
  try {
    const line = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces; the start time is the 22nd field.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
