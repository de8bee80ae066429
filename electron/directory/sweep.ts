/**
 * One sweep: all pages of a list, by cursor (specification, "Search users"). What to do next is decided by a pure
 * reducer; `runSweep` carries it out.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { assertNever, RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { UsersPage } from '../registration/registration-client.ts';

export type SweepState =
  /** Asking for the page behind `cursor`; null is the first page. */
  | {
      readonly kind: 'asking';
      readonly cursor: string | null;
      readonly used: ReadonlySet<string>;
      readonly emptyPages: number;
      /** Failures in a row. */
      readonly failures: number;
      /** Those of them that were answers nobody can read. */
      readonly oddAnswers: number;
      readonly restarts: number;
    }
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

export type SweepEvent =
  | { readonly kind: 'page'; readonly people: number; readonly nextPage: string | null }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly retryable: boolean;
      readonly retryAfterMs: number | undefined;
    };

export interface SweepStep {
  readonly state: SweepState;
  /** Milliseconds to wait before acting on the state. */
  readonly waitMs: number;
  /** What was met so far counts no more: the sweep begins again. */
  readonly restarted: boolean;
}

type Asking = Extract<SweepState, { kind: 'asking' }>;

export const sweepStart: Asking = {
  kind: 'asking',
  cursor: null,
  used: new Set(),
  emptyPages: 0,
  failures: 0,
  oddAnswers: 0,
  restarts: 0,
};

/** Pages without anybody but with a cursor, in a row, until the service is taken to be going in circles. */
const mostEmptyPages = 100;
/** Answers in a row that can't be read, until they are taken as meant. */
const mostOddAnswers = 3;
/** Times a sweep begins again because its cursor is refused, until it is given up. */
const mostRestarts = 2;
/** Turns of the event loop it takes a request to reach the network. */
const turnsToSend = 2;
const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

/**
 * Exponential with full jitter, so that desks that lost the service together don't come back together. The service's own
 * wish (Retry-After) is the least, with jitter on top; one that says "at once" every time is no reason to ask at once every
 * time. `random`: 0 to below 1.
 */
export function retryDelayMs(failures: number, retryAfterMs: number | undefined, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures, 16));
  const own = firstDelayMs / 2 + random * (ceiling - firstDelayMs / 2);
  if (retryAfterMs === undefined) return own;
  return Math.max(own, Math.min(Math.max(retryAfterMs, 0), longestDelayMs) + random * firstDelayMs);
}

/**
 * What the answer to a page means. `random`: 0 to below 1. After `mostFailures` in a row it is given up, unless the service
 * says when to come back.
 */
export function decideSweep(
  state: SweepState,
  event: SweepEvent,
  random: number,
  mostFailures = Number.POSITIVE_INFINITY,
): SweepStep {
  if (state.kind !== 'asking') return { state, waitMs: 0, restarted: false };
  switch (event.kind) {
    case 'page': {
      const { nextPage } = event;
      const emptyPages = event.people === 0 ? state.emptyPages + 1 : 0;
      const goOn = (next: SweepState): SweepStep => ({ state: next, waitMs: 0, restarted: false });
      if (nextPage === null) return goOn({ kind: 'complete' });
      if (state.used.has(nextPage) || nextPage === state.cursor) {
        return goOn({ kind: 'failed', code: 'service-repeated-cursor' });
      }
      if (emptyPages > mostEmptyPages) return goOn({ kind: 'failed', code: 'service-unexpected-answer' });
      const used = withCursor(state.used, nextPage);
      return goOn({ ...state, cursor: nextPage, used, emptyPages, failures: 0, oddAnswers: 0 });
    }
    case 'failed': {
      // An answer cut short on the way looks like one nobody understands; after the third it is the service's own, and a
      // sweep that waited for a better one would look at no other page any more.
      const odd = event.code === 'service-unexpected-answer';
      if (odd ? state.oddAnswers < mostOddAnswers : event.retryable) {
        const oddAnswers = state.oddAnswers + (odd ? 1 : 0);
        const failures = state.failures + 1;
        if (failures >= mostFailures && event.retryAfterMs === undefined) {
          return { state: { kind: 'failed', code: event.code }, waitMs: 0, restarted: false };
        }
        const waitMs = retryDelayMs(state.failures, event.retryAfterMs, random);
        return { state: { ...state, failures, oddAnswers }, waitMs, restarted: false };
      }
      const cursorRefused =
        state.cursor !== null && (event.code === 'service-invalid-request' || event.code === 'service-not-found');
      if (cursorRefused && state.restarts < mostRestarts) {
        const again: Asking = { ...sweepStart, restarts: state.restarts + 1 };
        return { state: again, waitMs: retryDelayMs(state.restarts, undefined, random), restarted: true };
      }
      return { state: { kind: 'failed', code: event.code }, waitMs: 0, restarted: false };
    }
    default:
      return assertNever(event);
  }
}

