import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isLoopbackRedirect,
  type LoopbackRedirect,
  listenForRedirect,
} from '../../../../electron/sign-in/loopback-redirect.ts';
import type { DeskWords } from '../../../../electron/words/desk-words.ts';
import { deskWords } from '../../../../electron/words/every-language.ts';

let spoken: DeskWords;
beforeEach(() => {
  spoken = deskWords.en;
});
const open: LoopbackRedirect[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listen(redirectUri = 'http://127.0.0.1/back') {
  const received: string[] = [];
  const listening = await listenForRedirect(
    redirectUri,
    (link) => received.push(link),
    () => spoken,
  );
  open.push(listening);
  return { listening, received };
}

/** Sends what a browser would not: any host, method and target. */
function send(address: string, change: { host?: string; method?: string; path?: string } = {}): Promise<number> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: change.path ?? `${pathname}?code=c&state=s`,
        method: change.method ?? 'GET',
        headers: { host: change.host ?? new URL(address).host },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

describe('listenForRedirect (RFC 8252 7.3, checklist B36)', () => {
  it('listens on loopback only, on a free port where none is named, and closes', async () => {
    const { listening, received } = await listen();
    const address = new URL(listening.redirectUri);
    expect(address.hostname).toBe('127.0.0.1');
    expect(Number(address.port)).toBeGreaterThan(0);
    expect(await send(listening.redirectUri)).toBe(200);
    expect(received).toEqual([`${listening.redirectUri}?code=c&state=s`]);
    listening.close();
    await expect(send(listening.redirectUri)).rejects.toThrow();
  });

  it.each(Object.values(deskWords))(
    'says that the answer is there, in the language spoken then: $language',
    async (words) => {
      const { listening } = await listen();
      spoken = words;
      const answer = await fetch(`${listening.redirectUri}?code=c&state=s`);
      const page = await answer.text();
      expect(page).toContain(`<html lang="${words.language}" dir="${words.direction}">`);
      expect(page).toContain(words.answerReceived);
      expect(page).toContain(words.answerReceivedMore);
      expect(page).not.toMatch(/code=|state=|[?&]c\b/);
      const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(style).digest('base64');
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    },
  );

  it.each([
    ['a foreign host (DNS rebinding)', { host: 'evil.example' }, 400],
    ['another port in the host', { host: '127.0.0.1:1' }, 400],
    ['localhost by name', { host: 'localhost' }, 400],
    ['another method', { method: 'POST' }, 405],
    ['another path', { path: '/elsewhere?code=c&state=s' }, 404],
    ['a path that only begins alike', { path: '/back/../back?code=c' }, 404],
    ['the path spelt otherwise', { path: '/%62ack?code=c' }, 404],
  ])('hands nothing on for %s', async (_what, change, status) => {
    const { listening, received } = await listen();
    expect(await send(listening.redirectUri, change)).toBe(status);
    expect(received).toEqual([]);
  });

  it('says that the way back is taken where the registered port is', async () => {
    const { listening } = await listen();
    await expect(
      listenForRedirect(
        listening.redirectUri,
        () => {},
        () => deskWords.en,
      ),
    ).rejects.toMatchObject({
      code: 'sign-in-browser-not-opened',
    });
  });
});

it.each([
  ['http://127.0.0.1/back', true],
  ['http://127.0.0.1:4711/back', true],
  ['http://[::1]/back', true],
  ['http://localhost/back', false],
  ['http://127.0.0.1.evil.example/back', false],
  ['http://127.0.0.10/back', false],
  ['https://127.0.0.1/back', false],
  ['rolecall://oauth/callback', false],
])('%s is answered by our own listener: %s', (redirectUri, is) => {
  expect(isLoopbackRedirect(redirectUri)).toBe(is);
});
