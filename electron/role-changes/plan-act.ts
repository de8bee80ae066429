/**
 * What a click becomes: the wishes it makes, and the earlier ones it closes. Pure; the answer is one record of the
 * journal, so that a crash leaves all of it or nothing.
 */
import type { Recipe, RoleScope, Wanted } from '../../contract/desk/stations.ts';
import { RolecallError } from '../errors.ts';
import type { JournalRecord } from './journal-record.ts';
import type { ActEntry, Wish, WishBook } from './wish-book.ts';
import { type Act, asksTheSame, type BaseState, isOpen, type WishFacts } from './wishes.ts';

export type ActRecord = Extract<JournalRecord, { kind: 'act' }>;

/** One change that was asked for. */
export interface Change {
  readonly userId: string;
  readonly roleId: string;
  readonly roleName: string;
  readonly wanted: Wanted;
  readonly roleScope: RoleScope;
  /** The scope itself was asked for: held with the other one does not fulfil it. */
  readonly exactScope: boolean;
  readonly undoes: string | null;
}

export interface PlanContext {
  readonly book: WishBook;
  /** What the service last said; null where it said nothing of this person. */
  readonly base: (userId: string, roleId: string) => BaseState | null;
  readonly newId: () => string;
}

export type Plan =
  | { readonly kind: 'record'; readonly record: ActRecord }
  /** The same thing is on its way already (a double click, a double scan): that act answers for this one too. */
  | { readonly kind: 'already-wished'; readonly actId: string };

/** What was taken off after it says nothing: it may be under way all the same. */
function lastOpen(pair: readonly Wish[]): Wish | undefined {
  return pair.findLast(({ progress }) => isOpen(progress));
}

function isOpenBeside(pair: readonly Wish[], wish: Wish): boolean {
  return pair.some((other) => other !== wish && isOpen(other.progress));
}

/** What this wish took the place of, and what comes back when it is taken off. */
function replacedBy(pair: readonly Wish[], { facts }: Wish): readonly Wish[] {
  return pair.filter(({ progress }) => progress.kind === 'superseded' && progress.by === facts.wishId);
}

/** Whether all that is wanted was so by what the service had said; false where it had said nothing. */
function wasSo(
  base: BaseState | null,
  { wanted, roleScope, exactScope }: Pick<WishFacts, 'wanted' | 'roleScope' | 'exactScope'>,
): boolean {
  if (base === null || base.held !== (wanted === 'held')) return false;
  return !base.held || !exactScope || base.roleScope === roleScope;
}

interface Draft {
  readonly wishes: WishFacts[];
  readonly collapses: string[];
  readonly supersedes: { wishId: string; by: string }[];
  /** An act that already wants one of the changes. */
  wishedBy: string | null;
}

function addChange(draft: Draft, change: Change, { book, base, newId }: PlanContext): void {
  const pair = book.ofPair(change.userId, change.roleId);
  const last = lastOpen(pair);
  const same = last !== undefined && asksTheSame(last.facts, change);
  // One of a list does not answer for anybody else: it may wait behind thousands, be held back, or be withdrawn with its list.
  // Nor does an undo: it falls away where what it takes back turns out to have changed nothing.
  if (same && last.act.batch === undefined && (last.facts.undoes === null || change.undoes !== null)) {
    draft.wishedBy ??= last.act.actId;
    return;
  }
  const unsent = !same && last?.progress.kind === 'waiting' ? last : undefined;
  if (
    unsent?.progress.kind === 'waiting' &&
    unsent.progress.certain &&
    wasSo(unsent.facts.base, change) &&
    replacedBy(pair, unsent).length === 0
  ) {
    // On and off before anything was sent: without either, all is as it is wanted.
    draft.collapses.push(unsent.facts.wishId);
    return;
  }
  const facts: WishFacts = {
    wishId: newId(),
    userId: change.userId,
    roleId: change.roleId,
    roleName: change.roleName,
    wanted: change.wanted,
    roleScope: change.roleScope,
    exactScope: change.exactScope,
    // With another wish still open nobody can say what this one starts from.
    base:
      last === undefined || !isOpenBeside(pair, last)
        ? baseBefore(pair, last, base(change.userId, change.roleId))
        : null,
    undoes: change.undoes,
  };
  for (const wish of pair) {
    const { progress } = wish;
    if (progress.kind === 'waiting' || (progress.kind === 'refused' && !progress.dismissed)) {
      draft.supersedes.push({ wishId: wish.facts.wishId, by: facts.wishId });
    }
  }
  draft.wishes.push(facts);
}

