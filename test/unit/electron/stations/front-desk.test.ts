import { describe, expect, it } from 'vitest';
import { checkInRecipe, chooseSwitches, findCheckedInRole } from '../../../../electron/stations/front-desk.ts';

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
