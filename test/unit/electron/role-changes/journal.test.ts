import { appendFile, mkdir, open as openFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../electron/ports/clock.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { type Journal, openJournal } from '../../../../electron/role-changes/journal.ts';
import {
  decodeLine,
  encodeLine,
  type JournalRecord,
  type ReadJournal,
  readJournalBytes,
} from '../../../../electron/role-changes/journal-record.ts';
import { runSteps } from '../../../support/run-steps.ts';
import { newFolder } from './support/desk.ts';

const readAll = (bytes: Uint8Array): ReadJournal => runSteps(readJournalBytes(bytes));

function record(index: number, roleName = 'Staff — スタッフ'): JournalRecord {
  return {
    v: 1,
    kind: 'act',
    act: {
      actId: `act-${index}`,
      kind: 'give',
      subject: roleName,
      time: 1_000 + index,
      clockSkewMs: -2_000,
      operator: { id: 'op', label: 'Robin "R" O’Neil\n' },
      station: 'Front desk',
      undoes: null,
    },
    wishes: [
      {
        wishId: `wish-${index}`,
        userId: `user-${index}`,
        roleId: 'staff',
        roleName,
        wanted: 'held',
        roleScope: 'convention',
        exactScope: false,
        base: { held: false, roleScope: null },
        undoes: null,
      },
    ],
    collapses: [],
    supersedes: [],
  };
}

async function open(folder: string, fileBytes?: number) {
  return await openJournal({
    folder,
    clock: systemClock,
    log: silentLog,
    ...(fileBytes === undefined ? {} : { fileBytes }),
  });
}

async function appendAll(journal: Journal, records: readonly JournalRecord[]): Promise<void> {
  await Promise.all(records.map((each) => journal.append(each)));
}

describe('a line', () => {
  it('comes back as it went in, whatever the texts hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = encodeLine(record(1, text));
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(decodeLine(line.slice(0, -1))).toEqual({ kind: 'record', record: record(1, text) });
      }),
    );
  });

  it('is JSON that any tool reads', () => {
    expect(JSON.parse(encodeLine(record(1)))).toMatchObject({ v: 1, kind: 'act', sum: expect.any(String) });
  });

  it('of a newer program is left alone', () => {
    const newer = encodeLine({ ...record(1), v: 2 } as unknown as JournalRecord);
    const read = readAll(new TextEncoder().encode(newer + encodeLine(record(2))));
    expect(read).toMatchObject({
      newerLines: 1,
      damagedLines: 0,
      records: [record(2)],
      wholeLines: [newer, encodeLine(record(2))],
    });
  });
});

