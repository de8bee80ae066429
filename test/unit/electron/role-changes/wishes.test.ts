import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../../electron/role-changes/journal-record.ts';
import { planChanges } from '../../../../electron/role-changes/plan-act.ts';
import { createWishBook, type WishBook } from '../../../../electron/role-changes/wish-book.ts';
import { type Act, isOpen, moveOn, type Progress, type WishEvent } from '../../../../electron/role-changes/wishes.ts';

/** The full form: `ROLECALL_PROPERTY_RUNS=10000 npx vitest run test/unit/electron/role-changes/wishes.test.ts`. */
const numRuns = Number(process.env.ROLECALL_PROPERTY_RUNS ?? 300);
/** Time a property has; milliseconds. */
const propertyMs = 30_000 + numRuns * 10;

const error = { code: 'service-forbidden', message: 'No.', retryable: false } as const;
const event: fc.Arbitrary<WishEvent> = fc.oneof(
  fc.constant<WishEvent>({ kind: 'sending' }),
  fc.boolean().map((certain): WishEvent => ({ kind: 'put-back', certain })),
  fc.constant<WishEvent>({ kind: 'doubted' }),
  fc.constant<WishEvent>({ kind: 'confirmed', at: 1, how: 'written', heldScope: 'convention' }),
  fc.constant<WishEvent>({ kind: 'refused', at: 2, error }),
  fc.constant<WishEvent>({ kind: 'collapsed', at: 3 }),
  fc.constant<WishEvent>({ kind: 'superseded', at: 4, by: 'other' }),
  fc.constant<WishEvent>({ kind: 'dismissed' }),
);

describe('one wish', () => {
  it(
    'ends once, and no later event changes how',
    () => {
      fc.assert(
        fc.property(fc.array(event, { maxLength: 20 }), (events) => {
          let progress: Progress = { kind: 'waiting', certain: true };
          for (const each of events) {
            const next = moveOn(progress, each);
            if (!isOpen(progress)) expect(next.kind).toBe(progress.kind);
            // Doubt is never lifted by an event: only reading the list ends it, and that ends the wish.
            if (isOpen(progress) && isOpen(next) && !progress.certain) expect(next.certain).toBe(false);
            if (next.kind === 'superseded') expect(isOpen(progress) || progress === next).toBe(true);
            progress = next;
          }
        }),
        { numRuns },
      );
    },
    propertyMs,
  );

  it('that was refused stays refused when it is wished again, and leaves the list of open ones', () => {
    const refused = moveOn({ kind: 'waiting', certain: true }, { kind: 'refused', at: 1, error });
    expect(moveOn(refused, { kind: 'superseded', at: 2, by: 'x' })).toEqual({
      kind: 'refused',
      at: 1,
      error,
      dismissed: true,
    });
  });
});

type Move =
  | { readonly kind: 'wish'; readonly role: string; readonly wanted: 'held' | 'absent' }
  | { readonly kind: 'event'; readonly index: number; readonly event: WishEvent };
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({
    kind: fc.constant('wish' as const),
    role: fc.constantFrom('a', 'b'),
    wanted: fc.constantFrom('held' as const, 'absent' as const),
  }),
  fc.record({ kind: fc.constant('event' as const), index: fc.nat(5), event }),
);

function actNumber(number: number): Act {
  return {
    actId: `act-${number}`,
    kind: 'give',
    subject: '',
    time: number,
    clockSkewMs: null,
    operator: { id: 'op', label: 'Robin' },
    station: 'Front desk',
    undoes: null,
  };
}

function wishFor(book: WishBook, number: number, role: string, wanted: 'held' | 'absent'): void {
  const plan = planChanges(
    actNumber(number),
    [{ userId: 'u', roleId: role, roleName: role, wanted, roleScope: 'convention', exactScope: false, undoes: null }],
    { book, base: () => ({ held: false, roleScope: null }), newId: () => `wish-${number}` },
  );
  if (plan.kind === 'record') book.apply(plan.record);
}

