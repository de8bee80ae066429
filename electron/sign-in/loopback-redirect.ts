import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RolecallError } from '../errors.ts';
import type { DeskWords } from '../words/desk-words.ts';

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

/** The words of the page, in the language of whoever is signing in. */
export type AnswerWords = Pick<DeskWords, 'language' | 'direction' | 'answerReceived' | 'answerReceivedMore'>;

const style = `:root{color-scheme:light dark;font:18px/1.5 system-ui,sans-serif}
body{min-height:90vh;margin:0 24px;display:grid;place-content:center;text-align:center}
h1{font-size:28px;line-height:1.25;margin:0 0 8px}p{margin:0}`;
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function received({ language, direction, answerReceived, answerReceivedMore }: AnswerWords): string {
  return `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><title>Rolecall</title>
<meta name="viewport" content="width=device-width"><style>${style}</style>
<main><h1>${answerReceived}</h1><p>${answerReceivedMore}</p></main></html>`;
}

/**
 * Starts listening on the loopback address of a redirect URI: on its port, or on any free one where it names none. Every
 * other path, method and host is refused (checklist B36) without a word; the first request that fits is handed on and
 * answered with a page that says so, in the language that is spoken then. Throws `sign-in-browser-not-opened` when the port
 * is taken.
 */
export async function listenForRedirect(
  redirectUri: string,
  receive: (link: string) => void,
  words: () => AnswerWords,
): Promise<LoopbackRedirect> {
  const registered = new URL(redirectUri);
  const host = registered.hostname.replace(/^\[|\]$/g, '');
  let base = '';
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000, maxHeaderSize: 16_384 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, page = ''): void => {
      response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        connection: 'close',
      });
      response.end(page);
    };
    const target = request.url ?? '';
    // A foreign Host means that somebody's name was pointed here (DNS rebinding).
    if (request.headers.host !== new URL(base).host) answer(400);
    else if (request.method !== 'GET') answer(405);
    else if (target.split('?')[0] !== registered.pathname) answer(404);
    else {
      answer(200, received(words()));
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
