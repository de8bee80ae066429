import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../electron/ports/log.ts';
import { type LockRecord, mostTries, neverLocked } from '../../../../electron/sign-in/lock-state.ts';
import { hashPin } from '../../../../electron/sign-in/pin.ts';
import { ScreenLock } from '../../../../electron/sign-in/screen-lock.ts';
import { createHandClock, type HandClock } from '../../../support/directory/hand-clock.ts';

const locks: ScreenLock[] = [];
afterEach(() => {
  for (const lock of locks.splice(0)) lock.dispose();
});

function setUp(start: LockRecord | null = neverLocked, clock: HandClock = createHandClock()) {
  let record = start;
  let touchedAt = clock.monotonic();
  let minutes: number | null = 15;
  const written: LockRecord[] = [];
  const ended: string[] = [];
  let changes = 0;
  let whileHashing = async (): Promise<void> => {};
  const lock = new ScreenLock({
    store: {
      read: () => record,
      write: async (next) => {
        record = next;
        written.push(next);
      },
    },
    clock,
    lastInput: { idleMs: () => clock.monotonic() - touchedAt },
    afterMinutes: () => minutes,
    // Cheap: what a guess costs is looked at in pin.test.ts.
    hashPin: async (pin) => {
      await whileHashing();
      return hashPin(pin, { cost: 1_024, blockSize: 8, parallel: 1 });
    },
    log: silentLog,
    changed: () => {
      changes += 1;
    },
    tooManyTries: async () => {
      record = null;
      ended.push('ended');
      lock.follow();
    },
  });
  locks.push(lock);
  lock.follow();
  return {
    lock,
    clock,
    written,
    ended,
    changes: () => changes,
    record: () => record,
    touch: () => {
      touchedAt = clock.monotonic();
    },
    setMinutes: (value: number | null) => {
      minutes = value;
    },
    onHashing: (task: () => Promise<void>) => {
      whileHashing = task;
    },
    sign: (next: LockRecord | null) => {
      record = next;
      lock.follow();
    },
  };
}

async function lockedWith(pin: string) {
  const parts = setUp();
  await parts.lock.setPin(pin, null);
  await parts.lock.lock('asked');
  return parts;
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error: { code?: unknown }) => error.code,
  );

describe('locking by hand', () => {
  it('asks for a PIN first, locks, and opens for that PIN alone', async () => {
    const { lock } = setUp();
    expect(await codeOf(lock.lock('asked'))).toBe('pin-not-set');
    await lock.setPin('2468', null);
    await lock.lock('asked');
    expect(lock.view()).toEqual({ locked: 'asked', pinSet: true, triesLeft: mostTries, nextTryAt: null });
    expect(await codeOf(lock.unlock('1111'))).toBe('pin-wrong');
    expect(await codeOf(lock.unlock(null))).toBe('pin-wrong');
    expect(lock.view()).toMatchObject({ locked: 'asked', triesLeft: mostTries - 1 });
    await lock.unlock('2468');
    expect(lock.view()).toEqual({ locked: null, pinSet: true, triesLeft: mostTries, nextTryAt: null });
  });

  it('writes a try down before it is compared', async () => {
    const { lock, written } = await lockedWith('2468');
    const before = written.length;
    await lock.unlock('2468');
    expect(written.slice(before).map(({ wrong, locked }) => [wrong, locked])).toEqual([
      [1, 'asked'],
      [0, null],
    ]);
  });

  it('does not say that a PIN was chosen where the desk was locked meanwhile', async () => {
    const { lock, record, onHashing } = setUp();
    onHashing(() => lock.lock('idle'));
    expect(await codeOf(lock.setPin('2468', null))).toBe('desk-locked');
    expect(record()).toMatchObject({ pin: null, locked: 'idle' });
    expect(lock.unlockedSince()).toBeNull();
  });

  it('takes another PIN only together with the one before, and none while locked', async () => {
    const { lock } = await lockedWith('2468');
    expect(await codeOf(lock.setPin('1357', '2468'))).toBe('desk-locked');
    await lock.unlock('2468');
    expect(await codeOf(lock.setPin('1357', null))).toBe('pin-wrong');
    expect(await codeOf(lock.setPin('1357', '9999'))).toBe('pin-wrong');
    await lock.setPin('1357', '2468');
    expect(await codeOf(lock.unlock('2468'))).toBe('pin-wrong');
    expect(await codeOf(lock.unlock('1357'))).toBe('fine');
  });
});

