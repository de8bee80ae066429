import { describe, expect, it } from 'vitest';
import type { TestFinding } from '../../../../contract/desk/connections.ts';
import {
  type Exchange,
  judgeOperator,
  judgeRead,
  judgeToken,
  judgeWay,
  rowOf,
} from '../../../../electron/connections/test-findings.ts';
import { networkError, timeoutError } from '../../../../electron/ports/network-error.ts';
import { readUsers } from '../../../../electron/registration/read-answer.ts';

const at = Date.parse('2026-11-28T12:00:00Z');
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const portalPage = '<!doctype html><title>Welcome</title>';

const answered = (status: number, body: unknown = '', headers: Record<string, string> = json): Exchange => ({
  kind: 'answered',
  at,
  response: { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
});
/** As Chromium says it (a message), and as Node does (a cause with a code). */
const chromium = (name: string): Exchange => ({ kind: 'failed', error: networkError(new Error(`net::${name}`)) });
const node = (code: string, message = ''): Exchange => ({
  kind: 'failed',
  error: networkError(
    new TypeError('fetch failed', { cause: Object.assign(new Error(message === '' ? code : message), { code }) }),
  ),
});

describe('judgeWay', () => {
  it.each<[string, Exchange, TestFinding]>([
    ['a name nobody knows', chromium('ERR_NAME_NOT_RESOLVED'), 'name-not-found'],
    ['a name nobody knows (Node)', node('ENOTFOUND'), 'name-not-found'],
    ['a name server that does not answer', node('EAI_AGAIN'), 'name-not-found'],
    ['a closed port', chromium('ERR_CONNECTION_REFUSED'), 'refused-connection'],
    ['a closed port (Node)', node('ECONNREFUSED'), 'refused-connection'],
    ['no answer', chromium('ERR_CONNECTION_TIMED_OUT'), 'timed-out'],
    ['no answer in our time', { kind: 'failed', error: timeoutError() }, 'timed-out'],
    ['no network', chromium('ERR_INTERNET_DISCONNECTED'), 'offline'],
    ['a broken connection', chromium('ERR_CONNECTION_RESET'), 'cut-off'],
    ['an empty answer', chromium('ERR_EMPTY_RESPONSE'), 'cut-off'],
    ['a broken connection (Node)', node('UND_ERR_SOCKET'), 'cut-off'],
    ['a proxy that is not there', chromium('ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
    ['a proxy that refuses', chromium('ERR_TUNNEL_CONNECTION_FAILED'), 'proxy'],
    ['a proxy that wants a sign-in', answered(407), 'proxy-sign-in'],
    ['a proxy that wants a sign-in (Chromium)', chromium('ERR_PROXY_AUTH_UNSUPPORTED'), 'proxy-sign-in'],
    ['anything else', chromium('ERR_FAILED'), 'not-reached'],
  ])('%s', (_what, exchange, finding) => {
    const way = judgeWay(exchange, true);
    expect(way.reachable.finding).toBe(finding);
    expect(way.secure.finding).toBe('not-tried');
    expect(rowOf('reachable', way.reachable).state).toBe('failed');
  });

  it.each<[string, Exchange, TestFinding]>([
    ['another name', chromium('ERR_CERT_COMMON_NAME_INVALID'), 'certificate-name'],
    ['another name (Node)', node('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate-name'],
    ['expired', chromium('ERR_CERT_DATE_INVALID'), 'certificate-expired'],
    ['expired (Node)', node('CERT_HAS_EXPIRED'), 'certificate-expired'],
    ['not valid yet (Node)', node('CERT_NOT_YET_VALID'), 'certificate-expired'],
    ['self-signed', chromium('ERR_CERT_AUTHORITY_INVALID'), 'certificate-unknown'],
    ['self-signed (Node)', node('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate-unknown'],
    ['of an unknown authority (Node)', node('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'certificate-unknown'],
    ['revoked', chromium('ERR_CERT_REVOKED'), 'certificate-other'],
    ['TLS 1.1', chromium('ERR_SSL_VERSION_OR_CIPHER_MISMATCH'), 'tls-too-old'],
    ['TLS 1.1 (Node)', node('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tlsv1 alert protocol version'), 'tls-too-old'],
    ['TLS 1.1 (OpenSSL)', node('ERR_SSL_UNSUPPORTED_PROTOCOL'), 'tls-too-old'],
    ['no TLS at all', chromium('ERR_SSL_PROTOCOL_ERROR'), 'no-tls'],
    ['no TLS at all (Node)', node('ERR_SSL_WRONG_VERSION_NUMBER', 'wrong version number'), 'no-tls'],
  ])('certificate or protocol: %s', (_what, exchange, finding) => {
    const way = judgeWay(exchange, true);
    expect(way.reachable.finding).toBe('fine');
    expect(way.secure.finding).toBe(finding);
    expect(rowOf('secure', way.secure).state).toBe('failed');
  });

  it.each<[string, string | undefined, TestFinding, number | undefined]>([
    ['right', 'Sat, 28 Nov 2026 12:00:20 GMT', 'fine', undefined],
    ['three hours ahead', 'Sat, 28 Nov 2026 09:00:00 GMT', 'clock-off', 180],
    ['ten minutes behind', 'Sat, 28 Nov 2026 12:10:00 GMT', 'clock-off', -10],
    ['unknown', undefined, 'clock-unknown', undefined],
    ['unknown: no date', 'yesterday', 'clock-unknown', undefined],
  ])('clock: %s', (_what, date, finding, minutes) => {
    const { clock } = judgeWay(answered(404, '', date === undefined ? {} : { date }), true);
    expect(clock).toEqual(minutes === undefined ? { finding } : { finding, minutes });
  });

  it('counts the time an answer lay in a cache into its clock', () => {
    const headers = { date: 'Sat, 28 Nov 2026 11:30:20 GMT', age: '1800' };
    expect(judgeWay(answered(404, '', headers), true).clock).toEqual({ finding: 'fine' });
  });

  it('takes any answer for reached, and says where nothing is encrypted', () => {
    expect(judgeWay(answered(404), true)).toMatchObject({
      reachable: { finding: 'fine' },
      secure: { finding: 'fine' },
    });
    expect(judgeWay(answered(500), false).secure.finding).toBe('not-encrypted');
  });
});

describe('judgeToken', () => {
  const token = { access_token: 'a', token_type: 'bearer', expires_in: 60 };
  const oauthError = (status: number, error: string, description?: string): Exchange =>
    answered(status, { error, error_description: description });

  it.each<[string, Exchange, TestFinding, TestFinding, TestFinding]>([
    ['granted', answered(200, { ...token, scope: 'user:read' }), 'fine', 'fine', 'fine'],
    ['granted without saying the scope', answered(200, token), 'fine', 'fine', 'fine'],
    ['granted without it', answered(200, { ...token, scope: 'other' }), 'fine', 'fine', 'scope-missing'],
    ['wrong secret', oauthError(401, 'invalid_client'), 'fine', 'wrong-secret', 'not-tried'],
    ['suspended', oauthError(400, 'unauthorized_client'), 'fine', 'suspended', 'not-tried'],
    ['scope refused', oauthError(400, 'invalid_scope'), 'fine', 'fine', 'scope-missing'],
    ['OBO-only', oauthError(400, 'invalid_scope', 'Only on behalf of a user'), 'fine', 'fine', 'scope-obo-only'],
    ['another OAuth error', oauthError(400, 'invalid_request'), 'fine', 'answer-not-understood', 'not-tried'],
    ['portal', answered(200, portalPage, html), 'portal', 'not-tried', 'not-tried'],
    ['portal that says so', answered(511, portalPage, html), 'portal', 'not-tried', 'not-tried'],
    ['redirect', answered(302, '', { location: 'https://x.example' }), 'moved', 'not-tried', 'not-tried'],
    ['web server', answered(404, portalPage, html), 'not-this-service', 'not-tried', 'not-tried'],
    ['another API', answered(200, { hello: 'world' }), 'not-this-service', 'not-tried', 'not-tried'],
    ['another API that says no', answered(404, { message: 'no' }), 'not-this-service', 'not-tried', 'not-tried'],
    ['broken', answered(500, { errors: {} }), 'service-broken', 'not-tried', 'not-tried'],
    ['down', answered(503), 'service-broken', 'not-tried', 'not-tried'],
    ['busy', answered(429), 'slow-down', 'not-tried', 'not-tried'],
    ['proxy', answered(407), 'proxy-sign-in', 'not-tried', 'not-tried'],
    ['cut', chromium('ERR_CONNECTION_RESET'), 'cut-off', 'not-tried', 'not-tried'],
  ])('%s', (_what, exchange, service, application, oauthScope) => {
    const found = judgeToken(exchange, 'user:read', { oboScopes: ['pii:basic'] });
    expect([found.service.finding, found.application.finding, found.oauthScope.finding]).toEqual([
      service,
      application,
      oauthScope,
    ]);
    if (oauthScope.startsWith('scope-')) expect(found.oauthScope.names).toEqual(['user:read']);
  });

  it('knows a scope that people are asked for', () => {
    const exchange = oauthError(400, 'invalid_scope');
    expect(judgeToken(exchange, 'user:read', { oboScopes: ['user:read'] }).oauthScope.finding).toBe('scope-obo-only');
  });
});

describe('judgeRead', () => {
  const forbidden = { errors: { access: { message: 'No.', permissions: ['users.view', 'evil name of Ada'] } } };

  it.each<[string, Exchange, TestFinding]>([
    ['a list', answered(200, { data: [{ id: 1, firstName: 'Ada' }] }), 'fine'],
    ['no data', answered(200, { data: null }), 'fine'],
    ['401', answered(401, { errors: { authentication: {} } }), 'token-refused'],
    ['403', answered(403, forbidden), 'permission-missing'],
    ['404', answered(404, { errors: { resource: {} } }), 'not-this-service'],
    ['429', answered(429), 'slow-down'],
    ['500', answered(500), 'service-broken'],
    ['408', answered(408), 'service-broken'],
    ['a web page', answered(200, portalPage, html), 'portal'],
    ['a redirect', answered(301), 'moved'],
    ['half an answer', answered(200, '{"data":[{"id"'), 'answer-not-understood'],
    ['422', answered(422, { errors: { validation: {} } }), 'answer-not-understood'],
    ['cut', node('ECONNRESET'), 'cut-off'],
  ])('%s', (_what, exchange, finding) => {
    expect(judgeRead(exchange, 'searchUsers', readUsers).finding).toBe(finding);
  });

  it('names permissions and nobody', () => {
    expect(judgeRead(answered(403, forbidden), 'searchUsers', readUsers).names).toEqual(['users.view']);
  });
});

describe('judgeOperator', () => {
  it.each<[number, readonly string[], TestFinding]>([
    [200, [], 'fine'],
    [404, [], 'fine'],
    [200, ['user:read'], 'scope-missing'],
    [401, [], 'token-refused'],
    [429, [], 'slow-down'],
    [502, [], 'service-broken'],
  ])('%i with %j missing', (status, missing, finding) => {
    expect(judgeOperator(answered(status), missing).finding).toBe(finding);
  });
});
