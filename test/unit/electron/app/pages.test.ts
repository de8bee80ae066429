import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../../electron/app/content-security-policy.ts';
import { answerPageRequest } from '../../../../electron/app/page-answer.ts';
import { isOwnPage, resolvePageRequest } from '../../../../electron/app/page-files.ts';

let parent = '';
let folder = '';
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'rolecall-pages-'));
  folder = path.join(parent, 'renderer');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  mkdirSync(path.join(parent, 'renderer-other'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, 'assets', 'main.js'), 'export {};');
  writeFileSync(path.join(parent, 'secret.json'), '{}');
  writeFileSync(path.join(parent, 'renderer-other', 'secret.json'), '{}');
});
afterAll(() => rmSync(parent, { recursive: true }));

const get = (url: string) => answerPageRequest({ method: 'GET', url }, folder);

describe('pages of our scheme', () => {
  it.each([
    ['rolecall-app://desk/', 'text/html; charset=utf-8'],
    ['rolecall-app://desk/index.html', 'text/html; charset=utf-8'],
    ['rolecall-app://desk/index.html?a=1#b', 'text/html; charset=utf-8'],
    ['rolecall-app://desk/assets/main.js', 'text/javascript; charset=utf-8'],
  ])('serves %s', async (url, contentType) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe(contentType);
    expect(answer.data.length).toBeGreaterThan(0);
  });

  it('answers HEAD without a body and nothing but GET and HEAD', async () => {
    const head = await answerPageRequest({ method: 'HEAD', url: 'rolecall-app://desk/index.html' }, folder);
    expect([head.statusCode, head.data.length]).toEqual([200, 0]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await answerPageRequest({ method, url: 'rolecall-app://desk/index.html' }, folder);
      expect(answer.statusCode, method).toBe(405);
    }
  });

  it.each([
    'rolecall-app://desk/../secret.json',
    'rolecall-app://desk/..%2fsecret.json',
    'rolecall-app://desk/..%2Fsecret.json',
    'rolecall-app://desk/%2e%2e/secret.json',
    'rolecall-app://desk/%2e%2e%2fsecret.json',
    'rolecall-app://desk/%252e%252e%252fsecret.json',
    'rolecall-app://desk/..%5csecret.json',
    'rolecall-app://desk/..\\secret.json',
    'rolecall-app://desk/assets/..%2f..%2fsecret.json',
    'rolecall-app://desk/..%2frenderer-other/secret.json',
    'rolecall-app://desk/index.html%00.js',
    'rolecall-app://desk//etc/passwd.json',
    'rolecall-app://desk/C:%5cWindows%5cwin.json',
    'rolecall-app://desk/%',
    'rolecall-app://desk/%ff.js',
    'rolecall-app://desk/assets/',
    'rolecall-app://desk/missing.js',
    'rolecall-app://desk/index.html.exe',
    'rolecall-app://elsewhere/index.html',
    'rolecall-app://desk.evil/index.html',
    'rolecall-app://desk:80/index.html',
    'file:///etc/passwd',
    'https://desk/index.html',
    'nonsense',
  ])('refuses %s, with the policy', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.data.toString()).toBe('Not here.');
    expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy);
  });

  it('never leaves the folder, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const resolved = resolvePageRequest('GET', `rolecall-app://desk/${text}`, '/pages/renderer');
        if (resolved.kind === 'file') expect(resolved.filePath.startsWith('/pages/renderer/')).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('has a policy that allows nothing inline and no network', async () => {
    const policy = (await get('rolecall-app://desk/index.html')).headers['content-security-policy'];
    const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]));
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it.each([
    ['rolecall-app://desk/index.html', true],
    ['rolecall-app://desk', true],
    ['rolecall-app://desk.evil/', false],
    ['rolecall-app://user@desk/', false],
    ['rolecall-app://desk:1/', false],
    ['rolecall-app-x://desk/', false],
    ['rolecall://desk/', false],
    ['file:///index.html', false],
    ['https://desk/', false],
    ['javascript:1', false],
    ['', false],
  ])('tells our pages from others: %s', (url, own) => {
    expect(isOwnPage(url)).toBe(own);
  });
});
