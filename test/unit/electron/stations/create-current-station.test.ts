import { afterEach, describe, expect, it } from 'vitest';
import type { StationState } from '../../../../contract/desk/stations.ts';
import type { Role } from '../../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { type CreatedStation, createCurrentStation } from '../../../../electron/stations/create-current-station.ts';
import type { RoleStore } from '../../../../electron/stations/role-store.ts';
import { createManualClock, createServiceRoles, untilQuiet } from '../role-changes/support/desk.ts';

const made: CreatedStation[] = [];
afterEach(() => {
  for (const station of made.splice(0)) station.dispose();
});

const keepsNothing: RoleStore = { read: async () => null, write: async () => true };

function setUp(listRoles: () => Promise<readonly Role[]>, roleStore = keepsNothing) {
  const clock = createManualClock();
  const serviceRoles = createServiceRoles();
  const published: StationState[] = [];
  let waiting = 0;
  const overlayListeners = new Set<(userIds: ReadonlySet<string>) => void>();
  const station = createCurrentStation({
    connectionName: 'Testcon',
    client: { listRoles },
    clock,
    log: silentLog,
    publish: (_name, payload) => published.push(payload as StationState),
    serviceRoles: () => serviceRoles,
    overlay: () => ({
      of: () => new Map(),
      waitingFor: () => waiting,
      subscribe: (listener) => {
        overlayListeners.add(listener);
        return () => overlayListeners.delete(listener);
      },
    }),
    roleStore,
    random: () => 0,
  });
  made.push(station);
  return {
    clock,
    serviceRoles,
    published,
    station,
    setWaiting: (count: number) => {
      waiting = count;
      for (const listener of overlayListeners) listener(new Set());
    },
  };
}

const all: readonly Role[] = [
  { id: '1', name: 'Checked in' },
  { id: '2', name: 'Vendor' },
];

describe('the station', () => {
  it('is there before the roles are, and tells when they came', async () => {
    const { station, published, clock } = setUp(async () => all);
    expect(station.read()).toMatchObject({
      name: 'Front desk',
      conventionName: 'Testcon',
      primaryRecipe: null,
      roles: [],
    });
    const told: number[] = [];
    station.subscribe(({ allRoles }) => told.push(allRoles.length));
    station.start();
    await untilQuiet();
    clock.advance(100);
    expect(told).toEqual([2]);
    expect(published.at(-1)).toMatchObject({
      primaryRecipe: { id: 'check-in', name: 'Check in' },
      roles: [{ roleId: '2', roleName: 'Vendor' }],
    });
  });

  it('works with the last list until the service answers, and keeps what it answers', async () => {
    let kept: readonly Role[] = all;
    const roleStore: RoleStore = {
      read: async () => kept,
      write: async (roles) => {
        kept = roles;
        return true;
      },
    };
    let answer: Promise<readonly Role[]> = Promise.reject(new RolecallError('network-unreachable', 'No network.'));
    const { station, clock } = setUp(() => answer, roleStore);
    station.start();
    await untilQuiet();
    expect(station.read()).toMatchObject({ primaryRecipe: { id: 'check-in' }, allRoles: all });
    const more = [...all, { id: '3', name: 'Staff' }];
    answer = Promise.resolve(more);
    clock.advance(250);
    await untilQuiet();
    expect(station.read().allRoles).toEqual(more);
    expect(kept).toEqual(more);
  });

  it('offers the same list to the disk again until it takes it, and then no more', async () => {
    const offered: boolean[] = [];
    const roleStore: RoleStore = {
      read: async () => null,
      write: async () => {
        offered.push(offered.length === 1);
        return offered.length === 2;
      },
    };
    const { station, clock } = setUp(async () => all, roleStore);
    station.start();
    for (let times = 0; times < 4; times += 1) {
      await untilQuiet();
      clock.advance(10 * 60_000);
    }
    expect(offered).toEqual([false, true]);
  });

  it('never puts an old list over the answer of the service', async () => {
    let give: (roles: readonly Role[]) => void = () => {};
    const read = () =>
      new Promise<readonly Role[]>((resolve) => {
        give = resolve;
      });
    const { station } = setUp(async () => all, { ...keepsNothing, read });
    station.start();
    await untilQuiet();
    give([{ id: '9', name: 'Old' }]);
    await untilQuiet();
    expect(station.read().allRoles).toEqual(all);
  });

  it('asks again until the service answers', async () => {
    let tries = 0;
    const { station, clock } = setUp(async () => {
      tries += 1;
      if (tries < 3) throw new RolecallError('network-unreachable', 'No network.');
      return all;
    });
    station.start();
    await untilQuiet();
    expect(tries).toBe(1);
    clock.advance(250);
    await untilQuiet();
    expect(tries).toBe(2);
    station.refresh();
    await untilQuiet();
    expect(station.read().allRoles).toEqual(all);
  });

  it('counts who is in and who waits, and tells only when that changed', async () => {
    const { station, serviceRoles, published, clock, setWaiting } = setUp(async () => all);
    station.start();
    await untilQuiet();
    serviceRoles.record('u1', [{ id: '1', name: 'Checked in', scope: 'convention' }], 1);
    setWaiting(2);
    clock.advance(100);
    expect(published.at(-1)?.done).toEqual({ confirmed: 1, waiting: 2 });
    const count = published.length;
    setWaiting(2);
    clock.advance(100);
    expect(published).toHaveLength(count);
  });
});
