import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLog } from '../../../../electron/app/log-sink.ts';
import { redactText } from '../../../../electron/app/redact.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rolecall-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const read = () => readFileSync(path.join(folder, 'rolecall.log'), 'utf8');

const random = 'q7Zt4Wm1Xv9Kc3Rb8Ny2Lp6Hs5Jd0Gf-AeUoIwTyQrE';

describe('the log', () => {
  it.each([
    ['a bearer', `Authorization: Bearer abc.canary-1`],
    ['a callback link', 'opened rolecall://oauth/callback?code=canary&state=canary now'],
    ['a link in capitals', 'ROLECALL://oauth/callback?code=canary'],
    ['the query of any address', 'GET https://service.example/api?x=canary failed'],
    ['user information in an address', 'https://user:canary@service.example/'],
    ['a form', 'grant_type=x&client_secret=canary&code_verifier=canary&refresh_token=canary'],
    ['JSON', '{"access_token":"canary","refresh_token": "canary"}'],
    ['an e-mail address', 'mail to canary@canary.example please'],
    ['an e-mail address in another script', 'канарейка.canary@почта.canary'],
    ['a phone number', 'call +49 151 canary'.replace('canary', '2345 6789')],
    ['random text', `token ${random}`],
  ])('writes no %s', (_what, text) => {
    createFileLog(folder).error('problem', { problem: text });
    expect(read()).toContain('[redacted]');
    expect(read()).not.toMatch(/canary|2345|q7Zt/);
  });

  it.each([
    'accessToken',
    'refresh_token',
    'clientSecret',
    'verifier',
    'state',
    'code',
    'email',
    'phone',
    'displayName',
  ])('never writes the value of a field called %s', (name) => {
    createFileLog(folder).info('event', { [name]: 'Canary Bird' });
    expect(read()).not.toContain('Canary');
  });

  it('keeps what helps: codes, counts, times, files of a stack', () => {
    createFileLog(folder).warn('refused', { code: 'network-timeout', times: 3, ms: 12.5, done: false });
    expect(JSON.parse(read())).toMatchObject({ level: 'warn', event: 'refused', code: 'network-timeout', times: 3 });
    const stack = 'Error: x\n    at start (file:///opt/rolecall/dist/electron/main.js:10:5)';
    expect(redactText(stack)).toBe(stack);
  });

  it('is readable by this user only and turns over', () => {
    const log = createFileLog(folder);
    for (let index = 0; index < 450; index += 1) log.info('filler', { text: 'word '.repeat(2_000) });
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['rolecall.log', 'rolecall.log.1', 'rolecall.log.2', 'rolecall.log.3']);
    for (const file of files) {
      const { size, mode } = statSync(path.join(folder, file));
      expect(size).toBeLessThanOrEqual(1024 * 1024);
      if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
    }
  });

  it('never stops the desk when it can not be written', () => {
    const log = createFileLog(path.join(folder, 'rolecall.log', 'below-a-file'));
    createFileLog(folder).info('first');
    expect(() => log.error('second')).not.toThrow();
  });
});
