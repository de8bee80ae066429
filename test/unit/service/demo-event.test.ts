import { describe, expect, test } from 'vitest';
import { inventDemoEvent } from '../../../service/database/demo-event.ts';
import { locales } from '../../../service/database/demo-names.ts';

const event = inventDemoEvent(2_000, 1);
const names = event.people.flatMap((person) => [person.first_name, person.last_name]);

test('the same seed gives the same event, another seed another one', () => {
  expect(inventDemoEvent(2_000, 1)).toEqual(event);
  expect(inventDemoEvent(2_000, 2)).not.toEqual(event);
});

test('a larger event begins with the same people', () => {
  expect(inventDemoEvent(2_500, 1).people.slice(0, 2_000)).toEqual(event.people);
});

describe('the people', () => {
  test('have unique ids, user names and e-mail addresses that reach nobody', () => {
    for (const field of ['id', 'username', 'email'] as const) {
      expect(new Set(event.people.map((person) => person[field])).size).toBe(2_000);
    }
    for (const person of event.people) expect(person.email).toMatch(/^[a-z0-9.]+@[a-z]+\.example$/);
  });

  test('come from many languages and scripts', () => {
    expect(locales.length).toBeGreaterThanOrEqual(14);
    for (const script of ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hangul', 'Arabic', 'Hebrew', 'Devanagari', 'Thai']) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(names.some((name) => pattern.test(name))).toBe(true);
    }
  });

  test('have the names that break careless code', () => {
    expect(names.some((name) => name.includes("'"))).toBe(true);
    expect(names.some((name) => name.includes('-'))).toBe(true);
    expect(names.some((name) => [...name].length === 1)).toBe(true);
    expect(names.some((name) => [...name].length === 2)).toBe(true);
    expect(names.some((name) => name.length > 40)).toBe(true);
    const preferred = event.people.map((person) => person.preferred_name ?? '');
    expect(preferred.some((name) => /\p{Extended_Pictographic}/u.test(name))).toBe(true);
    expect(preferred.some((name) => name.includes('"'))).toBe(true);
  });

  test('share names here and there', () => {
    const full = event.people.map((person) => `${person.first_name} ${person.last_name}`);
    expect(new Set(full).size).toBeLessThan(full.length);
  });

  test('lack phones, addresses or parts of them', () => {
    const share = (has: (person: (typeof event.people)[number]) => boolean) =>
      event.people.filter(has).length / event.people.length;
    expect(share((person) => person.phone === null)).toBeCloseTo(0.2, 1);
    expect(share((person) => person.address === null)).toBeCloseTo(0.3, 1);
    expect(share((person) => person.address !== null && person.address.addressCity === null)).toBeGreaterThan(0.03);
    for (const { address } of event.people) {
      if (address?.addressCountry != null) expect(address.addressCountry).toMatch(/^[A-Z]{2}$/);
    }
    for (const { phone } of event.people) if (phone !== null) expect(phone).toMatch(/^\+[1-9]\d{6,14}$/);
  });
});

describe('the roles', () => {
  test('have unique names and about the shares of a real event', () => {
    expect(new Set(event.roles.map((role) => role.name)).size).toBe(event.roles.length);
    const share = (name: string) => {
      const role = event.roles.find((candidate) => candidate.name === name);
      return event.memberships.filter((membership) => membership.role_id === role?.id).length / 2_000;
    };
    expect(share('Checked in')).toBeCloseTo(0.09, 1);
    expect(share('Staff')).toBeGreaterThan(0.025);
    expect(share('Staff')).toBeLessThan(0.055);
    expect(event.memberships.some((membership) => membership.scope === 'global')).toBe(true);
  });

  test('are held once per person', () => {
    const keys = event.memberships.map((membership) => `${membership.user_id}/${membership.role_id}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
