import { expect, it } from 'vitest';
import { silentLog } from '../../../../electron/ports/log.ts';
import { neverLocked } from '../../../../electron/sign-in/lock-state.ts';
import { createIsOtherPin } from '../../../../electron/sign-in/other-pin.ts';
import { hashPin, type PinHash } from '../../../../electron/sign-in/pin.ts';
import { ScreenLock } from '../../../../electron/sign-in/screen-lock.ts';
import { AdministratorLock } from '../../../../electron/stations/administrator-lock.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';

const cheap = (pin: string) => hashPin(pin, { cost: 1_024, blockSize: 8, parallel: 1 });
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error: { code?: unknown }) => error.code,
  );

function desk() {
  const clock = createHandClock();
  let lockRecord = neverLocked;
  let kept: { pin: PinHash | null; wrong: number } = { pin: null, wrong: 0 };
  const administrator = new AdministratorLock({
    store: {
      read: () => kept,
      write: async (next) => {
        kept = { ...next };
      },
    },
    clock,
    hashPin: cheap,
    log: silentLog,
    changed: () => undefined,
    isTaken: createIsOtherPin(clock, () => lockRecord.pin),
  });
  const lock = new ScreenLock({
    store: {
      read: () => lockRecord,
      write: async (next) => {
        lockRecord = next;
      },
    },
    clock,
    lastInput: { idleMs: () => 0 },
    afterMinutes: () => null,
    hashPin: cheap,
    log: silentLog,
    changed: () => undefined,
    tooManyTries: async () => undefined,
    isTaken: createIsOtherPin(clock, () => administrator.keptPin()),
  });
  return { clock, administrator, lock };
}

it('the lock takes no PIN that is the administrator’s', async () => {
  const { administrator, lock } = desk();
  await administrator.setPin('482913');
  expect(await codeOf(lock.setPin('482913', null))).toBe('pin-taken');
  expect(lock.view().pinSet).toBe(false);
  expect(await codeOf(lock.setPin('135790', null))).toBe('fine');
  administrator.dispose();
});

it('the administrator’s PIN is not the one of a lock', async () => {
  const { administrator, lock } = desk();
  await lock.setPin('482913', null);
  expect(await codeOf(administrator.setPin('482913'))).toBe('pin-taken');
  expect(administrator.access()).toBe('free');
  expect(await codeOf(administrator.setPin('135790'))).toBe('fine');
  administrator.dispose();
});

it('is no way to guess the administrator’s PIN: after three, the next has to wait', async () => {
  const { clock, administrator, lock } = desk();
  await administrator.setPin('482913');
  await lock.setPin('111111', null);
  await lock.setPin('222222', '111111');
  await lock.setPin('333333', '222222');
  expect(await codeOf(lock.setPin('482913', '333333'))).toBe('pin-wait');
  await clock.pass(10 * 60_000);
  expect(await codeOf(lock.setPin('482913', '333333'))).toBe('pin-taken');
  administrator.dispose();
});
