import PQueue from 'p-queue';
import type { Clock } from '../ports/clock.ts';
import type { CallOptions } from './registration-client.ts';

export interface RequestBudgetOptions {
  readonly clock: Clock;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** How many of them may be background ones, so that somebody who waits always finds a place. */
  readonly backgroundConcurrency: number;
}

/** What of the budget is used now. */
export interface BudgetState {
  readonly underWay: number;
  /** Most under way at once. */
  readonly most: number;
  /** Those that wait for their turn. */
  readonly waiting: number;
  /** Begun in the last minute. */
  readonly lastMinute: number;
  /** Milliseconds until requests may be sent again; 0 where they may. */
  readonly pausedForMs: number;
}

/** The one request budget of a connection: interactive before background, and a pause that holds for everybody. */
export interface RequestBudget {
  /** Runs `task` when its turn comes. Rejects with the signal's reason as soon as it is aborted, waiting or running. */
  run<Value>(options: CallOptions, task: () => Promise<Value>): Promise<Value>;
  /** Starts nothing for `delayMs` (Retry-After). A longer pause under way stays. */
  pause(delayMs: number): void;
  read(): BudgetState;
  dispose(): void;
}

/** Rejects when the signal is aborted; the listener goes when `work` ends. */
async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return await work;
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    stop();
  }
}

export function createRequestBudget({
  clock,
  concurrency,
  backgroundConcurrency,
}: RequestBudgetOptions): RequestBudget {
  const all = new PQueue({ concurrency });
  const background = new PQueue({ concurrency: backgroundConcurrency });
  let pausedUntil = 0;
  let cancelPause = (): void => {};
  /** When the requests of the last minute began, oldest first. */
  const begun: number[] = [];
  const forgetOld = (): void => {
    const minuteAgo = clock.monotonic() - 60_000;
    while (begun[0] !== undefined && begun[0] <= minuteAgo) begun.shift();
  };

  async function enter<Value>(options: CallOptions, task: () => Promise<Value>): Promise<Value> {
    const guarded = async (): Promise<Value> => {
      options.signal?.throwIfAborted();
      forgetOld();
      begun.push(clock.monotonic());
      return await task();
    };
    if (options.priority === 'interactive') return await all.add(guarded, { priority: 1 });
    return await background.add(() => all.add(guarded, { priority: 0 }));
  }

  return {
    run: async (options, task) => {
      const work = enter(options, task);
      // The race below may be lost; the work then ends unheard.
      work.catch(() => {});
      return await orAborted(work, options.signal);
    },
    pause: (delayMs) => {
      const until = clock.monotonic() + delayMs;
      if (until <= pausedUntil) return;
      pausedUntil = until;
      all.pause();
      cancelPause();
      cancelPause = clock.after(delayMs, () => all.start());
    },
    read: () => {
      forgetOld();
      return {
        underWay: all.pending,
        most: concurrency,
        waiting: all.size + background.size,
        lastMinute: begun.length,
        pausedForMs: Math.max(0, pausedUntil - clock.monotonic()),
      };
    },
    dispose: () => {
      cancelPause();
      background.clear();
      all.clear();
    },
  };
}
