import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActivityRow } from '../../../../contract/desk/role-changes.ts';
import { csvCell, pageOfRows, toCsv } from '../../../../electron/role-changes/activity.ts';
import { createWishBook } from '../../../../electron/role-changes/wish-book.ts';

const row: ActivityRow = {
  wishId: 'w',
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
    expect(toCsv([row])).toBe(
      '\uFEFFtime,operator,station,userId,roleId,roleName,scope,change,state,confirmedAt\r\n' +
        '2026-06-12T12:03:00.000Z,Robin,Front desk,17,3,Staff,convention,give,confirmed,2026-06-12T12:04:00.000Z\r\n',
    );
  });

  it('holds no attendee’s name', () => {
    expect(toCsv([row])).not.toContain('Somebody');
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
        const [, cells] = parseCsv(toCsv([{ ...row, operator, roleName }]));
        expect(cells).toHaveLength(10);
        expect(cells?.[1]?.replace(/^'/, '')).toBe(operator.replace(/^'/, ''));
        expect(cells?.[5]?.replace(/^'/, '')).toBe(roleName.replace(/^'/, ''));
      }),
    );
  });
});

describe('pages', () => {
  it('never tear an act apart, and reach every row', () => {
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
          time: act,
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
      const page: { rows: ActivityRow[]; more: boolean } = pageOfRows(book.open(), before, 10, context);
      expect(page.rows.length).toBeLessThanOrEqual(10);
      seen.push(...page.rows.map(({ wishId }) => wishId));
      before = page.rows.at(-1)?.time ?? null;
      if (!page.more) break;
    }
    expect(new Set(seen).size).toBe(made);
    expect(seen).toHaveLength(made);
  });
});
