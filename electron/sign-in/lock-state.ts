import { z } from 'zod';
import { assertNever } from '../errors.ts';
import { type PinHash, pinHashSchema } from './pin.ts';

/**
 * The lock for stepping away, as it rests inside the sealed sign-in: whoever deletes it is signed out, and a program that
 * was killed comes back locked.
 */
export const lockRecordSchema = z.object({
  /** Null until the operator has chosen one; the lock then only hides what is on the screen. */
  pin: pinHashSchema.nullable(),
  /** Why it is locked; null while it is not. */
  locked: z.enum(['asked', 'idle']).nullable(),
  /** Tries since the last right one, the one under way included. */
  wrong: z.number().int().min(0),
});
export type LockRecord = z.infer<typeof lockRecordSchema>;

export const neverLocked: LockRecord = { pin: null, locked: null, wrong: 0 };

/** After so many wrong PINs only a new sign-in helps. */
export const mostTries = 10;

export type LockEvent =
  /** Somebody chose "Lock", or nobody has touched the desk for a while. */
  | { readonly kind: 'lock'; readonly because: 'asked' | 'idle' }
  /** "Go on" where no PIN was chosen. */
  | { readonly kind: 'go-on' }
  | { readonly kind: 'pin-chosen'; readonly pin: PinHash }
  /** Counted and written before the PIN is compared: a program killed at that moment gives no try away. */
  | { readonly kind: 'try' }
  | { readonly kind: 'right' };

/** One step of the lock. What does not fit the moment changes nothing and answers with the same record. */
export function stepLock(lock: LockRecord, event: LockEvent): LockRecord {
  switch (event.kind) {
    case 'lock':
      if (lock.locked !== null || (event.because === 'asked' && lock.pin === null)) return lock;
      return { ...lock, locked: event.because };
    case 'go-on':
      return lock.pin === null && lock.locked !== null ? { ...lock, locked: null } : lock;
    case 'pin-chosen':
      return lock.locked === null ? { pin: event.pin, locked: null, wrong: 0 } : lock;
    case 'try':
      return lock.pin === null || isSpent(lock) ? lock : { ...lock, wrong: lock.wrong + 1 };
    case 'right':
      return lock.pin === null || lock.wrong === 0 ? lock : { ...lock, locked: null, wrong: 0 };
    default:
      return assertNever(event);
  }
}

/** Whether all tries are used up. */
export function isSpent(lock: LockRecord): boolean {
  return lock.wrong >= mostTries;
}

/** Milliseconds before the next try after so many wrong ones: three are free, then 5 seconds, doubling up to 5 minutes. */
export function waitAfter(wrong: number): number {
  return wrong < 3 ? 0 : Math.min(5_000 * 2 ** (wrong - 3), 300_000);
}
