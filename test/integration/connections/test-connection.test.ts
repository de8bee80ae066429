import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer, request as httpsRequest, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionFile, TestFinding, TestRow, TestStep } from '../../../contract/desk/connections.ts';
import type { ErrorCode } from '../../../contract/desk/errors.ts';
import { type ConnectionTestOptions, testConnection } from '../../../electron/connections/test-connection.ts';
import { RolecallError } from '../../../electron/errors.ts';
import { systemClock } from '../../../electron/ports/clock.ts';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { networkError } from '../../../electron/ports/network-error.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { applicationAt, requestToken, setFaults, startService, type TestService } from '../../support/service.ts';

const pem = (name: string): string => readFileSync(new URL(`../../support/tls/${name}.pem`, import.meta.url), 'utf8');

let service: TestService;
beforeAll(async () => {
  service = await startService({ faults: true });
});
afterAll(() => service.stop());
afterEach(() => setFaults(service, { rules: [] }));

const connectionTo = (baseUrl: string, change: Partial<ConnectionFile> = {}): ConnectionFile => ({
  name: 'Con',
  baseUrl,
  clientId: applicationAt(service, 0).clientId,
  clientSecret: applicationAt(service, 0).clientSecret,
  redirectUri: 'rolecall://oauth/callback',
  oboScopes: ['pii:basic'],
  dataAccess: 'automatic',
  pkce: true,
  ...change,
});

async function rowsOf(connection: ConnectionFile, more: Partial<ConnectionTestOptions> = {}): Promise<TestRow[]> {
  let rows: readonly TestRow[] = [];
  const { clientSecret, ...rest } = connection;
  await testConnection({
    transport: nodeHttpTransport,
    clock: systemClock,
    connection: rest,
    clientSecret,
    operator: async () => null,
    signal: new AbortController().signal,
    ...more,
    changed: (changed) => {
      rows = changed;
    },
  });
  return [...rows];
}

/** The findings that are not simply fine. */
async function findings(
  connection: ConnectionFile,
  more: Partial<ConnectionTestOptions> = {},
): Promise<Partial<Record<TestStep, TestFinding>>> {
  const rows = await rowsOf(connection, more);
  return Object.fromEntries(rows.filter(({ finding }) => finding !== 'fine').map((row) => [row.step, row.finding]));
}

const notTried = (...steps: TestStep[]) => Object.fromEntries(steps.map((step) => [step, 'not-tried']));
const reading: TestStep[] = ['search', 'person', 'person-roles', 'roles'];
const afterService: TestStep[] = ['read-scope', 'change-scope', 'operator', ...reading];
const fineHere = { secure: 'not-encrypted', operator: 'not-signed-in' } as const;

