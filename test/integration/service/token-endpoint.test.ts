import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApplication } from '../../../service/authorization/applications.ts';
import { hashSecret } from '../../../service/authorization/secrets.ts';
import {
  type AuthorizationParameters,
  applicationAt,
  authorizationPath,
  authorize,
  callApi,
  operatorNamed,
  requestToken,
  startService,
  TestBrowser,
  type TestService,
} from '../../support/service.ts';

const redirectUri = 'rolecall://oauth/callback';
const allScopes = 'pii:basic user:read user:roles:update';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

function credentials(application: 0 | 1 = 0) {
  const { clientId, clientSecret } = applicationAt(service, application);
  return { client_id: clientId, client_secret: clientSecret };
}

async function newCode(parameters: AuthorizationParameters = {}): Promise<string> {
  return (await authorize(service, 'lead', parameters)).searchParams.get('code') ?? '';
}

function exchange(code: string, fields: Record<string, string | undefined> = {}) {
  return requestToken(service, {
    ...credentials(),
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...fields,
  });
}

function refresh(refreshToken: unknown, fields: Record<string, string | undefined> = {}) {
  return requestToken(service, {
    ...credentials(),
    grant_type: 'refresh_token',
    refresh_token: String(refreshToken),
    ...fields,
  });
}

/** Tokens of the second application, with all scopes. */
async function grantAll() {
  const code = await newCode({ application: 1, oauthScopes: allScopes });
  const { body } = await exchange(code, credentials(1));
  return body as { access_token: string; refresh_token: string; scope: string };
}

const currentUser = (token: unknown) => callApi(service, String(token), 'GET', '/api/users/current');

