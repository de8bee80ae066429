import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../../../contract/desk/stations.ts';
import {
  checkInRecipe,
  checkInRoleId,
  chooseSwitches,
  findCheckedInRole,
} from '../../../../electron/stations/front-desk.ts';

function roles(...names: string[]) {
  return names.map((name, index) => ({ id: String(index + 1), name }));
}

describe('the role that says checked in', () => {
  it.each([
    'Checked in',
    'checked-in',
    'CHECK IN',
    'Check-In',
    'CheckedIn',
    'Checked_in',
    'Attendee: checked in',
    '✅ Checked in',
    'Checked in (2026)',
    'Eingecheckt',
    'Anwesend',
    'Enregistré',
    'enregistre',
    'Registrado en sitio',
    'Check-in effettuato',
    'Ingecheckt',
    'チェックイン済み',
    '已签到',
    'Прибыл',
  ])('is found as %s', (name) => {
    expect(findCheckedInRole(roles('Staff', name, 'Vendor'))?.name).toBe(name);
  });

  it.each([
    'Not checked in',
    'Pre check-in',
    'Check-in pending',
    'Awaiting check in',
    'Cheque inspector',
    'Checkout',
    'Unchecked info',
  ])('is not %s', (name) => {
    expect(findCheckedInRole(roles('Staff', name))).toBeNull();
  });

  it('is the plainest name where several would do', () => {
    expect(findCheckedInRole(roles('Checked in late', 'Not checked in', 'Checked in', 'Arrived'))?.name).toBe(
      'Checked in',
    );
  });

  it('is given for the convention', () => {
    expect(checkInRecipe({ id: '9', name: 'Checked in' }).changes).toEqual([
      { roleId: '9', wanted: 'held', roleScope: 'convention' },
    ]);
  });
});

describe('the role whose words are about arriving', () => {
  const all = roles('Staff', 'Eingecheckt', 'Badge 2026');
  const gives = (name: string, roleId: string): Recipe => ({
    id: 'r1',
    name,
    changes: [
      { roleId: '9', wanted: 'absent', roleScope: 'convention' },
      { roleId, wanted: 'held', roleScope: 'convention' },
    ],
  });

  it('says so by its name, in any language', () => {
    expect(checkInRoleId([], all)).toBe('2');
    expect(checkInRoleId([gives('Staff', '1')], all)).toBe('2');
  });

  it.each([
    'Check in',
    'Check-in',
    'Einchecken',
    'Registrar la llegada',
    'Enregistrer l’arrivée',
    '受け付ける',
    'تسجيل الوصول',
  ])('is what a button called %s gives, whatever its own name is', (name) => {
    expect(checkInRoleId([gives('Staff', '1'), gives(name, '3')], all)).toBe('3');
  });

  it('is none where neither says so', () => {
    expect(checkInRoleId([gives('Hand out', '3')], roles('Staff', 'Vendor', 'Badge 2026'))).toBeNull();
  });
});

describe('the switches', () => {
  it('are the usual roles first, then the service’s order, without the primary one', () => {
    const all = roles(
      'Zebra',
      'Board member',
      'Performer',
      'Checked in',
      'NDA signed',
      'Apple',
      'Volunteer',
      'Vendor',
      'STAFF',
    );
    expect(chooseSwitches(all, '4').map(({ name }) => name)).toEqual([
      'STAFF',
      'Vendor',
      'NDA signed',
      'Volunteer',
      'Performer',
      'Board member',
      'Zebra',
      'Apple',
    ]);
  });

  it('are nine at most, one for each number key', () => {
    expect(chooseSwitches(roles(...'abcdefghijklmno'), null)).toHaveLength(9);
  });
});
