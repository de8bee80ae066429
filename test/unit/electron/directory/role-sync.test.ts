import { describe, expect, it } from 'vitest';
import { createMemberships } from '../../../../electron/directory/memberships.ts';
import { createRoleSync, roleIntervalMs } from '../../../../electron/directory/role-sync.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { person } from '../../../support/directory/made-up-people.ts';
import { createMadeUpService } from '../../../support/directory/made-up-service.ts';

describe('sweeps of roles', () => {
  it('come every twenty seconds for small roles, and as the budget wants for large ones', () => {
    expect(roleIntervalMs(0, 6, 20_000)).toBe(20_000);
    expect(roleIntervalMs(1_500, 6, 20_000)).toBe(20_000);
    expect(roleIntervalMs(40_000, 6, 20_000)).toBe(481_200);
    expect(roleIntervalMs(100_000, 12, 20_000)).toBe(600_000);
  });

  it('show what another desk did, go one role after the other, and take up a changed station at once', async () => {
    const service = createMadeUpService(
      [person({ id: 'a' })],
      [
        { id: 'r', name: 'R' },
        { id: 's', name: 'S' },
      ],
    );
    const memberships = createMemberships();
    const clock = createHandClock();
    let roleIds = ['r'];
    const sync = createRoleSync({
      client: service.client,
      clock,
      random: () => 0,
      log: silentLog,
      memberships,
      roleIds: () => roleIds,
      leastIntervalMs: 20_000,
    });
    const stop = new AbortController();
    const done = sync.run(stop.signal);
    await clock.pass(1);
    expect(memberships.count('r')).toBe(0);
    service.memberships.get('r')?.set('a', 'convention');
    service.memberships.get('s')?.set('a', 'global');
    await clock.pass(19_998);
    expect(memberships.count('r')).toBe(0);
    await clock.pass(2);
    expect(memberships.count('r')).toBe(1);
    expect(memberships.sweptAt('s')).toBeNull();
    roleIds = ['r', 's'];
    sync.nudge();
    await clock.pass(0);
    expect(memberships.count('s')).toBe(1);
    expect(service.calls.filter((call) => call.includes('background'))).toHaveLength(service.calls.length);
    stop.abort();
    await done;
    expect(clock.waiting).toBe(0);
  });

  /** Runs sweeps of these roles for so long; `answers` may refuse a call. Answers with the roles asked for, in order. */
  async function askedFor(roleIds: readonly string[], forMs: number, refuses: (roleId: string) => boolean) {
    const service = createMadeUpService(
      [],
      roleIds.map((id) => ({ id, name: id })),
    );
    const asked: { readonly roleId: string; readonly at: number }[] = [];
    const clock = createHandClock();
    service.intercept = (call) => {
      const roleId = roleIds.find((id) => call.includes(id)) ?? '';
      asked.push({ roleId, at: clock.now() });
      return refuses(roleId)
        ? Promise.reject(new RolecallError('network-timeout', 'Slow.', { retryable: true }))
        : undefined;
    };
    const sync = createRoleSync({
      client: service.client,
      clock,
      random: () => 0.5,
      log: silentLog,
      memberships: createMemberships(),
      roleIds: () => roleIds,
      leastIntervalMs: 20_000,
    });
    const stop = new AbortController();
    const done = sync.run(stop.signal);
    await clock.pass(forMs);
    stop.abort();
    await done;
    expect(clock.waiting).toBe(0);
    return asked;
  }

  it('of one role that always fails do not keep the others from theirs', async () => {
    const asked = await askedFor(['role-x', 'role-y'], 10 * 60_000, (roleId) => roleId === 'role-x');
    // Every twenty seconds, and what the other's tries take.
    expect(asked.filter(({ roleId }) => roleId === 'role-y').length).toBeGreaterThan(15);
    expect(asked.filter(({ roleId }) => roleId === 'role-x').length).toBeGreaterThan(15);
  });

  it('ask a service that is down no more often for having more roles', async () => {
    for (const roleIds of [['role-x'], ['role-x', 'role-y', 'role-z', 'role-w']]) {
      const asked = await askedFor(roleIds, 60 * 60_000, () => true);
      const late = asked.filter(({ at }) => at > 1_000_000 + 30 * 60_000);
      // Full jitter up to a minute: half a minute on average, and all of it in this test.
      expect(late.length, roleIds.join()).toBeGreaterThan(20);
      expect(late.length, roleIds.join()).toBeLessThanOrEqual(61);
    }
  });

  it('go on when the clock is set back', async () => {
    const service = createMadeUpService([person({ id: 'a' })], [{ id: 'r', name: 'R' }]);
    const memberships = createMemberships();
    const hand = createHandClock();
    let behind = 0;
    const clock = { ...hand, now: () => hand.now() - behind };
    const sync = createRoleSync({
      client: service.client,
      clock,
      random: () => 0,
      log: silentLog,
      memberships,
      roleIds: () => ['r'],
      leastIntervalMs: 20_000,
    });
    const stop = new AbortController();
    const done = sync.run(stop.signal);
    await hand.pass(1);
    behind = 3_600_000;
    service.memberships.get('r')?.set('a', 'convention');
    await hand.pass(20_000);
    expect(service.calls).toHaveLength(2);
    stop.abort();
    await done;
  });
});
