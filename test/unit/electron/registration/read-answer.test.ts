import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import type { HttpResponse } from '../../../../electron/ports/http-transport.ts';
import {
  readOneUser,
  readRoles,
  readUserRoles,
  readUsers,
  readWritten,
} from '../../../../electron/registration/read-answer.ts';

function answer(body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }): HttpResponse {
  return { status: 200, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RolecallError) return error.code;
    throw error;
  }
  return 'no error';
}

const jane = {
  id: '17',
  email: 'jane@example.org',
  preferredName: 'Jay',
  firstName: 'Jane',
  lastName: 'Doe',
  username: 'jay',
  verified: true,
  phone: '+15550100',
  address: null,
};

describe('lists', () => {
  it.each([
    ['null', { data: null, nextPage: null }],
    ['missing beside a cursor field', { nextPage: null }],
    ['an empty object', {}],
    ['an empty array', []],
  ])('with data %s are empty', (_what, body) => {
    expect(readUserRoles(answer(body))).toEqual({ items: [], nextPage: null, unusable: 0 });
  });

  it.each([
    ['beside the data', { data: [], nextPage: 'abc' }],
    ['inside an object', { data: [], paging: { nextPage: 'abc' } }],
    ['inside data', { data: { data: [], nextPage: 'abc' } }],
  ])('carry the cursor %s', (_where, body) => {
    expect(readRoles(answer(body)).nextPage).toBe('abc');
  });

  it('are read whatever type the server gives them', () => {
    const body = { data: [{ id: '1', name: 'A', scope: 'global' }] };
    for (const type of ['text/html; charset=UTF-8', 'text/plain', 'application/octet-stream', '']) {
      expect(readUserRoles(answer(body, { 'content-type': type })).items, type).toEqual(body.data);
    }
  });

  it('take an empty cursor for none', () => {
    expect(readRoles(answer({ data: [], nextPage: '' })).nextPage).toBeNull();
  });

  it('keep ids as they came, and write out numbers that JSON did not round', () => {
    const body =
      '{"data":[{"id":"007","name":"A"},{"id":8,"name":"B"},{"id":12345678901234567890,"name":"C"},{"name":"D"}]}';
    expect(readRoles(answer(body))).toEqual({
      items: [
        { id: '007', name: 'A' },
        { id: '8', name: 'B' },
      ],
      nextPage: null,
      unusable: 2,
    });
  });

  it('take an unknown or missing scope for the narrower one', () => {
    const data = [
      { id: '1', name: 'A' },
      { id: '2', name: 'B', scope: 'GLOBAL' },
      { id: '3', name: 'C', scope: 'event' },
    ];
    expect(readUserRoles(answer({ data })).items.map(({ scope }) => scope)).toEqual([
      'convention',
      'global',
      'convention',
    ]);
  });
});

describe('an answer of somebody else', () => {
  it.each([
    ['a page', '<!DOCTYPE html><html><body>Welcome to the venue</body></html>', { 'content-type': 'text/plain' }],
    ['a page by its type', 'Please sign in', { 'content-type': 'text/html; charset=utf-8' }],
    ['other JSON', '{"login":"https://portal.example/"}', { 'content-type': 'application/json' }],
    ['a number', '42', { 'content-type': 'application/json' }],
    ['other JSON that says it is a page', '\n{"login":"https://portal.example/"}', { 'content-type': 'text/html' }],
    ['other JSON in data', '{"data":{"portal":true}}', { 'content-type': 'application/json' }],
  ])('(%s) is never an empty list', (_what, body, headers) => {
    for (const read of [readRoles, readUserRoles, readUsers, readOneUser]) {
      expect(codeOf(() => read(answer(body, headers)))).toBe('network-captive-portal');
    }
  });

  it('cut short or empty is an unexpected answer that may go better', () => {
    for (const body of ['{"data":[{"id":"1"', '', '   ']) {
      expect(codeOf(() => readUserRoles(answer(body)))).toBe('service-unexpected-answer');
    }
  });

  it('is not a written change when it is a page; anything else is', () => {
    expect(codeOf(() => readWritten(answer('<html>portal</html>')))).toBe('network-captive-portal');
    for (const body of ['', 'OK', '{"id":', '{}']) expect(codeOf(() => readWritten(answer(body)))).toBe('no error');
    expect(codeOf(() => readWritten(answer('\n', { 'content-type': 'text/html' })))).toBe('no error');
  });
});

describe('a person', () => {
  it('comes through unchanged, unknown fields left out', () => {
    expect(readOneUser(answer({ ...jane, badge: { colour: 'red' } }))).toEqual(jane);
    expect(readOneUser(answer({ data: jane }))).toEqual(jane);
  });

  it.each([true, false, null, 15550100, undefined, '', {}])('with the phone %j has none', (phone) => {
    expect(readOneUser(answer({ ...jane, phone })).phone).toBeNull();
  });

  it('has no address when every part of it is null, and shows what is there otherwise', () => {
    const nothing = {
      addressCity: null,
      addressCountry: null,
      addressLine1: null,
      addressLine2: null,
      addressState: null,
      addressZipcode: null,
    };
    expect(readOneUser(answer({ ...jane, address: nothing })).address).toBeNull();
    expect(readOneUser(answer({ ...jane, address: { addressCity: 'Oslo', addressZipcode: 150 } })).address).toEqual({
      ...nothing,
      addressCity: 'Oslo',
      addressZipcode: '150',
    });
  });

  it('with missing names is still there', () => {
    expect(readUsers(answer({ data: [{ id: '1' }] })).items).toMatchObject([
      { id: '1', firstName: '', preferredName: null },
    ]);
  });
});

it('never throws anything but a RolecallError, and never invents an id', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      for (const read of [readRoles, readUserRoles, readUsers]) {
        try {
          for (const item of read(answer(value)).items) expect(item.id).not.toBe('');
        } catch (error) {
          expect(error).toBeInstanceOf(RolecallError);
        }
      }
    }),
  );
});
