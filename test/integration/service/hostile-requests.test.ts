import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorEnvelopeSchema } from '../../../contract/registration-api/errors.ts';
import { callApi, integrationToken, startService, type TestService } from '../../support/service.ts';

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

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
    'of another type are a 415: %s',
    async (type) => {
      const response = await send('/api/v0/users/search', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      });
      expect(response.status).toBe(415);
      expect(errorEnvelopeSchema.parse(await response.json()).errors.usage).toBeDefined();
    },
  );

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

test('the Host header must be one of ours, against DNS rebinding', async () => {
  const { hostname, port } = new URL(service.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.end(`GET /healthz HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
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
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
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
  await broken.stop();
});