/**
 * What the service said counts, except where this desk has reason to doubt it: while a wish is under way, and where it
 * contradicts what was last confirmed here (after a start the directory may be older than the journal).
 */
function baseBefore(pair: readonly Wish[], last: Wish | undefined, base: BaseState | null): BaseState | null {
  if (last !== undefined) return last.progress.kind === 'waiting' && last.progress.certain ? last.facts.base : null;
  const confirmed = pair.findLast(({ progress }) => progress.kind === 'confirmed');
  return confirmed !== undefined && (confirmed.facts.wanted === 'held') !== base?.held ? null : base;
}

/** Plans a set of changes as one act. */
export function planChanges(act: Act, changes: readonly Change[], context: PlanContext): Plan {
  const draft: Draft = { wishes: [], collapses: [], supersedes: [], wishedBy: null };
  for (const change of changes) addChange(draft, change, context);
  if (draft.wishes.length === 0 && draft.collapses.length === 0 && draft.wishedBy !== null) {
    return { kind: 'already-wished', actId: draft.wishedBy };
  }
  const { wishes, collapses, supersedes } = draft;
  return { kind: 'record', record: { v: 1, kind: 'act', act, wishes, collapses, supersedes } };
}

/** The changes of a recipe for one person. A role named twice counts once, as last said. */
export function changesOfRecipe(
  recipe: Recipe,
  userId: string,
  nameOfRole: (roleId: string) => string,
): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const { roleId, wanted, roleScope } of recipe.changes) {
    changes.set(roleId, {
      userId,
      roleId,
      roleName: nameOfRole(roleId),
      wanted,
      roleScope,
      exactScope: wanted === 'held' && roleScope === 'global',
      undoes: null,
    });
  }
  return [...changes.values()];
}

/** Milliseconds an act can be undone for. What is older is history; another change puts it right. */
export const undoLimitMs = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds of a long shift. */
export const shiftMs = 12 * 60 * 60 * 1000;

/** Whether an act is from another shift: long past, or somebody else's before whoever is signed in now (field report R36). */
export function isFromAnotherShift(act: Act, operatorId: string | undefined, now: number): boolean {
  return now - act.time > shiftMs || act.operator.id !== operatorId;
}

/** Whether the wish changed, or is about to change, something that can be put back by another wish. */
export function isUndoable(wish: Wish, book: WishBook, now: number): boolean {
  if (wish.act.kind === 'undo' || now - wish.act.time > undoLimitMs) return false;
  const { facts, progress } = wish;
  const pair = book.ofPair(facts.userId, facts.roleId);
  const later = pair.slice(pair.indexOf(wish) + 1);
  if (later.some((other) => other.progress.kind !== 'collapsed')) return false;
  switch (progress.kind) {
    case 'waiting':
      return true;
    case 'sending':
      return !standsForAnother(wish, book);
    case 'confirmed':
      return !isFoundSo(wish, book) && !standsForAnother(wish, book);
    case 'refused':
    case 'collapsed':
    case 'superseded':
      return false;
  }
}

/** Whether it took the place of a wish for the same, which would have come about without it. */
function standsForAnother(wish: Wish, book: WishBook): boolean {
  const pair = book.ofPair(wish.facts.userId, wish.facts.roleId);
  return replacedBy(pair, wish).some((other) => asksTheSame(other.facts, wish.facts) && !book.isHeldBack(other));
}

/**
 * Whether all it asks for was so before: by what the service had said, or, where another wish was under way then, by what became
 * of that.
 */
function askedForNothing(wish: Wish, book: WishBook): boolean {
  const { userId, roleId, base } = wish.facts;
  if (base !== null) return wasSo(base, wish.facts);
  const pair = book.ofPair(userId, roleId);
  const before = pair.slice(0, pair.indexOf(wish)).findLast(({ progress }) => progress.kind !== 'collapsed');
  if (before === undefined) return false;
  // One of a list whose place it took may have arrived, and comes back; one that is held back is not to be brought about.
  if (replacedBy(pair, wish).includes(before)) return asksTheSame(before.facts, wish.facts) || book.isHeldBack(before);
  return before.progress.kind === 'confirmed' && asksTheSame(before.facts, wish.facts);
}

/**
 * Whether taking it off is the whole undoing of a waiting wish: it surely changed nothing, being unsent or asking for what was so
 * already; or what it took the place of comes back, takes over its doubt and is sent. One that is held back may be cancelled yet, and
 * would leave standing what this one may have brought about.
 */
