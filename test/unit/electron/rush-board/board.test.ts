import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rushBoardStateSchema } from '../../../../contract/desk/rush-board.ts';
import { addSample, intervalMs, nothingSeen, type Seen } from '../../../../electron/rush-board/arrivals.ts';
import { type BoardFacts, intervalsOf, lastArrivalOf, stationsOf } from '../../../../electron/rush-board/board.ts';

const noon = Date.UTC(2026, 7, 14, 12);
const minute = 60_000;
const seenAt = (minutes: number): Seen =>
  addSample(nothingSeen, { at: noon + minutes * minute, sweptAt: noon + minutes * minute, members: 0 }, 0);
const here = (...minutes: number[]) => minutes.map((at) => ({ at: noon + at * minute, station: 'Front desk' }));

const facts = (more: Partial<BoardFacts> = {}): BoardFacts => ({
  now: noon,
  seen: seenAt(-1),
  own: [],
  checkedIn: { confirmed: 100, waiting: 0 },
  expected: { people: 200, from: 'directory' },
  ...more,
});

describe('intervalsOf', () => {
  it('has no gap from the first arrival to the interval that is running', () => {
    const intervals = intervalsOf(facts({ own: here(-21, -20.5, -3), now: noon + minute }));
    expect(intervals.map(({ start, here: people }) => [(start - noon) / minute, people])).toEqual([
      [-25, 2],
      [-20, 0],
      [-15, 0],
      [-10, 0],
      [-5, 1],
      [0, 0],
    ]);
  });

  it('lays other desks beside this one', () => {
    const first = seenAt(-10);
    const seen = addSample(first, { at: noon - minute, sweptAt: noon - 5 * minute, members: 6 }, 0);
    expect(intervalsOf(facts({ seen, own: here(-8) }))[0]).toEqual({
      start: noon - 10 * minute,
      here: 1,
      elsewhere: 6,
      estimated: false,
    });
  });

  it('is empty while nobody came, and fits the contract however long the day', () => {
    expect(intervalsOf(facts())).toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3_000, max: 30 })), (minutes) => {
        const intervals = intervalsOf(facts({ own: here(...minutes) }));
        expect(rushBoardStateSchema.shape.intervals.safeParse(intervals).success).toBe(true);
        const shown = intervals.reduce((sum, { here: people }) => sum + people, 0);
        expect(shown).toBe(minutes.filter((at) => at >= -26 * 60).length);
        for (const [index, { start }] of intervals.entries()) {
          expect(start).toBe((intervals[0]?.start ?? 0) + index * intervalMs);
        }
      }),
    );
  });
});

describe('stationsOf', () => {
  it('names the stations of this desk and keeps all others together, most first', () => {
    const seen = addSample(seenAt(-10), { at: noon, sweptAt: noon - 5 * minute, members: 9 }, 0);
    const own = [...here(-40, -20, -1), { at: noon - minute, station: 'Vendor desk' }];
    expect(stationsOf(facts({ seen, own }))).toEqual([
      { name: null, people: 9 },
      { name: 'Front desk', people: 2 },
      { name: 'Vendor desk', people: 1 },
    ]);
  });

  it('leaves out what a clock that ran ahead dated into times to come', () => {
    const seen = addSample(seenAt(60), { at: noon + 70 * minute, sweptAt: noon + 70 * minute, members: 9 }, 0);
    expect(stationsOf(facts({ seen }))).toEqual([{ name: null, people: 0 }]);
  });

  it('says nothing of other desks before they were looked at', () => {
    expect(stationsOf(facts({ seen: nothingSeen }))).toEqual([]);
  });
});

describe('lastArrivalOf', () => {
  const busy = Array.from({ length: 30 }, (_each, index) => -30 + index + 0.5);
  const told = (more: Partial<BoardFacts>) => {
    const all = facts({ own: here(...busy), ...more });
    return lastArrivalOf(all, intervalsOf(all));
  };

  it('divides who is left by how many came in the last half hour', () => {
    // Thirty in thirty minutes, a hundred to come.
    expect(told({})).toEqual({ kind: 'about', at: noon + 100 * minute, people: 30 });
    expect(told({ checkedIn: { confirmed: 100, waiting: 40 } })).toMatchObject({ at: noon + 60 * minute });
  });

  it.each<[string, Partial<BoardFacts>]>([
    ['nobody-expected', { expected: null }],
    ['list-empty', { expected: { people: 0, from: 'directory' }, checkedIn: { confirmed: 0, waiting: 0 } }],
    ['everybody-in', { checkedIn: { confirmed: 200, waiting: 0 } }],
    ['everybody-in', { checkedIn: { confirmed: 199, waiting: 4 } }],
    ['not-seen', { seen: nothingSeen }],
    ['not-seen', { seen: seenAt(-16) }],
    ['too-short', { own: here(-10, -9, -8, -7, -6, -5, -4, -3, -2, -1, -0.5) }],
    ['too-few', { own: here(-100, -20, -10) }],
    ['too-far', { expected: { people: 100_000, from: 'set' } }],
  ])('says nothing where it would mean nothing: %s', (because, more) => {
    expect(told(more)).toEqual({ kind: 'none', because });
  });
});
