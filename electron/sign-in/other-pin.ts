import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { isPin, type PinHash } from './pin.ts';

/** So many PINs may be compared with the other one in so long; milliseconds. */
const mostInAWhile = 3;
const aWhileMs = 10 * 60_000;

/** Where the answers so far are counted, so that a restart is no way around the wait; milliseconds since the epoch. */
export interface AskedTimes {
  read(): readonly number[];
  /** Resolves once they are on disk. */
  write(times: readonly number[]): Promise<void>;
}

/**
 * Tells whether somebody chooses the other PIN of the desk: the administrator's for their lock, or the other way round.
 * Each answer would be a guess at it that is counted nowhere, so there are few. Throws `pin-wait` (with how long) for more.
 *
 * @param other the kept hash; null where there is no other PIN
 */
export function createIsOtherPin(
  clock: Clock,
  other: () => PinHash | null,
  times?: AskedTimes,
): (pin: string) => Promise<boolean> {
  /** By the steady clock; null until those of before the start were counted in. */
  let asked: readonly number[] | null = null;
  return async (pin) => {
    const kept = other();
    if (kept === null) return false;
    const now = clock.monotonic();
    // Set back, the other clock says nothing about how long it is ago: it counts as just now.
    asked ??= (times?.read() ?? []).map((at) => now - Math.max(0, clock.now() - at));
    asked = asked.filter((at) => now - at < aWhileMs);
    const [oldest] = asked;
    if (oldest !== undefined && asked.length >= mostInAWhile) {
      throw new RolecallError('pin-wait', 'The next try has to wait.', { retryAfterMs: oldest + aWhileMs - now });
    }
    asked = [...asked, now];
    await times?.write(asked.map((at) => clock.now() - (now - at)));
    return isPin(pin, kept);
  };
}