describe('a test against the real service', () => {
  it('finds everything fine, reads only, and shows nobody', async () => {
    const before = await service.database.selectFrom('user_role').selectAll().execute();
    const seen: string[] = [];
    const rows = await rowsOf(connectionTo(service.url), {
      transport: (request) => {
        seen.push(`${request.method} ${new URL(request.url).pathname}`);
        return nodeHttpTransport(request);
      },
    });
    expect(
      Object.fromEntries(rows.filter(({ finding }) => finding !== 'fine').map((r) => [r.step, r.finding])),
    ).toEqual(fineHere);
    expect(seen.filter((line) => /^(?:PUT|DELETE|PATCH)/.test(line))).toEqual([]);
    expect(await service.database.selectFrom('user_role').selectAll().execute()).toEqual(before);
    const people = await service.database.selectFrom('app_user').select(['last_name', 'email']).execute();
    const shown = JSON.stringify(rows);
    for (const { email, last_name } of people) {
      expect(shown).not.toContain(email);
      expect(shown).not.toContain(`"${last_name}"`);
    }
    expect(shown).not.toContain(applicationAt(service, 0).clientSecret);
  });

  it('says that the secret is wrong', async () => {
    expect(await findings(connectionTo(service.url, { clientSecret: 'wrong' }))).toEqual({
      secure: 'not-encrypted',
      application: 'wrong-secret',
      ...notTried(...afterService),
    });
  });

  it('says that scopes are only for people who sign in', async () => {
    const { clientId, clientSecret } = applicationAt(service, 1);
    const found = await rowsOf(
      connectionTo(service.url, { clientId, clientSecret, dataAccess: 'service-integration' }),
    );
    expect(found.filter(({ step }) => step.endsWith('-scope'))).toMatchObject([
      { finding: 'scope-obo-only', names: ['user:read'] },
      { finding: 'scope-obo-only', names: ['user:roles:update'] },
    ]);
    expect(found.find(({ step }) => step === 'search')?.finding).toBe('not-tried');
  });

  it('says that a scope is not approved, and that the application is shut out', async () => {
    const clientId = applicationAt(service, 0).clientId;
    const change = (set: { integration_scopes?: string[]; suspended_at?: Date | null }): Promise<unknown> =>
      service.database.updateTable('application').set(set).where('client_id', '=', clientId).execute();
    const { integration_scopes } = await service.database
      .selectFrom('application')
      .select('integration_scopes')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow();
    try {
      await change({ integration_scopes: ['user:read'] });
      expect(await findings(connectionTo(service.url))).toEqual({ ...fineHere, 'change-scope': 'scope-missing' });
      await change({ suspended_at: new Date() });
      expect(await findings(connectionTo(service.url))).toMatchObject({ application: 'suspended' });
    } finally {
      await change({ integration_scopes, suspended_at: null });
    }
  });

  it('looks at the operator’s access where the connection insists on it', async () => {
    const asOperator = connectionTo(service.url, { dataAccess: 'operator' });
    expect(await findings(asOperator)).toEqual({
      secure: 'not-encrypted',
      'read-scope': 'not-needed',
      'change-scope': 'not-needed',
      operator: 'not-signed-in',
      ...notTried(...reading),
    });
    const { body } = await requestToken(service, {
      grant_type: 'client_credentials',
      client_id: applicationAt(service, 0).clientId,
      client_secret: applicationAt(service, 0).clientSecret,
      scope: 'user:read',
    });
    const operator = async () => ({ accessToken: String(body.access_token), oauthScopes: ['user:read'] });
    expect(await findings(asOperator, { operator })).toEqual({
      secure: 'not-encrypted',
      'read-scope': 'not-needed',
      'change-scope': 'not-needed',
      operator: 'scope-missing',
    });
    const spent = async () => ({ accessToken: 'spent', oauthScopes: ['user:read', 'user:roles:update'] });
    expect(await findings(asOperator, { operator: spent })).toMatchObject({ operator: 'token-refused' });
  });

  it('is not fine where the operator’s access is all there is, and nobody is signed in', async () => {
    const operatorRow = async (connection: ConnectionFile, more = {}) =>
      (await rowsOf(connection, more)).find(({ step }) => step === 'operator');
    const asOperator = connectionTo(service.url, { dataAccess: 'operator' });
    expect(await operatorRow(asOperator)).toMatchObject({ state: 'warning', finding: 'not-signed-in' });
    expect(await operatorRow(connectionTo(service.url))).toMatchObject({ state: 'skipped', finding: 'not-signed-in' });
  });

  it.each<[ErrorCode, TestFinding]>([
    ['network-service-broken', 'service-broken'],
    ['network-rate-limited', 'slow-down'],
    ['network-timeout', 'timed-out'],
    ['oauth-invalid-grant', 'not-signed-in'],
  ])('says why the operator’s access can not be renewed: %s', async (code, finding) => {
    const operator = () => Promise.reject(new RolecallError(code, 'Not renewed.'));
    expect(await findings(connectionTo(service.url), { operator })).toEqual({
      secure: 'not-encrypted',
      operator: finding,
    });
  });

  it.each<['token' | 'searchUsers' | 'getUser' | 'listRoles', object, Partial<Record<TestStep, TestFinding>>]>([
    ['token', { kind: 'captive-portal' }, { service: 'portal' }],
    ['token', { kind: 'error-before-write' }, { service: 'service-broken' }],
    ['token', { kind: 'reset' }, { service: 'cut-off' }],
    ['token', { kind: 'rate-limited', retryAfterSeconds: 1 }, { service: 'slow-down' }],
    ['token', { kind: 'truncated-json' }, { service: 'not-this-service' }],
    ['searchUsers', { kind: 'captive-portal' }, { search: 'portal' }],
    ['searchUsers', { kind: 'truncated-json' }, { search: 'answer-not-understood' }],
    ['searchUsers', { kind: 'token-revoked' }, { search: 'token-refused' }],
    ['getUser', { kind: 'error-before-write' }, { person: 'service-broken' }],
    ['listRoles', { kind: 'rate-limited', retryAfterSeconds: 1 }, { roles: 'slow-down' }],
  ])('explains trouble of %s: %j', async (endpoint, fault, found) => {
    await setFaults(service, { rules: [{ endpoint, ...fault } as never] });
    expect(await findings(connectionTo(service.url))).toMatchObject(found);
  });

  it('says how far the clock is off', async () => {
    const ahead = { ...systemClock, now: () => Date.now() + 3 * 3_600_000 };
    const rows = await rowsOf(connectionTo(service.url), { clock: ahead });
    expect(rows.find(({ step }) => step === 'clock')).toMatchObject({ finding: 'clock-off', minutes: 180 });
    // Worth saying, and no reason to stop.
    expect(rows.find(({ step }) => step === 'search')?.finding).toBe('fine');
  });

  it('stops when asked to', async () => {
    await setFaults(service, { rules: [{ endpoint: 'searchUsers', kind: 'latency', milliseconds: 60_000 }] });
    const stop = new AbortController();
    let rows: readonly TestRow[] = [];
    const { clientSecret, ...connection } = connectionTo(service.url);
    const running = testConnection({
      transport: nodeHttpTransport,
      clock: systemClock,
      connection,
      clientSecret,
      operator: async () => null,
      signal: stop.signal,
      changed: (changed) => {
        rows = changed;
        if (rows.some(({ step, state }) => step === 'search' && state === 'running')) stop.abort();
      },
    });
    await running;
    expect(rows.filter(({ finding }) => finding === 'stopped').map(({ step }) => step)).toEqual(reading);
  });
});

