/** What the columns of a list hold: by their titles, else by their cells. Pure; somebody can correct it on the screen. */
import type { ColumnKind } from '../../contract/desk/lists.ts';
import { fold } from '../directory/people-index/fold.ts';
import type { Table } from './table.ts';

export interface RecognisedColumns {
  readonly hasHeader: boolean;
  readonly kinds: readonly ColumnKind[];
}

/** Words of titles, folded, without blanks and punctuation. */
const titles: ReadonlyMap<string, ColumnKind> = new Map(
  (
    [
      ['id', 'id ids userid usernumber attendeeid personid badgeid badge badgenumber badgeno registrationid regid'],
      ['email', 'email emails emailaddress mail mailaddress emailadresse correo courriel'],
      ['username', 'username user login handle account nickname nick benutzername'],
      ['name', 'name names fullname displayname preferredname badgename realname attendee person'],
      ['first-name', 'firstname first givenname given forename vorname prenom nombre'],
      ['last-name', 'lastname last surname familyname family nachname nom apellido apellidos'],
    ] as const satisfies readonly (readonly [ColumnKind, string])[]
  ).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
);

/** Rows looked at. */
const sampleRows = 200;

export function looksLikeEmail(cell: string): boolean {
  return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/u.test(cell.trim()) || /<[^\s@<>]+@[^\s@<>]+>\s*$/u.test(cell);
}

function titleKind(cell: string): ColumnKind | undefined {
  return titles.get(fold(cell).replaceAll(/[ '@]/gu, ''));
}

/** Letters in it, and no digit: a name, or a part of one. */
function looksLikeWords(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/\p{N}|@/u.test(cell);
}

function most(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8;
}

export function columnCount({ rows }: Table): number {
  return rows.reduce((count, row) => Math.max(count, row.length), 0);
}

/** Whether the first row names the columns: one title at least, and nothing in it that only a person has. */
export function hasHeaderRow({ rows }: Table): boolean {
  const [first = []] = rows;
  if (rows.length < 2) return false;
  return first.some((cell) => titleKind(cell) !== undefined) && !first.some((cell) => looksLikeEmail(cell));
}

export function recogniseColumns(table: Table, hasHeader = hasHeaderRow(table)): RecognisedColumns {
  const count = columnCount(table);
  const [first = []] = table.rows;
  const body = table.rows.slice(hasHeader ? 1 : 0, sampleRows);
  const cellsOf = (column: number): string[] => body.flatMap((row) => (row[column] ? [row[column]] : []));
  if (count === 1) {
    const kind = hasHeader ? (titleKind(first[0] ?? '') ?? 'any') : 'any';
    return { hasHeader, kinds: [kind] };
  }
  const columns = Array.from({ length: count }, (_, column) => column);
  if (hasHeader) {
    const kinds = columns.map((column): ColumnKind => titleKind(first[column] ?? '') ?? 'ignored');
    return { hasHeader, kinds: onlyOneOfEach(kinds) };
  }
  const kinds = columns.map((column): ColumnKind => {
    const cells = cellsOf(column);
    if (most(cells, looksLikeEmail)) return 'email';
    if (most(cells, (cell) => looksLikeWords(cell) && cell.includes(' '))) return 'name';
    return 'ignored';
  });
  // "Aaltonen, Mika": which of the two comes first makes no difference, names are compared by their words.
  if (count === 2 && !kinds.includes('email') && columns.every((column) => most(cellsOf(column), looksLikeWords))) {
    return { hasHeader, kinds: ['first-name', 'last-name'] };
  }
  // A first column that is different in every row is what the rows are called by.
  const firsts = cellsOf(0);
  if (kinds[0] === 'ignored' && new Set(firsts).size === firsts.length && firsts.length === body.length) {
    kinds[0] = 'any';
  }
  return { hasHeader, kinds: onlyOneOfEach(kinds) };
}

/** Two columns of e-mail addresses: the first is the person's own, the other somebody else's. */
function onlyOneOfEach(kinds: readonly ColumnKind[]): ColumnKind[] {
  const seen = new Set<ColumnKind>();
  return kinds.map((kind) => {
    if (kind === 'ignored' || !seen.has(kind)) {
      seen.add(kind);
      return kind;
    }
    return 'ignored';
  });
}
