import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSpent,
  type LockEvent,
  type LockRecord,
  mostTries,
  neverLocked,
  stepLock,
  waitAfter,
} from '../../../../electron/sign-in/lock-state.ts';
import type { PinHash } from '../../../../electron/sign-in/pin.ts';
import { sequences, sequencesTimeoutMs } from '../../../support/sequences.ts';

const pin: PinHash = { salt: 's', hash: 'h', cost: 2, blockSize: 1, parallel: 1 };
const open: LockRecord = { pin, locked: null, wrong: 0 };
const locked: LockRecord = { pin, locked: 'asked', wrong: 0 };

describe('stepLock', () => {
  it('locks, counts a try before it is known whether it is right, and opens for the right one', () => {
    const asked = stepLock(open, { kind: 'lock', because: 'asked' });
    expect(asked).toEqual(locked);
    const tried = stepLock(asked, { kind: 'try' });
    expect(tried).toEqual({ ...locked, wrong: 1 });
    expect(stepLock(tried, { kind: 'right' })).toEqual(open);
  });

  it('locks without a PIN only by itself, and then only hides', () => {
    expect(stepLock(neverLocked, { kind: 'lock', because: 'asked' })).toBe(neverLocked);
    const idle = stepLock(neverLocked, { kind: 'lock', because: 'idle' });
    expect(idle.locked).toBe('idle');
    expect(stepLock(idle, { kind: 'go-on' })).toEqual(neverLocked);
  });

  it.each<[string, LockRecord, LockEvent]>([
    ['going on without the PIN there is', locked, { kind: 'go-on' }],
    ['choosing another PIN while locked', locked, { kind: 'pin-chosen', pin: { ...pin, hash: 'other' } }],
    ['a right PIN nobody has tried', locked, { kind: 'right' }],
    ['locking once more', locked, { kind: 'lock', because: 'idle' }],
    ['a try after the last one', { ...locked, wrong: mostTries }, { kind: 'try' }],
    ['a try where there is no PIN', neverLocked, { kind: 'try' }],
  ])('is not moved by %s', (_what, lock, event) => {
    expect(stepLock(lock, event)).toBe(lock);
  });

  it('makes each wrong try dearer: three are free, the wait doubles up to five minutes', () => {
    expect(Array.from({ length: 11 }, (_, wrong) => waitAfter(wrong) / 1_000)).toEqual([
      0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300,
    ]);
  });

  it(
    'holds its invariants over random sequences',
    () => {
      const event = fc.constantFrom<LockEvent>(
        { kind: 'lock', because: 'asked' },
        { kind: 'lock', because: 'idle' },
        { kind: 'go-on' },
        { kind: 'pin-chosen', pin },
        { kind: 'try' },
        { kind: 'try' },
        { kind: 'right' },
      );
      fc.assert(
        fc.property(fc.array(event, { maxLength: 24 }), (events) => {
          let lock: LockRecord = neverLocked;
          let triesSinceRight = 0;
          for (const next of events) {
            const before: LockRecord = lock;
            lock = stepLock(lock, next);
            if (next.kind === 'try' && lock !== before) triesSinceRight += 1;
            // With a PIN, only a try that was right opens.
            if (before.locked !== null && lock.locked === null) {
              hold(next.kind === (before.pin === null ? 'go-on' : 'right'));
              hold(before.pin === null || triesSinceRight > 0);
            }
            // No PIN is lost, and none changes while locked.
            hold(before.pin === null || lock.pin !== null);
            hold(before.locked === null || lock.locked === null || before.pin === lock.pin);
            if (lock.wrong === 0) triesSinceRight = 0;
            hold(lock.wrong === triesSinceRight && lock.wrong <= mostTries);
            hold(isSpent(lock) === (lock.wrong === mostTries));
          }
        }),
        { numRuns: sequences },
      );
    },
    sequencesTimeoutMs,
  );
});

/** As `expect`, but quick enough to be asked millions of times. */
function hold(condition: boolean): void {
  if (!condition) throw new Error('An invariant does not hold.');
}
