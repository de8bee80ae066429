import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { isPin, type PinHash } from './pin.ts';

/** So many PINs may be compared with the other one in so long; milliseconds. */
const mostInAWhile = 3;
const aWhileMs = 10 * 60_000;

/**
 * Tells whether somebody chooses the other PIN of the desk: the administrator's for their lock, or the other way round.
 * Each answer would be a guess at it that is counted nowhere, so there are few. Throws `pin-wait` (with how long) for more.
 *
 * @param other the kept hash; null where there is no other PIN
 */
export function createIsOtherPin(clock: Clock, other: () => PinHash | null): (pin: string) => Promise<boolean> {
  let asked: readonly number[] = [];
  return async (pin) => {
    const kept = other();
    if (kept === null) return false;
    const now = clock.monotonic();
    asked = asked.filter((at) => now - at < aWhileMs);
    const [oldest] = asked;
    if (oldest !== undefined && asked.length >= mostInAWhile) {
      throw new RolecallError('pin-wait', 'The next try has to wait.', { retryAfterMs: oldest + aWhileMs - now });
    }
    asked = [...asked, now];
    return isPin(pin, kept);
  };
}
