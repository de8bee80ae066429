import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerApplication } from '../../../service/authorization/applications.ts';
import { signInLimit } from '../../../service/authorization/sessions.ts';
import {
  applicationAt,
  authorizationPath,
  authorize,
  operatorNamed,
  startService,
  TestBrowser,
  type TestService,
} from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function openConsent(parameters: Parameters<typeof authorizationPath>[1] = {}, who: 'desk' | 'lead' = 'desk') {
  const browser = new TestBrowser(service);
  const page = await browser.open(authorizationPath(service, parameters), operatorNamed(service, who));
  return { browser, page };
}

describe('an invalid request is shown on a page and never redirects', () => {
  const changes: [what: string, change: (query: URLSearchParams) => void, words: RegExp][] = [
    ['an unknown application', (query) => query.set('client_id', '4711'), /No application/],
    ['a client_id that is no number', (query) => query.set('client_id', 'abc'), /client_id/],
    ['no client_id', (query) => query.delete('client_id'), /client_id/],
    ['another redirect_uri', (query) => query.set('redirect_uri', 'https://evil.example/callback'), /redirect_uri/],
    ['a longer redirect_uri', (query) => query.append('redirect_uri', ''), /more than once/],
    [
      'a redirect_uri with one more slash',
      (query) => query.set('redirect_uri', 'rolecall://oauth/callback/'),
      /registered/,
    ],
    ['a redirect_uri in other case', (query) => query.set('redirect_uri', 'rolecall://oauth/Callback'), /registered/],
    ['no redirect_uri', (query) => query.delete('redirect_uri'), /redirect_uri/],
    ['response_type token', (query) => query.set('response_type', 'token'), /response_type/],
    ['no response_type', (query) => query.delete('response_type'), /response_type/],
    ['no scope', (query) => query.delete('scope'), /scope/],
    [
      'a scope the application is not approved for',
      (query) => query.set('scope', 'pii:basic user:read'),
      /not approved/,
    ],
    ['PKCE by plain', (query) => query.set('code_challenge', 'x'.repeat(43)), /S256/],
    ['state twice', (query) => query.append('state', 'second'), /more than once/],
  ];
  test.each(changes)('%s', async (_what, change, words) => {
    const path = authorizationPath(service, { state: 'first' });
    const query = new URLSearchParams(path.split('?')[1]);
    change(query);
    const { page } = await openPath(`/oauth/authorize?${query}`);
    expect(page.status).toBe(400);
    expect(page.location).toBeNull();
    expect(page.heading).toBe('Invalid request');
    expect(page.problem).toMatch(words);
  });

  test('a scope the user lacks', async () => {
    const browser = new TestBrowser(service);
    const page = await browser.open(authorizationPath(service), operatorNamed(service, 'newcomer'));
    expect(page.status).toBe(400);
    expect(page.heading).toBe('Invalid request');
    expect(page.problem).toContain('pii:basic');
  });

  test('one of several scopes the user lacks: scopes are granted all or none', async () => {
    const browser = new TestBrowser(service);
    const path = authorizationPath(service, { application: 1, oauthScopes: 'pii:basic user:read' });
    const page = await browser.open(path, operatorNamed(service, 'desk'));
    expect(page.status).toBe(400);
    expect(page.problem).toContain('user:read');
    expect(page.html).not.toContain('value="authorize"');
  });

  test('a consent form for a scope the user lacks, sent by hand', async () => {
    const { browser, page } = await openConsent();
    const query = authorizationPath(service, { application: 1, oauthScopes: 'user:read' }).split('?')[1] ?? '';
    const fields = { ...page.hiddenFields('/oauth/authorize'), request: query, decision: 'authorize' };
    const sent = await browser.post('/oauth/authorize', fields);
    expect(sent.status).toBe(400);
    expect(sent.location).toBeNull();
  });

  async function openPath(path: string) {
    const browser = new TestBrowser(service);
    return { browser, page: await browser.open(path, operatorNamed(service, 'desk')) };
  }
});

