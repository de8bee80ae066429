/** What the chart of arrivals shows: bars, lines behind them, times under them. Pure. */
import type { RushInterval } from '../../../contract/desk/rush-board.ts';

export type Range = 'two-hours' | 'today';

const minuteMs = 60_000;
const intervalMs = 5 * minuteMs;
const twoHoursMs = 120 * minuteMs;
/** More bars than this are no longer told apart across a room. */
const mostBars = 36;
const lengths = [5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs);

export interface Bar {
  readonly start: number;
  readonly end: number;
  readonly here: number;
  readonly elsewhere: number;
  readonly estimated: boolean;
  /** It is not over yet. */
  readonly running: boolean;
}

export interface Chart {
  readonly bars: readonly Bar[];
  /** How long a bar is, minutes. */
  readonly minutes: number;
  /** Height of the chart, in people. */
  readonly top: number;
  /** The lines behind the bars, in people, lowest first; without the ground. */
  readonly lines: readonly number[];
  /** The bar with most people, the running one too once it has more than all before; null where nobody came. */
  readonly busiest: Bar | null;
}

export const peopleOf = (bar: Pick<Bar, 'here' | 'elsewhere'>): number => bar.here + bar.elsewhere;

/** The beginning of the day of this computer. */
export function startOfDay(at: number): number {
  const day = new Date(at);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** Bars of a range. "Today" begins with the first who came today. `now`: milliseconds since the epoch. */
export function chartOf(intervals: readonly RushInterval[], range: Range, now: number): Chart {
  const running = Math.floor(now / intervalMs) * intervalMs;
  const from = range === 'two-hours' ? running + intervalMs - twoHoursMs : startOfDay(now);
  const shown = intervals.filter(({ start }) => start >= from && start <= running);
  const first = range === 'two-hours' ? from : (shown.find((each) => peopleOf(each) > 0)?.start ?? running);
  const barsOf = (each: number): number => (alignedTo(running, each) - alignedTo(first, each)) / each + 1;
  const length = lengths.find((each) => barsOf(each) <= mostBars) ?? 60 * minuteMs;
  const byBar = new Map<number, Bar>();
  for (let start = alignedTo(first, length); start <= running; start += length) {
    const end = start + length;
    byBar.set(start, { start, end, here: 0, elsewhere: 0, estimated: false, running: end > now });
  }
  for (const interval of shown) {
    const bar = byBar.get(alignedTo(interval.start, length));
    if (bar === undefined) continue;
    byBar.set(bar.start, {
      ...bar,
      here: bar.here + interval.here,
      elsewhere: bar.elsewhere + interval.elsewhere,
      estimated: bar.estimated || interval.estimated,
    });
  }
  const bars = [...byBar.values()];
  const most = bars.reduce((highest, bar) => Math.max(highest, peopleOf(bar)), 0);
  const step = lineStep(most);
  const top = Math.max(step * 2, Math.ceil((most * 1.08) / step) * step);
  const lines: number[] = [];
  for (let line = step; line <= top; line += step) lines.push(line);
  return { bars, minutes: length / minuteMs, top, lines, busiest: busiestOf(bars) };
}

/** Bars begin on the hour of this computer's clock: zones lie whole quarters of an hour from UTC. */
function alignedTo(at: number, length: number): number {
  const offset = new Date(at).getTimezoneOffset() * minuteMs;
  return Math.floor((at - offset) / length) * length + offset;
}

function busiestOf(bars: readonly Bar[]): Bar | null {
  let busiest: Bar | null = null;
  for (const bar of bars) {
    if (peopleOf(bar) > (busiest === null ? 0 : peopleOf(busiest))) busiest = bar;
  }
  return busiest;
}

/** 1, 2, 5, 10, 20, 50 …: four lines or fewer. */
function lineStep(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (most <= step * 4) return step;
  }
}

/** Which bars have their time written under them: every half hour, every hour where the bars are longer, and never too close. */
export function hasTime(bar: Bar, chart: Chart): boolean {
  const minutes = new Date(bar.start).getMinutes();
  const bars = chart.bars.length * chart.minutes;
  const every = bars <= 3 * 60 ? 30 : bars <= 8 * 60 ? 60 : 120;
  if (every < 60) return minutes % every === 0;
  return minutes === 0 && new Date(bar.start).getHours() % (every / 60) === 0;
}