/** A set of a thousand cursors is not copied for each page: a sweep has one owner, and an older state is never used again. */
function withCursor(used: ReadonlySet<string>, cursor: string): ReadonlySet<string> {
  const grown = used === sweepStart.used || !(used instanceof Set) ? new Set(used) : used;
  grown.add(cursor);
  return grown;
}

export interface SweepRun {
  readonly fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<UsersPage>;
  /** The request for the page after the one that just came has left; its answer may be here already. */
  readonly onSent?: () => void;
  /** Takes a page in. `askedAt`: when it was asked for; milliseconds since the epoch. */
  readonly onPage: (users: readonly User[], askedAt: number) => Promise<void> | void;
  /** What was met so far counts no more. */
  readonly onRestart: () => void;
  /** A failure that is waited out, or null when the service answers again. */
  readonly onTrouble: (code: ErrorCode | null) => void;
  /** Failures in a row after which it is given up; without it, never: the next try comes later each time. */
  readonly mostFailures?: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Runs a sweep to its end. The next page is on its way while one is taken in. Rejects when the signal is aborted. */
export async function runSweep(
  run: SweepRun,
): Promise<{ readonly complete: true } | { readonly complete: false; readonly code: ErrorCode }> {
  let state: SweepState = sweepStart;
  let pending = ask(run, null);
  for (;;) {
    const answer = await pending;
    run.signal.throwIfAborted();
    const step = decideSweep(state, answer.event, run.random(), run.mostFailures);
    state = step.state;
    run.onTrouble(answer.event.kind === 'failed' ? answer.event.code : null);
    if (step.restarted) run.onRestart();
    if (step.waitMs > 0) await pause(run.clock, step.waitMs, run.signal);
    if (state.kind === 'asking') pending = ask(run, state.cursor);
    // Taking a page in holds the thread for a moment; the next request has to have left before.
    for (let turn = 0; turn < turnsToSend; turn += 1) await nextTurn();
    // What was fetched before everything was forgotten must not come back after it.
    run.signal.throwIfAborted();
    if (state.kind === 'asking') run.onSent?.();
    if (answer.users.length > 0 && state.kind !== 'failed') await run.onPage(answer.users, answer.askedAt);
    run.signal.throwIfAborted();
    if (state.kind === 'complete') return { complete: true };
    if (state.kind === 'failed') return { complete: false, code: state.code };
  }
}

interface Answer {
  readonly event: SweepEvent;
  readonly users: readonly User[];
  readonly askedAt: number;
}

/** Never rejects: the answer may come while the page before is still being taken in. */
async function ask({ fetchPage, clock, signal }: SweepRun, cursor: string | null): Promise<Answer> {
  const askedAt = clock.now();
  try {
    const { users, nextPage } = await fetchPage(cursor, signal);
    return { event: { kind: 'page', people: users.length, nextPage }, users, askedAt };
  } catch (error) {
    const known = error instanceof RolecallError;
    return {
      event: {
        kind: 'failed',
        code: known ? error.code : 'bug',
        retryable: known && error.retryable,
        retryAfterMs: known ? error.retryAfterMs : undefined,
      },
      users: [],
      askedAt,
    };
  }
}

/** Resolves after a time; rejects with the signal's reason. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
