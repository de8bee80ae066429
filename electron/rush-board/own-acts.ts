/** What this desk's own journal says about arrivals. Pure. */
import type { ActEntry, Wish } from '../role-changes/wish-book.ts';

export interface OwnArrival {
  /** Time of the click; milliseconds since the epoch. */
  readonly at: number;
  readonly station: string;
}

/** Still wanted, or agreed to since this desk asked. What was so already is nobody's arrival here. */
function counts({ progress }: Wish): boolean {
  return (
    progress.kind === 'waiting' ||
    progress.kind === 'sending' ||
    (progress.kind === 'confirmed' && progress.how !== 'already')
  );
}

/** How far a role reaches was changed: whoever it is held it before, and holds it after. */
function changesScope({ wanted, exactScope, base }: Wish['facts']): boolean {
  return wanted === 'held' && exactScope && base?.held === true;
}

/**
 * Who got the role here and was not taken back, once each. Lists are left out: whoever applies one has nobody in front of
 * them. Whoever gets it back by an undo came when they came before, here or not. `acts`: oldest first.
 */
export function ownArrivals(acts: Iterable<ActEntry>, roleId: string): readonly OwnArrival[] {
  const byPerson = new Map<string, OwnArrival>();
  /** The arrivals of those who were taken back last. */
  const takenBack = new Map<string, OwnArrival>();
  for (const { act, wishes } of acts) {
    for (const wish of wishes) {
      const { userId, wanted } = wish.facts;
      if (wish.facts.roleId !== roleId || !counts(wish) || changesScope(wish.facts)) continue;
      const before = byPerson.get(userId);
      if (wanted === 'absent') {
        if (before === undefined) takenBack.delete(userId);
        else takenBack.set(userId, before);
        byPerson.delete(userId);
      } else if (before === undefined) {
        const arrival =
          act.kind === 'undo'
            ? takenBack.get(userId)
            : act.batch === undefined
              ? { at: act.time, station: act.station }
              : undefined;
        if (arrival !== undefined) byPerson.set(userId, arrival);
      }
    }
  }
  return [...byPerson.values()];
}

/** By how many this desk changed the role's members between two times: what it gave, less what it took. */
export function madeHere(acts: Iterable<ActEntry>, roleId: string, after: number, upTo: number): number {
  let change = 0;
  for (const { wishes } of acts) {
    for (const { facts, progress } of wishes) {
      if (facts.roleId !== roleId || progress.kind !== 'confirmed' || progress.how === 'already') continue;
      if (changesScope(facts)) continue;
      if (progress.at > after && progress.at <= upTo) change += facts.wanted === 'held' ? 1 : -1;
    }
  }
  return change;
}

/** Two people further apart than this: nobody was waiting. Milliseconds. */
const busyMs = 2 * 60_000;
/** How many of the latest count. */
const mostGaps = 20;
/** With fewer, a median says nothing. */
const leastGaps = 5;

/**
 * How long one person takes: the median from one to the next, of the last twenty while the desk was busy. `acts`: oldest
 * first.
 */
export function paceOf(acts: Iterable<ActEntry>): { readonly medianMs: number; readonly people: number } | null {
  const gaps: number[] = [];
  let before: { readonly userId: string; readonly at: number } = { userId: '', at: Number.NEGATIVE_INFINITY };
  for (const { act, wishes } of acts) {
    const userId = wishes[0]?.facts.userId;
    if (userId === undefined || act.batch !== undefined || act.kind === 'undo') continue;
    // The same person once more is still the same person.
    if (before.userId === userId) continue;
    const gap = act.time - before.at;
    if (gap > 0 && gap <= busyMs) gaps.push(gap);
    before = { userId, at: act.time };
  }
  const latest = gaps.slice(-mostGaps).sort((one, other) => one - other);
  if (latest.length < leastGaps) return null;
  const middle = latest.length / 2;
  const upper = latest[Math.floor(middle)] ?? 0;
  const lower = latest[Math.ceil(middle) - 1] ?? upper;
  return { medianMs: (upper + lower) / 2, people: latest.length };
}
