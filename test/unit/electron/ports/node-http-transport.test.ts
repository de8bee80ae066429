import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { maximumBodyBytes } from '../../../../electron/ports/http-transport.ts';
import { networkError } from '../../../../electron/ports/network-error.ts';
import { nodeHttpTransport } from '../../../../electron/ports/node-http-transport.ts';
import { wasSurelyNotSent } from '../../../../electron/ports/not-sent.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const get = (url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  nodeHttpTransport({ method: 'GET', url, headers: { authorization: 'Bearer x' }, timeoutMs: 5_000, ...more });

it('sends what it is given and answers with lower-case header names', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      response.setHeader('X-Seen', `${request.method} ${request.headers['x-own']}`);
      response.end(body.toUpperCase());
    });
  });
  const answer = await nodeHttpTransport({
    method: 'PUT',
    url,
    headers: { 'X-Own': '1' },
    body: 'text',
    timeoutMs: 5_000,
  });
  expect([answer.status, answer.body, answer.headers['x-seen']]).toEqual([200, 'TEXT', 'PUT 1']);
});

it('follows no redirect, so that the bearer does not travel (checklist B30)', async () => {
  const visited: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    visited.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect((await get(`${url}/here`)).status).toBe(302);
  expect(visited).toEqual(['/here']);
});

it('gives up after its time, and when told to', async () => {
  const url = await serve(() => {});
  await expect(get(url, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'network-timeout' });
  const stop = new AbortController();
  const asking = get(url, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
});

it('stops reading an answer without an end', async () => {
  const url = await serve((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  await expect(get(url, { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'service-unexpected-answer' });
  expect(maximumBodyBytes).toBe(33_554_432);
});

it('tells a refused connection, which surely sent nothing, from one that was cut', async () => {
  const url = await serve((request) => request.socket.destroy());
  const cut = await get(url).catch((error: unknown) => error);
  expect(cut).toMatchObject({ code: 'network-unreachable', retryable: true });
  expect(wasSurelyNotSent(cut as RolecallError)).toBe(false);
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  const refused = await get(url).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'network-unreachable' });
  expect(wasSurelyNotSent(refused as RolecallError)).toBe(true);
});

it.each([
  ['net::ERR_CERT_AUTHORITY_INVALID', 'network-untrusted-certificate', true],
  ['net::ERR_CERT_DATE_INVALID', 'network-untrusted-certificate', true],
  ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'network-untrusted-certificate', true],
  ['self-signed certificate DEPTH_ZERO_SELF_SIGNED_CERT', 'network-untrusted-certificate', true],
  ['net::ERR_NAME_NOT_RESOLVED', 'network-unreachable', true],
  ['net::ERR_INTERNET_DISCONNECTED', 'network-unreachable', true],
  ['net::ERR_CONNECTION_RESET', 'network-unreachable', false],
  ['net::ERR_EMPTY_RESPONSE', 'network-unreachable', false],
  ['net::ERR_TIMED_OUT', 'network-timeout', false],
])('maps %s', (message, code, notSent) => {
  const error = networkError(new Error(message));
  expect(error).toBeInstanceOf(RolecallError);
  expect(error.code).toBe(code);
  expect(error.message).not.toContain('ERR_');
  expect(wasSurelyNotSent(error)).toBe(notSent);
});
