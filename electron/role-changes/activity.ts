/** Wishes as the screen shows them: rows of the activity list, the last act, and their CSV. */
import type { ActivityRow, LastAct } from '../../contract/desk/role-changes.ts';
import { assertNever } from '../errors.ts';
import { isActUndoable, isUndoable } from './plan-act.ts';
import type { ActEntry, Wish, WishBook } from './wish-book.ts';

type RowState = Pick<ActivityRow, 'state' | 'confirmedAt' | 'refusal'>;

/** How a wish stands. `undone` is said only when the service agreed that it is, or nothing was ever sent. */
export function rowStateOf(wish: Wish, book: WishBook): RowState {
  const { progress, facts } = wish;
  switch (progress.kind) {
    case 'waiting':
    case 'sending':
      return { state: progress.kind, confirmedAt: null, refusal: null };
    case 'confirmed': {
      const pair = book.ofPair(facts.userId, facts.roleId);
      const undone = pair.some((other) => other.facts.undoes === facts.wishId && other.progress.kind === 'confirmed');
      return { state: undone ? 'undone' : 'confirmed', confirmedAt: progress.at, refusal: null };
    }
    case 'refused':
      return { state: 'refused', confirmedAt: null, refusal: progress.error };
    case 'collapsed':
      return { state: 'undone', confirmedAt: null, refusal: null };
    case 'superseded': {
      const successor = book.wish(progress.by);
      if (successor === undefined) return { state: 'undone', confirmedAt: null, refusal: null };
      const next = rowStateOf(successor, book);
      // The later wish took this one's place. Once that is settled this one is off the table; until then it isn't.
      return next.state === 'confirmed' ? { state: 'undone', confirmedAt: null, refusal: null } : next;
    }
    default:
      return assertNever(progress);
  }
}

export interface RowContext {
  readonly book: WishBook;
  readonly now: number;
  readonly displayNameOf: (userId: string) => string | null;
}

export function rowOf(wish: Wish, { book, now, displayNameOf }: RowContext): ActivityRow {
  const { facts, act } = wish;
  return {
    wishId: facts.wishId,
    actId: act.actId,
    time: act.time,
    operator: act.operator.label,
    station: act.station,
    userId: facts.userId,
    displayName: displayNameOf(facts.userId),
    roleId: facts.roleId,
    roleName: facts.roleName,
    roleScope: facts.roleScope,
    wanted: facts.wanted,
    ...rowStateOf(wish, book),
    undoable: book.act(act.actId)?.undoneBy === null && isUndoable(wish, book, now),
  };
}

/**
 * Rows before the time `before`, newest first, at most `limit`. Wishes of one act share their time and are not torn
 * apart between pages, so that the time of the last row can be the next `before`.
 */
export function pageOfRows(
  wishes: Iterable<Wish>,
  before: number | null,
  limit: number,
  context: RowContext,
): { readonly rows: ActivityRow[]; readonly more: boolean } {
  const sorted = [...wishes]
    .filter((wish) => before === null || wish.act.time < before)
    .sort((one, other) => other.act.time - one.act.time || other.sequence - one.sequence);
  let end = Math.min(limit, sorted.length);
  const cut = sorted[end]?.act.time;
  while (end > 0 && cut !== undefined && sorted[end - 1]?.act.time === cut) end -= 1;
  // One act larger than a page: better torn than never shown.
  if (end === 0) end = Math.min(limit, sorted.length);
  return { rows: sorted.slice(0, end).map((wish) => rowOf(wish, context)), more: end < sorted.length };
}

/** The last act for the foot of the desk; an undo that only took unsent wishes off the list is done at once. */
export function lastActOf(entry: ActEntry, { book, now, displayNameOf }: RowContext): LastAct {
  const touched = [...entry.wishes, ...entry.collapsed];
  const states = entry.wishes.map((wish) => rowStateOf(wish, book).state);
  const state = (['refused', 'sending', 'waiting'] as const).find((candidate) => states.includes(candidate));
  const first = touched[0];
  return {
    actId: entry.act.actId,
    kind: entry.act.kind,
    subject: entry.act.subject,
    displayName: first === undefined ? null : displayNameOf(first.facts.userId),
    time: entry.act.time,
    state: state ?? 'confirmed',
    undoable: isActUndoable(entry, book, now),
  };
}

const columns = [
  'time',
  'operator',
  'station',
  'userId',
  'roleId',
  'roleName',
  'scope',
  'change',
  'state',
  'confirmedAt',
] as const;

/**
 * One cell: quoted by RFC 4180 where it must be. A cell that a spreadsheet program would take for a formula gets an
 * apostrophe in front (OWASP, "CSV injection"), full-width signs included.
 */
export function csvCell(text: string): string {
  const harmless = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20|%]/u.test(text) ? `'${text}` : text;
  return /[",\r\n\t;']/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** The activity as CSV, oldest first: UTF-8 with a byte order mark and CRLF, which is what spreadsheet programs expect. */
export function toCsv(rows: Iterable<ActivityRow>): string {
  const lines: string[] = [columns.join(',')];
  for (const row of rows) {
    const cells: Record<(typeof columns)[number], string> = {
      time: new Date(row.time).toISOString(),
      operator: row.operator,
      station: row.station,
      userId: row.userId,
      roleId: row.roleId,
      roleName: row.roleName,
      scope: row.roleScope,
      change: row.wanted === 'held' ? 'give' : 'take',
      state: row.state,
      confirmedAt: row.confirmedAt === null ? '' : new Date(row.confirmedAt).toISOString(),
    };
    lines.push(columns.map((column) => csvCell(cells[column])).join(','));
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