describe('guessing', () => {
  it('is slowed down by the steady clock, and ends the sign-in after ten', async () => {
    const { lock, clock, ended, record } = await lockedWith('2468');
    const waits: number[] = [];
    for (let guess = 0; guess < mostTries; guess += 1) {
      const code = await codeOf(lock.unlock('1111'));
      expect(code).toBe(guess === mostTries - 1 ? 'pin-too-often' : 'pin-wrong');
      const { nextTryAt } = lock.view();
      if (nextTryAt === null) continue;
      waits.push((nextTryAt - clock.now()) / 1_000);
      // The right one has to wait as well.
      await clock.pass(nextTryAt - clock.now() - 1);
      expect(await codeOf(lock.unlock('2468'))).toBe('pin-wait');
      await clock.pass(1);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300]);
    expect(ended).toEqual(['ended']);
    expect(record()).toBeNull();
    expect(await codeOf(lock.unlock('2468'))).toBe('sign-in-required');
  });

  it('is counted one by one, however many are sent at once', async () => {
    const { lock, record } = await lockedWith('2468');
    const all = await Promise.all(Array.from({ length: 20 }, () => codeOf(lock.unlock('1111'))));
    expect(all.filter((code) => code === 'pin-wrong')).toHaveLength(3);
    expect(all.filter((code) => code === 'pin-wait')).toHaveLength(17);
    expect(record()?.wrong).toBe(3);
  });

  it('is not sped up by a restart, nor by a program killed before it could answer', async () => {
    const { lock, record } = await lockedWith('2468');
    for (let guess = 0; guess < 3; guess += 1) await lock.unlock('1111').catch(() => undefined);
    const restarted = setUp(record());
    expect(await codeOf(restarted.lock.unlock('2468'))).toBe('pin-wait');
    await restarted.clock.pass(5_000);
    expect(await codeOf(restarted.lock.unlock('2468'))).toBe('fine');

    const spent = setUp({ ...(record() ?? neverLocked), wrong: mostTries });
    expect(spent.ended).toEqual(['ended']);
  });
});

describe('nobody at the desk', () => {
  it('locks after the minutes that are set, counted from the last touch', async () => {
    const { lock, clock, touch } = setUp();
    await lock.setPin('2468', null);
    await clock.pass(14 * 60_000);
    touch();
    await clock.pass(14 * 60_000);
    expect(lock.view().locked).toBeNull();
    await clock.pass(60_000);
    expect(lock.view().locked).toBe('idle');
  });

  it('only hides where no PIN was chosen', async () => {
    const { lock, clock, ended } = setUp();
    await clock.pass(15 * 60_000);
    expect(lock.view()).toMatchObject({ locked: 'idle', pinSet: false });
    await lock.unlock(null);
    expect(lock.view().locked).toBeNull();
    expect(ended).toEqual([]);
  });

  it('goes by a changed setting at the next look, and never locks where that is chosen', async () => {
    const { lock, clock, setMinutes } = setUp();
    setMinutes(null);
    await clock.pass(24 * 3_600_000);
    expect(lock.view().locked).toBeNull();
    setMinutes(1);
    await clock.pass(30_000);
    expect(lock.view().locked).toBe('idle');
  });

  it('is noticed at once by a machine that wakes up', () => {
    const { lock, setMinutes } = setUp();
    setMinutes(0);
    lock.lookAgain();
    expect(lock.view().locked).toBe('idle');
  });

  it('leaves no timer behind without anybody signed in, or after its end', async () => {
    const { lock, clock, sign } = setUp();
    expect(clock.waiting).toBe(1);
    sign(null);
    expect(clock.waiting).toBe(0);
    sign(neverLocked);
    lock.dispose();
    expect(clock.waiting).toBe(0);
    lock.lookAgain();
    expect(clock.waiting).toBe(0);
  });
});

describe('unlockedSince', () => {
  it('says when the PIN was last given, locked or not, and forgets it with the sign-in', async () => {
    const { lock, clock, sign } = setUp();
    expect(lock.unlockedSince()).toBeNull();
    expect(await codeOf(lock.unlock('2468'))).toBe('pin-not-set');
    await lock.setPin('2468', null);
    expect(lock.unlockedSince()).toBe(clock.now());
    await clock.pass(120_000);
    await lock.unlock('1111').catch(() => undefined);
    expect(lock.unlockedSince()).toBe(clock.now() - 120_000);
    await lock.unlock('2468');
    expect(lock.unlockedSince()).toBe(clock.now());
    sign(null);
    expect(lock.unlockedSince()).toBeNull();
    sign(neverLocked);
    expect(lock.unlockedSince()).toBeNull();
  });

  it('does not take a PIN for the next operator that was still being compared', async () => {
    const { lock, sign, record } = await lockedWith('2468');
    const unlocking = codeOf(lock.unlock('2468'));
    sign(null);
    sign(neverLocked);
    expect(await unlocking).not.toBe('fine');
    expect(record()).toEqual(neverLocked);
    expect(lock.unlockedSince()).toBeNull();
  });
});
