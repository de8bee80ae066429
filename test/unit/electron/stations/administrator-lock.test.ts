import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../electron/ports/log.ts';
import { hashPin, type PinHash } from '../../../../electron/sign-in/pin.ts';
import { AdministratorLock, unlockedForMs } from '../../../../electron/stations/administrator-lock.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';

const locks: AdministratorLock[] = [];
afterEach(() => {
  for (const lock of locks.splice(0)) lock.dispose();
});

// Cheap: what a guess costs is looked at in pin.test.ts.
const cheap = (pin: string) => hashPin(pin, { cost: 1_024, blockSize: 8, parallel: 1 });

function setUp(
  kept: { pin: PinHash | null; wrong: number } | null = { pin: null, wrong: 0 },
  clock = createHandClock(),
) {
  let record = kept;
  let changes = 0;
  const lock = new AdministratorLock({
    store: {
      read: () => record,
      write: async (next) => {
        record = { ...next };
      },
    },
    clock,
    hashPin: cheap,
    log: silentLog,
    changed: () => {
      changes += 1;
    },
  });
  locks.push(lock);
  return {
    lock,
    clock,
    record: () => record,
    changes: () => changes,
    read: (next: typeof record) => {
      record = next;
    },
  };
}
const codeOf = async (act: Promise<unknown> | (() => unknown)): Promise<unknown> => {
  try {
    await (typeof act === 'function' ? act() : act);
    return 'done';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('the administrator’s PIN', () => {
  it('asks nobody while none was set', async () => {
    const { lock } = setUp();
    expect(lock.access()).toBe('free');
    expect(await codeOf(() => lock.require())).toBe('done');
    expect(await codeOf(lock.unlock('1234'))).toBe('pin-not-set');
  });

  it('lets nobody through before it is known whether there is one', async () => {
    const { lock, read } = setUp(null);
    expect(lock.access()).toBe('locked');
    expect(await codeOf(() => lock.require())).toBe('administrator-required');
    expect(await codeOf(lock.setPin('1234'))).toBe('administrator-required');
    read({ pin: null, wrong: 0 });
    expect(lock.access()).toBe('free');
  });

  it('leaves whoever set it unlocked, and is kept as a hash only', async () => {
    const { lock, record } = setUp();
    await lock.setPin('246810');
    expect(lock.access()).toBe('unlocked');
    expect(JSON.stringify(record())).not.toContain('246810');
    lock.lock();
    expect(lock.access()).toBe('locked');
    expect(await codeOf(() => lock.require())).toBe('administrator-required');
    await lock.unlock('246810');
    expect(lock.access()).toBe('unlocked');
  });

  it('is neither changed nor taken away while locked', async () => {
    const { lock, record } = setUp({ pin: await cheap('2468'), wrong: 0 });
    const before = record();
    expect(await codeOf(lock.setPin('1357'))).toBe('administrator-required');
    expect(await codeOf(lock.setPin(null))).toBe('administrator-required');
    expect(record()).toEqual(before);
  });

  it('asks nobody any more once it was taken away', async () => {
    const { lock } = setUp();
    await lock.setPin('2468');
    await lock.setPin(null);
    expect(lock.access()).toBe('free');
  });

  it('stays locked where the desk was locked while the PIN was compared, or while it was set', async () => {
    const { lock, clock } = setUp();
    const setting = lock.setPin('2468');
    lock.lock();
    await setting;
    expect(lock.access()).toBe('locked');
    const unlocking = lock.unlock('2468');
    lock.lock();
    await unlocking;
    expect(lock.access()).toBe('locked');
    expect(clock.waiting).toBe(0);
    await lock.unlock('2468');
    expect(lock.access()).toBe('unlocked');
  });

  it('counts a try before it compares, waits longer after each, and a restart is no way around', async () => {
    const clock = createHandClock();
    const { lock, record } = setUp({ pin: await cheap('2468'), wrong: 0 }, clock);
    for (let tries = 1; tries <= 3; tries += 1) {
      expect(await codeOf(lock.unlock('1111'))).toBe('pin-wrong');
      expect(record()?.wrong).toBe(tries);
    }
    expect(lock.nextTryAt()).toBe(clock.now() + 5_000);
    expect(await codeOf(lock.unlock('2468'))).toBe('pin-wait');
    const again = setUp(record(), clock);
    expect(again.lock.nextTryAt()).toBe(clock.now() + 5_000);
    expect(await codeOf(again.lock.unlock('2468'))).toBe('pin-wait');
    await clock.pass(5_000);
    expect(await codeOf(again.lock.unlock('2468'))).toBe('done');
    expect(again.record()?.wrong).toBe(0);
    expect(again.lock.nextTryAt()).toBeNull();
  });

  it('is needed again after a while without a change, and each change begins the while anew', async () => {
    const { lock, clock, changes } = setUp({ pin: await cheap('2468'), wrong: 0 });
    await lock.unlock('2468');
    await clock.pass(unlockedForMs - 1);
    lock.require();
    await clock.pass(unlockedForMs - 1);
    expect(lock.access()).toBe('unlocked');
    const told = changes();
    await clock.pass(1);
    expect(lock.access()).toBe('locked');
    expect(changes()).toBe(told + 1);
    expect(clock.waiting).toBe(0);
  });
});
