import type { Clock } from '../ports/clock.ts';

/** Calls `task` at once, and then at most once in `intervalMs`; the last wish is always carried out. */
export function createThrottle(
  clock: Clock,
  intervalMs: number,
  task: () => void,
): { request(): void; cancel(): void } {
  let cancelTimer: (() => void) | null = null;
  let wanted = false;
  const run = () => {
    wanted = false;
    cancelTimer = clock.after(intervalMs, () => {
      cancelTimer = null;
      if (wanted) run();
    });
    task();
  };
  return {
    request() {
      wanted = true;
      if (cancelTimer === null) run();
    },
    cancel() {
      cancelTimer?.();
      cancelTimer = null;
      wanted = false;
    },
  };
}
