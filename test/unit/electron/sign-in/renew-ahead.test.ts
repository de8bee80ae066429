import { expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import type { OperatorRecord } from '../../../../electron/sign-in/operator-tokens.ts';
import { RenewAhead, renewAheadAt } from '../../../../electron/sign-in/renew-ahead.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';

const hour = 3_600_000;

it.each([
  [0, hour - 60_000],
  [1, hour - 30_000],
  [0.5, hour - 45_000],
])('chooses its own moment between the first possible one and the end (random %f)', (random, at) => {
  expect(renewAheadAt(hour, hour, random)).toBe(at);
});

function setUp() {
  const clock = createHandClock();
  let number = 0;
  let failing = false;
  const asked: number[] = [];
  const recordOf = (): OperatorRecord => ({
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    oauthScopes: [],
    expiresAt: clock.now() + hour,
    lifetimeMs: hour,
    operator: { id: '1', label: 'Ada', initials: 'A' },
  });
  const start = clock.now();
  const session: { record: OperatorRecord | null } = { record: recordOf() };
  const ahead = new RenewAhead({
    clock,
    random: () => 0,
    tokens: {
      current: () => session.record,
      accessToken: async () => {
        asked.push(clock.now() - start);
        if (failing) throw new RolecallError('network-unreachable', 'No.');
        number += 1;
        session.record = recordOf();
        return session.record;
      },
    },
  });
  ahead.plan();
  return { clock, ahead, asked, session, fail: (now: boolean) => (failing = now) };
}

it('renews before the token ends though nobody asks, again and again', async () => {
  const { clock, asked, ahead } = setUp();
  await clock.pass(2 * hour);
  expect(asked).toEqual([hour - 60_000, 2 * (hour - 60_000)]);
  ahead.dispose();
  expect(clock.waiting).toBe(0);
});

it('tries again a minute after a failure', async () => {
  const { clock, asked, fail } = setUp();
  fail(true);
  await clock.pass(hour + 1);
  fail(false);
  await clock.pass(hour / 2);
  expect(asked).toEqual([hour - 60_000, hour, hour + 60_000]);
});

it('looks at the time anew after sleep, when timers stood still', async () => {
  const { clock, asked, ahead } = setUp();
  const now = clock.now();
  clock.now = () => now + 2 * hour;
  ahead.lookAgain();
  expect(asked).toHaveLength(1);
});

it('stops with the session', async () => {
  const { clock, asked, ahead, session } = setUp();
  session.record = null;
  ahead.plan();
  await clock.pass(2 * hour);
  expect(asked).toEqual([]);
  expect(clock.waiting).toBe(0);
});
