import { describe, expect, it } from 'vitest';
import type { RequestHandlers } from '../../../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../../../contract/desk/channel-names.ts';
import type { AdministratorAccess } from '../../../../contract/desk/stations.ts';
import {
  guardedChannels,
  refuseOutsideStation,
  refuseWithoutAdministrator,
} from '../../../../electron/app/administrator-guard.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { Station } from '../../../../electron/stations/station.ts';
import { codeOf } from '../../../support/code-of.ts';

function setUp(access: AdministratorAccess) {
  const called: string[] = [];
  const handlers = Object.fromEntries(
    requestNames.map((name) => [
      name,
      () => {
        called.push(name);
        return {};
      },
    ]),
  ) as unknown as RequestHandlers<RequestName>;
  const about: (string | null)[] = [];
  const asked = refuseWithoutAdministrator(handlers, async (connectionId) => {
    about.push(connectionId);
    if (access === 'locked') throw new RolecallError('administrator-required', 'No.');
  }) as unknown as Record<RequestName, (input: unknown) => unknown>;
  return { asked, called, about };
}

/** What a helper at the desk needs, and what tells how things stand. New channels of other kinds stand in neither list. */
const mustStayOpen: readonly RequestName[] = [
  'app:read',
  'sign-in:start',
  'sign-in:sign-out',
  'sign-in:lock',
  'sign-in:unlock',
  'stations:read',
  'stations:book',
  'stations:unlock',
  'stations:lock',
  'settings:read',
  'connections:read',
  'connections:details',
  'connections:test',
  'directory:search',
  'directory:scan',
  'directory:open',
  'directory:reveal',
  'role-changes:wish',
  'role-changes:run-recipe',
  'role-changes:undo',
  'role-changes:list',
];

describe('without the administrator’s PIN', () => {
  it.each(guardedChannels)('%s is refused and does nothing', async (name) => {
    const { asked, called } = setUp('locked');
    expect(await codeOf(() => asked[name](name === 'settings:change' ? { snapshotDays: 1 } : {}))).toBe(
      'administrator-required',
    );
    expect(called).toEqual([]);
  });

  it.each(mustStayOpen)('%s is answered', async (name) => {
    const { asked } = setUp('locked');
    expect(await codeOf(() => asked[name]({}))).toBe('answered');
  });

  it('what changes stations, connections and lists is guarded, each channel of it', () => {
    const harmless =
      /:(?:read|book|unlock|lock|details|test|stop-test|dismiss-problem|forget-desk-link|offer|unseal|decline-offer|discard|close-members)$/;
    const expected = requestNames.filter(
      (name) => /^(?:stations|connections|lists):/.test(name) && !harmless.test(name),
    );
    expect(guardedChannels).toEqual(expect.arrayContaining(expected));
  });

  it('somebody may still choose their language, and nothing else beside it', async () => {
    const { asked } = setUp('locked');
    expect(await codeOf(() => asked['settings:change']({ language: 'de' }))).toBe('answered');
    expect(await codeOf(() => asked['settings:change']({ language: 'de', latestOpened: true }))).toBe(
      'administrator-required',
    );
  });
});

describe('with the PIN, or where none was set', () => {
  it.each(['free', 'unlocked'] as const)('everything is answered (%s)', async (access) => {
    const { asked, called } = setUp(access);
    for (const name of requestNames) await asked[name]({});
    expect(called).toEqual([...requestNames]);
  });

  it('is asked of the connection it is about, and for changing over of the one that is left', async () => {
    const { asked, about } = setUp('free');
    for (const name of ['connections:make-desk-link', 'connections:remove', 'connections:form'] as const) {
      await asked[name]({ connectionId: 'a' });
    }
    await asked['connections:save']({ connectionId: null });
    await asked['connections:use']({ connectionId: 'a' });
    await asked['stations:save']({ connectionId: 'a' });
    expect(about).toEqual(['a', 'a', 'a', null, null, null]);
  });
});

describe('a wish', () => {
  const station: Station = {
    name: 'Vendor desk',
    conventionName: 'Con',
    primaryRecipe: {
      id: 'r1',
      name: 'Check in',
      changes: [{ roleId: 'in', wanted: 'held', roleScope: 'convention' }],
    },
    furtherRecipes: [{ id: 'r2', name: 'NDA', changes: [{ roleId: 'nda', wanted: 'held', roleScope: 'convention' }] }],
    roles: [{ id: 'vendor', name: 'Vendor' }],
    allRoles: [],
  };
  const wish = (roleId: string, access: AdministratorAccess) => {
    const handlers = refuseOutsideStation(
      { 'role-changes:wish': (_input) => ({ actId: 'a' }) } as RequestHandlers<'role-changes:wish'>,
      () => station,
      () => access,
    );
    return codeOf(() =>
      handlers['role-changes:wish']({ userId: 'u', roleId, wanted: 'held', roleScope: 'convention' }),
    );
  };

  it.each(['vendor', 'in', 'nda'])('for a role of the station is taken on (%s)', async (roleId) => {
    expect(await wish(roleId, 'locked')).toBe('answered');
    expect(await wish(roleId, 'free')).toBe('answered');
  });

  it('for another role is refused, whatever the page asks for', async () => {
    expect(await wish('staff', 'locked')).toBe('not-at-this-station');
    expect(await wish('staff', 'free')).toBe('not-at-this-station');
    expect(await wish('staff', 'unlocked')).toBe('answered');
  });
});
