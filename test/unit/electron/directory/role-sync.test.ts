import { describe, expect, it } from 'vitest';
import { createMemberships } from '../../../../electron/directory/memberships.ts';
import { createRoleSync, roleIntervalMs } from '../../../../electron/directory/role-sync.ts';
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
});
