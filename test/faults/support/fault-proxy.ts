/**
 * A network that can be made bad: stands between desks and the real service, loses requests and replies, answers in the
 * service's place, and writes down every write that reached the service, with its outcome.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What befalls one exchange. */
export type ExchangeFault =
  | 'none'
  /** The connection breaks before the service heard anything. */
  | 'lost-request'
  /** The service did it; the connection breaks before its reply. */
  | 'lost-reply'
  | 'broken-before'
  | 'broken-after'
  /** A hotspot's sign-in page with status 200. */
  | 'captive-portal'
  | 'truncated'
  | 'rate-limited';

export interface SeenWrite {
  readonly at: number;
  readonly method: 'PUT' | 'DELETE';
  readonly userId: string;
  readonly roleId: string;
  readonly status: number;
}

export interface FaultProxy {
  readonly url: string;
  /** Every write that reached the service, in the order of its answers. */
  readonly writes: readonly SeenWrite[];
  /** Asked for every exchange. */
  fault: (method: string, path: string) => ExchangeFault;
  /** Milliseconds every exchange is held up. */
  delayMs: () => number;
  readonly exchanges: () => number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(target: URL, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: { ...incoming.headers, host: target.host } },
      (response) => {
        readAll(response).then(
          (answer) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: { 'content-type': response.headers['content-type'] ?? 'application/json' },
              body: answer,
            }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const writePath = /^\/api\/v0\/users\/([^/]+)\/roles\/([^/?]+)$/;

export async function startFaultProxy(serviceUrl: string): Promise<FaultProxy> {
  const target = new URL(serviceUrl);
  const writes: SeenWrite[] = [];
  let exchanges = 0;

  const server = createServer((incoming, outgoing) => {
    exchanges += 1;
    answer(incoming, outgoing).catch(() => incoming.socket.destroy());
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const body = await readAll(incoming);
    const fault = proxy.fault(method, url);
    const delayMs = proxy.delayMs();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const say = (status: number, headers: Readonly<Record<string, string>>, text: string | Buffer): void => {
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
    };
    switch (fault) {
      case 'lost-request':
        incoming.socket.destroy();
        return;
      case 'broken-before':
        say(503, { 'content-type': 'text/html' }, '<html>Service unavailable</html>');
        return;
      case 'captive-portal':
        say(200, { 'content-type': 'text/html' }, '<!doctype html><title>Venue Wi-Fi</title>');
        return;
      case 'rate-limited':
        say(
          429,
          { 'content-type': 'application/json', 'retry-after': '0' },
          '{"errors":{"rateLimit":{"message":"Slow down"}}}',
        );
        return;
      default:
    }
    const reply = await forward(target, incoming, body);
    const match = writePath.exec(url);
    if (match !== null && (method === 'PUT' || method === 'DELETE')) {
      const [, userId = '', roleId = ''] = match;
      writes.push({ at: Date.now(), method, userId, roleId, status: reply.status });
    }
    switch (fault) {
      case 'lost-reply':
        incoming.socket.destroy();
        return;
      case 'broken-after':
        say(500, { 'content-type': 'application/json' }, '{"errors":{"server":{"hash":"f00d"}}}');
        return;
      case 'truncated':
        say(reply.status === 204 ? 200 : reply.status, reply.headers, reply.body.subarray(0, reply.body.length >> 1));
        return;
      default:
        outgoing.writeHead(reply.status, reply.headers).end(reply.body);
    }
  }

  const proxy: FaultProxy = {
    url: '',
    writes,
    fault: () => 'none',
    delayMs: () => 0,
    exchanges: () => exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
