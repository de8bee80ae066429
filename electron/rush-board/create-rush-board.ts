/** The rush board of one connection: counts while somebody is signed in, and tells whoever looks. */
import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RushBoardState } from '../../contract/desk/rush-board.ts';
import type { Clock } from '../ports/clock.ts';
import type { RushDisplay } from '../ports/rush-display.ts';
import type { ActEntry } from '../role-changes/wish-book.ts';
import { countedRole } from '../stations/front-desk.ts';
import type { CurrentStation } from '../stations/station.ts';
import { addSample, forgetBefore, intervalMs, nothingSeen, type Seen, upToNow } from './arrivals.ts';
import { type BoardFacts, intervalsOf, lastArrivalOf, shownMs, stationsOf } from './board.ts';
import { madeHere, ownArrivals, paceOf } from './own-acts.ts';
import { emptyMemory, type RushBoardStore, type RushMemory, withRole } from './rush-board-store.ts';

type RushChannel = `rush-board:${'read' | 'watch' | 'expect' | 'show' | 'hide'}`;

export interface RushBoardParts {
  readonly conventionName: string;
  readonly practice: boolean;
  readonly station: CurrentStation;
  /** Who holds the role: how many, and when that was fetched. */
  readonly membersOf: (roleId: string) => {
    readonly members: { readonly size: number };
    readonly sweptAt: number | null;
  };
  /** Wishes to give the role that are not confirmed yet. */
  readonly waitingFor: (roleId: string) => number;
  /** Acts of this desk from `since` on, newest first. */
  readonly actsSince: (since: number) => Iterable<ActEntry>;
  /** How many people the list has; null until it was complete once. */
  readonly people: () => number | null;
  readonly changes: () => { readonly waiting: number; readonly refused: number; readonly oldestAt: number | null };
  readonly offline: () => boolean;
  readonly store: RushBoardStore;
  readonly display: RushDisplay;
  readonly clock: Clock;
  readonly publish: (state: RushBoardState) => void;
}

export interface RushBoard {
  readonly handlers: RequestHandlers<RushChannel>;
  /** Reads what was remembered and begins to count. Calling it twice changes nothing, nor does it after the end. */
  start(): Promise<void>;
  /** Something it shows may have changed. */
  changed(): void;
  /** Signed out: stops counting and takes the full screen away. What was counted stays. */
  stop(): void;
  /** Ends for good; resolves when what it remembers is on disk. */
  dispose(): Promise<void>;
}

/** How often it is looked whether the role was fetched again, milliseconds. */
const lookEveryMs = 10_000;
/** Whoever watches is told at most so often, milliseconds. */
const tellEveryMs = 1_000;
const writeEveryMs = 60_000;
/** Acts may be confirmed long after the click; these are looked through for what this desk changed. */
const lateMs = 36 * 60 * 60_000;