export function isUndoneByTakingOff(wish: Wish, book: WishBook): boolean {
  const { facts, progress } = wish;
  if (progress.kind !== 'waiting') return false;
  const pair = book.ofPair(facts.userId, facts.roleId);
  const isFollowed = replacedBy(pair, wish).some((other) => !book.isHeldBack(other));
  return progress.certain || askedForNothing(wish, book) || isFollowed;
}

/**
 * Whether a wish ended by what was so before this desk wrote anything: that is not this desk's to take away. Where the answer
 * was lost, what the service said before the click decides.
 */
export function isFoundSo(wish: Wish, book: WishBook): boolean {
  const { facts, progress } = wish;
  if (progress.kind !== 'confirmed' || progress.how === 'written') return false;
  if (askedForNothing(wish, book)) return true;
  return progress.how === 'already' && !wasMadeSoHere(wish, book.ofPair(facts.userId, facts.roleId));
}

/**
 * On, off, on again in quick succession: the last wish finds what the first one wrote. That is this desk's doing, unless
 * the screen showed it as done before the click, which then asked for nothing.
 */
function wasMadeSoHere({ facts }: Wish, pair: readonly Wish[]): boolean {
  const { base, wanted } = facts;
  if (base !== null && base.held === (wanted === 'held')) return false;
  const before = pair
    .slice(
      0,
      pair.findIndex((other) => other.facts.wishId === facts.wishId),
    )
    .findLast(({ progress }) => progress.kind === 'confirmed');
  return (
    before?.progress.kind === 'confirmed' &&
    before.facts.wanted === wanted &&
    (before.progress.how !== 'already' || wasMadeSoHere(before, pair))
  );
}

export function isActUndoable(entry: ActEntry, book: WishBook, now: number): boolean {
  return entry.wishes.some((wish) => isUndoable(wish, book, now));
}

/** The change that puts back what `wish` changed. */
function inverse({ facts }: Wish): Change {
  const { base } = facts;
  const common = {
    userId: facts.userId,
    roleId: facts.roleId,
    roleName: facts.roleName,
    undoes: facts.wishId,
  };
  if (facts.wanted === 'absent') {
    const roleScope = base?.roleScope ?? facts.roleScope;
    return { ...common, wanted: 'held', roleScope, exactScope: roleScope === 'global' };
  }
  if (facts.exactScope && base?.held === true && base.roleScope !== null && base.roleScope !== facts.roleScope) {
    return { ...common, wanted: 'held', roleScope: base.roleScope, exactScope: true };
  }
  return { ...common, wanted: 'absent', roleScope: facts.roleScope, exactScope: false };
}

function addTakingBack(draft: Draft, wish: Wish, context: PlanContext): void {
  const { progress, facts } = wish;
  const pair = context.book.ofPair(facts.userId, facts.roleId);
  // Where another one is under way beside it, that one counts.
  if (progress.kind === 'waiting' && (isUndoneByTakingOff(wish, context.book) || isOpenBeside(pair, wish))) {
    draft.collapses.push(facts.wishId);
  } else {
    addChange(draft, inverse(wish), context);
  }
}

/**
 * Plans that nothing more comes of an act: only what still waits is taken back. Unlike undoing, this is never too late: it
 * keeps something from happening, whatever kind the act is of and however long it was held back. The record is empty
 * where nothing waits.
 */
export function planCancelling(act: Act, entry: ActEntry, context: PlanContext): ActRecord {
  const draft: Draft = { wishes: [], collapses: [], supersedes: [], wishedBy: null };
  for (const wish of entry.wishes) {
    const { userId, roleId } = wish.facts;
    // What was wished later stands, and closes this one.
    const isLast = lastOpen(context.book.ofPair(userId, roleId)) === wish;
    if (isLast && wish.progress.kind === 'waiting') addTakingBack(draft, wish, context);
  }
  const { wishes, collapses, supersedes } = draft;
  return { v: 1, kind: 'act', act, wishes, collapses, supersedes };
}

/** Plans the taking back of an act. Throws RolecallError `wish-not-known` when nothing of it can be. */
export function planUndo(act: Act, entry: ActEntry, now: number, context: PlanContext): ActRecord {
  const draft: Draft = { wishes: [], collapses: [], supersedes: [], wishedBy: null };
  for (const wish of entry.wishes) {
    if (isUndoable(wish, context.book, now)) addTakingBack(draft, wish, context);
  }
  const { wishes, collapses, supersedes } = draft;
  if (wishes.length === 0 && collapses.length === 0) {
    throw new RolecallError('wish-not-known', 'There is nothing here that can be undone.');
  }
  return { v: 1, kind: 'act', act, wishes, collapses, supersedes };
}
