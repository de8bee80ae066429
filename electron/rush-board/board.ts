/** The rush board's numbers, from facts. Pure. */
import type { LastArrival, RushBoardState, RushInterval } from '../../contract/desk/rush-board.ts';
import { intervalMs, intervalOf, type Seen } from './arrivals.ts';
import type { OwnArrival } from './own-acts.ts';

/** How far back the board shows; milliseconds. A little more than a day, so that "today" is whole in any time zone. */
export const shownMs = 26 * 60 * 60_000;
/** The half hour that stations and the estimate go by, in whole intervals. */
const recentMs = 30 * 60_000;
/** With fewer in half an hour an estimate would be a guess. */
const leastForEstimate = 10;
/** Nobody plans by what lies further ahead. */
const farthestMs = 12 * 60 * 60_000;
/** Other desks not looked at for so long: their arrivals are missing. */
const notSeenMs = 15 * 60_000;

export interface BoardFacts {
  readonly now: number;
  readonly seen: Seen;
  readonly own: readonly OwnArrival[];
  readonly checkedIn: { readonly confirmed: number; readonly waiting: number };
  readonly expected: RushBoardState['expected'];
}

/** Every five minutes from the first that is known up to now. */
export function intervalsOf({ now, seen, own }: Pick<BoardFacts, 'now' | 'seen' | 'own'>): RushInterval[] {
  const earliest = intervalOf(now - shownMs);
  const running = intervalOf(now);
  const here = new Map<number, number>();
  for (const { at } of own) {
    // A click of a clock that was wrong stands at the edge, not in the future.
    const start = Math.min(running, intervalOf(at));
    if (start >= earliest) here.set(start, (here.get(start) ?? 0) + 1);
  }
  const elsewhere = [...seen.intervals.keys()].filter((start) => start >= earliest && start <= running);
  const known = [...here.keys(), ...elsewhere];
  if (known.length === 0) return [];
  const intervals: RushInterval[] = [];
  for (let start = known.reduce((least, each) => Math.min(least, each)); start <= running; start += intervalMs) {
    const others = seen.intervals.get(start);
    intervals.push({
      start,
      here: here.get(start) ?? 0,
      elsewhere: others?.people ?? 0,
      estimated: others?.estimated ?? false,
    });
  }
  return intervals;
}

/** Where people came in the last half hour and the interval that is running. */
export function stationsOf({ now, seen, own }: Pick<BoardFacts, 'now' | 'seen' | 'own'>): RushBoardState['stations'] {
  const from = intervalOf(now) - recentMs;
  const byName = new Map<string, number>();
  for (const { at, station } of own) if (at >= from) byName.set(station, (byName.get(station) ?? 0) + 1);
  let others = 0;
  for (const [start, { people }] of seen.intervals) if (start >= from && start <= now) others += people;
  const here = [...byName].map(([name, people]) => ({ name, people }));
  const all = [...here, ...(seen.last === null ? [] : [{ name: null, people: others }])];
  return all.sort((one, other) => other.people - one.people).slice(0, 50);
}

/**
 * When the last of the expected people comes at this rate: those who are left, divided by how many came in the last six
 * whole intervals. Said only where it means something.
 */
export function lastArrivalOf(facts: BoardFacts, intervals: readonly RushInterval[]): LastArrival {
  const { now, checkedIn, expected, seen } = facts;
  const none = (because: Extract<LastArrival, { kind: 'none' }>['because']): LastArrival => ({ kind: 'none', because });
  if (expected === null) return none('nobody-expected');
  if (expected.people === 0) return none('list-empty');
  const left = expected.people - checkedIn.confirmed - checkedIn.waiting;
  if (left <= 0) return none('everybody-in');
  if (seen.last === null || now - seen.last.sweptAt > notSeenMs) return none('not-seen');
  const to = intervalOf(now);
  const recent = intervals.filter(({ start }) => start >= to - recentMs && start < to);
  if (recent.length * intervalMs < recentMs) return none('too-short');
  const people = recent.reduce((sum, { here, elsewhere }) => sum + here + elsewhere, 0);
  if (people < leastForEstimate) return none('too-few');
  const inMs = (left / people) * recentMs;
  return inMs > farthestMs ? none('too-far') : { kind: 'about', at: now + inMs, people };
}
