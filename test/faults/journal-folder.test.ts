import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../electron/ports/clock.ts';
import { silentLog } from '../../electron/ports/log.ts';
import { syncFolder } from '../../electron/ports/sync-folder.ts';
import { openJournal } from '../../electron/role-changes/journal.ts';
import type { JournalRecord } from '../../electron/role-changes/journal-record.ts';

// A disk that fails once can't be had as root otherwise.
vi.mock('../../electron/ports/sync-folder.ts', async (original) => ({
  syncFolder: vi.fn((await original<typeof import('../../electron/ports/sync-folder.ts')>()).syncFolder),
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolecall-journal-folder-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const record = (index: number): JournalRecord => ({
  v: 1,
  kind: 'act',
  act: {
    actId: `act-${index}`,
    kind: 'give',
    subject: 'Staff',
    time: 1_000 + index,
    clockSkewMs: 0,
    operator: { id: 'op', label: 'Robin' },
    station: 'Front desk',
    undoes: null,
  },
  wishes: [],
  collapses: [],
  supersedes: [],
});

it('a new file whose folder could not be made durable does not stand in the way of the next click', async () => {
  const open = () => openJournal({ folder, clock: systemClock, log: silentLog, fileBytes: 1 });
  const { journal } = await open();
  await journal.append(record(1));
  vi.mocked(syncFolder).mockRejectedValueOnce(Object.assign(new Error('I/O'), { code: 'EIO' }));
  await expect(journal.append(record(2))).rejects.toMatchObject({ code: 'journal-unwritable' });
  expect((await readdir(folder)).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  await journal.append(record(3));
  await journal.close();
  const again = await open();
  expect(again.records).toEqual([record(1), record(3)]);
  await again.journal.close();
});
