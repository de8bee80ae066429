import type { Log } from '../ports/log.ts';

/** When the steps of a start were done, for the log and for reports (checklist B80). */
export interface StartTimings {
  /** Notes a step, once. */
  mark(step: string): void;
  /** Milliseconds since the process began, by step, in their order. */
  read(): Readonly<Record<string, number>>;
  /** Writes all of them into the log as one event. */
  tell(log: Log): void;
}

/** `sinceStart`: milliseconds since the process began. */
export function createStartTimings(sinceStart: () => number): StartTimings {
  const steps = new Map<string, number>();
  return {
    mark(step) {
      if (!steps.has(step)) steps.set(step, Math.round(sinceStart()));
    },
    read: () => Object.fromEntries(steps),
    tell: (log) => log.info('start-timings', Object.fromEntries(steps)),
  };
}