describe('damage', () => {
  const records = [1, 2, 3, 4].map((index) => record(index));
  const lines = records.map((each) => new TextEncoder().encode(encodeLine(each)));
  const whole = Buffer.concat(lines);
  const starts = lines.map((_line, index) => Buffer.concat(lines.slice(0, index)).length);
  const startOf = (index: number): number => starts[index] ?? whole.length;
  const first = startOf(1);
  /** What is left, by number: comparing whole records thousands of times takes longer than reading them. */
  const leftIn = (bytes: Uint8Array): string =>
    readAll(bytes)
      .records.map((each) => (each.kind === 'act' ? each.act.actId.slice(4) : '?'))
      .join('');

  it('by truncation at every byte of the last three records loses nothing before it', () => {
    const wrong: string[] = [];
    for (let end = first; end < whole.length; end += 1) {
      // A record counts once all but its newline is there.
      const expected = lines.filter((line, index) => startOf(index) + line.length - 1 <= end).length;
      const left = leftIn(whole.subarray(0, end));
      // Nobody was promised what a torn write would have held.
      if (readAll(whole.subarray(0, end)).lostLines > 0) wrong.push(`cut at ${end}: said to be lost`);
      if (left !== '1234'.slice(0, expected)) wrong.push(`cut at ${end}: ${left}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([0x00, 0x0a, 0x22])(
    'by the byte %i at every place of the last three records costs only what it touches',
    (byte) => {
      const wrong: string[] = [];
      for (let place = first; place < whole.length; place += 1) {
        if (whole[place] === byte) continue;
        const damaged = Buffer.from(whole);
        damaged[place] = byte;
        const { lostLines, records: readable } = readAll(damaged);
        // The last line without its newline looks like a torn write, and is still read.
        if (readable.length < records.length !== lostLines > 0)
          wrong.push(`byte ${place}: ${lostLines} said to be lost`);
        const hit = lines.findIndex((line, index) => place < startOf(index) + line.length);
        const newline = place === startOf(hit) + (lines[hit]?.length ?? 0) - 1;
        const left = leftIn(damaged);
        if (left !== (newline ? '1234' : '1234'.replace(String(hit + 1), ''))) wrong.push(`byte ${place}: ${left}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('by a flipped bit, a lost block or rubbish anywhere keeps every record it did not touch', () => {
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        fc.constantFrom('overwrite', 'insert', 'cut'),
        (place, rubbish, how) => {
          const end = how === 'insert' ? place : Math.min(whole.length, place + rubbish.length);
          const middle =
            how === 'cut'
              ? Buffer.alloc(0)
              : Buffer.from(rubbish.subarray(0, how === 'overwrite' ? end - place : undefined));
          const read = readAll(Buffer.concat([whole.subarray(0, place), middle, whole.subarray(end)]));
          const untouched = records.filter((_record, index) => {
            const start = startOf(index);
            const last = start + (lines[index]?.length ?? 0) - 1;
            return last <= place || start >= end;
          });
          for (const each of untouched) expect(read.records).toContainEqual(each);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('on the disk is set aside, and the journal goes on', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder);
    await appendAll(journal, records);
    await journal.close();
    const path = join(folder, 'journal-000001.jsonl');
    const intact = await readFile(path);
    const damaged = intact.subarray(0, intact.length - 40);
    await writeFile(path, damaged);
    const again = await open(folder);
    expect(again.records).toEqual(records.slice(0, -1));
    expect(again.damagedLines).toBe(1);
    await again.journal.append(record(7));
    await again.journal.close();
    const third = await open(folder);
    expect(third.damagedLines).toBe(0);
    expect(third.records).toEqual([...records.slice(0, -1), record(7)]);
    await third.journal.close();
    const aside = (await readdir(folder)).filter((name) => name.startsWith('journal-damaged-'));
    expect(aside).toHaveLength(1);
    expect(await readFile(join(folder, aside[0] ?? ''))).toEqual(damaged);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(4096)],
    ['noise', Buffer.from('{]\n\n"\uFFFD')],
  ])('of the whole file (%s) is not fatal', async (_what, content) => {
    const folder = await newFolder();
    await writeFile(join(folder, 'journal-000001.jsonl'), content);
    const { journal, records: none } = await open(folder);
    expect(none).toEqual([]);
    await journal.append(record(1));
    await journal.close();
    const again = await open(folder);
    expect(again.records).toEqual([record(1)]);
    await again.journal.close();
  });
});

describe('files', () => {
  it('are begun anew when one is full, and read in order', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder, 1_000);
    for (let index = 1; index <= 12; index += 1) await journal.append(record(index));
    await journal.close();
    const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
    expect(names.length).toBeGreaterThan(3);
    const again = await open(folder, 1_000);
    expect(again.records.map((each) => (each.kind === 'act' ? each.act.actId : ''))).toEqual(
      Array.from({ length: 12 }, (_none, index) => `act-${index + 1}`),
    );
    expect(again.journal.closedFiles().map(({ name }) => name)).toEqual(names.slice(0, -1));
    await again.journal.close();
  });

  it('that can not be read just now are told of, never given up, and are there again later', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder, 1);
    for (let index = 1; index <= 3; index += 1) await journal.append(record(index));
    await journal.close();
    // A virus scanner's lock, or a sector that fails, stood in for by a folder of that name.
    const file = join(folder, 'journal-000001.jsonl');
    await rename(file, join(folder, 'kept'));
    await mkdir(file);
    const meanwhile = await open(folder, 1);
    expect(meanwhile.records).toEqual([record(2), record(3)]);
    expect(meanwhile).toMatchObject({ lostLines: 1, damagedLines: 1 });
    expect(meanwhile.journal.closedFiles().map(({ name }) => name)).toEqual(['journal-000002.jsonl']);
    await meanwhile.journal.close();
    await rm(file, { recursive: true });
    await rename(join(folder, 'kept'), file);
    const again = await open(folder, 1);
    expect(again.records).toEqual([record(1), record(2), record(3)]);
    expect(again.lostLines).toBe(0);
    await again.journal.close();
  });

  it('are not begun over and over while the disk is full', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder);
    await journal.append(record(1));
    const probe = await openFile(join(folder, 'probe'), 'w');
    const full = vi
      .spyOn(Object.getPrototypeOf(probe), 'datasync')
      .mockRejectedValue(Object.assign(new Error('No space.'), { code: 'ENOSPC' }));
    await probe.close();
    try {
      for (let index = 2; index <= 9; index += 1) {
        await expect(journal.append(record(index))).rejects.toMatchObject({ code: 'storage-full' });
      }
      expect((await readdir(folder)).filter((name) => name.startsWith('journal-0'))).toEqual(['journal-000001.jsonl']);
    } finally {
      full.mockRestore();
    }
    await journal.append(record(10));
    await journal.close();
    const again = await open(folder);
    expect(again.records).toEqual([record(1), record(10)]);
    await again.journal.close();
  });

  it('are never appended to after half a line', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder);
    await journal.append(record(1));
    await journal.close();
    await appendFile(join(folder, 'journal-000001.jsonl'), encodeLine(record(2)).slice(0, -1));
    const again = await open(folder);
    await again.journal.append(record(3));
    await again.journal.close();
    const third = await open(folder);
    expect(third.records).toEqual([record(1), record(2), record(3)]);
    await third.journal.close();
  });

  it('have one writer', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder);
    await expect(open(folder)).rejects.toMatchObject({ code: 'journal-unwritable' });
    await journal.close();
    const again = await open(folder);
    await again.journal.close();
  });

  it('left locked by a dead process open at once', async () => {
    const folder = await newFolder();
    // No process has this number: it is above what Linux hands out.
    await writeFile(join(folder, 'journal.lock'), '4194400 left-behind');
    const { journal } = await open(folder);
    await journal.close();
  });

  it('that can not be written say so, and append again once they can', async () => {
    const folder = await newFolder();
    const { journal } = await open(folder);
    await journal.append(record(1));
    // The next file's name is taken by a folder, and the current one is declared full.
    await journal.close();
    const { journal: small } = await open(folder, 1);
    await mkdir(join(folder, 'journal-000002.jsonl'));
    await expect(small.append(record(2))).rejects.toMatchObject({ code: 'journal-unwritable' });
    await rm(join(folder, 'journal-000002.jsonl'), { recursive: true });
    await small.append(record(3));
    await small.close();
    const again = await open(folder);
    expect(again.records).toEqual([record(1), record(3)]);
    await again.journal.close();
  });
});
