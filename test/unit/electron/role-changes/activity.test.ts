import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActivityFilter, ActivityRow } from '../../../../contract/desk/role-changes.ts';
import { pageOfRows, toCsv } from '../../../../electron/role-changes/activity.ts';
import { csvCell } from '../../../../electron/role-changes/csv.ts';
import { createWishBook } from '../../../../electron/role-changes/wish-book.ts';
import { runSteps } from '../../../support/run-steps.ts';

const row: ActivityRow = {
  wishId: 'w',
  sequence: 1,
  actId: 'a',
  time: Date.UTC(2026, 5, 12, 12, 3),
  operator: 'Robin',
  station: 'Front desk',
  userId: '17',
  displayName: 'Somebody',
  roleId: '3',
  roleName: 'Staff',
  roleScope: 'convention',
  wanted: 'held',
  state: 'confirmed',
  confirmedAt: Date.UTC(2026, 5, 12, 12, 4),
  refusal: null,
  undoable: false,
  undoNeedsUnlock: false,
};

/** Reads CSV by RFC 4180, to compare with what went in. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text
    .slice(1)
    .matchAll(/((?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,(?:"(?:[^"]|"")*"|[^",\r\n]*))*)\r\n/g)) {
    rows.push(
      [...(line[1] ?? '').matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  }
  return rows;
}

describe('the CSV', () => {
  it('has the agreed columns, a byte order mark and CRLF', () => {
    expect(runSteps(toCsv([row])).toString('utf8')).toBe(
      '\uFEFFtime,operator,station,userId,roleId,roleName,scope,change,state,confirmedAt\r\n' +
        '2026-06-12T12:03:00.000Z,Robin,Front desk,17,3,Staff,convention,give,confirmed,2026-06-12T12:04:00.000Z\r\n',
    );
  });

  it('is whole however many rows it has, and leaves out those that are not shown', () => {
    const rows = Array.from({ length: 2_500 }, (_none, index) =>
      index % 2 === 0 ? { ...row, userId: `u${index}` } : null,
    );
    const lines = parseCsv(runSteps(toCsv(rows)).toString('utf8'));
    expect(lines).toHaveLength(1 + 1_250);
    expect(lines.slice(1).map((cells) => cells[3])).toEqual(rows.flatMap((each) => each?.userId ?? []));
  });

  it('holds no attendee’s name', () => {
    expect(runSteps(toCsv([row])).toString('utf8')).not.toContain('Somebody');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '|cmd', '%0A'])(
    'is safe to open with a cell like %j',
    (text) => {
      expect(csvCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('comes back whole from any CSV reader, whatever the names hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (operator, roleName) => {
        const [, cells] = parseCsv(runSteps(toCsv([{ ...row, operator, roleName }])).toString('utf8'));
        expect(cells).toHaveLength(10);
        expect(cells?.[1]?.replace(/^'/, '')).toBe(operator.replace(/^'/, ''));
        expect(cells?.[5]?.replace(/^'/, '')).toBe(roleName.replace(/^'/, ''));
      }),
    );
  });
});

describe('pages', () => {
  it('reach every row, however many were made in the same moment', () => {
    const book = createWishBook();
    let made = 0;
    for (let act = 0; act < 20; act += 1) {
      const size = 1 + (act % 7);
      book.apply({
        v: 1,
        kind: 'act',
        act: {
          actId: `act-${act}`,
          kind: 'recipe',
          subject: '',
          time: Math.floor(act / 5),
          clockSkewMs: null,
          operator: { id: 'op', label: 'Robin' },
          station: '',
          undoes: null,
        },
        wishes: Array.from({ length: size }, (_none, index) => ({
          wishId: `w-${act}-${index}`,
          userId: `u-${act}`,
          roleId: `r-${index}`,
          roleName: '',
          wanted: 'held' as const,
          roleScope: 'convention' as const,
          exactScope: false,
          base: null,
          undoes: null,
        })),
        collapses: [],
        supersedes: [],
      });
      made += size;
    }
    const context = { book, now: 0, displayNameOf: () => null };
    const seen: string[] = [];
    for (let before: number | null = null; ; ) {
      const page: { rows: ActivityRow[]; more: boolean } = runSteps(
        pageOfRows([...book.open()].reverse(), { filter: {}, before, limit: 10 }, context),
      );
      expect(page.rows.length).toBeLessThanOrEqual(10);
      seen.push(...page.rows.map(({ wishId }) => wishId));
      before = page.rows.at(-1)?.sequence ?? null;
      if (!page.more) break;
    }
    expect(new Set(seen).size).toBe(made);
    expect(seen).toHaveLength(made);
  });
});

describe('the filter', () => {
  const book = createWishBook();
  const names = new Map([
    ['17', 'Zoë Brontë'],
    ['18', 'Mika Aaltonen'],
  ]);
  const wished = (index: number, userId: string, roleId: string, operator: string, time: number): void =>
    book.apply({
      v: 1,
      kind: 'act',
      act: {
        actId: `a-${index}`,
        kind: 'give',
        subject: roleId,
        time,
        clockSkewMs: null,
        operator: { id: operator, label: operator },
        station: '',
        undoes: null,
        ...(index === 3 ? { batch: { batchId: 'list', size: 1 } } : {}),
      },
      wishes: [
        {
          wishId: `w-${index}`,
          userId,
          roleId,
          roleName: roleId,
          wanted: 'held',
          roleScope: 'convention',
          exactScope: false,
          base: null,
          undoes: null,
        },
      ],
      collapses: [],
      supersedes: [],
    });
  wished(1, '17', 'staff', 'Robin', 10);
  wished(2, '18', 'staff', 'Sasha', 20);
  wished(3, '18', 'vendor', 'Sasha', 30);
  book.apply({ v: 1, kind: 'confirmed', wishId: 'w-1', at: 11, clockSkewMs: null, how: 'written', heldScope: null });
  const shown = (filter: ActivityFilter): string[] =>
    runSteps(
      pageOfRows(
        [...book.newestActs()].flatMap(({ wishes }) => [...wishes]),
        { filter, before: null, limit: 50 },
        { book, now: 0, displayNameOf: (userId) => names.get(userId) ?? null },
      ),
    ).rows.map(({ wishId }) => wishId);

  it.each<[ActivityFilter, string[]]>([
    [{}, ['w-3', 'w-2', 'w-1']],
    [{ person: 'bronte' }, ['w-1']],
    [{ person: '18' }, ['w-3', 'w-2']],
    [{ operator: 'Sasha' }, ['w-3', 'w-2']],
    [{ roleId: 'staff' }, ['w-2', 'w-1']],
    [{ state: 'confirmed' }, ['w-1']],
    [{ from: 20 }, ['w-3', 'w-2']],
    [{ to: 20 }, ['w-1']],
    [{ batchId: 'list' }, ['w-3']],
    [{ operator: 'Sasha', roleId: 'staff', person: 'aalt' }, ['w-2']],
    [{ operator: 'Sasha', state: 'confirmed' }, []],
  ])('%j', (filter, expected) => {
    expect(shown(filter)).toEqual(expected);
  });
});
