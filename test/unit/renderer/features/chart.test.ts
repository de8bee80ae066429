import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RushInterval } from '../../../../contract/desk/rush-board.ts';
import { chartOf, hasTime, peopleOf, startOfDay } from '../../../../renderer/features/rush-board/chart.ts';
import { readExpected } from '../../../../renderer/features/rush-board/read-expected.ts';

const minute = 60_000;
const now = new Date(2026, 7, 14, 14, 3, 26).getTime();
const running = new Date(2026, 7, 14, 14, 0).getTime();
const interval = (minutesAgo: number, people: number, more: Partial<RushInterval> = {}): RushInterval => ({
  start: running - minutesAgo * minute,
  here: people,
  elsewhere: 0,
  estimated: false,
  ...more,
});

describe('chartOf', () => {
  it('has a bar for each five minutes of the last two hours, the last one running', () => {
    const { bars, minutes, busiest } = chartOf([interval(15, 4), interval(10, 7), interval(0, 90)], 'two-hours', now);
    expect(minutes).toBe(5);
    expect(bars).toHaveLength(24);
    expect(bars.at(-1)).toMatchObject({ here: 90, running: true });
    expect(bars.filter((bar) => bar.running)).toHaveLength(1);
    // A number over a lower bar would belie the higher one beside it.
    expect(busiest).toMatchObject({ start: running, here: 90 });
    const before = chartOf([interval(10, 7), interval(0, 7)], 'two-hours', now).busiest;
    expect(before).toMatchObject({ start: running - 10 * minute, here: 7 });
  });

  it('begins today with the first who came, in bars that can be told apart', () => {
    const morning = interval(5 * 60, 3);
    const { bars, minutes } = chartOf([interval(24 * 60, 500), morning, interval(5, 2)], 'today', now);
    expect(minutes).toBe(10);
    expect(bars[0]).toMatchObject({ start: morning.start, here: 3 });
    expect(bars.length).toBeLessThanOrEqual(36);
    expect(bars.reduce((sum, bar) => sum + peopleOf(bar), 0)).toBe(5);
  });

  it('shows an empty chart with lines where nobody came', () => {
    expect(chartOf([], 'two-hours', now)).toMatchObject({ top: 2, lines: [1, 2], busiest: null });
    expect(chartOf([], 'today', now).bars).toHaveLength(1);
  });

  it('shows all who came, lower than its top, with a handful of lines', () => {
    const people = fc.nat(3_000);
    const one = fc.record({
      minutesAgo: fc.integer({ min: 0, max: 280 }).map((each) => each * 5),
      here: people,
      elsewhere: people,
    });
    const intervals = fc.uniqueArray(one, { selector: ({ minutesAgo }) => minutesAgo });
    fc.assert(
      fc.property(intervals, fc.constantFrom('two-hours' as const, 'today' as const), (list, range) => {
        const all = list
          .map(({ minutesAgo, here, elsewhere }) => interval(minutesAgo, here, { elsewhere }))
          .sort((one, other) => one.start - other.start);
        const from = range === 'today' ? startOfDay(now) : running - 115 * minute;
        const chart = chartOf(all, range, now);
        const shown = chart.bars.reduce((sum, bar) => sum + peopleOf(bar), 0);
        const came = all.filter(({ start }) => start >= from).reduce((sum, each) => sum + peopleOf(each), 0);
        expect(shown).toBe(came);
        for (const bar of chart.bars) expect(peopleOf(bar)).toBeLessThanOrEqual(chart.top);
        expect(chart.lines.length).toBeGreaterThanOrEqual(2);
        expect(chart.lines.length).toBeLessThanOrEqual(6);
        expect(chart.lines.at(-1)).toBe(chart.top);
        expect(chart.bars.length).toBeLessThanOrEqual(36);
        expect(chart.bars.filter((bar) => hasTime(bar, chart)).length).toBeLessThanOrEqual(13);
      }),
    );
  });
});

describe('readExpected', () => {
  it.each<[string, number | null | undefined]>([
    ['2000', 2000],
    [' 2,000 ', 2000],
    ['2.000', 2000],
    ['2 000', 2000],
    ['2\u202f000', 2000],
    ['2’000', 2000],
    ['1,250,000', 1_250_000],
    ['1,00,000', 100_000],
    ['２０００', 2000],
    ['２，０００', 2000],
    ['٢٠٠٠', 2000],
    ['٢٬٠٠٠', 2000],
    ['۲۰۰۰', 2000],
    ['2.5', undefined],
    ['12,50', undefined],
    ['1.2.3', undefined],
    ['', null],
    ['  ', null],
    ['0', undefined],
    ['-5', undefined],
    ['many', undefined],
    ['99999999', undefined],
    ['9'.repeat(400), undefined],
  ])('%j is %s', (text, people) => {
    expect(readExpected(text)).toBe(people);
  });
});
