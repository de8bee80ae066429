/** C20: the page the browser ends on closed itself, and with it what the person had open; or it did nothing they could see. */
import { expect, it } from 'vitest';
import { listenForRedirect } from '../../electron/sign-in/loopback-redirect.ts';
import { en } from '../../electron/words/en.ts';

it('stays open, says what it is, runs nothing and repeats nothing', async () => {
  const received: string[] = [];
  const listening = await listenForRedirect(
    'http://127.0.0.1/back',
    (link) => received.push(link),
    () => en,
  );
  try {
    const answer = await fetch(`${listening.redirectUri}?code=secret-code&state=secret-state`);
    const text = await answer.text();
    expect(text).toContain('You may close this tab');
    expect(text).not.toMatch(/script|close\(|http-equiv|secret-/i);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(received).toEqual([`${listening.redirectUri}?code=secret-code&state=secret-state`]);
  } finally {
    listening.close();
  }
});
