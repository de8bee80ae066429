import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applicationAt,
  authorize,
  callApi,
  integrationToken,
  requestToken,
  startService,
  type TestService,
} from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

function ask(fields: Record<string, string>) {
  const { clientId, clientSecret } = applicationAt(service, 0);
  return requestToken(service, { client_id: clientId, client_secret: clientSecret, ...fields });
}

async function exchangeFields() {
  const code = (await authorize(service, 'desk')).searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, redirect_uri: 'rolecall://oauth/callback' };
}

const works = async (token: unknown) => (await callApi(service, String(token), 'GET', '/api/users/current')).status;

test('a code used twice in the same moment gives tokens once, and they are revoked by the second use', async () => {
  for (let round = 0; round < 5; round++) {
    const fields = await exchangeFields();
    const answers = await Promise.all([ask(fields), ask(fields), ask(fields)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const winner = answers.find((answer) => answer.status === 200);
    expect(await works(winner?.body.access_token)).toBe(401);
  }
});

test('a refresh token used twice in the same moment gives a pair once, and the grant is revoked', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await ask(await exchangeFields());
    const fields = { grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) };
    const answers = await Promise.all([ask(fields), ask(fields), ask(fields)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400]);
    const winner = answers.find((answer) => answer.status === 200);
    expect(await works(winner?.body.access_token)).toBe(401);
    expect(await works(first.body.access_token)).toBe(401);
  }
});

test('--rate-limit answers 429 with Retry-After, then lets through again', async () => {
  const limited = await startService({ rateLimit: 5 });
  try {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => callApi(limited, undefined, 'GET', '/api/v0/roles')),
    );
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.body).toMatchObject({ errors: { rateLimit: { message: expect.any(String) } } });
    await limited.database.deleteFrom('counter').execute();
    expect((await callApi(limited, undefined, 'GET', '/api/v0/roles')).status).toBe(401);
  } finally {
    await limited.stop();
  }
});

/** For whom the service has counted requests. */
const callers = async (limited: TestService) =>
  (await limited.database.selectFrom('counter').select('key').execute()).map(({ key }) => key);

test('--rate-limit counts made-up tokens for their address, however they are written, and good ones for themselves', async () => {
  const limited = await startService({ rateLimit: 1 });
  try {
    const token = await integrationToken(limited, 'user:read');
    await limited.database.deleteFrom('counter').execute();
    const sent = ['Bearer made-up-1', 'Bearer made-up-2', 'bearer  made-up-2', 'Basic made-up', 'made-up', ''];
    const ask = (authorization: string) =>
      fetch(`${limited.url}/api/v0/roles`, { headers: { authorization } }).then(({ status }) => status);
    const statuses = await Promise.all(sent.map(ask));
    expect(await callers(limited)).toEqual(['rate 127.0.0.1']);
    expect(new Set([...statuses, 429])).toEqual(new Set([401, 429]));
    for (let attempt = 0; attempt < 50 && !statuses.includes(429); attempt++) {
      statuses.push(...(await Promise.all(sent.map(ask))));
    }
    expect(statuses).toContain(429);
    // Nobody at the same address is shut out by that.
    await limited.database
      .updateTable('counter')
      .set({ hits: 1_000, window_ends_at: new Date('2060-01-01') })
      .execute();
    expect(await ask(`Bearer ${token}`)).toBe(200);
    await limited.database.deleteFrom('counter').where('key', '!=', 'rate 127.0.0.1').execute();
    expect(await ask(`bearer  ${token}`)).toBe(200);
    expect(await ask('Bearer made-up-3')).toBe(429);
  } finally {
    await limited.stop();
  }
});

test('--trust-proxy: whose requests they are is believed of a proxy that is named, and of nobody else', async () => {
  const ask = async (proxies: readonly string[], forwardedFor: readonly string[]) => {
    const limited = await startService({ rateLimit: 1_000, trustedProxies: proxies });
    try {
      for (const header of forwardedFor) {
        await fetch(`${limited.url}/api/v0/roles`, { headers: { 'x-forwarded-for': header } });
      }
      return (await callers(limited)).sort();
    } finally {
      await limited.stop();
    }
  };
  // The last one is what the proxy has seen; what stands before it, anybody can have written.
  const sent = ['192.0.2.1', '192.0.2.2', '192.0.2.77, 192.0.2.2', '2001:db8:1:2::1', '2001:db8:1:2:3::4'];
  const believed = ['rate 192.0.2.1', 'rate 192.0.2.2', 'rate 2001:db8:1:2::/64'];
  expect(await ask(['127.0.0.1'], sent)).toEqual(believed);
  expect(await ask(['10.0.0.1', '127.0.0.0/8'], sent)).toEqual(believed);
  expect(await ask([], sent)).toEqual(['rate 127.0.0.1']);
  expect(await ask(['10.0.0.0/8'], sent)).toEqual(['rate 127.0.0.1']);
});
