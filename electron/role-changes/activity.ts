/** Wishes as the screen shows them: rows of the activity list, the last act, and their CSV. */
import type { ActivityFilter, ActivityRow, LastAct } from '../../contract/desk/role-changes.ts';
import { fold } from '../directory/people-index/fold.ts';
import { assertNever } from '../errors.ts';
import { csvOf } from './csv.ts';
import { isActUndoable, isUndoable } from './plan-act.ts';
import type { ActEntry, Wish, WishBook } from './wish-book.ts';
import type { Act } from './wishes.ts';

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
      // The later wish took this one's place. Once that is settled this one is off the table; until then it isn't. What the
      // service confirmed is the later one, even where that was undone since.
      const settled = next.state === 'confirmed' || next.state === 'undone';
      return settled ? { state: 'undone', confirmedAt: null, refusal: null } : next;
    }
    default:
      return assertNever(progress);
  }
}

export interface RowContext {
  readonly book: WishBook;
  readonly now: number;
  readonly displayNameOf: (userId: string) => string | null;
  /** Whether undoing an act asks for the PIN first; never, where it is left out. */
  readonly undoNeedsUnlock?: (act: Act) => boolean;
  /** The role that says somebody is in; null, or absent: none is known to. */
  readonly checkInRoleId?: string | null;
}

export function rowOf(wish: Wish, context: RowContext): ActivityRow {
  const { book, now } = context;
  const { facts, act } = wish;
  return {
    wishId: facts.wishId,
    sequence: wish.sequence,
    actId: act.actId,
    time: act.time,
    operator: act.operator.label,
    station: act.station,
    userId: facts.userId,
    displayName: context.displayNameOf(facts.userId),
    roleId: facts.roleId,
    roleName: facts.roleName,
    roleScope: facts.roleScope,
    wanted: facts.wanted,
    ...rowStateOf(wish, book),
    undoable: isUndoable(wish, book, now),
    undoNeedsUnlock: context.undoNeedsUnlock?.(act) ?? false,
  };
}

/** Whether a wish is shown. What costs least to tell is asked first. */
function fits(wish: Wish, filter: ActivityFilter, context: RowContext): boolean {
  const { facts, act } = wish;
  if (filter.batchId !== undefined && act.batch?.batchId !== filter.batchId) return false;
  if (filter.from !== undefined && act.time < filter.from) return false;
  if (filter.to !== undefined && act.time >= filter.to) return false;
  if (filter.operator !== undefined && act.operator.label !== filter.operator) return false;
  if (filter.roleId !== undefined && facts.roleId !== filter.roleId) return false;
  if (filter.state !== undefined && rowStateOf(wish, context.book).state !== filter.state) return false;
  const person = fold(filter.person ?? '').trim();
  if (person === '' || fold(facts.userId).startsWith(person)) return true;
  return fold(context.displayNameOf(facts.userId) ?? '').includes(person);
}

/** Rows of the wishes that are shown, in the order they come in; null for each that is not. */
export function* filtered(
  wishes: Iterable<Wish>,
  filter: ActivityFilter | undefined,
  context: RowContext,
): Iterable<ActivityRow | null> {
  for (const wish of wishes) yield fits(wish, filter ?? {}, context) ? rowOf(wish, context) : null;
}

export interface ActivityPage {
  readonly filter: ActivityFilter | undefined;
  /** Rows made before this one's `sequence`; null begins with the first. */
  readonly before: number | null;
  readonly limit: number;
}

/** One page of rows, a step for each wish that is looked at. `wishes`: newest first. */
export function* pageOfRows(
  wishes: Iterable<Wish>,
  { filter, before, limit }: ActivityPage,
  context: RowContext,
): Generator<void, { readonly rows: ActivityRow[]; readonly more: boolean }, void> {
  const rows: ActivityRow[] = [];
  for (const wish of wishes) {
    yield;
    if (before !== null && wish.sequence >= before) continue;
    if (!fits(wish, filter ?? {}, context)) continue;
    if (rows.length === limit) return { rows, more: true };
    rows.push(rowOf(wish, context));
  }
  return { rows, more: false };
}

/** The last act for the foot of the desk; an undo that only took unsent wishes off the list is done at once. */
export function lastActOf(entry: ActEntry, { book, now, displayNameOf, checkInRoleId }: RowContext): LastAct {
  const touched = [...entry.wishes, ...entry.collapsed];
  const states = entry.wishes.map((wish) => rowStateOf(wish, book).state);
  const state = (['refused', 'sending', 'waiting'] as const).find((candidate) => states.includes(candidate));
  const first = touched[0];
  const givesIt = ({ facts }: Wish): boolean => facts.wanted === 'held' && facts.roleId === checkInRoleId;
  return {
    actId: entry.act.actId,
    kind: entry.act.kind,
    subject: entry.act.subject,
    checkIn: first !== undefined && touched.every(givesIt),
    userId: first?.facts.userId ?? null,
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

/** The activity as CSV, oldest first, a step for each row; null is none. */
export function toCsv(rows: Iterable<ActivityRow | null>): Generator<void, Buffer, void> {
  return csvOf(columns, inColumns(rows));
}

function* inColumns(rows: Iterable<ActivityRow | null>): Iterable<readonly string[] | null> {
  for (const row of rows) {
    if (row === null) {
      yield null;
      continue;
    }
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
    yield columns.map((column) => cells[column]);
  }
}