describe('consent', () => {
  test('asks, then redirects with a code by 303', async () => {
    const { browser, page } = await openConsent();
    expect(page.status).toBe(200);
    expect(page.heading).toBe('Allow Rolecall practice?');
    const sent = await browser.submit(page, '/oauth/authorize', { decision: 'authorize' });
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(/^rolecall:\/\/oauth\/callback\?code=[A-Za-z0-9_-]{43}$/);
  });

  test('a refusal goes back as access_denied with the state (RFC 6749 4.1.2.1)', async () => {
    const sent = await authorize(service, 'desk', { state: 'abc' }, 'deny');
    expect(sent.href).toBe('rolecall://oauth/callback?error=access_denied&state=abc');
  });

  test('asks again although the same was granted before', async () => {
    await authorize(service, 'desk');
    const { page } = await openConsent();
    expect(page.heading).toBe('Allow Rolecall practice?');
  });

  test.each([
    ['percent signs and pluses', 'state=a+b%20c%2B%25'],
    ['quotes and markup', 'state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E'],
    ['line breaks', 'state=a%0D%0Aset-cookie:x=y'],
    ['other scripts and emoji', 'state=%E6%9D%B1%E4%BA%AC%F0%9F%A6%8A'],
    ['bytes that are no UTF-8', 'state=%FF%FE'],
    ['an ampersand and a hash', 'state=a%26code%3Db%23c'],
    ['nothing', 'state='],
    ['JSON', 'state={"a":[1,2]}'],
  ])('state with %s comes back letter for letter', async (_what, pair) => {
    const browser = new TestBrowser(service);
    // fetch encodes what an address can't hold, so the comparison is with what was really sent.
    const sentPair = new URL(`http://x/?${pair}`).search.slice(1);
    const page = await browser.open(`${authorizationPath(service)}&${pair}`, operatorNamed(service, 'desk'));
    const sent = await browser.submit(page, '/oauth/authorize', { decision: 'authorize' });
    expect(sent.location?.split('&').slice(1).join('&')).toBe(sentPair);
  });

  test('without a state none comes back', async () => {
    expect((await authorize(service, 'desk')).searchParams.has('state')).toBe(false);
  });

  test('a loopback redirect may use any port (RFC 8252 7.3)', async () => {
    const sent = await authorize(service, 'desk', { redirectUri: 'http://127.0.0.1:49152/oauth/callback' });
    expect(sent.origin).toBe('http://127.0.0.1:49152');
  });

  // A policy can't name an IPv6 address, so Chromium would stop a form that is redirected to one.
  test('an IPv6 loopback is led to by a page that goes on by itself, whatever was decided', async () => {
    await registerApplication(service.database, {
      ...applicationAt(service, 0),
      ...{ clientId: '6', name: 'Desk <6>', redirectUris: ['http://[::1]/oauth/callback'] },
    });
    const extra = { client_id: '6', state: 'a;b"c' };
    const redirectUri = 'http://[::1]:49152/oauth/callback';
    const { browser, page } = await openConsent({ redirectUri, extra });
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';");
    for (const [decision, answer] of [
      ['authorize', 'code=[\\w-]{43}'],
      ['deny', 'error=access_denied'],
    ] as const) {
      const onward = await browser.submit(page, '/oauth/authorize', { decision });
      expect([onward.status, onward.location, onward.heading]).toEqual([200, null, 'Back to Desk <6>']);
      const target = `http://\\[::1\\]:49152/oauth/callback\\?${answer}&amp;state=a%3Bb%22c`;
      expect(onward.html).toMatch(new RegExp(`<meta http-equiv="refresh" content="0; url=${target}">`));
      expect(onward.html).toMatch(new RegExp(`<a href="${target}">Go on</a>`));
      expect(onward.headers.get('cache-control')).toBe('no-store');
      expect(onward.headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test.each([
    'http://localhost:49152/oauth/callback',
    'http://127.0.0.1:49152/other',
    'https://127.0.0.1/oauth/callback',
  ])('but not %s', async (redirectUri) => {
    const { page } = await openConsent({ redirectUri });
    expect(page.status).toBe(400);
  });

  test('sensitive scopes are marked as an administrative permission, with a highlighted button', async () => {
    const { page } = await openConsent(
      { application: 1, oauthScopes: 'pii:basic user:read user:roles:update' },
      'lead',
    );
    expect(page.html.match(/Administrative permission/g)).toHaveLength(2);
    expect(page.html).toMatch(/value="authorize" class="primary highlighted"/);
  });

  test('other scopes are not', async () => {
    const { page } = await openConsent({ application: 1, oauthScopes: 'pii:basic' }, 'lead');
    expect(page.html).not.toContain('Administrative permission');
    expect(page.html).toMatch(/value="authorize" class="primary"/);
  });
});

describe('the pages themselves', () => {
  test('refuse to be framed, run no script, are not kept and tell the next site nothing', async () => {
    const { page } = await openConsent();
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(page.html).not.toContain('<script');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('allow the form to end at the redirect address: Chromium checks the whole chain', async () => {
    expect((await openConsent()).page.headers.get('content-security-policy')).toContain(
      "form-action 'self' rolecall:;",
    );
    const { page } = await openConsent({ redirectUri: 'http://127.0.0.1:5000/oauth/callback' });
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:5000;");
  });

  test('set cookies that scripts and other sites do not get', async () => {
    const response = await fetch(service.url + authorizationPath(service));
    for (const line of response.headers.getSetCookie()) expect(line).toMatch(/; HttpOnly; SameSite=Lax/);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  test('refuse a form without our token, of another session, or from another site', async () => {
    const { browser, page } = await openConsent();
    const fields = { ...page.hiddenFields('/oauth/authorize'), decision: 'authorize' };
    expect((await browser.post('/oauth/authorize', { ...fields, form_token: '' })).status).toBe(403);
    expect((await new TestBrowser(service).post('/oauth/authorize', fields)).status).toBe(403);
    const other = await openConsent();
    expect((await other.browser.post('/oauth/authorize', fields)).status).toBe(403);
    const crossSite = await browser.post('/oauth/authorize', fields, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect((await browser.post('/oauth/authorize', fields)).status).toBe(303);
  });

  test('offer the made-up operators to pick', async () => {
    const browser = new TestBrowser(service);
    const page = await browser.get(authorizationPath(service));
    expect(page.html).toContain('Practice mode');
    const sent = await browser.submit(page, '/sign-in', { operator: '9001' });
    expect(sent.status).toBe(303);
    expect((await browser.get(sent.location ?? '')).heading).toBe('Allow Rolecall practice?');
  });

  test('do not sign in as somebody who is not offered', async () => {
    const browser = new TestBrowser(service);
    const page = await browser.get(authorizationPath(service));
    expect((await browser.submit(page, '/sign-in', { operator: '10001' })).status).toBe(401);
  });

  test('after sign-in lead only to our own pages', async () => {
    for (const returnTo of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/oauth/authorize?\r\nx: y',
    ]) {
      const browser = new TestBrowser(service);
      const page = await browser.get(authorizationPath(service));
      const sent = await browser.submit(page, '/sign-in', { operator: '9001', return_to: returnTo });
      expect(sent.location).toBe('/applications');
    }
  });
});

describe('sign-in by password', () => {
  test('needs the right one', async () => {
    const browser = new TestBrowser(service);
    const { email } = operatorNamed(service, 'desk');
    const page = await browser.open(authorizationPath(service), { email, password: 'wrong' });
    expect(page.status).toBe(401);
    expect(page.problem).toMatch(/wrong/);
    // The e-mail address stays, and typing goes on in the password.
    expect(page.html).toMatch(new RegExp(`id="email"[^>]* value="${email}"`));
    expect(page.html).toMatch(/id="password"[^>]* autofocus>/);
  });

  test('is throttled per account, and only that account', async () => {
    const email = 'nobody@rolecall.example';
    const browser = new TestBrowser(service);
    for (let count = 0; count < signInLimit.tries; count++) {
      expect((await browser.open(authorizationPath(service), { email, password: 'x' })).status).toBe(401);
    }
    const closed = await browser.open(authorizationPath(service), { email, password: 'x' });
    expect(closed.status).toBe(429);
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await browser.open(authorizationPath(service), operatorNamed(service, 'desk'))).status).toBe(200);
  });

  test('stores passwords by scrypt and sessions as hashes', async () => {
    const { browser } = await openConsent();
    const accounts = await service.database.selectFrom('account').select('password_hash').execute();
    for (const { password_hash } of accounts) expect(password_hash).toMatch(/^scrypt\$32768\$8\$1\$/);
    const sessions = await service.database.selectFrom('session').select('token_hash').execute();
    expect(sessions.map((session) => session.token_hash)).not.toContain(browser.cookies.get('rolecall_session'));
  });

  test('ends with sign-out', async () => {
    const { browser, page } = await openConsent();
    const stolen = browser.cookies.get('rolecall_session');
    await browser.submit(page, '/oauth/authorize', { decision: 'deny' });
    const form = /<form method="post" action="\/sign-out".*?<\/form>/s.exec(page.html);
    expect(form).not.toBeNull();
    expect((await browser.submit(page, '/sign-out', {})).status).toBe(303);
    expect((await browser.get('/applications')).heading).toBe('Sign in');
    expect((await browser.get('/applications', { cookie: `rolecall_session=${stolen}` })).heading).toBe('Sign in');
  });
});

test('the codes and states of the redirects stay out of the log', async () => {
  const sent = await authorize(service, 'desk', { state: 'very-private-state' });
  const log = service.logLines.join('\n');
  expect(log).not.toContain('very-private-state');
  expect(log).not.toContain(sent.searchParams.get('code') ?? '-');
  expect(log).not.toContain(applicationAt(service, 0).clientSecret);
  expect(log).not.toContain(operatorNamed(service, 'desk').email);
});
