import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAuthorizationRequest } from '../../../service/authorization/authorization-request.ts';
import { isSensitive, missingFrom, parseOauthScopes } from '../../../service/authorization/oauth-scopes.ts';
import {
  canBeRegistered,
  formActionSource,
  isRegisteredRedirect,
  withQuery,
} from '../../../service/authorization/redirect-uri.ts';

const base = 'client_id=1001&response_type=code&redirect_uri=rolecall%3A%2F%2Foauth%2Fcallback&scope=pii%3Abasic';

test('whatever the state holds, it is kept as it was spelt', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (state) => {
      const encoded = encodeURIComponent(state);
      const read = readAuthorizationRequest(`${base}&state=${encoded}`);
      expect(read.ok && read.request.encodedState).toBe(encoded);
    }),
  );
});

test('a name spelt with percent signs is still that parameter', () => {
  const read = readAuthorizationRequest(`${base}&st%61te=x`);
  expect(read.ok && read.request.encodedState).toBe('x');
  expect(readAuthorizationRequest(`${base}&st%61te=x&state=y`).ok).toBe(false);
});

test('no query makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      readAuthorizationRequest(query);
    }),
  );
});

test('scopes are separated by spaces, and count once', () => {
  expect(parseOauthScopes('user:read  pii:basic user:read')).toEqual(['user:read', 'pii:basic']);
  for (const text of ['', '   ', 'a"b', 'a\\b', 'a\tb', 'ä']) expect(parseOauthScopes(text)).toBeUndefined();
  expect(missingFrom(['a', 'b'], ['b', 'c'])).toEqual(['c']);
});

test('all scopes but pii:basic are sensitive, unknown ones too', () => {
  expect(['pii:basic', 'user:read', 'user:roles:update', 'new:one'].filter(isSensitive)).toEqual([
    'user:read',
    'user:roles:update',
    'new:one',
  ]);
});

test('redirect addresses are compared letter for letter, loopback ports aside', () => {
  const registered = ['https://desk.example/cb?x=1', 'http://127.0.0.1/cb', 'http://[::1]:3000/cb', 'http://127.0.0.1'];
  for (const uri of [
    ...registered,
    'http://127.0.0.1:1/cb',
    'http://[::1]:65000/cb',
    'http://[::1]/cb',
    'http://127.0.0.1:80',
  ]) {
    expect(isRegisteredRedirect(registered, uri)).toBe(true);
  }
  for (const uri of [
    'https://desk.example/cb',
    'https://desk.example/cb?x=2',
    'https://desk.example:444/cb?x=1',
    'https://DESK.example/cb?x=1',
    'http://127.0.0.1:1/cb/',
    'http://127.0.0.1:1/cb?x',
    'http://127.0.0.1.evil.example/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1:999999/cb',
    'http://127.0.0.1:65536/cb',
    'https://127.0.0.1:1/cb',
    'http://127.0.0.2/cb',
  ]) {
    expect(isRegisteredRedirect(registered, uri)).toBe(false);
  }
});

test('only absolute addresses without fragment or script can be registered', () => {
  for (const uri of ['rolecall://oauth/callback', 'https://x.example/', 'com.example:/cb']) {
    expect(canBeRegistered(uri)).toBe(true);
  }
  for (const uri of [
    '/cb',
    'https://x.example/#a',
    'https://x.example/#',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
  ]) {
    expect(canBeRegistered(uri)).toBe(false);
  }
});

test('form-action names the origin, or the scheme of an application', () => {
  expect(formActionSource('rolecall://oauth/callback')).toBe('rolecall:');
  expect(formActionSource('http://127.0.0.1:5000/cb')).toBe('http://127.0.0.1:5000');
});

test('a query is appended to one that is there', () => {
  expect(withQuery('https://x.example/cb', ['a=1', 'b=2'])).toBe('https://x.example/cb?a=1&b=2');
  expect(withQuery('https://x.example/cb?y=0', ['a=1'])).toBe('https://x.example/cb?y=0&a=1');
});
