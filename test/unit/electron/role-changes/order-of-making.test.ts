/** Acts keep their order, whatever file of the journal they were taken along into, and however often the program starts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrderOfMaking, type JournalRecord } from '../../../../electron/role-changes/journal-record.ts';
import { planChanges } from '../../../../electron/role-changes/plan-act.ts';
import { recordsToCarry, supersededBy } from '../../../../electron/role-changes/tidy.ts';
import { createWishBook, type Wish, type WishBook } from '../../../../electron/role-changes/wish-book.ts';
import { isOpen } from '../../../../electron/role-changes/wishes.ts';

/** The full form: `ROLECALL_PROPERTY_RUNS=10000 npx vitest run test/unit/electron/role-changes/order-of-making.test.ts`. */
const numRuns = Number(process.env.ROLECALL_PROPERTY_RUNS ?? 300);

type Move =
  | { readonly kind: 'wish'; readonly userId: string; readonly wanted: 'held' | 'absent' }
  | { readonly kind: 'sending' | 'put-back' | 'confirmed' | 'refused' | 'dismissed'; readonly index: number }
  /** `killed`: the program ends when it has taken along what is open, and has not removed the file. */
  | { readonly kind: 'rotate' | 'give-up' | 'killed' | 'start' };
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wish' as const),
      userId: fc.constantFrom('ada', 'ben'),
      wanted: fc.constantFrom('held' as const, 'absent' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'sending' as const,
        'put-back' as const,
        'confirmed' as const,
        'refused' as const,
        'dismissed' as const,
      ),
      index: fc.nat(20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('rotate' as const, 'give-up' as const, 'killed' as const, 'start' as const),
    }),
  },
);

const error = { code: 'service-forbidden', message: 'No.', retryable: false } as const;
const operator = { id: 'op', label: 'Robin' };

/** A program with its journal, as far as it matters for the order. */
class Program {
  files: JournalRecord[][] = [[]];
  book: WishBook = createWishBook();
  #made = 0;

  note(record: JournalRecord): void {
    this.files.at(-1)?.push(record);
  }

  wish(userId: string, wanted: 'held' | 'absent'): void {
    this.#made += 1;
    const actId = `act-${this.#made}`;
    const number = this.book.nextNumber();
    // The clock says nothing about the order: somebody may set it.
    const act = {
      actId,
      number,
      kind: 'give',
      subject: '',
      time: -number,
      clockSkewMs: null,
      operator,
      station: '',
      undoes: null,
    } as const;
    const change = {
      userId,
      roleId: 'staff',
      roleName: '',
      wanted,
      roleScope: 'convention',
      exactScope: false,
      undoes: null,
    } as const;
    const base = () => ({ held: false, roleScope: null });
    const plan = planChanges(act, [change], { book: this.book, base, newId: () => `wish-${this.#made}` });
    if (plan.kind !== 'record') return;
    this.note(plan.record);
    this.book.apply(plan.record);
  }

  settle(kind: 'sending' | 'put-back' | 'confirmed' | 'refused' | 'dismissed', wish: Wish): void {
    const { wishId, userId, roleId } = wish.facts;
    const common = { v: 1, wishId, at: 1 } as const;
    if (kind === 'sending') {
      this.book.move(wish, { kind });
    } else if (kind === 'put-back') {
      if (this.book.move(wish, { kind, certain: false })) this.#supersedeOlder(userId, roleId);
    } else if (kind === 'confirmed' && wish.progress.kind === 'sending') {
      this.#record({ ...common, kind, clockSkewMs: null, how: 'written', heldScope: null });
    } else if (kind === 'refused' && wish.progress.kind === 'sending') {
      this.#record({ ...common, kind, error });
    } else if (kind === 'dismissed' && wish.progress.kind === 'refused') {
      this.#record({ ...common, kind, operator });
    }
  }

