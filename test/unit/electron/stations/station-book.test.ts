import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookSchema, nameKey } from '../../../../contract/desk/handed-stations.ts';
import { stationLimits } from '../../../../contract/desk/stations.ts';
import { frontDesk } from '../../../../electron/stations/front-desk.ts';
import {
  type Book,
  type BookEvent,
  currentOf,
  emptyBook,
  freeId,
  nameForCopy,
  stationsOf,
  stepBook,
} from '../../../../electron/stations/station-book.ts';

const builtIn = frontDesk([
  { id: '1', name: 'Checked in' },
  { id: '2', name: 'Vendor' },
]);
const station = (id: string, name = id) => ({ ...builtIn, id, name });
const step = (book: Book, event: BookEvent) => stepBook(book, event, builtIn);
const of = (...ids: string[]): Book => ({ stations: ids.map((id) => station(id)), currentId: null });
const ids = (book: Book) => book.stations.map(({ id }) => id);

describe('the book of stations', () => {
  it('has the built-in station while nobody made one, and keeps it beside the first that is made', () => {
    expect(currentOf(emptyBook, builtIn)).toBe(builtIn);
    const book = step(emptyBook, { kind: 'save', station: station('s1') });
    expect(ids(book)).toEqual(['front-desk', 's1']);
    // Whoever stands at the front desk still does.
    expect(currentOf(book, builtIn).id).toBe('front-desk');
  });

  it('keeps the built-in station alone once somebody changed it', () => {
    const book = step(emptyBook, { kind: 'save', station: { ...builtIn, name: 'Entrance' } });
    expect(book.stations.map(({ name }) => name)).toEqual(['Entrance']);
  });

  it('moves, and the station in use stays in use', () => {
    const book = step(of('a', 'b', 'c'), { kind: 'move', stationId: 'c', to: 0 });
    expect(ids(book)).toEqual(['c', 'a', 'b']);
    expect(currentOf(book, builtIn).id).toBe('a');
    expect(ids(step(book, { kind: 'move', stationId: 'c', to: 99 }))).toEqual(['a', 'b', 'c']);
  });

  it('goes on with the first when the one in use is removed, and is back where it was when that is undone', () => {
    const before: Book = { ...of('a', 'b', 'c'), currentId: 'b' };
    const after = step(before, { kind: 'remove', stationId: 'b' });
    expect(currentOf(after, builtIn).id).toBe('a');
    expect(step(after, { kind: 'restore', station: station('b'), at: 1, wasCurrent: true })).toEqual(before);
  });

  it('has the built-in station again when the last is removed', () => {
    const book = step(of('a'), { kind: 'remove', stationId: 'a' });
    expect(stationsOf(book, builtIn)).toEqual([builtIn]);
    expect(step(book, { kind: 'remove', stationId: 'front-desk' })).toBe(book);
  });

  it('takes no second station of a name, however it is written, and no more than there may be', () => {
    const book = of('Vendor desk');
    expect(step(book, { kind: 'save', station: station('x', ' VENDOR DESK') })).toBe(book);
    const full = of(...Array.from({ length: stationLimits.stations }, (_, index) => `s${index}`));
    expect(step(full, { kind: 'save', station: station('one-more') })).toBe(full);
  });

  it('holds what it must after any events', () => {
    const name = fc.constantFrom('A', 'a', 'B', 'C', 'D', 'Front desk');
    const id = fc.constantFrom('s1', 's2', 's3', 's4', 'front-desk', 'none');
    const event: fc.Arbitrary<BookEvent> = fc.oneof(
      fc.record({ kind: fc.constant('save' as const), station: fc.tuple(id, name).map(([i, n]) => station(i, n)) }),
      fc.record({ kind: fc.constant('move' as const), stationId: id, to: fc.nat(20) }),
      fc.record({ kind: fc.constant('remove' as const), stationId: id }),
      fc.record({
        kind: fc.constant('restore' as const),
        station: fc.tuple(id, name).map(([i, n]) => station(i, n)),
        at: fc.nat(20),
        wasCurrent: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('choose' as const), stationId: id }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let book: Book = emptyBook;
        for (const next of events) {
          const before = currentOf(book, builtIn);
          book = step(book, next);
          expect(bookSchema.safeParse(book).success).toBe(true);
          expect(new Set(book.stations.map((each) => nameKey(each.name))).size).toBe(book.stations.length);
          expect(stationsOf(book, builtIn)).toContain(currentOf(book, builtIn));
          // Only choosing, removing and bringing back change what the desk is for.
          if (next.kind === 'save' || next.kind === 'move') expect(currentOf(book, builtIn).id).toBe(before.id);
        }
      }),
    );
  });
});

describe('names and ids', () => {
  it('finds the first that is free', () => {
    expect(freeId('s', ['s1', 's3'])).toBe('s2');
    expect(nameForCopy('Front desk', ['Front desk'])).toBe('Front desk 2');
    expect(nameForCopy('Front desk 2', ['Front desk', 'front DESK 2'])).toBe('Front desk 3');
  });

  it('keeps a copy’s name within bounds and whole', () => {
    const long = '🎟️'.repeat(30);
    const copy = nameForCopy(long, [long]);
    expect(copy.length).toBeLessThanOrEqual(stationLimits.nameLength);
    expect(copy).not.toMatch(/\p{Surrogate}/u);
  });
});