describe('the book', () => {
  it(
    'keeps its counts and lists true, and at most one wish for a person and role waiting',
    () => {
      fc.assert(
        fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
          const book = createWishBook();
          moves.forEach((each, number) => {
            if (each.kind === 'wish') wishFor(book, number, each.role, each.wanted);
            else {
              const wishes = [...book.ofUser('u')];
              const wish = wishes[each.index % Math.max(1, wishes.length)];
              if (wish !== undefined) book.move(wish, each.event);
            }
            const all = book.ofUser('u');
            expect([...book.open()].sort((one, other) => one.sequence - other.sequence)).toEqual(
              all.filter(({ progress }) => isOpen(progress)),
            );
            expect(book.openCount()).toBe(all.filter(({ progress }) => isOpen(progress)).length);
            expect(book.sendingCount()).toBe(all.filter(({ progress }) => progress.kind === 'sending').length);
            expect(book.refusedCount()).toBe(
              all.filter(({ progress }) => progress.kind === 'refused' && !progress.dismissed).length,
            );
          });
          // Right after a wish was made, every earlier one that waited has made way.
          for (const [index, role] of ['a', 'b'].entries()) {
            wishFor(book, 1_000 + 2 * index, role, 'held');
            wishFor(book, 1_001 + 2 * index, role, 'absent');
            const waiting = book.ofPair('u', role).filter(({ progress }) => progress.kind === 'waiting');
            expect(waiting.length).toBeLessThanOrEqual(1);
          }
        }),
        { numRuns },
      );
    },
    propertyMs,
  );

  it('comes out the same when records are read twice', () => {
    const book = createWishBook();
    const again = createWishBook();
    const plan = planChanges(
      actNumber(1),
      [
        {
          userId: 'u',
          roleId: 'a',
          roleName: 'A',
          wanted: 'held',
          roleScope: 'convention',
          exactScope: false,
          undoes: null,
        },
      ],
      { book, base: () => null, newId: () => 'wish-1' },
    );
    if (plan.kind !== 'record') throw new Error('A first wish is always new.');
    for (const record of [plan.record, plan.record]) again.apply(record);
    book.apply(plan.record);
    expect(again.ofUser('u')).toEqual(book.ofUser('u'));
    expect([...again.acts()]).toHaveLength(1);
  });

  it('has all that the journal held at once, what is open in doubt, and nothing half way', () => {
    const other = createWishBook();
    wishFor(other, 1, 'a', 'held');
    wishFor(other, 2, 'b', 'held');
    const records = [...other.acts()].map(({ act, wishes }): JournalRecord => {
      return { v: 1, kind: 'act', act, wishes: wishes.map(({ facts }) => facts), collapses: [], supersedes: [] };
    });
    const confirmed = { at: 3, clockSkewMs: null, how: 'written', heldScope: 'convention' } as const;
    const book = createWishBook();
    const told: string[] = [];
    book.onChange((userId) => told.push(userId));
    const steps = book.restore([...records, { v: 1, kind: 'confirmed', wishId: 'wish-1', ...confirmed }], true);
    while (steps.next().done !== true) expect([...book.acts()]).toEqual([]);
    expect(book.ofUser('u').map(({ progress }) => progress)).toEqual([
      { kind: 'confirmed', at: 3, how: 'written', heldScope: 'convention' },
      { kind: 'waiting', certain: false },
    ]);
    expect([...book.userIds()]).toEqual(['u']);
    expect(told).toEqual([]);
  });

  it('hands the doubt of a replaced wish to its successor', () => {
    const book = createWishBook();
    wishFor(book, 1, 'a', 'held');
    const [first] = book.ofUser('u');
    if (first === undefined) throw new Error('The wish is not there.');
    book.move(first, { kind: 'sending' });
    book.move(first, { kind: 'put-back', certain: false });
    wishFor(book, 2, 'a', 'absent');
    expect(book.ofUser('u').map(({ progress }) => progress)).toEqual([
      { kind: 'superseded', at: 2, by: 'wish-2' },
      { kind: 'waiting', certain: false },
    ]);
  });
});
