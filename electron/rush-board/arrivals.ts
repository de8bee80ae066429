/**
 * When people arrived, from what a desk can know. Its own acts stand in the journal with their time. Of other desks it sees
 * only how many members the role has each time it fetched them, so that an arrival is known to lie between two fetches. Pure.
 */

export const intervalMs = 5 * 60_000;
/** Fetches further apart than this say nothing about when somebody came in between. */
export const longestGapMs = 30 * 60_000;

/** The beginning of the interval a time lies in. Whole intervals fill every hour, so that they begin on the clock's fives. */
export const intervalOf = (at: number): number => Math.floor(at / intervalMs) * intervalMs;

/** Members of the role, counted once. */
export interface Sample {
  /** When it was counted. */
  readonly at: number;
  /** When the fetch began that told it. */
  readonly sweptAt: number;
  readonly members: number;
}

export interface Elsewhere {
  readonly people: number;
  readonly estimated: boolean;
}

/** What is known of other desks. */
export interface Seen {
  readonly last: Sample | null;
  /** By the beginning of the interval. */
  readonly intervals: ReadonlyMap<number, Elsewhere>;
  readonly missed: { readonly people: number; readonly from: number; readonly to: number } | null;
}

export const nothingSeen: Seen = { last: null, intervals: new Map(), missed: null };

/**
 * Takes in the next count. `madeHere`: by how many this desk itself changed it since the sample before. A count that is no
 * newer changes nothing; one that went down says that somebody was taken back elsewhere, and nobody arrived.
 */
export function addSample(seen: Seen, next: Sample, madeHere: number): Seen {
  const { last } = seen;
  if (last !== null && next.sweptAt <= last.sweptAt) return seen;
  if (last === null) return { ...seen, last: next };
  const people = Math.max(0, next.members - last.members - madeHere);
  const gap = next.sweptAt - last.sweptAt;
  if (people === 0) return { ...seen, last: next };
  if (gap > longestGapMs) {
    const { missed } = seen;
    return {
      ...seen,
      last: next,
      missed: {
        people: people + (missed?.people ?? 0),
        from: missed?.from ?? last.sweptAt,
        to: next.sweptAt,
      },
    };
  }
  const intervals = new Map(seen.intervals);
  const estimated = gap > intervalMs;
  for (const [start, share] of spread(people, last.sweptAt, next.sweptAt)) {
    const before = intervals.get(start);
    intervals.set(start, {
      people: share + (before?.people ?? 0),
      estimated: estimated || (before?.estimated ?? false),
    });
  }
  return { ...seen, last: next, intervals };
}

/**
 * What still means something once the clock was set back behind the last count. How long ago that was nobody can tell, so
 * the next one is compared with nothing; what was counted for times that have not come would later look as if it came then.
 */
export function upToNow(seen: Seen, now: number): Seen {
  if (seen.last === null || seen.last.sweptAt <= now) return seen;
  return { ...seen, last: null, intervals: new Map([...seen.intervals].filter(([start]) => start <= now)) };
}

/** Forgets what lies before `from`. */
export function forgetBefore(seen: Seen, from: number): Seen {
  const old = [...seen.intervals.keys()].some((start) => start < from);
  const oldMissed = seen.missed !== null && seen.missed.to < from;
  if (!old && !oldMissed) return seen;
  return {
    ...seen,
    intervals: new Map([...seen.intervals].filter(([start]) => start >= from)),
    missed: oldMissed ? null : seen.missed,
  };
}

/** Whole people over the intervals between two times, evenly; nobody is lost to rounding. `to` is after `from`. */
export function spread(people: number, from: number, to: number): readonly (readonly [number, number])[] {
  const shares: (readonly [number, number])[] = [];
  let given = 0;
  for (let start = intervalOf(from); start < to; start += intervalMs) {
    const until = Math.min(to, start + intervalMs);
    const due = Math.round((people * (until - from)) / (to - from));
    if (due > given) shares.push([start, due - given]);
    given = due;
  }
  return shares;
}
