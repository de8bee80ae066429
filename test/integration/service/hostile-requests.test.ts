import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorEnvelopeSchema } from '../../../contract/registration-api/errors.ts';
import {
  authorizationPath,
  callApi,
  integrationToken,
  requestToken,
  startService,
  type TestService,
} from '../../support/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = await integrationToken(service, 'user:read', 'user:roles:update');
});
afterAll(() => service.stop());

function send(path: string, init: RequestInit = {}) {
  return fetch(service.url + path, {
    ...init,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string> | undefined) },
  });
}

/** Half a surrogate pair can't be sent. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

const json = { 'content-type': 'application/json' };

describe('bodies', () => {
  test.each(['{', '{"scope":', 'null,', '{"a":1}}', '\u0000', 'scope=global', '[1,2', '{"scope":"global"} x'])(
    'malformed JSON is a 400 with an envelope: %j',
    async (body) => {
      const response = await send('/api/v0/users/10001/roles/101', { method: 'PUT', headers: json, body });
      expect(response.status).toBe(400);
      expect(errorEnvelopeSchema.parse(await response.json()).errors.logic?.code).toBe(1);
    },
  );

  test.each([
    'null',
    '1',
    '"text"',
    '[]',
    'true',
    '{"nextPage":1}',
    '{"filter":[]}',
    '{"filter":{"roleId":{}}}',
    '{"filter":7}',
  ])('JSON of the wrong type is a 422: %s', async (body) => {
    const response = await send('/api/v0/users/search', { method: 'POST', headers: json, body });
    expect(response.status).toBe(422);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.validation).toBeDefined();
  });

  test('too large is a 413', async () => {
    const body = JSON.stringify({ scope: 'x'.repeat(70_000) });
    const response = await send('/api/v0/users/10001/roles/101', { method: 'PUT', headers: json, body });
    expect(response.status).toBe(413);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.usage?.message).toMatch(/64 KB/);
  });

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('of another type are a 415: %s', async (type) => {
    const response = await send('/api/v0/users/search', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{}',
    });
    expect(response.status).toBe(415);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.usage).toBeDefined();
  });

  test('compressed is a 415', async () => {
    const response = await send('/api/v0/users/search', {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: '{}',
    });
    expect(response.status).toBe(415);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.usage?.message).toMatch(/Content-Encoding/);
  });

  test('the last of two equal keys counts, and deep nesting, a byte order mark and broken UTF-8 are refused', async () => {
    const put = (body: BodyInit) =>
      send('/api/v0/users/10002/roles/113', { method: 'PUT', headers: json, body }).then(({ status }) => status);
    expect(await put('{"scope":"everywhere","scope":"global"}')).toBe(204);
    expect(await put('{"scope":"global","scope":"everywhere"}')).toBe(422);
    expect(await put(`{"scope":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toBe(422);
    expect(await put('\ufeff{"scope":"global"}')).toBe(400);
    expect(await put(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).toBe(400);
  });

  test('a search without a body is told to send one', async () => {
    const response = await send('/api/v0/users/search', { method: 'POST' });
    expect(response.status).toBe(422);
  });
});

describe('addresses', () => {
  test.each(['/api/v0/users/%E0%A4%A', '/api/v0/users/%zz/roles'])('badly encoded are a 400: %s', async (path) => {
    const response = await send(path);
    expect(response.status).toBe(400);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.logic?.code).toBe(1);
  });

  test.each(['/api/v0', '/api/v0/users', '/api/v0/roles/1', '/api/v0/users/10001/', '/api/v1/roles', '/api/'])(
    'unknown ones are a 404 with an envelope: %s',
    async (path) => {
      const response = await send(path);
      expect(response.status).toBe(404);
      expect(errorEnvelopeSchema.parse(await response.json()).errors.resource).toBeDefined();
    },
  );
});

describe('methods', () => {
  test.each([
    ['PATCH', '/api/v0/roles', 'GET, HEAD'],
    ['DELETE', '/api/v0/users/10001', 'GET, HEAD'],
    ['POST', '/api/v0/users/10001/roles/101', 'DELETE, PUT'],
    ['OPTIONS', '/api/v0/users/10001/roles', 'GET, HEAD'],
    ['QUERY', '/api/v0/users/10001/roles', 'GET, HEAD'],
  ])('another one than an address takes is a 405 that names them: %s %s', async (method, path, allowed) => {
    const response = await send(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect(errorEnvelopeSchema.parse(await response.json()).errors.usage?.message).toContain(allowed);
    // Pages of other sites are told nothing that would let them in.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('at the token endpoint in the form of OAuth, on the pages as a page', async () => {
    const token = await send('/api/oauth/token');
    expect([token.status, token.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await token.json()).toMatchObject({ error: 'invalid_request' });
    const page = await send('/sign-in');
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'POST']);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  });

  test.each([
    ['text/plain', 'hello'],
    ['application/json', '{'],
    ['application/json', `"${'x'.repeat(70_000)}"`],
  ])('is told whatever the body is, and so is an address where nothing is: %s', async (type, body) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    expect([(await send('/api/v0/roles', init)).status, (await send('/api/v0/nothing', init)).status]).toEqual([
      405, 404,
    ]);
  });

  test('HEAD is GET without a body', async () => {
    const response = await send('/api/v0/roles', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('bytes that are no request', () => {
  test.each([
    ['headers beyond 16 KB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'a length and chunks',
      'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('are answered with the envelope: %s', async (_what, bytes, status) => {
    const answer = await sendBytes(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    errorEnvelopeSchema.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  test('a body that is cut off by a lost connection is no fault of the service', async () => {
    const { host, hostname, port } = new URL(service.url);
    const linesBefore = service.logLines.length;
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `POST /api/v0/users/search HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n{',
      ),
    );
    // It has been read so far that the service wants the body.
    await once(socket, 'data');
    socket.destroy();
    await vi.waitFor(() => expect(service.logLines.length).toBeGreaterThan(linesBefore));
    expect(JSON.parse(service.logLines[linesBefore] ?? '')).toEqual({
      time: expect.any(String),
      level: 'info',
      event: 'request-cut-off',
      route: '/api/v0/users/search',
    });
  });

  test('requests that are sent ahead are answered in their order', async () => {
    const { host } = new URL(service.url);
    const one = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
    const answer = await sendBytes(one('/healthz') + one('/api/v0/nowhere') + one('/healthz', 'Connection: close\r\n'));
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
  });
});

/** Everything the service sends back on a connection of its own. */
function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('the Host header must be one of ours, against DNS rebinding', async () => {
  const { port } = new URL(service.url);
  const answer = await sendBytes(`GET /healthz HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  expect(await sendBytes('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
});

test('whatever is sent, no request is a fault of the service', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u0000', '10001', '101', "'; drop table role;--", '🦊', '../', '%00'),
  );
  const id = text.map((value) => encodeURIComponent(wellFormed(value)));
  const path = fc.oneof(
    fc.constantFrom(
      '/api/v0/roles',
      '/api/v0/users/search',
      '/api/oauth/token',
      '/api/oauth/revoke',
      '/oauth/authorize',
      '/sign-in',
      '/applications',
    ),
    id.map((value) => `/api/v0/users/${value}`),
    fc.tuple(id, id).map(([user, role]) => `/api/v0/users/${user}/roles/${role}`),
    id.map((value) => `/api/v0/roles?nextPage=${value}`),
    id.map((value) => `/oauth/authorize?client_id=1001&response_type=code&redirect_uri=${value}&scope=${value}`),
  );
  const bodyValue = fc.oneof(
    fc.json(),
    fc
      .record({
        scope: fc.oneof(text, fc.constant('global')),
        limit: fc.anything(),
        nextPage: text,
        filter: fc.anything(),
      })
      .map((value) => JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner))),
    fc
      .record({
        grant_type: fc.constantFrom('client_credentials', 'authorization_code', 'refresh_token'),
        client_id: text,
        client_secret: text,
        scope: text,
        code: text,
        refresh_token: text,
        redirect_uri: text,
        email: text,
        password: text,
      })
      .map((value) =>
        new URLSearchParams(Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)])).toString(),
      ),
    text,
  );
  const request = fc.record({
    path,
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'QUERY'),
    type: fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', ''),
    body: bodyValue,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ path: address, method, type, body }) => {
      const withBody = method !== 'GET' && method !== 'HEAD';
      const response = await send(address, {
        method,
        headers: type === '' ? {} : { 'content-type': type },
        ...(withBody ? { body } : {}),
      });
      await response.arrayBuffer();
      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: 400, seed: 20_261 },
  );
  expect(service.logLines.filter((line) => line.includes('request-failed'))).toEqual([]);
});

test('cookies of any kind are no fault of the service', async () => {
  for (const cookie of [
    'rolecall_session',
    'rolecall_session=%00; rolecall_visitor=%',
    `rolecall_session=${'x'.repeat(9_000)}`,
  ]) {
    const response = await send('/applications', { headers: { cookie } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  }
});

test('a fault of the service is a 500 with a hash that the log carries, and nothing else', async () => {
  const broken = await startService();
  const ownToken = await integrationToken(broken, 'user:read');
  await broken.database.schema.alterTable('app_user').renameTo('gone').execute();
  const answer = await callApi(broken, ownToken, 'POST', '/api/v0/users/search', { limit: 5 });
  expect(answer.status).toBe(500);
  const { errors } = errorEnvelopeSchema.parse(answer.body);
  expect(Object.keys(errors)).toEqual(['server']);
  const line = broken.logLines.find((entry) => entry.includes(errors.server?.hash ?? '-'));
  expect(line).toContain('42P01');
  expect(JSON.stringify(answer.body)).not.toContain('app_user');

  // The token endpoint and the pages say it in their own form; the hash is in the log all the same.
  await broken.database.schema.alterTable('application').renameTo('gone_too').execute();
  const refused = await requestToken(broken, {
    grant_type: 'client_credentials',
    client_id: '1001',
    client_secret: 'x',
    scope: 'user:read',
  });
  expect([refused.status, refused.body.error]).toEqual([500, 'server_error']);
  const page = await fetch(broken.url + authorizationPath(broken));
  expect([page.status, page.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  for (const text of [String(refused.body.error_description), await page.text()]) {
    const hash = /name ([0-9a-f]{16})/.exec(text)?.[1] ?? '-';
    expect(broken.logLines.filter((entry) => entry.includes(hash))).toHaveLength(1);
  }
  await broken.stop();
});
