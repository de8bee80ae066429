import { expect, it } from 'vitest';
import { type Bearer, BearerCache } from '../../../service/authorization/bearer-cache.ts';

const bearer: Bearer = { clientId: '1', userId: null, oauthScopes: ['user:read'] };
const later = 1_000;

function filled(): BearerCache {
  const cache = new BearerCache();
  cache.remember('hash', bearer, later, cache.generation);
  return cache;
}

it('remembers until the token expires', () => {
  const cache = filled();
  expect(cache.find('hash', later - 1)).toEqual(bearer);
  expect(cache.find('other', 0)).toBeUndefined();
  expect(cache.find('hash', later)).toBeUndefined();
});

it.each([
  'update "authorization_grant" set "revoked_at" = now() where "id" = $1',
  'delete from "access_token" where "token_hash" = $1',
  'update "application" set "obo_scopes" = $1',
  'delete from "app_user" where "id" = $1',
  'truncate user_role, access_token',
  'with gone as (delete from access_token returning 1) select 1 from gone',
  'insert into user_role_history select 1',
  'begin',
  'rollback',
])('forgets everybody at: %s', (statement) => {
  const cache = filled();
  cache.noticeStatement(statement);
  expect(cache.find('hash', 0)).toBeUndefined();
});

it.each([
  'select * from "access_token"',
  'insert into user_role (user_id, role_id, scope)\n          values ($1, $2, $3)',
  'delete from user_role\n        where user_id = $1 and role_id = $2',
  'update "counter" set "hits" = 1',
])('stays as it is at: %s', (statement) => {
  const cache = filled();
  cache.noticeStatement(statement);
  expect(cache.find('hash', 0)).toEqual(bearer);
});

it('does not remember what was read before a statement that changed something', () => {
  const cache = new BearerCache();
  const before = cache.generation;
  cache.noticeStatement('delete from "access_token"');
  cache.remember('hash', bearer, later, before);
  expect(cache.find('hash', 0)).toBeUndefined();
});

it('holds a bounded number of tokens', () => {
  const cache = new BearerCache();
  for (let index = 0; index < 5_000; index++) cache.remember(`hash ${index}`, bearer, later, cache.generation);
  const held = Array.from({ length: 5_000 }, (_, index) => cache.find(`hash ${index}`, 0)).filter(Boolean);
  expect(held.length).toBeLessThanOrEqual(1_000);
  expect(held.length).toBeGreaterThan(0);
});
