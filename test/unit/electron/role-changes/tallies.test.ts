import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isActUndoable, planChanges, planUndo, undoLimitMs } from '../../../../electron/role-changes/plan-act.ts';
import { createTallies } from '../../../../electron/role-changes/tallies.ts';
import { type Batch, createWishBook, type WishBook } from '../../../../electron/role-changes/wish-book.ts';
import type { Act, WishEvent } from '../../../../electron/role-changes/wishes.ts';

const people = ['ada', 'ben', 'cleo', 'dan'];
const lists = ['one', 'two'];

interface Hand {
  readonly book: WishBook;
  acts: number;
}

function contextOf({ book }: Hand) {
  let wishes = 0;
  const base = (): null => null;
  return { book, base, newId: () => `wish-${book.openCount()}-${[...book.acts()].length}-${++wishes}` };
}

function actIn(hand: Hand, batchId: string | null, undoes: string | null = null): Act {
  hand.acts += 1;
  return {
    actId: `act-${hand.acts}`,
    kind: undoes === null ? 'give' : 'undo',
    subject: 'Staff',
    time: hand.acts,
    clockSkewMs: null,
    operator: { id: 'op', label: 'Robin' },
    station: 'Front desk',
    undoes,
    ...(batchId === null ? {} : { batch: { batchId, size: 9 } }),
  };
}

function wish(hand: Hand, userId: string, wanted: 'held' | 'absent', batchId: string | null): void {
  const act = actIn(hand, batchId);
  const change = {
    userId,
    roleId: 'staff',
    roleName: 'Staff',
    wanted,
    roleScope: 'convention',
    exactScope: false,
  } as const;
  const plan = planChanges(act, [{ ...change, undoes: null }], contextOf(hand));
  if (plan.kind === 'record') hand.book.apply(plan.record);
  else if (batchId !== null) hand.book.apply({ v: 1, kind: 'act', act, wishes: [], collapses: [], supersedes: [] });
}

function undo(hand: Hand, index: number, batchId: string | null): void {
  const entries = [...hand.book.acts()];
  const entry = entries[index % Math.max(1, entries.length)];
  if (entry === undefined || !isActUndoable(entry, hand.book, hand.acts)) return;
  hand.book.apply(planUndo(actIn(hand, batchId, entry.act.actId), entry, hand.acts, contextOf(hand)));
}

/** The same by looking at everything. */
function countAll(book: WishBook, { entries }: Batch, now: number) {
  const counts = { waiting: 0, sending: 0, confirmed: 0, already: 0, refused: 0, withdrawn: 0 };
  for (const { wishes, collapsed } of entries) {
    if (wishes.length === 0) counts[collapsed.length > 0 ? 'confirmed' : 'already'] += 1;
    for (const { progress } of wishes) {
      if (progress.kind === 'collapsed' || progress.kind === 'superseded') counts.withdrawn += 1;
      else if (progress.kind === 'confirmed') counts[progress.how === 'already' ? 'already' : 'confirmed'] += 1;
      else counts[progress.kind] += 1;
    }
  }
  return { counts, undoable: entries.some((entry) => isActUndoable(entry, book, now)) };
}

const error = { code: 'service-forbidden', message: 'No.', retryable: false } as const;
const events: readonly WishEvent[] = [
  { kind: 'sending' },
  { kind: 'put-back', certain: true },
  { kind: 'confirmed', at: 1, how: 'written', heldScope: 'convention' },
  { kind: 'confirmed', at: 1, how: 'already', heldScope: 'convention' },
  { kind: 'refused', at: 1, error },
  { kind: 'dismissed' },
];
const batchId = fc.constantFrom('one', 'two', null);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('wish' as const),
    userId: fc.constantFrom(...people),
    wanted: fc.constantFrom('held' as const, 'absent' as const),
    batchId,
  }),
  fc.record({ kind: fc.constant('event' as const), index: fc.nat(20), event: fc.constantFrom(...events) }),
  fc.record({ kind: fc.constant('undo' as const), index: fc.nat(20), batchId }),
  fc.record({ kind: fc.constant('forget' as const), first: fc.nat(2) }),
  fc.record({ kind: fc.constant('look' as const) }),
);

