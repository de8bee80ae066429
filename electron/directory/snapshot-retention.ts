/** Deletes people's data that nobody used for longer than the settings say, of connections that are not open too. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { CurrentSettings } from '../settings/settings-store.ts';
import { snapshotName, unfinishedOf } from './snapshot.ts';

export interface SnapshotRetention {
  /** Looks through all connections now, and every hour from now on. At the start and when the machine wakes up. Never rejects. */
  check(): Promise<void>;
  dispose(): void;
}

const dayMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

/**
 * `folder`: has a folder for each connection. The time of a snapshot's file is the time of its last use; an open desk
 * notes its own every hour (create-directory.ts).
 */
export function createSnapshotRetention(given: {
  readonly folder: string;
  readonly settings: CurrentSettings;
  readonly clock: Clock;
  readonly log: Log;
}): SnapshotRetention {
  const { folder, settings, clock, log } = given;
  let cancelNext = (): void => {};

  const check = async (): Promise<void> => {
    cancelNext();
    cancelNext = clock.after(everyMs, () => void check());
    const retentionMs = settings.read().snapshotDays * dayMs;
    const connections = await readdir(folder).catch(() => []);
    // What a killed program was about to write is a copy of people too.
    const files = connections.flatMap((connection) => {
      const file = path.join(folder, connection, snapshotName);
      return [file, unfinishedOf(file)];
    });
    for (const file of files) {
      const found = await stat(file).catch(() => null);
      if (found === null || clock.now() - found.mtimeMs <= retentionMs) continue;
      try {
        await rm(file, { force: true });
        log.info('directory.snapshot-dropped', { why: 'not-used' });
      } catch {
        log.warn('directory.snapshot-not-removed');
      }
    }
  };

  const unsubscribe = settings.subscribe(() => void check());
  return {
    check,
    dispose() {
      cancelNext();
      unsubscribe();
    },
  };
}
