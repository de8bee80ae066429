import { describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import type { HttpRequest, HttpResponse } from '../../../../electron/ports/http-transport.ts';
import { authorizationUrl } from '../../../../electron/sign-in/authorization-url.ts';
import {
  createTokenEndpoint,
  errorOfOutcome,
  readTokenAnswer,
  type TokenOutcome,
} from '../../../../electron/sign-in/token-endpoint.ts';

const json = (body: unknown, status = 200): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const good = { access_token: 'a', token_type: 'Bearer', expires_in: 3_600, scope: 'x y', refresh_token: 'r' };

describe('readTokenAnswer', () => {
  it('reads a whole answer', () => {
    expect(readTokenAnswer(json({ ...good, unknown: [1] }), ['x'])).toEqual({
      kind: 'granted',
      grant: { accessToken: 'a', refreshToken: 'r', oauthScopes: ['x', 'y'], lifetimeMs: 3_600_000 },
    });
  });

  it.each<[string, object, object]>([
    ['a missing scope', { scope: undefined }, { oauthScopes: ['asked'] }],
    ['a missing refresh token', { refresh_token: undefined }, { refreshToken: null }],
    ['a lower-case token type', { token_type: 'bearer' }, { accessToken: 'a' }],
    ['a lifetime written as text', { expires_in: '60' }, { lifetimeMs: 60_000 }],
    ['no lifetime', { expires_in: undefined }, { lifetimeMs: 600_000 }],
    ['an endless lifetime', { expires_in: 1e12 }, { lifetimeMs: 2_592_000_000 }],
  ])('accepts %s', (_what, change, result) => {
    expect(readTokenAnswer(json({ ...good, ...change }), ['asked'])).toMatchObject({ kind: 'granted', grant: result });
  });

  it.each<[string, HttpResponse]>([
    ['no token', json({ ...good, access_token: undefined })],
    ['an empty token', json({ ...good, access_token: '' })],
    ['a token with a line break', json({ ...good, access_token: 'a\r\nX: y' })],
    ['another token type', json({ ...good, token_type: 'mac' })],
    ['no token type', json({ ...good, token_type: undefined })],
    ['a lifetime of nothing', json({ ...good, expires_in: 0 })],
    ['a negative lifetime', json({ ...good, expires_in: -1 })],
    ['no JSON', json('<html>')],
    ['an array', json([good])],
    ['nothing', json('')],
    ['JSON under another content type', { ...json(good), headers: { 'content-type': 'text/plain' } }],
    ['no content type', { ...json(good), headers: {} }],
    ['too much', json({ ...good, filler: 'x'.repeat(70_000) })],
  ])('does not take for tokens: %s', (_what, answer) => {
    expect(readTokenAnswer(answer, []).kind).toBe('not-understood');
  });

  it.each<[HttpResponse, TokenOutcome]>([
    [json({ error: 'invalid_grant' }, 400), { kind: 'refused', error: 'invalid_grant', status: 400 }],
    [json({ error: 'invalid_client' }, 401), { kind: 'refused', error: 'invalid_client', status: 401 }],
    [json({ error: 'server_error' }, 500), { kind: 'not-understood', status: 500, portal: false }],
    [json('nonsense', 400), { kind: 'not-understood', status: 400, portal: false }],
    [
      { status: 302, headers: {}, body: '' },
      { kind: 'not-understood', status: 302, portal: true },
    ],
    [
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
      { kind: 'not-understood', status: 200, portal: true },
    ],
    [
      { status: 429, headers: { 'retry-after': '7' }, body: '' },
      { kind: 'busy', status: 429, retryAfterMs: 7_000 },
    ],
    [
      { status: 503, headers: { 'retry-after': '9999' }, body: '' },
      { kind: 'busy', status: 503, retryAfterMs: 60_000 },
    ],
    [
      {
        status: 503,
        headers: { date: 'Sat, 14 Mar 2026 09:00:00 GMT', 'retry-after': 'Sat, 14 Mar 2026 09:00:20 GMT' },
        body: '',
      },
      { kind: 'busy', status: 503, retryAfterMs: 20_000 },
    ],
    [
      { status: 503, headers: {}, body: '' },
      { kind: 'busy', status: 503, retryAfterMs: null },
    ],
  ])('tells %j', (answer, outcome) => {
    expect(readTokenAnswer(answer, [])).toEqual(outcome);
  });
});

describe('createTokenEndpoint', () => {
  function endpointAnswering(...answers: (HttpResponse | RolecallError)[]) {
    const requests: HttpRequest[] = [];
    const endpoint = createTokenEndpoint({
      transport: async (request) => {
        requests.push(request);
        const answer = answers.shift() ?? json(good);
        if (answer instanceof RolecallError) throw answer;
        return answer;
      },
      baseUrl: 'https://service.example/event',
      clientId: '1001',
      clientSecret: 'sec&ret',
    });
    const form = (index: number) => Object.fromEntries(new URLSearchParams(requests[index]?.body ?? ''));
    return { endpoint, requests, form };
  }

  it('sends the three grants as the specification has them, credentials in the form only', async () => {
    const { endpoint, requests, form } = endpointAnswering();
    const redirectUri = 'rolecall://oauth/callback';
    await endpoint.exchange({ code: 'c', verifier: 'v', redirectUri, oauthScopes: ['a', 'b'] });
    await endpoint.refresh({ refreshToken: 'r', redirectUri, oauthScopes: ['a'] });
    await endpoint.forApplication('user:read');
    const credentials = { client_id: '1001', client_secret: 'sec&ret' };
    expect(form(0)).toEqual({
      ...credentials,
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: 'v',
      redirect_uri: redirectUri,
      scope: 'a b',
    });
    expect(form(1)).toEqual({
      ...credentials,
      grant_type: 'refresh_token',
      refresh_token: 'r',
      redirect_uri: redirectUri,
    });
    expect(form(2)).toEqual({ ...credentials, grant_type: 'client_credentials', scope: 'user:read' });
    for (const { url, method, headers } of requests) {
      expect([method, url]).toEqual(['POST', 'https://service.example/event/api/oauth/token']);
      expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  it('tells what surely was not sent from what may have been', async () => {
    const refused = new RolecallError('network-unreachable', 'x', { cause: new Error('net::ERR_CONNECTION_REFUSED') });
    const cut = new RolecallError('network-unreachable', 'x', { cause: new Error('net::ERR_CONNECTION_RESET') });
    const late = new RolecallError('network-timeout', 'x');
    const untrusted = new RolecallError('network-untrusted-certificate', 'x');
    const { endpoint } = endpointAnswering(refused, cut, late, untrusted);
    const kinds = [];
    for (let index = 0; index < 4; index += 1) kinds.push((await endpoint.forApplication('x')).kind);
    expect(kinds).toEqual(['not-sent', 'unknown', 'unknown', 'not-sent']);
  });

  it('revokes only where the metadata of exactly this issuer says where (checklist B34)', async () => {
    const metadata = {
      issuer: 'https://service.example/event',
      revocation_endpoint: 'https://service.example/event/api/oauth/revoke',
    };
    const offered = endpointAnswering(json(metadata), json({}));
    expect(await offered.endpoint.revoke('t', 100)).toBe(true);
    expect(offered.form(1)).toMatchObject({ token: 't', client_id: '1001' });
    for (const change of [
      { issuer: 'https://evil.example' },
      { revocation_endpoint: 'https://evil.example/revoke' },
      { revocation_endpoint: undefined },
    ]) {
      const other = endpointAnswering(json({ ...metadata, ...change }));
      expect(await other.endpoint.revoke('t', 100)).toBe(false);
      expect(other.requests).toHaveLength(1);
    }
    expect(await endpointAnswering(new RolecallError('network-timeout', 'x')).endpoint.revoke('t', 1)).toBe(false);
  });
});

describe('errorOfOutcome', () => {
  it.each<[Exclude<TokenOutcome, { kind: 'granted' }>, string]>([
    [{ kind: 'refused', error: 'invalid_client', status: 401 }, 'oauth-invalid-client'],
    [{ kind: 'refused', error: 'invalid_grant', status: 400 }, 'oauth-invalid-grant'],
    [{ kind: 'refused', error: 'invalid_scope', status: 400 }, 'oauth-invalid-scope'],
    [{ kind: 'refused', error: 'unauthorized_client', status: 400 }, 'oauth-invalid-client'],
    [{ kind: 'refused', error: 'anything', status: 400 }, 'oauth-refused'],
    [{ kind: 'not-understood', status: 200, portal: true }, 'network-captive-portal'],
    [{ kind: 'not-understood', status: 200, portal: false }, 'service-unexpected-answer'],
    [{ kind: 'not-understood', status: 500, portal: false }, 'network-service-broken'],
    [{ kind: 'busy', status: 429, retryAfterMs: 5 }, 'network-rate-limited'],
    [{ kind: 'busy', status: 503, retryAfterMs: null }, 'network-service-broken'],
  ])('%j is %s', (outcome, code) => {
    expect(errorOfOutcome(outcome).code).toBe(code);
  });
});

describe('authorizationUrl', () => {
  it('asks as the specification and RFC 7636 want it, spaces percent-encoded', () => {
    const given = {
      baseUrl: 'https://service.example/event',
      clientId: '1001',
      redirectUri: 'rolecall://oauth/callback',
      oauthScopes: ['pii:basic', 'user:read'],
      state: 's+t',
      challenge: 'ch',
    };
    expect(authorizationUrl(given).href).toBe(
      'https://service.example/event/oauth/authorize?client_id=1001&response_type=code' +
        '&redirect_uri=rolecall%3A%2F%2Foauth%2Fcallback&scope=pii%3Abasic%20user%3Aread&state=s%2Bt' +
        '&code_challenge=ch&code_challenge_method=S256',
    );
    expect(authorizationUrl({ ...given, challenge: null }).search).not.toContain('challenge');
  });
});
