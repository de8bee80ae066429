/** Time, so that tests hold it in their hands. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine believes. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Runs `task` once after `delayMs`; answers with the function that cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
