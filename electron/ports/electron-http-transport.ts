import { net, type Session, session } from 'electron';
import { type HttpResponse, type HttpTransport, maximumBodyBytes } from './http-transport.ts';
import { networkError, timeoutError, tooLargeError } from './network-error.ts';

/**
 * A session for the service alone: in memory, without cookies and cache, with the system's proxy and trust store. The
 * page has none of it (its policy allows no connection).
 */
export function createServiceSession(): Session {
  const service = session.fromPartition('rolecall-service', { cache: false });
  service.setSSLConfig({ minVersion: 'tls1.2' });
  service.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  service.setPermissionCheckHandler(() => false);
  return service;
}

/** HTTP through Chromium's network stack. net.request, since net.fetch can't hand back a redirect it must not follow. */
export function electronHttpTransport(service: Session): HttpTransport {
  return (request) =>
    new Promise<HttpResponse>((resolve, reject) => {
      if (request.signal?.aborted) {
        reject(request.signal.reason);
        return;
      }
      const exchange = net.request({
        method: request.method,
        url: request.url,
        session: service,
        credentials: 'omit',
        useSessionCookies: false,
        cache: 'no-store',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
      });
      let settled = false;
      const settle = (finish: () => void): void => {
        if (settled) return;
        settled = true;
        clearTimeout(timer);
        request.signal?.removeEventListener('abort', stop);
        finish();
      };
      const fail = (error: unknown): void => {
        settle(() => reject(error));
        exchange.abort();
      };
      const stop = (): void => fail(request.signal?.reason);
      const timer = setTimeout(() => fail(timeoutError()), request.timeoutMs);
      request.signal?.addEventListener('abort', stop, { once: true });

      exchange.on('error', (error) => settle(() => reject(networkError(error))));
      exchange.on('abort', () => settle(() => reject(networkError(new Error('aborted')))));
      // Nobody signs in to a proxy or the service by a password dialog here.
      exchange.on('login', (_info, answer) => answer());
      exchange.on('redirect', (status, _method, _to, headers) => {
        settle(() => resolve({ status, headers: flatten(headers), body: '' }));
        exchange.abort();
      });
      exchange.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maximumBodyBytes) fail(tooLargeError());
          else chunks.push(chunk);
        });
        response.on('error', (error: unknown) => settle(() => reject(networkError(error))));
        response.on('aborted', () => settle(() => reject(networkError(new Error('aborted')))));
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8');
          settle(() => resolve({ status: response.statusCode, headers: flatten(response.headers), body }));
        });
      });
      for (const [name, value] of Object.entries(request.headers)) exchange.setHeader(name, value);
      if (request.body === undefined) exchange.end();
      else exchange.end(request.body);
    });
}

function flatten(headers: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