export function createRushBoard(parts: RushBoardParts): RushBoard {
  const { clock, station, store, display } = parts;
  let memory: RushMemory = emptyMemory;
  let reading: Promise<void> | null = null;
  let counting = false;
  let disposed = false;
  let watching = false;
  let cancelLook = (): void => {};
  let cancelTell: (() => void) | null = null;
  let told = '';
  let unwritten = false;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    if (!unwritten) return writing;
    unwritten = false;
    writtenAt = clock.monotonic();
    const now = memory;
    writing = writing.then(() => store.write(now));
    return writing;
  };
  const remember = (next: RushMemory): void => {
    memory = next;
    unwritten = true;
  };
  const seenOf = (roleId: string | null): Seen =>
    (roleId === null ? undefined : memory.roles.get(roleId)) ?? nothingSeen;

  /** Takes in what the last fetch of the role said, if there was one since. */
  const look = (): void => {
    const roleId = countedRole(station.read().primaryRecipe);
    if (roleId === null) return;
    const now = clock.now();
    const { members, sweptAt } = parts.membersOf(roleId);
    // A fetch of a time that has not come is from before the clock was set back.
    if (sweptAt === null || sweptAt > now) return;
    const before = upToNow(seenOf(roleId), now);
    const { last } = before;
    if (last !== null && sweptAt <= last.sweptAt) return;
    const since = Math.min(now, last?.at ?? now) - lateMs;
    const here = last === null ? 0 : madeHere(parts.actsSince(since), roleId, last.at, now);
    const seen = addSample(before, { at: now, sweptAt, members: members.size }, here);
    remember(withRole(memory, roleId, forgetBefore(seen, now - shownMs)));
    if (clock.monotonic() - writtenAt >= writeEveryMs) void write();
    changed();
  };

  const lookAgain = (): void => {
    cancelLook();
    look();
    // The running interval moves on although nothing happens.
    changed();
    const untilNext = intervalMs - (clock.now() % intervalMs);
    cancelLook = clock.after(Math.min(lookEveryMs, untilNext + 1), lookAgain);
  };

  const recall = (): Promise<void> => {
    reading ??= store.read().then((found) => {
      memory = found;
    });
    return reading;
  };

  const readState = (): RushBoardState => {
    const now = clock.now();
    const { primaryRecipe, allRoles, checkInRoleId } = station.read();
    const roleId = countedRole(primaryRecipe);
    const people = parts.people();
    const acts = [...parts.actsSince(now - shownMs)].reverse();
    const facts: BoardFacts = {
      now,
      seen: upToNow(seenOf(roleId), now),
      own: roleId === null ? [] : ownArrivals(acts, roleId),
      checkedIn:
        roleId === null
          ? { confirmed: 0, waiting: 0 }
          : { confirmed: parts.membersOf(roleId).members.size, waiting: parts.waitingFor(roleId) },
      expected:
        memory.expected !== null
          ? { people: memory.expected, from: 'set' }
          : people === null
            ? null
            : { people, from: 'directory' },
    };
    const intervals = intervalsOf(facts);
    return {
      conventionName: parts.conventionName,
      practice: parts.practice,
      roleName: roleId === null ? null : (allRoles.find(({ id }) => id === roleId)?.name ?? roleId),
      checkIn: roleId !== null && roleId === checkInRoleId,
      at: now,
      checkedIn: facts.checkedIn,
      expected: facts.expected,
      intervals,
      stations: stationsOf(facts),
      missed: facts.seen.missed,
      elsewhereSeenAt: facts.seen.last?.sweptAt ?? null,
      lastArrival: lastArrivalOf(facts, intervals),
      pace: paceOf(acts),
      changes: parts.changes(),
      offline: parts.offline(),
      display: display.read(),
    };
  };

  /** Nothing is put together while nobody looks. */
  function changed(): void {
    if (!watching && display.read() === 'closed') return;
    cancelTell ??= clock.after(tellEveryMs, tell);
  }
  function tell(): void {
    cancelTell = null;
    const state = readState();
    // The time alone is no news before the interval is over; but what waits grows older.
    const newsAfterMs = state.changes.oldestAt === null ? intervalMs : lookEveryMs;
    const text = JSON.stringify({ ...state, at: Math.floor(state.at / newsAfterMs) });
    if (text === told) return;
    told = text;
    parts.publish(state);
  }
  const unsubscribe = display.subscribe(() => {
    told = '';
    cancelTell ??= clock.after(0, tell);
  });

  const stop = (): void => {
    counting = false;
    cancelLook();
    display.hide();
  };

  return {
    handlers: {
      'rush-board:read': readState,
      'rush-board:watch': ({ watching: now }) => {
        watching = now;
        // What it was told last time it looked is not what it is answered now.
        told = '';
        return readState();
      },
      'rush-board:expect': async ({ people }) => {
        // Written before the rest was read, it would be all that is left of it.
        await recall();
        remember({ ...memory, expected: people });
        changed();
        await write();
        return {};
      },
      'rush-board:show': () => {
        display.show();
        return {};
      },
      'rush-board:hide': () => {
        display.hide();
        return {};
      },
    },
    async start() {
      // A journal that was still read when its connection was closed lets go of whoever waited for it.
      if (counting || disposed) return;
      counting = true;
      await recall();
      if (counting) lookAgain();
    },
    changed,
    stop,
    async dispose() {
      disposed = true;
      stop();
      unsubscribe();
      cancelTell?.();
      cancelTell = null;
      await write();
    },
  };
}
