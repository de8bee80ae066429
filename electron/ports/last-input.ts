/** When somebody last touched the desk: a key, a scan, the mouse over its window. */
export interface LastInput {
  /** Milliseconds since then. Time the machine slept counts. */
  idleMs(): number;
}

/** Told of every touch by the window. */
export interface InputWatch extends LastInput {
  seen(): void;
}

/**
 * Counts from the last touch. The steady clock stands still while some systems sleep, and the other one can be set: the
 * longer of the two counts, so that a laptop that was shut for an hour is not taken for one in use.
 */
export function createInputWatch(clock: { now(): number; monotonic(): number }): InputWatch {
  let at = { now: clock.now(), monotonic: clock.monotonic() };
  return {
    seen: () => {
      at = { now: clock.now(), monotonic: clock.monotonic() };
    },
    idleMs: () => Math.max(clock.now() - at.now, clock.monotonic() - at.monotonic),
  };
}