describe('a test against something else', () => {
  const servers: { close(done: () => void): unknown }[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await new Promise<void>((done) => server.close(done));
  });

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return (server.address() as AddressInfo).port;
  }
  const http = (answer: RequestListener): Promise<number> => listen(createHttpServer(answer));
  const https = (options: ServerOptions): Promise<number> =>
    listen(createServer(options, (_request, response) => response.end('{}')));
  const to = (port: number, scheme = 'http'): ConnectionFile => connectionTo(`${scheme}://127.0.0.1:${port}`);
  const afterWay: TestStep[] = ['service', 'application', ...afterService];

  it.each<[string, RequestListener, TestFinding]>([
    [
      'a website',
      (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>'),
      'not-this-service',
    ],
    [
      'another API',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      'not-this-service',
    ],
    ['a hotspot', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'portal'],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'https://x.example' }).end(), 'moved'],
  ])('knows %s', async (_what, answer, finding) => {
    expect(await findings(to(await http(answer)))).toMatchObject({ service: finding, search: 'not-tried' });
  });

  it('knows a closed port and a name nobody has', async () => {
    const port = await http(() => {});
    await new Promise<void>((done) => servers.splice(0)[0]?.close(done));
    expect(await findings(to(port))).toMatchObject({ reachable: 'refused-connection' });
    expect(await findings(connectionTo('https://nobody.invalid'))).toMatchObject({ reachable: 'name-not-found' });
  });

  it('knows a certificate that nobody vouches for', async () => {
    const port = await https({ cert: pem('loopback-certificate'), key: pem('loopback-key') });
    expect(await findings(to(port, 'https'))).toEqual({
      secure: 'certificate-unknown',
      ...notTried('clock', ...afterWay),
    });
  });

  /** A computer that trusts the authority of test/support/tls. */
  const trusting: HttpTransport = ({ method, url, headers }) =>
    new Promise((resolve, reject) => {
      httpsRequest(url, { method, headers, ca: pem('authority-certificate') }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: {}, body: '' });
      })
        .on('error', (error) => reject(networkError(error)))
        .end();
    });

  it.each<[string, TestFinding]>([
    ['expired', 'certificate-expired'],
    ['other-name', 'certificate-name'],
  ])('knows a certificate that is: %s', async (name, finding) => {
    const port = await https({ cert: pem(`${name}-certificate`), key: pem(`${name}-key`) });
    expect(await findings(to(port, 'https'), { transport: trusting })).toMatchObject({ secure: finding });
  });

  it('knows TLS 1.1', async () => {
    const port = await https({
      cert: pem('loopback-certificate'),
      key: pem('loopback-key'),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await findings(to(port, 'https'))).toMatchObject({ secure: 'tls-too-old' });
  });

  it('knows plain http behind an https address', async () => {
    const port = await http((_, response) => response.end());
    expect(await findings(to(port, 'https'))).toMatchObject({ secure: 'no-tls' });
  });

  it('knows a connection that is cut off', async () => {
    const server = createTcpServer((socket) => socket.once('data', () => socket.destroy()));
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    expect(await findings(to((server.address() as AddressInfo).port))).toMatchObject({ reachable: 'cut-off' });
  });
});