function makeHand(): Hand & { readonly tallies: ReturnType<typeof createTallies> } {
  const book = createWishBook();
  const tallies = createTallies(book);
  book.onChange(tallies.touch);
  return { book, tallies, acts: 0 };
}

it('what is counted along the way is what counting everything says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const hand = makeHand();
      const { book, tallies } = hand;
      const look = (): void => {
        for (const each of lists) {
          const batch = book.batch(each);
          if (batch === undefined) continue;
          const { counts, undoable } = countAll(book, batch, hand.acts);
          expect(tallies.counts(batch)).toEqual(counts);
          expect(tallies.isUndoable(batch, hand.acts)).toBe(undoable);
        }
      };
      for (const each of steps) {
        if (each.kind === 'wish') wish(hand, each.userId, each.wanted, each.batchId);
        else if (each.kind === 'undo') undo(hand, each.index, each.batchId);
        else if (each.kind === 'forget')
          book.forget(new Set([...book.acts()].slice(0, each.first).map(({ act }) => act.actId)));
        else if (each.kind === 'look') look();
        else {
          const wishes = people.flatMap((userId) => book.ofUser(userId));
          const found = wishes[each.index % Math.max(1, wishes.length)];
          if (found !== undefined) book.move(found, each.event);
        }
      }
      look();
    }),
    { numRuns: Number(process.env.ROLECALL_PROPERTY_RUNS ?? 300) },
  );
});

it('a change of one person makes nobody else be counted again', () => {
  const hand = makeHand();
  for (const userId of people) wish(hand, userId, 'held', 'one');
  const asked: string[] = [];
  const tallies = createTallies({
    ...hand.book,
    ofPair: (userId, roleId) => {
      asked.push(userId);
      return hand.book.ofPair(userId, roleId);
    },
  });
  hand.book.onChange(tallies.touch);
  const batch = hand.book.batch('one');
  if (batch === undefined) throw new Error('There is no list.');
  tallies.counts(batch);
  expect(new Set(asked)).toEqual(new Set(people));
  asked.length = 0;
  wish(hand, 'cleo', 'absent', null);
  asked.length = 0;
  tallies.counts(batch);
  tallies.isUndoable(batch, hand.acts);
  expect(new Set(asked)).toEqual(new Set(['cleo']));
});

it('what an older act says of an act counts until that older one is forgotten', () => {
  const hand = makeHand();
  const { book, tallies } = hand;
  const written = { kind: 'confirmed', at: 1, how: 'written', heldScope: 'convention' } as const;
  const confirm = (how: 'written' | 'already'): void => {
    for (const each of book.open()) book.move(each, { ...written, how });
  };
  wish(hand, 'ada', 'held', null);
  confirm('written');
  wish(hand, 'ada', 'absent', null);
  wish(hand, 'ada', 'held', 'one');
  confirm('already');
  const batch = book.batch('one');
  if (batch === undefined) throw new Error('There is no list.');
  expect(tallies.isUndoable(batch, hand.acts)).toBe(true);
  book.forget(new Set(['act-1']));
  expect(countAll(book, batch, hand.acts).undoable).toBe(false);
  expect(tallies.isUndoable(batch, hand.acts)).toBe(false);
});

it('a list that is too old is not undone', () => {
  const hand = makeHand();
  wish(hand, 'ada', 'held', 'one');
  const batch = hand.book.batch('one');
  if (batch === undefined) throw new Error('There is no list.');
  expect(hand.tallies.isUndoable(batch, hand.acts + undoLimitMs)).toBe(true);
  expect(hand.tallies.isUndoable(batch, hand.acts + undoLimitMs + 1)).toBe(false);
});
