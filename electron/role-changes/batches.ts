/**
 * Lists as the journal knows them: many acts of one batch. A batch is written in short turns, so that a click in between
 * waits for a few acts and not for twenty thousand; each person's act is one line, and lines of one turn share an fsync.
 * How far a batch has come is read off its wishes, so a crash has nothing of it to lose.
 */
import { randomUUID } from 'node:crypto';
import type { ListRun } from '../../contract/desk/lists.ts';
import type { Wanted } from '../../contract/desk/stations.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type JournalRecord, journalVersion } from './journal-record.ts';
import { type ActRecord, isActUndoable, type PlanContext, planCancelling, planChanges, planUndo } from './plan-act.ts';
import { createTallies } from './tallies.ts';
import type { ActEntry, Batch, Wish, WishBook } from './wish-book.ts';
import { type Act, type BatchPart, isOpen } from './wishes.ts';

/** Acts written in one turn. */
const actsInATurn = 100;
/** Wishes taken off the list by one line. */
const collapsesInALine = 500;
/** Lists that are shown. */
const mostRuns = 20;

export interface BatchesParts {
  readonly book: WishBook;
  readonly clock: Clock;
  readonly planContext: PlanContext;
  /** Plans and writes when its turn among clicks has come. */
  readonly write: (plan: () => readonly ActRecord[]) => Promise<void>;
  /** Writes down a record that makes no wishes. */
  readonly append: (record: JournalRecord) => Promise<void>;
  /** Refuses undos that are still to go out, and would only bring about what this wish asked for. */
  readonly refuseVainUndosOver: (wish: Wish) => void;
  /** Whoever is signed in. Throws where nobody is. */
  readonly author: () => Act['operator'];
  readonly newAct: (
    by: Act['operator'],
    kind: Act['kind'],
    subject: string,
    undoes: string | null,
    batch?: BatchPart,
  ) => Act;
  readonly nameOfRole: (roleId: string) => string;
  /** Throws where undoing needs an unlock first. */
  readonly checkUndo: (entry: ActEntry) => void;
  /** Looks after the open wishes of these people again. */
  readonly enqueue: (userId: string) => void;
  /** How a list stands changed. */
  readonly changed: () => void;
}

/** One role given to, or taken from, many people, for the convention. */
export interface BatchRequest {
  readonly roleId: string;
  readonly wanted: Wanted;
  /** Everybody once. */
  readonly userIds: readonly string[];
}

export interface Batches {
  /** Answers with the batch's id once all of it is on disk. What was written before an error stays and is sent. */
  apply(request: BatchRequest): Promise<string>;
  pause(batchId: string): Promise<void>;
  resume(batchId: string): Promise<void>;
  /** Withdraws what was not sent. What may have been sent before a crash is taken back. */
  cancel(batchId: string): Promise<void>;
  /** Goes on with what was cancelled before the program ended. */
  finishCancelling(): void;
  /** Takes back all that can be taken back, as a batch of its own. */
  undo(batchId: string): Promise<void>;
  /** Newest first, the last few. */
  runs(): readonly ListRun[];
  /** Counts how they stand ahead of whoever asks, a step for each act. */
  count(): Generator<void, void, void>;
  /** The person's wishes changed. */
  touch(userId: string): void;
  /** Records that must come again when old files of the journal go. */
  toCarry(): readonly JournalRecord[];
}

type ListState = 'going on' | 'held back' | 'cancelled';

function emptyRecord(act: Act, collapses: string[] = []): ActRecord {
  return { v: journalVersion, kind: 'act', act, wishes: [], collapses, supersedes: [] };
}

function* inParts<Value>(values: readonly Value[], size: number): Iterable<readonly Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

function isWaiting({ progress }: Wish, certain: boolean): boolean {
  return progress.kind === 'waiting' && progress.certain === certain;
}

function kindOf(entry: ActEntry): ListRun['kind'] {
  const { kind } = entry.act;
  return kind === 'undo' || kind === 'take' ? kind : 'give';
}

