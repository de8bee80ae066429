import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataOperation } from '../../../../contract/registration-api/endpoints.ts';
import type { HttpResponse } from '../../../../electron/ports/http-transport.ts';
import { readError, readRetryAfter } from '../../../../electron/registration/read-error.ts';

const now = Date.UTC(2026, 5, 12, 9, 0, 0);
const json = { 'content-type': 'application/json' };

function answer(status: number, body: unknown = '', headers: Record<string, string> = json): HttpResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function codeOf(response: HttpResponse, operation: DataOperation = 'addRole'): string | undefined {
  return readError(response, operation, now)?.code;
}

describe('the envelope', () => {
  it.each([
    [400, { logic: { code: 3, message: 'User was already added' } }, 'service-already-has-role'],
    [400, { logic: { code: '3', message: '' } }, 'service-already-has-role'],
    [400, { logic: { code: 4, message: '' } }, 'service-does-not-have-role'],
    [400, { logic: { code: 99, message: '' } }, 'service-invalid-request'],
    [401, { authentication: { message: '' } }, 'service-unauthorized'],
    [403, { access: { message: '', permissions: ['user:roles:update'] } }, 'service-forbidden'],
    [404, { resource: { message: '' } }, 'service-not-found'],
    [422, { validation: { message: '' } }, 'service-invalid-request'],
    [429, { rateLimit: { message: '' } }, 'network-rate-limited'],
    [500, { server: { hash: 'abc123' } }, 'network-service-broken'],
    [400, { usage: { message: '' } }, 'service-invalid-request'],
    // Some services answer 200 and put the refusal into the body.
    [200, { access: { message: '', permissions: [] } }, 'service-forbidden'],
  ])('%i %j is %s', (status, errors, code) => {
    expect(codeOf(answer(status, { errors }))).toBe(code);
  });

  it('gives the trace hash and the missing permission, and never the service’s own sentence', () => {
    const broken = readError(answer(500, { errors: { server: { hash: 'abc123' } } }), 'getUser', now);
    expect(broken).toMatchObject({ traceHash: 'abc123', status: 500, retryable: true });
    const message = 'Jane Doe lacks it';
    const forbidden = readError(
      answer(403, { errors: { access: { message, permissions: ['user:read', 'Jane Doe'] } } }),
      'getUser',
      now,
    );
    expect(forbidden?.message).toContain('user:read');
    expect(forbidden?.message).not.toContain('Jane');
  });
});

describe('other ways of saying no', () => {
  it.each([
    ['OAuth form', answer(401, { error: 'invalid_token', error_description: 'x' }), 'service-unauthorized'],
    ['OAuth form', answer(403, { error: 'insufficient_scope' }), 'service-forbidden'],
    ['plain message', answer(403, { message: 'no' }), 'service-forbidden'],
    ['plain error', answer(400, { error: 'nope nope' }), 'service-invalid-request'],
    ['empty', answer(409), 'service-invalid-request'],
    ['empty', answer(404), 'service-invalid-request'],
    ['empty', answer(502, ''), 'network-service-broken'],
    [
      'page of a proxy',
      answer(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
      'network-service-broken',
    ],
    ['page with 401', answer(401, '<html></html>', { 'content-type': 'text/html' }), 'service-unauthorized'],
    ['timeout', answer(408), 'network-timeout'],
    ['status without meaning', answer(100), 'service-unexpected-answer'],
  ])('%s: %#', (_form, response, code) => {
    expect(codeOf(response)).toBe(code);
  });

  it('members that are null say nothing', () => {
    const nulls = { server: null, access: null, logic: null, authentication: null, validation: null, rateLimit: null };
    const body = { errors: { ...nulls, usage: null, resource: { message: 'No such user.' } } };
    expect(codeOf(answer(404, body))).toBe('service-not-found');
    expect(
      readError(answer(200, { errors: { ...nulls, resource: null, usage: null }, data: [] }), 'getUser', now),
    ).toBe(null);
  });

  it('a read that finds nothing is not found, a write leaves the finding out to the delivery', () => {
    expect(codeOf(answer(404, {}), 'listUserRoles')).toBe('service-not-found');
    expect(codeOf(answer(404, {}), 'removeRole')).toBe('service-invalid-request');
  });
});

describe('something before the service', () => {
  it.each([
    answer(200, '<html>Sign in to the Wi-Fi</html>', { 'content-type': 'text/html' }),
    answer(404, '<!doctype html><title>404</title>', {}),
    answer(403, '<html>Blocked</html>', { 'content-type': 'text/html' }),
    answer(302, '', { location: 'http://portal.example/' }),
    answer(307),
    answer(407),
    answer(511, '<html></html>', { 'content-type': 'text/html' }),
  ])('is offline: %#', (response) => {
    expect(codeOf(response)).toBe('network-captive-portal');
    expect(codeOf(response, 'getUser')).toBe('network-captive-portal');
  });
});

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['1.5', 1_500],
    ['86400', 60_000],
    ['Fri, 12 Jun 2026 09:00:30 GMT', 30_000],
    ['Fri, 12 Jun 2026 08:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s milliseconds', (value, expected) => {
    expect(readRetryAfter(value, now)).toBe(expected);
  });

  it('as a date is counted by the clock of whoever sent it', () => {
    const headers = { 'retry-after': 'Fri, 12 Jun 2026 09:10:30 GMT', date: 'Fri, 12 Jun 2026 09:10:00 GMT' };
    // Ten minutes behind, and ten minutes ahead.
    for (const ours of [now, now + 20 * 60_000]) {
      expect(readError(answer(503, '', headers), 'getUser', ours)?.retryAfterMs).toBe(30_000);
    }
  });

  it('comes with 429 and 503', () => {
    for (const status of [429, 503]) {
      expect(readError(answer(status, '', { 'retry-after': '5' }), 'getUser', now)?.retryAfterMs).toBe(5_000);
    }
  });
});

it.each([
  [204, null],
  [200, null],
  [400, 'service-invalid-request'],
])('no body is no page, whatever type a server gives it: %s', (status, code) => {
  const response = answer(status, '', { 'content-type': 'text/html; charset=UTF-8' });
  expect(readError(response, 'addRole', now)?.code ?? null).toBe(code);
});

it('JSON is no page either', () => {
  const headers = { 'content-type': 'text/html; charset=UTF-8' };
  expect(codeOf(answer(400, { errors: { logic: { code: 3 } } }, headers))).toBe('service-already-has-role');
  expect(readError(answer(200, { data: [] }, headers), 'listUserRoles', now)).toBeNull();
});

it('a success is no error, whatever its body', () => {
  for (const body of ['', '{"data":[]}', 'not json']) {
    for (const status of [200, 201, 204, 299]) expect(readError(answer(status, body), 'addRole', now)).toBeNull();
  }
});

it('every answer that is not a success has a meaning', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), fc.oneof(fc.json(), fc.string()), (status, body) => {
      expect(readError(answer(status, body), 'removeRole', now)).not.toBeNull();
    }),
  );
});
