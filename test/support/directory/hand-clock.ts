import type { Clock } from '../../../electron/ports/clock.ts';

export interface HandClock extends Clock {
  /** Lets time pass: timers that come due run in order, and what they set off settles before the next. */
  pass(milliseconds: number): Promise<void>;
  /** Time passes and no timer runs: the machine sleeps. */
  sleep(milliseconds: number): void;
  /** Timers that wait. */
  readonly waiting: number;
}

/** A clock that only moves by hand. */
export function createHandClock(start = 1_000_000): HandClock {
  let now = start;
  let timers: { readonly at: number; readonly task: () => void }[] = [];
  return {
    now: () => now,
    monotonic: () => now,
    after(delayMs, task) {
      const timer = { at: now + delayMs, task };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const [next] = [...timers].sort((one, other) => one.at - other.at);
        if (next === undefined || next.at > end) break;
        timers = timers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.task();
        await settle();
      }
      now = end;
      await settle();
    },
    sleep(milliseconds) {
      now += milliseconds;
    },
    get waiting() {
      return timers.length;
    },
  };
}

/** Everything that is ready to go on goes on, until nothing is. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
