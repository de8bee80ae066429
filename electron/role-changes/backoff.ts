/** Delays between tries; milliseconds. */
const first = 500;
const longest = 15_000;

/**
 * How long to wait after `failures` failures in a row (1 for the first): doubling, half of it by chance so that desks
 * which lost the same network don't come back in the same instant, at most 15 s so that coming back is noticed within
 * seconds. A Retry-After is the least. `random`: from 0 up to 1.
 */
export function backoffMs(failures: number, random: number, retryAfterMs: number | undefined): number {
  const full = Math.min(longest, first * 2 ** Math.min(Math.max(failures, 1) - 1, 16));
  const delay = full / 2 + (full / 2) * random;
  return Math.round(Math.max(delay, retryAfterMs === undefined ? 0 : retryAfterMs * (1 + random / 10)));
}