  #record(record: JournalRecord): void {
    this.note(record);
    this.book.apply(record);
  }

  #supersedeOlder(userId: string, roleId: string): void {
    for (const { older, by } of supersededBy(this.book.ofPair(userId, roleId))) {
      this.#record({ v: 1, kind: 'superseded', wishId: older.facts.wishId, at: 1, by: by.facts.wishId });
    }
  }

  giveUp(killed: boolean): void {
    const [oldest, ...others] = this.files;
    if (oldest === undefined || others.length === 0) return;
    const acts = oldest.flatMap((record) => ('act' in record ? [record.act.actId] : []));
    const gone = new Set(acts);
    for (const record of [
      ...recordsToCarry(gone, this.book, (wish) => (wish.progress.kind === 'sending' ? 1 : null)),
    ]) {
      this.note(record);
      if (record.kind === 'carried') gone.delete(record.act.actId);
    }
    if (killed) {
      this.start();
    } else {
      this.files = others;
      this.book.forget(gone);
    }
  }

  /** How the acts stand, in their order; what was being sent waits after a start. */
  acts(): { readonly actId: string; readonly stands: readonly unknown[] }[] {
    return [...this.book.acts()].map(({ act, wishes }) => ({
      actId: act.actId,
      stands: wishes.map(({ progress }) => (isOpen(progress) ? 'open' : progress)),
    }));
  }

  start(): void {
    const before = this.acts();
    const steps = inOrderOfMaking(this.files.flat());
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    this.book = createWishBook();
    for (const _ of this.book.restore(step.value, true));
    const known = new Set(before.map(({ actId }) => actId));
    expect(this.acts().filter(({ actId }) => known.has(actId))).toEqual(before);
    // An end between taking along and removing leaves a second copy, by which what was forgotten comes back closed.
    const others = this.acts().filter(({ actId }) => !known.has(actId));
    expect(others.filter(({ stands }) => stands.includes('open'))).toEqual([]);
    for (const userId of ['ada', 'ben']) this.#supersedeOlder(userId, 'staff');
  }
}

it(
  'of two acts the later one stays the later one',
  () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const program = new Program();
        for (const each of moves) {
          if (each.kind === 'wish') program.wish(each.userId, each.wanted);
          else if ('index' in each) {
            const wishes = [...program.book.ofUser('ada'), ...program.book.ofUser('ben')];
            const wish = wishes[each.index % Math.max(1, wishes.length)];
            if (wish !== undefined) program.settle(each.kind, wish);
          } else if (each.kind === 'rotate') program.files.push([]);
          else if (each.kind === 'start') program.start();
          else program.giveUp(each.kind === 'killed');
        }
        program.start();
      }),
      { numRuns },
    );
  },
  30_000 + numRuns * 10,
);

it('acts of a program that did not number them stay where they are read', () => {
  const carried = (actId: string, number?: number): JournalRecord => ({
    v: 1,
    kind: 'carried',
    act: { actId, number, kind: 'give', subject: '', time: 1, clockSkewMs: null, operator, station: '', undoes: null },
    wishes: [],
  });
  const records = [carried('a'), carried('c', 3), carried('b'), carried('d', 2)];
  const steps = inOrderOfMaking(records);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  expect(step.value.map((record) => record.kind === 'carried' && record.act.actId)).toEqual(['a', 'd', 'c', 'b']);
});

it('what took the place of another one later on still does, once their file is given up', () => {
  const program = new Program();
  program.wish('ada', 'held');
  const [first] = program.book.ofUser('ada');
  if (first === undefined) throw new Error('The wish is not there.');
  program.settle('sending', first);
  program.wish('ada', 'absent');
  program.files.push([]);
  program.settle('put-back', first);
  program.files.push([]);
  program.giveUp(false);
  program.giveUp(false);
  program.start();
  expect(program.acts().map(({ stands }) => stands)).toMatchObject([[{ kind: 'superseded', by: 'wish-2' }], ['open']]);
});

it('what another one had taken the place of waits again, though that one went with its file after it was taken off', () => {
  const act = (actId: string, number: number) =>
    ({
      actId,
      number,
      kind: 'give',
      subject: '',
      time: 1,
      clockSkewMs: null,
      operator,
      station: '',
      undoes: null,
    }) as const;
  const program = new Program();
  program.wish('ada', 'held');
  const [facts] = program.book.ofUser('ada').map((wish) => wish.facts);
  if (facts === undefined) throw new Error('The wish is not there.');
  const { wishId } = facts;
  const records: JournalRecord[] = [
    { v: 1, kind: 'carried', act: act('act-1', 1), wishes: [{ facts, progress: { kind: 'waiting', certain: true } }] },
    { v: 1, kind: 'superseded', wishId, at: 1, by: 'gone' },
    { v: 1, kind: 'act', act: act('act-3', 3), wishes: [], collapses: ['gone'], supersedes: [] },
  ];
  const book = createWishBook();
  for (const _ of book.restore(records, true));
  expect(book.wish(wishId)?.progress).toEqual({ kind: 'waiting', certain: false });
});
