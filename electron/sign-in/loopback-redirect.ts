import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RolecallError } from '../errors.ts';

/** Listens for the one answer of one attempt (RFC 8252 7.3). */
export interface LoopbackRedirect {
  /** The redirect address with the port that is listened on. */
  readonly redirectUri: string;
  close(): void;
}

/** Whether a redirect address is answered by our own listener instead of a scheme of the system. */
export function isLoopbackRedirect(redirectUri: string): boolean {
  return /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d{1,5})?\//.test(redirectUri);
}

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rolecall</title><p>${text}</p></html>`;

/**
 * Starts listening on the loopback address of a redirect URI: on its port, or on any free one where it names none. Every
 * other path, method and host is refused (checklist B36); the first request that fits is handed on and answered with a
 * plain page. Throws `sign-in-browser-not-opened` when the port is taken.
 */
export async function listenForRedirect(
  redirectUri: string,
  receive: (link: string) => void,
): Promise<LoopbackRedirect> {
  const registered = new URL(redirectUri);
  const host = registered.hostname.replace(/^\[|\]$/g, '');
  let base = '';
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 16_384 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, text: string): void => {
      response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        connection: 'close',
      });
      response.end(page(text));
    };
    const target = request.url ?? '';
    // A foreign Host means that somebody's name was pointed here (DNS rebinding).
    if (request.headers.host !== new URL(base).host) answer(400, 'Wrong host.');
    else if (request.method !== 'GET') answer(405, 'Not here.');
    else if (target.split('?')[0] !== registered.pathname) answer(404, 'Not here.');
    else {
      answer(200, 'Rolecall has your answer. You may close this tab.');
      receive(base + target);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new RolecallError('sign-in-browser-not-opened', 'The way back from the browser is taken.', { cause: error }),
      ),
    );
    server.listen({ host, port: registered.port === '' ? 0 : Number(registered.port), exclusive: true }, resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  base = `http://${registered.hostname}:${port}`;
  return {
    redirectUri: base + registered.pathname,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
