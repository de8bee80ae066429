/**
 * How the acts of lists stand, counted as they change: a list has twenty thousand of them, and whoever looks wants to know
 * after each click.
 */
import type { ListRun } from '../../contract/desk/lists.ts';
import { isActUndoable, undoLimitMs } from './plan-act.ts';
import type { ActEntry, Batch, Wish, WishBook } from './wish-book.ts';

export type Counts = Pick<ListRun, 'waiting' | 'sending' | 'confirmed' | 'already' | 'refused' | 'withdrawn'>;
type Kind = keyof Counts;

export interface Tallies {
  counts(batch: Batch): Counts;
  /** Whether anything of it can be taken back. `now`: milliseconds since the epoch. */
  isUndoable(batch: Batch, now: number): boolean;
  /** Counts these ahead of whoever asks, a step for each act. */
  count(batches: readonly Batch[]): Generator<void, void, void>;
  /** The person's wishes changed. */
  touch(userId: string): void;
  /** Forgets what was counted of all others. */
  keepOnly(batches: readonly Batch[]): void;
}

interface Tally {
  /** The book makes another one of a list that it forgot a part of. */
  readonly batch: Batch;
  readonly counts: Record<Kind, number>;
  readonly counted: Map<Wish, Kind>;
  readonly undoable: Set<ActEntry>;
  /** So many of the batch's entries were counted. */
  entries: number;
}

function kindOf({ progress }: Wish): Kind {
  switch (progress.kind) {
    case 'waiting':
    case 'sending':
    case 'refused':
      return progress.kind;
    case 'confirmed':
      return progress.how === 'already' ? 'already' : 'confirmed';
    case 'collapsed':
    case 'superseded':
      return 'withdrawn';
  }
}

export function createTallies(book: WishBook): Tallies {
  const tallies = new Map<string, Tally>();
  /** Whose wishes changed since they were counted. */
  let touched = new Set<string>();

  function count(tally: Tally, entry: ActEntry): void {
    for (const wish of entry.wishes) {
      const before = tally.counted.get(wish);
      const now = kindOf(wish);
      if (before === now) continue;
      if (before !== undefined) tally.counts[before] -= 1;
      tally.counts[now] += 1;
      tally.counted.set(wish, now);
    }
    // How old it is comes in when somebody asks.
    if (isActUndoable(entry, book, entry.act.time)) tally.undoable.add(entry);
    else tally.undoable.delete(entry);
  }

  /** Counts those anew whose people changed, in every list that was counted before. */
  function countTouched(): void {
    const userIds = touched;
    touched = new Set();
    for (const userId of userIds) {
      for (const { act } of book.ofUser(userId)) {
        const tally = act.batch === undefined ? undefined : tallies.get(act.batch.batchId);
        const entry = book.act(act.actId);
        if (tally !== undefined && entry !== undefined) count(tally, entry);
      }
    }
  }

  /** Counts the acts that were not counted yet, a step for each. */
  function* countNew(tally: Tally): Generator<void, void, void> {
    const { entries } = tally.batch;
    for (let entry = entries[tally.entries]; entry !== undefined; entry = entries[tally.entries]) {
      tally.entries += 1;
      count(tally, entry);
      // Taking an unsent wish off the list is all there was to do; nothing at all to do is "so already".
      if (entry.wishes.length === 0) tally.counts[entry.collapsed.length > 0 ? 'confirmed' : 'already'] += 1;
      yield;
    }
  }

  function tallyOf(batch: Batch): Tally {
    const known = tallies.get(batch.batchId);
    if (known?.batch === batch) return known;
    const counts = { waiting: 0, sending: 0, confirmed: 0, already: 0, refused: 0, withdrawn: 0 };
    const tally: Tally = { batch, counts, counted: new Map(), undoable: new Set(), entries: 0 };
    tallies.set(batch.batchId, tally);
    return tally;
  }

  function counted(batch: Batch): Tally {
    countTouched();
    const tally = tallyOf(batch);
    for (const _ of countNew(tally));
    return tally;
  }

  return {
    counts: (batch) => ({ ...counted(batch).counts }),
    isUndoable: (batch, now) => {
      // The acts of a list are as old as one another.
      const [first] = counted(batch).undoable;
      return first !== undefined && now - first.act.time <= undoLimitMs;
    },
    *count(batches) {
      for (const batch of batches) yield* countNew(tallyOf(batch));
    },
    touch: (userId) => {
      touched.add(userId);
    },
    keepOnly: (batches) => {
      const kept = new Set(batches.map(({ batchId }) => batchId));
      for (const batchId of tallies.keys()) if (!kept.has(batchId)) tallies.delete(batchId);
    },
  };
}