describe('authorization_code', () => {
  test('gives a bearer token and a refresh token, seconds and scopes', async () => {
    const { status, body, headers } = await exchange(await newCode());
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expires_in: 3600,
      scope: 'pii:basic',
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      token_type: 'bearer',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect((await currentUser(body.access_token)).body).toMatchObject({
      id: '9003',
      sub: '9003',
      preferredName: 'Alex',
    });
  });

  test('a code works once; its second use revokes what the first one gave', async () => {
    const code = await newCode();
    const first = await exchange(code);
    const second = await exchange(code);
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant']);
    expect((await currentUser(first.body.access_token)).status).toBe(401);
    expect((await refresh(first.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('a code belongs to its application, and another one can neither use nor spoil it', async () => {
    const code = await newCode();
    const other = await exchange(code, credentials(1));
    expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
    const own = await exchange(code);
    expect(own.status).toBe(200);
    expect((await exchange(code, credentials(1))).status).toBe(400);
    expect((await currentUser(own.body.access_token)).status).toBe(200);
  });

  test('a code belongs to its redirect address', async () => {
    const code = await newCode({ redirectUri: 'http://127.0.0.1:5001/oauth/callback' });
    for (const other of [redirectUri, 'http://127.0.0.1:5002/oauth/callback', 'http://127.0.0.1/oauth/callback']) {
      expect((await exchange(code, { redirect_uri: other })).body.error).toBe('invalid_grant');
    }
    expect((await exchange(code, { redirect_uri: undefined })).body.error).toBe('invalid_request');
    expect((await exchange(code, { redirect_uri: 'http://127.0.0.1:5001/oauth/callback' })).status).toBe(200);
  });

  test('a code lives 60 s', async () => {
    const code = await newCode();
    const lifetime = await service.database
      .selectFrom('authorization_code')
      .select(sql<number>`extract(epoch from expires_at - now())::float8`.as('seconds'))
      .where('code_hash', '=', hashSecret(code))
      .executeTakeFirstOrThrow();
    expect(lifetime.seconds).toBeGreaterThan(30);
    expect(lifetime.seconds).toBeLessThanOrEqual(60);
    await service.database
      .updateTable('authorization_code')
      .set({ expires_at: sql<Date>`now() - interval '1 millisecond'` })
      .where('code_hash', '=', hashSecret(code))
      .execute();
    expect((await exchange(code)).body.error).toBe('invalid_grant');
  });

  test('scope may repeat what was granted, not exceed it', async () => {
    expect((await exchange(await newCode(), { scope: 'pii:basic' })).body.scope).toBe('pii:basic');
    expect((await exchange(await newCode(), { scope: 'pii:basic user:read' })).body.error).toBe('invalid_scope');
  });

  test('an unknown code is refused', async () => {
    expect((await exchange('nonsense')).body.error).toBe('invalid_grant');
  });
});

describe('PKCE (RFC 7636)', () => {
  const verifier = 'v'.repeat(64);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const withChallenge = { extra: { code_challenge: challenge, code_challenge_method: 'S256' } };

  test('a code with a challenge needs the verifier', async () => {
    const code = await newCode(withChallenge);
    expect((await exchange(code)).body.error).toBe('invalid_grant');
    expect((await exchange(code, { code_verifier: 'w'.repeat(64) })).body.error).toBe('invalid_grant');
    expect((await exchange(code, { code_verifier: challenge })).body.error).toBe('invalid_grant');
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200);
  });

  test('a code without a challenge refuses a verifier: the challenge may have been taken out on the way', async () => {
    expect((await exchange(await newCode(), { code_verifier: verifier })).body.error).toBe('invalid_grant');
  });
});

describe('refresh_token', () => {
  test('gives a new pair; the old refresh token is dead, and using it revokes the grant', async () => {
    const first = (await exchange(await newCode())).body;
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.token_type).toBe('bearer');
    expect(second.body.access_token).not.toBe(first.access_token);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await currentUser(second.body.access_token)).status).toBe(200);

    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await currentUser(second.body.access_token)).status).toBe(401);
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('never expires unused', async () => {
    const { refresh_token } = (await exchange(await newCode())).body;
    await service.database
      .updateTable('access_token')
      .set({ expires_at: sql<Date>`now() - interval '10 years'` })
      .execute();
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  test('without scope keeps those of the token before', async () => {
    const tokens = await grantAll();
    const narrowed = await refresh(tokens.refresh_token, { ...credentials(1), scope: 'user:read pii:basic' });
    expect(narrowed.body.scope).toBe('user:read pii:basic');
    const kept = await refresh(narrowed.body.refresh_token, credentials(1));
    expect(kept.body.scope).toBe('user:read pii:basic');
  });

  test('scopes dropped once never come back, and none can be added', async () => {
    const tokens = await grantAll();
    const narrowed = await refresh(tokens.refresh_token, { ...credentials(1), scope: 'pii:basic' });
    const back = await refresh(narrowed.body.refresh_token, { ...credentials(1), scope: 'pii:basic user:read' });
    expect([back.status, back.body.error]).toEqual([400, 'invalid_scope']);
    const added = await refresh(narrowed.body.refresh_token, { ...credentials(1), scope: 'pii:basic something:new' });
    expect(added.body.error).toBe('invalid_scope');
    // A refused wish does not use the token up.
    expect((await refresh(narrowed.body.refresh_token, credentials(1))).body.scope).toBe('pii:basic');
  });

  test('redirect_uri is optional; if sent, it must match', async () => {
    const tokens = (await exchange(await newCode())).body;
    const other = await refresh(tokens.refresh_token, { redirect_uri: 'http://127.0.0.1/oauth/callback' });
    expect(other.body.error).toBe('invalid_grant');
    const same = await refresh(tokens.refresh_token, { redirect_uri: redirectUri });
    expect(same.status).toBe(200);
  });

  test('belongs to its application', async () => {
    const tokens = (await exchange(await newCode())).body;
    expect((await refresh(tokens.refresh_token, credentials(1))).body.error).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('is not good as a bearer, nor a bearer as a refresh token', async () => {
    const tokens = (await exchange(await newCode())).body;
    expect((await currentUser(tokens.refresh_token)).status).toBe(401);
    expect((await refresh(tokens.access_token)).body.error).toBe('invalid_grant');
  });

  test('with --refresh-grace a used one works again for that long, for replies lost on the way', async () => {
    const lenient = await startService({ refreshGraceSeconds: 30 });
    try {
      const { clientId, clientSecret } = applicationAt(lenient, 0);
      const own = { client_id: clientId, client_secret: clientSecret };
      const code = (await authorize(lenient, 'desk')).searchParams.get('code') ?? '';
      const first = await requestToken(lenient, {
        ...own,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      });
      const again = { ...own, grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) };
      expect((await requestToken(lenient, again)).status).toBe(200);
      expect((await requestToken(lenient, again)).status).toBe(200);
      await lenient.database
        .updateTable('refresh_token')
        .set({ used_at: sql<Date>`now() - interval '31 seconds'` })
        .where('token_hash', '=', hashSecret(String(first.body.refresh_token)))
        .execute();
      expect((await requestToken(lenient, again)).body.error).toBe('invalid_grant');
    } finally {
      await lenient.stop();
    }
  });
});

describe('client_credentials', () => {
  const request = (scope: string | undefined, application: 0 | 1 = 0) =>
    requestToken(service, { ...credentials(application), grant_type: 'client_credentials', scope });

  test('gives a token without a refresh token, for any subset of the approved scopes', async () => {
    const { status, body } = await request('user:read');
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: 3600,
      scope: 'user:read',
      token_type: 'bearer',
    });
    expect((await request('user:roles:update user:read')).body.scope).toBe('user:roles:update user:read');
  });

  test('several tokens with different scopes work side by side', async () => {
    const reading = (await request('user:read')).body.access_token;
    const writing = (await request('user:roles:update')).body.access_token;
    expect((await callApi(service, String(reading), 'GET', '/api/v0/roles')).status).toBe(200);
    expect((await callApi(service, String(writing), 'GET', '/api/v0/roles')).status).toBe(403);
    expect((await callApi(service, String(writing), 'DELETE', '/api/v0/users/9001/roles/101')).status).toBe(400);
    expect((await callApi(service, String(reading), 'GET', '/api/v0/roles')).status).toBe(200);
  });

  test('scopes that are OBO only are an error', async () => {
    const { status, body } = await request('pii:basic');
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
    expect(body.error_description).toMatch(/on behalf of a user/);
    expect((await request('user:read pii:basic')).body.error).toBe('invalid_scope');
    expect((await request('user:read', 1)).body.error).toBe('invalid_scope');
  });

  test('unknown scopes and no scope at all are an error', async () => {
    expect((await request('user:everything')).body.error).toBe('invalid_scope');
    expect((await request(undefined)).body.error).toBe('invalid_scope');
    expect((await request('user:read"')).body.error).toBe('invalid_scope');
  });
});

describe('every grant', () => {
  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['an unknown application', { client_id: '4711' }, 401, 'invalid_client'],
    ['a client_id that is no number', { client_id: "1001' or 1=1" }, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 400, 'invalid_request'],
    ['an unknown grant_type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant_type', { grant_type: undefined }, 400, 'invalid_request'],
  ])('refuses %s', async (_what, change, status, error) => {
    const answer = await requestToken(service, {
      ...credentials(),
      grant_type: 'client_credentials',
      scope: 'user:read',
      ...change,
    });
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    expect(answer.body.error_description).toEqual(expect.any(String));
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes forms only', async () => {
    const response = await fetch(`${service.url}/api/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials(), grant_type: 'client_credentials', scope: 'user:read' }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('takes each field once', async () => {
    const body = new URLSearchParams({ ...credentials(), grant_type: 'client_credentials', scope: 'user:read' });
    body.append('scope', 'user:roles:update');
    const response = await fetch(`${service.url}/api/oauth/token`, { method: 'POST', body });
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('stores neither tokens nor codes nor secrets, only their hashes', async () => {
    const code = await newCode();
    const { body } = await exchange(code);
    const secrets = [code, body.access_token, body.refresh_token, applicationAt(service, 0).clientSecret].map(String);
    for (const table of ['authorization_code', 'access_token', 'refresh_token', 'application'] as const) {
      const text = JSON.stringify(await service.database.selectFrom(table).selectAll().execute());
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  test('an access token ends after its time', async () => {
    const brief = await startService({ accessTokenSeconds: 5 });
    try {
      const { clientId, clientSecret } = applicationAt(brief, 0);
      const { body } = await requestToken(brief, {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        scope: 'user:read',
      });
      expect(body.expires_in).toBe(5);
      expect((await callApi(brief, String(body.access_token), 'GET', '/api/v0/roles')).status).toBe(200);
      await brief.database
        .updateTable('access_token')
        .set({ expires_at: sql<Date>`expires_at - interval '5 seconds'` })
        .execute();
      expect((await callApi(brief, String(body.access_token), 'GET', '/api/v0/roles')).status).toBe(401);
    } finally {
      await brief.stop();
    }
  });
});

describe('revoking', () => {
  test("the user's page lists applications and takes everything back at once", async () => {
    const tokens = await grantAll();
    const browser = new TestBrowser(service);
    const page = await browser.open('/applications', operatorNamed(service, 'lead'));
    expect(page.html).toContain('Rolecall for leads');
    const done = await browser.submit(page, '/applications', { client_id: applicationAt(service, 1).clientId });
    expect(done.html).toContain('Rolecall for leads no longer has access.');
    expect((await callApi(service, tokens.access_token, 'GET', '/api/v0/roles')).status).toBe(401);
    expect((await refresh(tokens.refresh_token, credentials(1))).body.error).toBe('invalid_grant');
  });

  test('takes back a code that is still on its way', async () => {
    const code = await newCode({ application: 1, oauthScopes: allScopes });
    const browser = new TestBrowser(service);
    const page = await browser.open('/applications', operatorNamed(service, 'lead'));
    await browser.post('/applications', {
      form_token: page.hiddenFields('/sign-out').form_token ?? '',
      client_id: applicationAt(service, 1).clientId,
    });
    expect((await exchange(code, credentials(1))).body.error).toBe('invalid_grant');
  });

  test("changing an application's scopes ends what it had; users authenticate again", async () => {
    const tokens = await grantAll();
    const pending = await newCode({ application: 1, oauthScopes: allScopes });
    const registration = { ...applicationAt(service, 1), name: 'Rolecall for leads' };
    await registerApplication(service.database, registration);
    expect((await callApi(service, tokens.access_token, 'GET', '/api/v0/roles')).status).toBe(200);

    await registerApplication(service.database, { ...registration, oboScopes: ['pii:basic', 'user:read'] });
    expect((await callApi(service, tokens.access_token, 'GET', '/api/v0/roles')).status).toBe(401);
    expect((await refresh(tokens.refresh_token, credentials(1))).body.error).toBe('invalid_grant');
    expect((await exchange(pending, credentials(1))).body.error).toBe('invalid_grant');
    await registerApplication(service.database, registration);
    expect((await refresh(tokens.refresh_token, credentials(1))).body.error).toBe('invalid_grant');
    expect((await grantAll()).scope).toBe(allScopes);
  });

  test('by the application (RFC 7009)', async () => {
    const revoke = (fields: Record<string, string>) =>
      fetch(`${service.url}/api/oauth/revoke`, { method: 'POST', body: new URLSearchParams(fields) });
    const tokens = await grantAll();
    expect((await revoke({ ...credentials(0), token: tokens.refresh_token })).status).toBe(400);
    expect((await revoke({ ...credentials(1), client_secret: 'wrong', token: tokens.refresh_token })).status).toBe(401);
    expect((await callApi(service, tokens.access_token, 'GET', '/api/v0/roles')).status).toBe(200);
    expect((await revoke({ ...credentials(1), token: 'unknown' })).status).toBe(200);
    expect((await revoke({ ...credentials(1), token: tokens.refresh_token })).status).toBe(200);
    expect((await callApi(service, tokens.access_token, 'GET', '/api/v0/roles')).status).toBe(401);

    const others = await grantAll();
    expect((await revoke({ ...credentials(1), token: others.access_token })).status).toBe(200);
    expect((await callApi(service, others.access_token, 'GET', '/api/v0/roles')).status).toBe(401);
    expect((await refresh(others.refresh_token, credentials(1))).status).toBe(200);
  });
});

test('metadata names every endpoint (RFC 8414)', async () => {
  const metadata = (await (await fetch(`${service.url}/.well-known/oauth-authorization-server`)).json()) as Record<
    string,
    unknown
  >;
  expect(metadata).toMatchObject({
    issuer: service.url,
    authorization_endpoint: `${service.url}/oauth/authorize`,
    token_endpoint: `${service.url}/api/oauth/token`,
    revocation_endpoint: `${service.url}/api/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
  });
  expect(authorizationPath(service)).toContain('/oauth/authorize');
});