export function createBatches(parts: BatchesParts): Batches {
  const { book, clock, planContext, write, append, author, newAct, enqueue, changed } = parts;
  const writing = new Set<string>();
  const tallies = createTallies(book);
  /** Cancelled lists that were gone through: what comes back to them is withdrawn one by one. */
  const cancelled = new Set<string>();
  let pausing: Promise<void> = Promise.resolve();

  const shown = (): Batch[] => [...book.batches()].slice(-mostRuns);

  function runOf(batch: Batch): ListRun | null {
    const [first] = batch.entries;
    if (first === undefined) return null;
    const counts = tallies.counts(batch);
    return {
      batchId: batch.batchId,
      kind: kindOf(first),
      roleName: first.act.subject,
      time: first.act.time,
      operator: first.act.operator.label,
      size: batch.size,
      written: batch.entries.length,
      ...counts,
      writing: writing.has(batch.batchId),
      paused: batch.paused && counts.waiting + counts.sending > 0,
      undoable: tallies.isUndoable(batch, clock.now()),
    };
  }

  function batchOf(batchId: string): Batch {
    const batch = book.batch(batchId);
    if (batch === undefined) throw new RolecallError('wish-not-known', 'There is no such list any more.');
    return batch;
  }

  /** Writes one act for each, part by part. */
  async function writeAll<Item>(
    batchId: string,
    items: readonly Item[],
    plan: (item: Item) => ActRecord,
  ): Promise<void> {
    writing.add(batchId);
    changed();
    try {
      for (const part of inParts(items, actsInATurn)) {
        await write(() => part.map(plan));
        changed();
      }
    } finally {
      writing.delete(batchId);
      changed();
    }
  }

  /** One after the other: what was asked for last is what stays. */
  function setState(batchId: string, state: ListState): Promise<void> {
    const operator = author();
    const turn = pausing.then(() => writeState(batchId, state, operator));
    pausing = turn.catch(() => {});
    return turn;
  }

  async function writeState(batchId: string, state: ListState, operator: Act['operator']): Promise<void> {
    const batch = batchOf(batchId);
    const before = batch.paused;
    const paused = state !== 'going on';
    const isSo = state === 'cancelled' ? batch.cancelledBy !== null : before === paused;
    if (isSo) return;
    const record = recordOf(batchId, state, operator);
    // Held back at once: what is sent while the disk takes its time would be a surprise.
    if (paused) batch.paused = true;
    try {
      await append(record);
    } catch (error) {
      batch.paused = before;
      // Whoever came up meanwhile was passed over.
      if (!before) enqueueOpen(batch);
      throw error;
    }
    book.apply(record);
    changed();
    if (!paused) enqueueOpen(batch);
  }

  function recordOf(batchId: string, state: ListState, operator: Act['operator']): JournalRecord {
    const says = { paused: state !== 'going on', ...(state === 'cancelled' ? { cancelled: true as const } : {}) };
    return { v: journalVersion, kind: 'batch', batchId, ...says, at: clock.now(), operator };
  }

  function enqueueOpen({ entries }: Batch): void {
    for (const { wishes } of entries) {
      for (const { facts, progress } of wishes) if (isOpen(progress)) enqueue(facts.userId);
    }
  }

  return {
    apply: async ({ roleId, wanted, userIds }) => {
      const batch: BatchPart = { batchId: randomUUID(), size: userIds.length };
      const roleName = parts.nameOfRole(roleId);
      const by = author();
      await writeAll(batch.batchId, userIds, (userId) => {
        const act = newAct(by, wanted === 'held' ? 'give' : 'take', roleName, null, batch);
        const change = { userId, roleId, roleName, wanted, roleScope: 'convention', exactScope: false } as const;
        const plan = planChanges(act, [{ ...change, undoes: null }], planContext);
        if (plan.kind === 'record') return plan.record;
        // On its way already. Written down all the same, so that the list knows of everybody it was for.
        return emptyRecord(act);
      });
      return batch.batchId;
    },
    pause: async (batchId) => await setState(batchId, 'held back'),
    resume: async (batchId) => {
      cancelled.delete(batchId);
      await setState(batchId, 'going on');
    },
    cancel: async (batchId) => {
      // Held back from here on, over a restart too: what is under way and fails must not go out again.
      await setState(batchId, 'cancelled');
      await withdrawAll(batchOf(batchId));
    },
    finishCancelling: () => {
      for (const batch of book.batches()) withdrawAll(batch).catch(() => {});
    },
    undo: async (batchId) => {
      const { entries } = batchOf(batchId);
      const undoable = entries.filter((entry) => isActUndoable(entry, book, clock.now()));
      if (undoable.length === 0) throw new RolecallError('wish-not-known', 'There is nothing here that can be undone.');
      for (const entry of undoable) parts.checkUndo(entry);
      const by = author();
      await takeBack(by, undoable, (entry, batch) => {
        const now = clock.now();
        return isActUndoable(entry, book, now)
          ? planUndo(newAct(by, 'undo', entry.act.subject, entry.act.actId, batch), entry, now, planContext)
          : null;
      });
    },
    runs: () => {
      const runs = shown();
      tallies.keepOnly(runs);
      return runs.toReversed().flatMap((batch) => runOf(batch) ?? []);
    },
    touch: (userId) => {
      tallies.touch(userId);
      if (cancelled.size > 0) withdrawLate(userId);
    },
    count: () => tallies.count(shown()),
    toCarry: () =>
      [...book.batches()].flatMap((batch): JournalRecord[] => {
        const [first] = batch.entries;
        if (!batch.paused || first === undefined) return [];
        const { batchId, cancelledBy } = batch;
        if (cancelledBy !== null) return [recordOf(batchId, 'cancelled', cancelledBy)];
        return [recordOf(batchId, 'held back', first.act.operator)];
      }),
  };

  /** Withdraws what waits of a cancelled list, and what would bring about its wishes by taking back others. */
  async function withdrawAll({ batchId, entries, cancelledBy }: Batch): Promise<void> {
    if (cancelledBy === null) return;
    cancelled.add(batchId);
    for (const { wishes } of entries) {
      for (const wish of wishes) if (wish.progress.kind === 'superseded') parts.refuseVainUndosOver(wish);
    }
    await withdraw(entries, cancelledBy);
  }

  /** Takes off what waits, and takes back what may have been sent. */
  async function withdraw(entries: readonly ActEntry[], by: Act['operator']): Promise<void> {
    const unsent = entries.flatMap(({ wishes }) => wishes.filter((wish) => isWaiting(wish, true)));
    for (const part of inParts(unsent, collapsesInALine)) {
      await write(() => {
        const act = newAct(by, 'undo', entries[0]?.act.subject ?? '', null);
        // Some of them may be closed by the time it is this part's turn.
        const collapses = part.filter((wish) => isWaiting(wish, true)).map(({ facts }) => facts.wishId);
        return collapses.length === 0 ? [] : [emptyRecord(act, collapses)];
      });
    }
    const isDoubted = ({ wishes }: ActEntry): boolean => wishes.some((wish) => isWaiting(wish, false));
    await takeBack(by, entries.filter(isDoubted), (entry, batch) =>
      isDoubted(entry)
        ? planCancelling(newAct(by, 'undo', entry.act.subject, entry.act.actId, batch), entry, planContext)
        : null,
    );
  }

  /** What was under way when its list was cancelled, and comes back: taken off as well. Until then it stays held back. */
  function withdrawLate(userId: string): void {
    for (const { act, progress } of book.ofUser(userId)) {
      if (progress.kind !== 'waiting' || act.batch === undefined || !cancelled.has(act.batch.batchId)) continue;
      const by = book.batch(act.batch.batchId)?.cancelledBy ?? null;
      const entry = book.act(act.actId);
      if (by !== null && entry !== undefined) withdraw([entry], by).catch(() => {});
    }
  }

  /** Takes back these acts as a batch. One with nothing left to take back is an empty act: the batch is whole all the same. */
  async function takeBack(
    by: Act['operator'],
    entries: readonly ActEntry[],
    plan: (entry: ActEntry, batch: BatchPart) => ActRecord | null,
  ): Promise<void> {
    if (entries.length === 0) return;
    const batch: BatchPart = { batchId: randomUUID(), size: entries.length };
    await writeAll(
      batch.batchId,
      entries,
      (entry) => plan(entry, batch) ?? emptyRecord(newAct(by, 'undo', entry.act.subject, null, batch)),
    );
  }
}
