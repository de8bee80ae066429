/**
 * When long work may have the thread beside a sweep: from the moment a request has left until its answer is about due. A
 * request takes several turns of the event loop to leave and an answer several to be read, and the next page is asked for
 * only then; work in between would make the service wait.
 */
import type { Clock } from '../ports/clock.ts';

/** Of the time an answer usually takes. */
const share = 0.6;
/** How much the newest answer counts. */
const newest = 0.1;

export interface QuietTime {
  /** A page is being asked for. */
  asked(): void;
  /** The request for it has left. */
  sent(): void;
  /** Its answer is here. */
  answered(): void;
  /** Nothing is being fetched, or nobody knows for how long: always quiet. */
  ended(): void;
  /** Resolves when it is quiet. */
  wait(): Promise<void>;
}

export function createQuietTime(clock: Pick<Clock, 'monotonic'>): QuietTime {
  let state:
    | { readonly kind: 'quiet' }
    | { readonly kind: 'asked' | 'sent'; readonly at: number }
    | { readonly kind: 'answered' } = {
    kind: 'quiet',
  };
  let usualMs: number | null = null;
  let waiting: (() => void)[] = [];
  const become = (next: typeof state): void => {
    state = next;
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const isQuiet = (): boolean => {
    if (state.kind !== 'sent') return state.kind === 'quiet';
    return usualMs === null || clock.monotonic() - state.at <= usualMs * share;
  };
  return {
    asked: () => become({ kind: 'asked', at: clock.monotonic() }),
    sent() {
      if (state.kind === 'asked') become({ kind: 'sent', at: state.at });
    },
    answered() {
      if (state.kind !== 'asked' && state.kind !== 'sent') return;
      const took = clock.monotonic() - state.at;
      usualMs = usualMs === null ? took : usualMs + (took - usualMs) * newest;
      become({ kind: 'answered' });
    },
    ended: () => become({ kind: 'quiet' }),
    async wait() {
      while (!isQuiet()) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
  };
}
