import { expect, it } from 'vitest';
import { checkedName, lookAlike } from '../../../service/administration/names.ts';
import { canBeRegistered } from '../../../service/authorization/redirect-uri.ts';

const checked = (name: string) => checkedName('A role', name, 'role add "Checked in"');

it('keeps a name in one form of Unicode, without blanks around it', () => {
  expect(checked('  Cafe\u0301 ')).toBe('Café');
});

it.each(['', ' \t ', 'a\nb', 'Check\u200bed in', '\u202eevil', 'x'.repeat(101)])('refuses %j', (name) => {
  expect(() => checked(name)).toThrow(/A role/);
});

it.each([
  ['Checked in', 'checked IN'],
  ['Checked in', 'Checked\u00a0in'],
  ['Café', 'Cafe\u0301'],
  ['VIP', 'ＶＩＰ'],
])('%j looks like %j', (one, other) => {
  expect(lookAlike(one, other)).toBe(true);
});

it('tells different names apart', () => {
  expect(lookAlike('Café', 'Cafe')).toBe(false);
});

it.each([
  ['rolecall://oauth/callback', true],
  ['https://desk.example/callback', true],
  ['http://127.0.0.1/callback', true],
  ['http://[::1]:4000/callback', true],
  ['http://desk.example/callback', false],
  ['https://*.example/callback', false],
  ['https://desk.example/#a', false],
  ['javascript:alert(1)', false],
  // Registered with the blank of a careless copy, it would never be the one that is asked for.
  ['rolecall://oauth/callback ', false],
  ['https://desk.example/a b', false],
  // A header can't hold it: signing in would end in a fault.
  ['https://desk.example/受付', false],
  ['https://desk.example/%E5%8F%97%E4%BB%98', true],
])('whether %s can be registered: %s', (uri, expected) => {
  expect(canBeRegistered(uri)).toBe(expected);
});
