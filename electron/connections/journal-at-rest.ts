import { stat } from 'node:fs/promises';
import type { ActivityRow } from '../../contract/desk/role-changes.ts';
import { runInSlices } from '../directory/slices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { rowOf } from '../role-changes/activity.ts';
import { openJournal } from '../role-changes/journal.ts';
import type { JournalRecord } from '../role-changes/journal-record.ts';
import { createWishBook } from '../role-changes/wish-book.ts';

/**
 * The journal of a connection that is not open, oldest first, without names: they are not in it. Empty where nothing was
 * done there yet. Throws RolecallError `journal-unwritable` while another process has it open.
 */
export async function readJournalAtRest(given: {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<readonly ActivityRow[]> {
  const { folder, clock, log } = given;
  // Opening makes the folder, and looking should leave nothing behind.
  const there = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!there) return [];
  const { journal, records } = await openJournal({ folder, clock, log });
  try {
    return await runInSlices(rowsOf(records, clock.now()), clock);
  } finally {
    await journal.close();
  }
}

function* rowsOf(records: readonly JournalRecord[], now: number): Generator<void, readonly ActivityRow[], void> {
  const book = createWishBook();
  for (const record of records) {
    book.apply(record);
    yield;
  }
  const rows: ActivityRow[] = [];
  for (const { wishes } of book.acts()) {
    for (const wish of wishes) rows.push(rowOf(wish, { book, now, displayNameOf: () => null }));
    yield;
  }
  return rows;
}
