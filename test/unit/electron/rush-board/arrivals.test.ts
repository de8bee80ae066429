import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addSample,
  forgetBefore,
  intervalMs,
  intervalOf,
  longestGapMs,
  nothingSeen,
  type Seen,
  spread,
} from '../../../../electron/rush-board/arrivals.ts';

const noon = Date.UTC(2026, 7, 14, 12);
const minute = 60_000;
const at = (minutes: number, members: number) => ({
  at: noon + minutes * minute,
  sweptAt: noon + minutes * minute,
  members,
});
const shown = ({ intervals }: Seen) => [...intervals].map(([start, { people }]) => [(start - noon) / minute, people]);
const sumOf = ({ intervals, missed }: Seen): number =>
  [...intervals.values()].reduce((sum, { people }) => sum + people, 0) + (missed?.people ?? 0);

describe('addSample', () => {
  it('takes the first count as what was there before anybody looked', () => {
    expect(addSample(nothingSeen, at(0, 1_184), 0)).toMatchObject({ last: { members: 1_184 }, missed: null });
    expect(shown(addSample(nothingSeen, at(0, 1_184), 0))).toEqual([]);
  });

  it('puts arrivals elsewhere where they were seen, without what this desk did', () => {
    const first = addSample(nothingSeen, at(0, 100), 0);
    expect(shown(addSample(first, at(1, 107), 3))).toEqual([[0, 4]]);
  });

  it('spreads them over the time between two looks, and says where that is an estimate', () => {
    const first = addSample(nothingSeen, at(1, 0), 0);
    const close = addSample(first, at(6, 10), 0);
    expect(shown(close)).toEqual([
      [0, 8],
      [5, 2],
    ]);
    expect([...close.intervals.values()].map(({ estimated }) => estimated)).toEqual([false, false]);
    const wide = addSample(first, at(13, 12), 0);
    expect([...wide.intervals.values()].every(({ estimated }) => estimated)).toBe(true);
  });

  it('keeps apart who came while nobody looked for long', () => {
    const first = addSample(nothingSeen, at(0, 10), 0);
    const later = addSample(first, at(600, 53), 0);
    expect(later.missed).toEqual({ people: 43, from: noon, to: noon + 600 * minute });
    expect(shown(later)).toEqual([]);
    expect(addSample(later, at(700, 60), 0).missed).toEqual({ people: 50, from: noon, to: noon + 700 * minute });
  });

  it('sees no arrival in a count that went down, and none twice', () => {
    const first = addSample(nothingSeen, at(0, 10), 0);
    const down = addSample(first, at(1, 8), 0);
    expect(shown(down)).toEqual([]);
    expect(shown(addSample(down, at(2, 9), 0))).toEqual([[0, 1]]);
    expect(addSample(down, at(1, 500), 0)).toBe(down);
    expect(addSample(down, at(0, 500), 0)).toBe(down);
  });

  it('loses nobody: what the count gained elsewhere is what is shown, however often it is looked', () => {
    const step = fc.record({
      minutes: fc.double({ min: 0.2, max: 60, noNaN: true }),
      elsewhere: fc.nat(200),
      here: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let seen = addSample(nothingSeen, at(0, 500), 0);
        let minutes = 0;
        let members = 500;
        for (const { minutes: passed, elsewhere, here } of steps) {
          minutes += passed;
          members += elsewhere + here;
          seen = addSample(seen, at(minutes, members), here);
        }
        expect(sumOf(seen)).toBe(steps.reduce((sum, { elsewhere }) => sum + elsewhere, 0));
        for (const [start, { people }] of seen.intervals) {
          expect(start % intervalMs).toBe(0);
          expect(people).toBeGreaterThan(0);
          expect(Number.isInteger(people)).toBe(true);
        }
      }),
    );
  });
});

describe('spread', () => {
  it('gives whole people to intervals inside the time, all of them', () => {
    const time = fc.integer({ min: noon, max: noon + 10 * 3_600_000 });
    fc.assert(
      fc.property(fc.nat(5_000), time, fc.integer({ min: 1, max: longestGapMs }), (people, from, length) => {
        const shares = spread(people, from, from + length);
        expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBe(people);
        for (const [start] of shares) {
          expect(start).toBeGreaterThanOrEqual(intervalOf(from));
          expect(start).toBeLessThan(from + length);
        }
      }),
    );
  });
});

describe('forgetBefore', () => {
  it('keeps what is no older', () => {
    let seen = addSample(nothingSeen, at(0, 0), 0);
    for (let minutes = 5; minutes <= 20; minutes += 5) seen = addSample(seen, at(minutes, minutes), 0);
    expect(shown(forgetBefore(seen, noon + 10 * minute))).toEqual([
      [10, 5],
      [15, 5],
    ]);
    expect(forgetBefore(seen, noon)).toBe(seen);
  });
});
