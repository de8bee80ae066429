/** Keeps the people up to date: one full sweep after another, with a rest between. */
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { RegistrationClient } from '../registration/registration-client.ts';
import type { PeopleIndex } from './people-index/people-index.ts';
import { createQuietTime } from './quiet-time.ts';
import { runInSlices } from './slices.ts';
import { pause, runSweep } from './sweep.ts';

export interface PeopleSyncState {
  readonly sweep: { readonly fetched: number; readonly startedAt: number } | null;
  /** When the last complete sweep ended. */
  readonly upToDateAt: number | null;
  readonly problem: ErrorCode | null;
}

export interface PeopleSync {
  read(): PeopleSyncState;
  /** Sweeps until `signal` is aborted; resolves then. */
  run(signal: AbortSignal): Promise<void>;
  /** Ends the rest between two sweeps. */
  nudge(): void;
  /** Takes over what a snapshot says. */
  restore(upToDateAt: number | null): void;
  /** Back to the beginning, as if nothing had been swept. */
  forget(): void;
}

export interface PeopleSyncParts {
  readonly client: RegistrationClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly people: PeopleIndex;
  readonly onChange: () => void;
  /** People who are new or said something new. */
  readonly onPeople: (userIds: readonly string[]) => void;
  readonly onComplete: () => void;
  /** Rest between two sweeps, milliseconds. */
  readonly restMs: number;
}

/**
 * Parts of the index from which on the sweep waits for the merges: 31 merged ones, 32 that are being merged and as many that
 * come in meanwhile are what is usual (people-index.ts, `fanOuts`).
 */
const mostSegments = 96;

export function createPeopleSync(parts: PeopleSyncParts): PeopleSync {
  const { client, clock, random, log, people } = parts;
  let state: PeopleSyncState = { sweep: null, upToDateAt: null, problem: null };
  let sweepNumber = 0;
  const become = (next: Partial<PeopleSyncState>) => {
    state = { ...state, ...next };
    parts.onChange();
  };

  const quietTime = createQuietTime(clock);
  let tidying: Promise<void> | null = null;
  /** Merges beside the fetching. One at a time; ends without a word when the sweep is given up. */
  const tidyUp = async (tidiness: 'rarely' | 'usual', signal: AbortSignal): Promise<void> => {
    if (tidying !== null) {
      await tidying;
      if (tidiness === 'rarely') return;
    }
    if (!people.isUntidy(tidiness)) return;
    tidying = mergeAll(tidiness, signal).finally(() => {
      tidying = null;
    });
    await tidying;
  };
  const mergeAll = async (tidiness: 'rarely' | 'usual', signal: AbortSignal) => {
    try {
      while (people.isUntidy(tidiness)) await runInSlices(people.tidy(tidiness), clock, signal, quietTime.wait);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };

  const sweepOnce = async (signal: AbortSignal) => {
    sweepNumber += 1;
    const startedAt = clock.now();
    let fetched = 0;
    become({ sweep: { fetched, startedAt } });
    const outcome = await runSweep({
      clock,
      random,
      signal,
      async fetchPage(nextPage, pageSignal) {
        quietTime.asked();
        try {
          const page = await client.searchUsers(
            { nextPage, limit: 100 },
            { priority: 'background', signal: pageSignal },
          );
          quietTime.answered();
          return page;
        } catch (error) {
          quietTime.ended();
          throw error;
        }
      },
      onSent: quietTime.sent,
      async onPage(users, askedAt) {
        const { changed, met } = people.put(users, askedAt, sweepNumber);
        fetched += met;
        become({ sweep: { fetched, startedAt } });
        if (changed.length > 0) parts.onPeople(changed);
        const merged = tidyUp('rarely', signal);
        // Far behind: every part costs each search a little.
        if (people.segments.length > mostSegments) {
          quietTime.ended();
          await merged;
        } else merged.catch((error: unknown) => log.error('directory.merge-broke', { problem: String(error) }));
      },
      onRestart() {
        // A new number: whoever the broken sweep met has to be met again.
        sweepNumber += 1;
        fetched = 0;
        become({ sweep: { fetched, startedAt } });
      },
      onTrouble: (problem) => {
        if (problem !== state.problem) become({ problem });
      },
    }).finally(quietTime.ended);
    if (!outcome.complete) {
      log.warn('directory.sweep-failed', { code: outcome.code, fetched });
      become({ sweep: null, problem: outcome.code });
      await tidyUp('usual', signal);
      return;
    }
    const gone = people.removeNotMet(sweepNumber, startedAt);
    log.info('directory.sweep-complete', { fetched, gone, milliseconds: clock.now() - startedAt });
    become({ sweep: null, problem: null, upToDateAt: clock.now() });
    await tidyUp('usual', signal);
    parts.onComplete();
  };

  let wake: AbortController | null = null;
  const rest = async (signal: AbortSignal) => {
    wake = new AbortController();
    await pause(clock, parts.restMs * (0.9 + random() * 0.2), AbortSignal.any([signal, wake.signal])).catch(() => {});
    wake = null;
    signal.throwIfAborted();
  };

  return {
    nudge: () => wake?.abort(),
    read: () => state,
    restore(upToDateAt) {
      if (state.upToDateAt === null) become({ upToDateAt });
    },
    forget() {
      state = { sweep: null, upToDateAt: null, problem: null };
    },
    async run(signal) {
      try {
        for (;;) {
          await sweepOnce(signal);
          await rest(signal);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        if (state.sweep !== null) become({ sweep: null });
      }
    },
  };
}
