import { describe, expect, it } from 'vitest';
import { frontDesk } from '../../../../electron/stations/front-desk.ts';
import { resolveStation } from '../../../../electron/stations/resolve-station.ts';
import { rolesOfStation } from '../../../../electron/stations/station.ts';

const roles = [
  { id: '1', name: 'Checked in' },
  { id: '2', name: 'Vendor' },
  { id: '3', name: 'Staff' },
];
const made = {
  ...frontDesk(roles),
  furtherRecipes: [
    {
      id: 'r2',
      name: 'Both',
      changes: [
        { roleId: '1', wanted: 'held' as const, roleScope: 'convention' as const },
        { roleId: '2', wanted: 'held' as const, roleScope: 'convention' as const },
      ],
      scanRunsIt: false,
    },
  ],
  roleIds: ['3', '2'],
};

describe('a station held against the service’s roles', () => {
  it('has them under the names they have now, in its own order', () => {
    const renamed = [{ id: '2', name: 'Dealer' }, ...roles.filter(({ id }) => id !== '2')];
    const { station, missingRoles } = resolveStation(made, 'Con', renamed);
    expect(station.roles.map(({ name }) => name)).toEqual(['Staff', 'Dealer']);
    expect(missingRoles).toEqual([]);
  });

  it('names a role that is gone, and leaves out whole whatever needs it', () => {
    const { station, missingRoles } = resolveStation(
      made,
      'Con',
      roles.filter(({ id }) => id !== '2'),
    );
    expect(missingRoles).toEqual(['Vendor']);
    expect(station.roles.map(({ id }) => id)).toEqual(['3']);
    expect(station.furtherRecipes).toEqual([]);
    expect(station.primaryRecipe?.name).toBe('Check in');
    expect(station.checkInRoleId).toBe('1');
    expect([...rolesOfStation(station)].sort()).toEqual(['1', '3']);
  });

  it('works with what it remembers until the roles are known', () => {
    const { station, missingRoles } = resolveStation(made, 'Con', []);
    expect(station.roles.map(({ name }) => name)).toEqual(['Staff', 'Vendor']);
    expect(station.primaryRecipe).not.toBeNull();
    expect(missingRoles).toEqual([]);
  });
});
