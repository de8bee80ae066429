import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';
import type { UpdateState } from '../../contract/desk/updates.ts';
import { assertNever } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { type DeskState, stepUpdate, type UpdateEvent } from './step-update.ts';
import { UpdateProblem, type UpdateSource } from './update-source.ts';

/** The first look comes when a desk has long been open; milliseconds. */
const firstCheckMs = 10 * 60_000;
const checkEveryMs = 12 * 60 * 60_000;
/** A feed may take the question and never answer; milliseconds. */
const checkAtMostMs = 60_000;
/** A download goes on as long as something comes. Its end is quiet too: the system looks at the signature then. */
const downloadQuietAtMostMs = 5 * 60_000;

export interface Updates {
  readonly handlers: RequestHandlers<Extract<RequestName, `updates:${string}`>>;
  /** Begins to look for new versions from time to time. */
  start(): void;
  dispose(): void;
}

/** `source`: null where no feed is configured. Nothing is downloaded before somebody asks: the venue's network is for the desk. */
export function createUpdates(given: {
  readonly source: UpdateSource | null;
  /** The version that runs. */
  readonly current: string;
  readonly desk: () => Promise<DeskState>;
  readonly clock: Clock;
  readonly publish: Publish;
  readonly log: Log;
}): Updates {
  const { source, current, clock, publish, log } = given;
  let state: UpdateState = source === null ? { kind: 'off' } : { kind: 'idle', checkedAt: null };
  let cancelNext: () => void = () => {};
  let cancelLimit: () => void = () => {};
  let disposed = false;

  const take = async (event: UpdateEvent): Promise<UpdateState> => {
    const step = stepUpdate(state, event);
    if (step.state !== state) {
      state = step.state;
      if (event.kind !== 'progress')
        log.info('update', { kind: state.kind, ...('reason' in state ? { reason: state.reason } : {}) });
      publish('updates:changed', state);
    }
    if (source === null || step.effect === null) return state;
    switch (step.effect) {
      case 'check':
        return attempt(async () => {
          const version = await whileItAnswers(checkAtMostMs, (signal) => source.check(signal));
          return version === null
            ? { kind: 'nothing-new', at: clock.now() }
            : { kind: 'offered', version, current, at: clock.now() };
        });
      case 'download':
        return attempt(async () => {
          await whileItAnswers(downloadQuietAtMostMs, (signal, answered) =>
            source.download((percent) => {
              answered();
              void take({ kind: 'progress', percent });
            }, signal),
          );
          return { kind: 'verified' };
        });
      case 'install':
        return attempt(async () => {
          await source.install((problem) => void attempt(() => Promise.reject(problem)));
          return null;
        });
      default:
        return assertNever(step.effect);
    }
  };

  /** Gives up what was quiet for so long, and ends it: nobody would be told otherwise, nor could try again. */
  const whileItAnswers = async <Value>(
    quietAtMostMs: number,
    work: (signal: AbortSignal, answered: () => void) => Promise<Value>,
  ): Promise<Value> => {
    const stop = new AbortController();
    const quiet = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
    });
    const answered = (): void => {
      cancelLimit();
      if (stop.signal.aborted || disposed) return;
      cancelLimit = clock.after(quietAtMostMs, () =>
        stop.abort(new UpdateProblem('unreachable', new Error('Nothing came for too long.'))),
      );
    };
    answered();
    try {
      return await Promise.race([work(stop.signal, answered), quiet]);
    } finally {
      cancelLimit();
    }
  };

  /** Null: nothing came of it that the state would say. */
  const attempt = async (work: () => Promise<UpdateEvent | null>): Promise<UpdateState> => {
    let outcome: UpdateEvent | null;
    try {
      outcome = await work();
    } catch (error) {
      const reason = error instanceof UpdateProblem ? error.reason : 'not-understood';
      const cause = error instanceof UpdateProblem ? error.cause : error;
      log.warn('update-failed', { reason, problem: cause instanceof Error ? cause.stack : typeof cause });
      outcome = { kind: 'failed', reason, at: clock.now() };
    }
    return outcome === null ? state : take(outcome);
  };

  const checkLater = (delayMs: number): void => {
    cancelNext = clock.after(delayMs, () => {
      void take({ kind: 'check' });
      if (!disposed) checkLater(checkEveryMs);
    });
  };

  return {
    handlers: {
      'updates:read': () => state,
      'updates:check': () => take({ kind: 'check' }),
      // It may take as long as the venue's network takes: the state follows by events.
      'updates:download': () => {
        void take({ kind: 'download' });
        return state;
      },
      'updates:install': async () => take({ kind: 'install', desk: await given.desk() }),
    },
    start: () => {
      if (source !== null) checkLater(firstCheckMs);
    },
    dispose: () => {
      disposed = true;
      cancelNext();
      cancelLimit();
    },
  };
}
