/** Long work in short steps, so that the main process answers in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';

/** An answer from the network takes several turns to be read; each waits this long at most, and so does a keystroke. */
const sliceMs = 1;

/**
 * Runs the steps to their end; after every millisecond everybody else has a turn. Rejects when the signal is aborted.
 * @param quiet waited for before each slice
 */
export async function runInSlices<Result>(
  steps: Generator<void, Result, void>,
  clock: Pick<Clock, 'monotonic'>,
  signal?: AbortSignal,
  quiet?: () => Promise<void>,
): Promise<Result> {
  try {
    for (;;) {
      if (quiet !== undefined) {
        await quiet();
        signal?.throwIfAborted();
      }
      const end = clock.monotonic() + sliceMs;
      do {
        const step = steps.next();
        if (step.done === true) return step.value;
      } while (clock.monotonic() < end);
      await nextTurn();
      signal?.throwIfAborted();
    }
  } finally {
    // Lets the generator clean up where it was left half way.
    steps.return(undefined as never);
  }
}
