/**
 * The rush board: how many came and when, how the desk keeps up. Numbers, names of roles and stations, and times; nobody's
 * name or id, so that it may hang on a wall (docs/rush-board.md).
 */
import { z } from 'zod';
import { nothing } from './app.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number();

/** Five minutes, from `start`. */
export const rushIntervalSchema = z.object({
  start: time,
  /** Arrived at this desk: known to the second. */
  here: count,
  /** Arrived at other desks: seen when the members of the role were fetched, and spread over the time since the fetch before. */
  elsewhere: count,
  /** The fetches lay further apart than an interval: how many came in just these five minutes is estimated. */
  estimated: z.boolean(),
});
export type RushInterval = z.infer<typeof rushIntervalSchema>;

/** When the last of the expected people comes, if they go on coming as they do. */
export const lastArrivalSchema = z.discriminatedUnion('kind', [
  /** `people` came in the half hour that the estimate goes by. */
  z.object({ kind: z.literal('about'), at: time, people: count }),
  z.object({
    kind: z.literal('none'),
    because: z.enum(['nobody-expected', 'list-empty', 'everybody-in', 'too-short', 'too-few', 'too-far', 'not-seen']),
  }),
]);
export type LastArrival = z.infer<typeof lastArrivalSchema>;

export const rushBoardStateSchema = z.object({
  conventionName: z.string(),
  practice: z.boolean(),
  /** What is counted: the role the station's primary recipe gives. Null where it gives none, or is not known yet. */
  roleName: z.string().nullable(),
  /** That role says that somebody is in. */
  checkIn: z.boolean(),
  /** When these numbers were put together. */
  at: time,
  checkedIn: z.object({ confirmed: count, waiting: count }),
  /** Null until the list of people was complete once. `set`: a number somebody gave. */
  expected: z.object({ people: count, from: z.enum(['directory', 'set']) }).nullable(),
  /** Without a gap up to the one that is running; empty while nothing is known. */
  intervals: z.array(rushIntervalSchema).max(400),
  /** The last half hour by station, most first; null is every other desk together. */
  stations: z.array(z.object({ name: z.string().nullable(), people: count })).max(50),
  /** Arrivals at other desks while this one was off or without network: nobody can tell when in that time. */
  missed: z.object({ people: count, from: time, to: time }).nullable(),
  /** When other desks' arrivals were last looked at. */
  elsewhereSeenAt: time.nullable(),
  lastArrival: lastArrivalSchema,
  /** Median from one person to the next at this desk while it is busy; milliseconds. Null with fewer than five. */
  pace: z.object({ medianMs: z.number(), people: count }).nullable(),
  changes: z.object({ waiting: count, refused: count, oldestAt: time.nullable() }),
  offline: z.boolean(),
  /** Whether the board is shown full screen, and whether on a display of its own. */
  display: z.enum(['closed', 'own', 'shared']),
});
export type RushBoardState = z.infer<typeof rushBoardStateSchema>;

export const rushBoardRequests = {
  'rush-board:read': { input: nothing, output: rushBoardStateSchema },
  /** Whether the page shows it: only then it is told of changes. */
  'rush-board:watch': { input: z.strictObject({ watching: z.boolean() }), output: rushBoardStateSchema },
  /** How many people are expected; null goes by the list of people. */
  'rush-board:expect': {
    input: z.strictObject({ people: z.number().int().min(1).max(10_000_000).nullable() }),
    output: nothing,
  },
  /** Full screen, on another display where there is one. */
  'rush-board:show': { input: nothing, output: nothing },
  'rush-board:hide': { input: nothing, output: nothing },
} as const;
export const rushBoardEvents = { 'rush-board:changed': rushBoardStateSchema } as const;
