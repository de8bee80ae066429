import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applicationAt,
  authorize,
  callApi,
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
