import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import type { Log } from './log.ts';

/**
 * Runs a task while no other process runs one under the same lock file (checklist B65). A lock whose owner died is
 * taken over after ten seconds. Where the lock can't be had at all the task runs without it and the log says so: a full
 * disk must not sign anybody out.
 */
export type Exclusive = <Value>(task: () => Promise<Value>) => Promise<Value>;

export function exclusiveByFile(lockFile: string, log: Log): Exclusive {
  return async (task) => {
    let release: (() => Promise<void>) | null = null;
    try {
      await mkdir(path.dirname(lockFile), { recursive: true, mode: 0o700 });
      release = await lock(lockFile, {
        lockfilePath: lockFile,
        realpath: false,
        stale: 10_000,
        retries: { retries: 40, factor: 1.3, minTimeout: 50, maxTimeout: 1_000 },
        onCompromised: () => log.warn('refresh-lock-lost'),
      });
    } catch {
      log.warn('refresh-lock-not-had');
    }
    try {
      return await task();
    } finally {
      await release?.().catch(() => log.warn('refresh-lock-not-released'));
    }
  };
}
