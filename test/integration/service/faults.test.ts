import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  applicationAt,
  authorize,
  callApi,
  integrationToken,
  requestToken,
  setFaults,
  startService,
  type TestService,
} from '../../support/service.ts';

const membership = '/api/v0/users/10001/roles/113';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService({ faults: true });
  token = await integrationToken(service, 'user:read', 'user:roles:update');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await setFaults(service, { rules: [] });
  await service.database.deleteFrom('user_role').where('user_id', '=', '10001').execute();
});

const give = () => callApi(service, token, 'PUT', membership, { scope: 'global' });
const isHeld = async () =>
  (await service.database.selectFrom('user_role').select('role_id').where('user_id', '=', '10001').execute()).length ===
  1;

test('the plan is guarded by the secret of this run', async () => {
  for (const authorization of [undefined, 'Bearer wrong', `Bearer ${token}`]) {
    const response = await fetch(service.faults?.url ?? '', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body: '{"rules":[]}',
    });
    expect(response.status).toBe(401);
  }
});

test('without --faults there is no such address', async () => {
  const plain = await startService();
  expect(plain.faults).toBeUndefined();
  expect((await fetch(`${plain.url}/faults`, { method: 'PUT' })).status).toBe(404);
  await plain.stop();
});

test('an unknown kind is refused', async () => {
  const response = await fetch(service.faults?.url ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.faults?.secret}` },
    body: '{"rules":[{"endpoint":"token","kind":"earthquake"}]}',
  });
  expect(response.status).toBe(422);
});

test('500 before the write: nothing was done', async () => {
  await setFaults(service, { rules: [{ endpoint: 'addRole', kind: 'error-before-write', times: 1 }] });
  expect((await give()).status).toBe(500);
  expect(await isHeld()).toBe(false);
  expect((await give()).status).toBe(204);
});

test('500 after the write: it was done', async () => {
  await setFaults(service, { rules: [{ endpoint: 'addRole', kind: 'error-after-write', times: 1 }] });
  expect((await give()).status).toBe(500);
  expect(await isHeld()).toBe(true);
  expect((await give()).status).toBe(400);
});

test('a reset before the write, and a reply lost after it', async () => {
  await setFaults(service, { rules: [{ endpoint: 'addRole', kind: 'reset', times: 1 }] });
  await expect(give()).rejects.toThrow('fetch failed');
  expect(await isHeld()).toBe(false);
  await setFaults(service, { rules: [{ endpoint: 'addRole', kind: 'reply-lost', times: 1 }] });
  await expect(give()).rejects.toThrow('fetch failed');
  expect(await isHeld()).toBe(true);
});

test('truncated JSON, a captive portal, a rate limit', async () => {
  const read = () => fetch(`${service.url}/api/v0/roles`, { headers: { authorization: `Bearer ${token}` } });
  await setFaults(service, { rules: [{ endpoint: 'listRoles', kind: 'truncated-json', times: 1 }] });
  const truncated = await read();
  expect(truncated.status).toBe(200);
  await expect(truncated.json()).rejects.toThrow(SyntaxError);
  await setFaults(service, { rules: [{ endpoint: 'any', kind: 'captive-portal', times: 1 }] });
  const portal = await read();
  expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  await setFaults(service, { rules: [{ endpoint: 'any', kind: 'rate-limited', retryAfterSeconds: 7, times: 1 }] });
  const limited = await read();
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await read()).status).toBe(200);
});

test('a slow body arrives whole, a late answer too', async () => {
  await setFaults(service, {
    rules: [
      { endpoint: 'listRoles', kind: 'slow-body', milliseconds: 40, times: 1 },
      { endpoint: 'listRoles', kind: 'latency', milliseconds: 10, times: 1 },
    ],
  });
  const slow = await callApi(service, token, 'GET', '/api/v0/roles');
  const late = await callApi(service, token, 'GET', '/api/v0/roles');
  expect(slow.body).toEqual(late.body);
});

test('a revoked token stays revoked', async () => {
  const other = await integrationToken(service, 'user:read');
  await setFaults(service, { rules: [{ endpoint: 'listRoles', kind: 'token-revoked', times: 1 }] });
  expect((await callApi(service, other, 'GET', '/api/v0/roles')).status).toBe(401);
  expect((await callApi(service, other, 'GET', '/api/v0/roles')).status).toBe(401);
  expect((await callApi(service, token, 'GET', '/api/v0/roles')).status).toBe(200);
});

test('a reply lost after rotation: the old refresh token is used up', async () => {
  const { clientId, clientSecret } = applicationAt(service, 0);
  const own = { client_id: clientId, client_secret: clientSecret };
  const code = (await authorize(service, 'desk')).searchParams.get('code') ?? '';
  const first = await requestToken(service, {
    ...own,
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'rolecall://oauth/callback',
  });
  const refresh = { ...own, grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) };
  await setFaults(service, { rules: [{ endpoint: 'token', kind: 'reply-lost', times: 1 }] });
  await expect(requestToken(service, refresh)).rejects.toThrow('fetch failed');
  expect((await requestToken(service, refresh)).body.error).toBe('invalid_grant');
});

test('the same seed strikes the same requests', async () => {
  const strikes = async (seed: number) => {
    await setFaults(service, {
      seed,
      rules: [{ endpoint: 'listRoles', kind: 'error-before-write', probability: 0.5 }],
    });
    const statuses: number[] = [];
    for (let count = 0; count < 20; count++) {
      statuses.push((await callApi(service, token, 'GET', '/api/v0/roles')).status);
    }
    return statuses;
  };
  const first = await strikes(5);
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await strikes(5)).toEqual(first);
  expect(await strikes(6)).not.toEqual(first);
});
