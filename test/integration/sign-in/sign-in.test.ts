import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LinksOpenWith, SignInState } from '../../../contract/desk/sign-in.ts';
import type { Connection } from '../../../electron/connections/connection.ts';
import { RolecallError } from '../../../electron/errors.ts';
import { type Clock, systemClock } from '../../../electron/ports/clock.ts';
import { exclusiveByFile } from '../../../electron/ports/exclusive.ts';
import { type Files, nodeFiles } from '../../../electron/ports/files.ts';
import type { HttpRequest, HttpTransport } from '../../../electron/ports/http-transport.ts';
import type { Links } from '../../../electron/ports/links.ts';
import type { Log } from '../../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import { OperatorTokens, operatorRecordSchema } from '../../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../../electron/sign-in/sealed-file.ts';
import { createSignIn, type SignIn } from '../../../electron/sign-in/sign-in.ts';
import { createTokenEndpoint } from '../../../electron/sign-in/token-endpoint.ts';
import { en } from '../../../electron/words/en.ts';
import { createHandClock } from '../../support/directory/hand-clock.ts';
import { applicationAt, operatorNamed, startService, TestBrowser, type TestService } from '../../support/service.ts';
import { createFakeCipher, type FakeCipher } from '../../support/sign-in/fakes.ts';

let service: TestService;
let folder: string;
const open: SignIn[] = [];
beforeAll(async () => {
  service = await startService({ redirectUris: ['http://127.0.0.1/back'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-sign-in-'));
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await rm(folder, { recursive: true, force: true });
});

interface Desk {
  readonly signIn: SignIn;
  readonly states: SignInState[];
  readonly opened: URL[];
  readonly copied: string[];
  readonly requests: HttpRequest[];
  readonly logged: string[];
  /** The next state of a kind, the present one included. */
  until<Kind extends SignInState['kind']>(kind: Kind): Promise<Extract<SignInState, { kind: Kind }>>;
}

async function openDesk(
  change: {
    application?: 0 | 1;
    connection?: Partial<Connection>;
    cipher?: FakeCipher;
    clientSecret?: string;
    transport?: (send: HttpTransport) => HttpTransport;
    files?: Files;
    links?: Links;
    clock?: Clock;
  } = {},
): Promise<Desk> {
  const application = applicationAt(service, change.application ?? 0);
  const connection: Connection = {
    id: 'test',
    name: 'Test',
    practice: true,
    baseUrl: service.url,
    clientId: application.clientId,
    redirectUri: 'rolecall://oauth/callback',
    oboScopes: [...application.oboScopes],
    dataAccess: 'automatic',
    pkce: true,
    ...change.connection,
  };
  const opened: URL[] = [];
  const copied: string[] = [];
  const requests: HttpRequest[] = [];
  const logged: string[] = [];
  const record = (event: string, fields: unknown): void => void logged.push(JSON.stringify([event, fields]));
  const log: Log = { info: record, warn: record, error: record };
  const send = change.transport?.(nodeHttpTransport) ?? nodeHttpTransport;
  const transport: HttpTransport = (request) => {
    requests.push(request);
    return send(request);
  };
  const endpoint = createTokenEndpoint({
    transport,
    baseUrl: connection.baseUrl,
    clientId: connection.clientId,
    clientSecret: change.clientSecret ?? application.clientSecret,
  });
  const cipher = change.cipher ?? createFakeCipher();
  const signIn = createSignIn({
    connection,
    endpoint,
    transport,
    browser: { open: async (url) => void opened.push(url) },
    copyText: (text) => copied.push(text),
    clock: change.clock ?? systemClock,
    log,
    kept: async () => ((await cipher.backend()).strength === 'strong' ? 'keyring' : 'memory'),
    links: change.links ?? { look: async () => 'rolecall', takeOver: async () => 'rolecall' },
    bringToFront: () => void logged.push('to the front'),
    lastInput: { idleMs: () => 0 },
    lockAfterMinutes: () => null,
    answerWords: () => en,
    unusable: null,
    random: () => 0.5,
    createTokens: (listener) =>
      new OperatorTokens({
        endpoint,
        vault: new SealedFile({
          files: change.files ?? nodeFiles,
          cipher,
          file: path.join(folder, 'sign-in.json'),
          schema: operatorRecordSchema,
          now: Date.now,
          log,
        }),
        files: nodeFiles,
        markerFile: path.join(folder, 'refresh-marker.json'),
        exclusive: exclusiveByFile(path.join(folder, 'refresh.lock'), log),
        redirectUri: connection.redirectUri,
        clock: systemClock,
        log,
        listener,
      }),
  });
  open.push(signIn);
  const states: SignInState[] = [];
  signIn.subscribe((state) => states.push(state));
  await signIn.start();
  return {
    signIn,
    states,
    opened,
    copied,
    requests,
    logged,
    until: (kind) =>
      new Promise((resolve) => {
        const take = (state: SignInState): void => {
          if (state.kind !== kind) return;
          unsubscribe();
          resolve(state as never);
        };
        const unsubscribe = signIn.subscribe(take);
        take(signIn.state());
      }),
  };
}

/** What the person does in the browser; answers with where the browser is sent. */
async function decide(url: URL, decision: 'authorize' | 'deny' = 'authorize'): Promise<string> {
  const browser = new TestBrowser(service);
  const consent = await browser.open(url.pathname + url.search, operatorNamed(service, 'lead'));
  const sent = await browser.submit(consent, '/oauth/authorize', { decision });
  if (sent.location === null) throw new Error(`Not redirected: ${sent.problem ?? sent.heading}`);
  return sent.location;
}

async function begin(desk: Desk): Promise<URL> {
  await desk.signIn.handlers['sign-in:start']({});
  await desk.until('waiting');
  const url = desk.opened.at(-1);
  if (url === undefined) throw new Error('No browser was opened.');
  return url;
}

async function signInWhole(desk: Desk): Promise<void> {
  desk.signIn.deliver(await decide(await begin(desk)));
  await desk.until('signed-in');
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'nothing thrown',
    (error: { code?: unknown }) => error.code,
  );

describe('signing in with the real service', () => {
  it('goes through the browser and knows who it is', async () => {
    const desk = await openDesk();
    expect(desk.signIn.state()).toEqual({
      kind: 'signed-out',
      notice: null,
      kept: 'keyring',
      comesBackByItself: true,
      linksOpenWith: 'rolecall',
    });
    await signInWhole(desk);
    expect(desk.states.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['opening', 'waiting', 'exchanging', 'signed-in']),
    );
    const state = await desk.until('signed-in');
    expect(state).toMatchObject({ kept: 'keyring', notice: null, mayRead: true, mayChangeRoles: true });
    expect(state.operator.id).toMatch(/^9\d+$/);
    expect(state.operator.label.length).toBeGreaterThan(2);
  });

  it('ignores a wrong state, another address and a second delivery, and exchanges once', async () => {
    const desk = await openDesk();
    const link = await decide(await begin(desk));
    const forged = new URL(link);
    forged.searchParams.set('state', 'x'.repeat(43));
    desk.signIn.deliver(forged.href);
    desk.signIn.deliver('rolecall://elsewhere?code=1&state=2');
    expect(desk.signIn.state().kind).toBe('waiting');
    desk.signIn.deliver(link);
    desk.signIn.deliver(link);
    await desk.until('signed-in');
    expect(desk.requests.filter(({ body }) => body?.includes('authorization_code'))).toHaveLength(1);
  });

  it('ends calmly when the person says no', async () => {
    const desk = await openDesk();
    desk.signIn.deliver(await decide(await begin(desk), 'deny'));
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: 'sign-in-denied' });
    await signInWhole(desk);
  });

  it('takes the address by hand, and says what is wrong with another one', async () => {
    const desk = await openDesk();
    const paste = async (address: string) => desk.signIn.handlers['sign-in:paste-address']({ address });
    const early = 'rolecall://oauth/callback?code=a&state=b';
    expect(await codeOf(paste(early))).toBe('sign-in-address-not-current');
    const link = await decide(await begin(desk));
    expect(await codeOf(paste('https://example.com'))).toBe('sign-in-address-not-understood');
    expect(await codeOf(paste(early))).toBe('sign-in-address-not-current');
    await paste(`  ${link}\n`);
    await desk.until('signed-in');
  });

  it('replaces the first attempt by a second one', async () => {
    const desk = await openDesk();
    const first = await decide(await begin(desk));
    const second = await decide(await begin(desk));
    expect(desk.signIn.state()).toMatchObject({ kind: 'waiting', earlierAnswered: false });
    desk.signIn.deliver(first);
    expect(desk.signIn.state()).toMatchObject({ kind: 'waiting', earlierAnswered: true });
    desk.signIn.deliver(second);
    await desk.until('signed-in');
  });

  it('copies the link, opens the browser again, cancels', async () => {
    const desk = await openDesk();
    const url = await begin(desk);
    await desk.signIn.handlers['sign-in:copy-link']({});
    await desk.signIn.handlers['sign-in:open-browser-again']({});
    expect(desk.copied).toEqual([url.href]);
    expect(desk.opened).toHaveLength(2);
    const link = await decide(url);
    await desk.signIn.handlers['sign-in:cancel']({});
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: null });
    // Finished in the browser all the same: said calmly, nothing is exchanged.
    desk.signIn.deliver(link);
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: 'sign-in-given-up' });
    expect(desk.requests).toEqual([]);
    expect(await codeOf(Promise.resolve().then(() => desk.signIn.handlers['sign-in:copy-link']({})))).toBe(
      'sign-in-address-not-current',
    );
  });

  it('shows nobody signed in after a cancel, however long the keyring takes', async () => {
    const cipher = createFakeCipher();
    const { seal } = cipher;
    let asked = (): void => {};
    const asking = new Promise<void>((resolve) => (asked = resolve));
    let letGo = (): void => {};
    const answered = new Promise<void>((resolve) => (letGo = resolve));
    cipher.seal = async (plain) => {
      asked();
      await answered;
      return seal(plain);
    };
    const desk = await openDesk({ cipher });
    desk.signIn.deliver(await decide(await begin(desk)));
    // The system asks whether Rolecall may use the keyring, and nobody answers.
    await asking;
    await desk.signIn.handlers['sign-in:cancel']({});
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: null });
    const revoked = vi.waitUntil(() => desk.requests.some(({ url }) => url.endsWith('/api/oauth/revoke')));
    letGo();
    await revoked;
    expect(desk.states.map(({ kind }) => kind)).not.toContain('signed-in');
    expect(await readdir(folder)).not.toContain('sign-in.json');
  });

  it('gives an attempt up after ten minutes, those the machine slept through included', async () => {
    const clock = createHandClock();
    const desk = await openDesk({ clock, connection: { redirectUri: 'http://127.0.0.1/back' } });
    const location = await decide(await begin(desk));
    clock.sleep(9 * 60_000);
    desk.signIn.wakeUp();
    expect(desk.signIn.state().kind).toBe('waiting');
    clock.sleep(60_000);
    desk.signIn.wakeUp();
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: 'sign-in-timed-out' });
    await expect(fetch(location)).rejects.toThrow();
  });

  it('keeps quiet about links that carry no state of ours, and about an earlier try once somebody is signed in', async () => {
    const desk = await openDesk();
    const first = await decide(await begin(desk));
    await desk.signIn.handlers['sign-in:cancel']({});
    desk.signIn.deliver('rolecall://oauth/callback?code=a&state=guessed');
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: null });
    await signInWhole(desk);
    desk.signIn.deliver(first);
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-in', notice: null });
  });

  it('tells what it asked the service for, to be compared with what is registered, and no secret', async () => {
    const desk = await openDesk();
    const url = await begin(desk);
    const { asked } = await desk.until('waiting');
    expect(asked).toEqual({
      clientId: url.searchParams.get('client_id'),
      redirectUri: url.searchParams.get('redirect_uri'),
      oauthScopes: url.searchParams.get('scope')?.split(' '),
    });
    await desk.signIn.handlers['sign-in:copy-request']({});
    const [text] = desk.copied;
    for (const part of [service.url, asked.clientId, asked.redirectUri, 'pii:basic']) expect(text).toContain(part);
    for (const secret of [url.searchParams.get('state'), applicationAt(service, 0).clientSecret]) {
      expect(text).not.toContain(secret);
    }
  });

  it.each<[string, 'desk' | 'newcomer', Partial<Connection>, RegExp]>([
    ['an application that is not known', 'desk', { clientId: '4711' }, /Invalid request/],
    ['a redirect address that is not registered', 'desk', { redirectUri: 'rolecall://oauth/other' }, /Invalid request/],
    ['a scope that is not approved', 'desk', { oboScopes: ['pii:basic', 'user:read'] }, /Invalid request/],
    ['an operator without the permission', 'newcomer', {}, /permission|may not/i],
  ])(
    'waits on, and can be cancelled, while the browser shows a page about %s',
    async (_what, who, connection, page) => {
      const desk = await openDesk({ connection });
      const url = await begin(desk);
      const browser = new TestBrowser(service);
      const shown = await browser.open(url.pathname + url.search, operatorNamed(service, who));
      expect(shown.location).toBeNull();
      expect(`${shown.heading} ${shown.problem ?? ''}`).toMatch(page);
      // The page leads nowhere, so the program can only wait, explain and be told to stop.
      expect(desk.signIn.state()).toMatchObject({
        kind: 'waiting',
        asked: { clientId: url.searchParams.get('client_id') },
      });
      await desk.signIn.handlers['sign-in:cancel']({});
      expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: null });
    },
  );

  it('takes over the links, says what came of it, and looks again', async () => {
    const links = { look: 'another-program', takeOver: 'another-program' } as {
      look: LinksOpenWith;
      takeOver: LinksOpenWith;
    };
    const desk = await openDesk({ links: { look: async () => links.look, takeOver: async () => links.takeOver } });
    expect(desk.signIn.state()).toMatchObject({ comesBackByItself: false, linksOpenWith: 'another-program' });
    const takeOver = async () => desk.signIn.handlers['sign-in:take-over-links']({});
    expect(await codeOf(takeOver())).toBe('links-not-changed');
    links.takeOver = 'rolecall';
    await takeOver();
    expect(desk.signIn.state()).toMatchObject({ comesBackByItself: true, linksOpenWith: 'rolecall' });
  });

  it('comes to the front for the answer it waits for, and for no other', async () => {
    const desk = await openDesk();
    const fronts = () => desk.logged.filter((line) => line === 'to the front').length;
    const cancelled = await decide(await begin(desk));
    await desk.signIn.handlers['sign-in:cancel']({});
    const link = await decide(await begin(desk));
    desk.signIn.deliver(cancelled);
    desk.signIn.deliver('rolecall://oauth/callback?code=a&state=guessed');
    expect(fronts()).toBe(0);
    desk.signIn.deliver(link);
    await desk.until('signed-in');
    expect(fronts()).toBe(1);
    desk.signIn.deliver(link);
    desk.signIn.deliver(cancelled);
    expect(fronts()).toBe(1);
  });

  it('says calmly that a sign-in was interrupted when an answer finds a program that was started anew', async () => {
    const before = await openDesk();
    const link = await decide(await begin(before));
    const after = await openDesk();
    after.signIn.deliver(link);
    expect(after.signIn.state()).toMatchObject({ kind: 'signed-out', notice: 'sign-in-interrupted' });
  });

  it('comes back by a loopback address that is listened on for this attempt only (RFC 8252 7.3)', async () => {
    const desk = await openDesk({ connection: { redirectUri: 'http://127.0.0.1/back' } });
    const location = await decide(await begin(desk));
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/back\?/);
    const { origin } = new URL(location);
    expect((await fetch(`${origin}/else?code=1&state=2`)).status).toBe(404);
    expect((await fetch(location, { method: 'POST' })).status).toBe(405);
    const page = await fetch(location);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain(new URL(location).searchParams.get('code'));
    await desk.until('signed-in');
    await expect(fetch(location)).rejects.toThrow();
  });

  it('comes back by a loopback address of the second attempt where one took the place of another', async () => {
    const desk = await openDesk({ connection: { redirectUri: 'http://127.0.0.1/back' } });
    const first = await decide(await begin(desk));
    const location = await decide(await begin(desk));
    await expect(fetch(first)).rejects.toThrow();
    expect((await fetch(location)).status).toBe(200);
    await desk.until('signed-in');
    await expect(fetch(location)).rejects.toThrow();
  });

  it('stays signed in over a restart with a keyring, and is signed out without one', async () => {
    const cipher = createFakeCipher();
    await signInWhole(await openDesk({ cipher }));
    const again = await openDesk({ cipher });
    expect(again.signIn.state().kind).toBe('signed-in');
    expect(again.requests).toEqual([]);

    const weak = createFakeCipher();
    weak.strength = 'weak';
    await rm(folder, { recursive: true });
    const desk = await openDesk({ cipher: weak });
    await signInWhole(desk);
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-in', kept: 'memory' });
    const restarted = await openDesk({ cipher: weak });
    expect(restarted.signIn.state()).toMatchObject({ kind: 'signed-out', kept: 'memory', notice: null });
  });

  it('says at once that a sign-in can not be kept on a full disk', async () => {
    const full = async () => {
      throw new RolecallError('storage-full', 'The disk is full.');
    };
    const desk = await openDesk({ files: { ...nodeFiles, write: full } });
    await signInWhole(desk);
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-in', notice: 'storage-full' });
  });

  it('does not ask the desktop who opens its links before somebody who is signed in has their desk', async () => {
    const cipher = createFakeCipher();
    await signInWhole(await openDesk({ cipher }));
    const later = new Set<() => void>();
    const clock: Clock = {
      ...systemClock,
      after: (_milliseconds, task) => {
        later.add(task);
        return () => later.delete(task);
      },
    };
    const runAll = (): void => {
      const tasks = [...later];
      later.clear();
      for (const task of tasks) task();
    };
    const look = vi.fn(async (): Promise<LinksOpenWith> => 'another-program');
    const desk = await openDesk({ cipher, clock, links: { look, takeOver: look } });
    expect(desk.signIn.state().kind).toBe('signed-in');
    expect(look).not.toHaveBeenCalled();

    runAll();
    expect(look).toHaveBeenCalledOnce();
    await desk.signIn.handlers['sign-in:sign-out']({});
    expect(await desk.until('signed-out')).toMatchObject({ linksOpenWith: 'another-program' });

    await signInWhole(await openDesk({ cipher }));
    const closed = await openDesk({ cipher, clock, links: { look, takeOver: look } });
    await closed.signIn.close();
    runAll();
    expect(look).toHaveBeenCalledOnce();
  });

  it('signs out here and at the service', async () => {
    const desk = await openDesk();
    await signInWhole(desk);
    const refreshToken = await refreshTokenOf(desk);
    await desk.signIn.handlers['sign-in:sign-out']({});
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-out', notice: null });
    await desk.signIn.close();
    expect(await readdir(folder)).toEqual([]);
    expect(desk.requests.at(-1)?.url).toBe(`${service.url}/api/oauth/revoke`);
    // Some services show their metadata to nobody without a bearer.
    expect(desk.requests.at(-2)?.headers.authorization).toMatch(/^Bearer ./);
    const { clientId, clientSecret } = applicationAt(service, 0);
    const answer = await fetch(`${service.url}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('signs out here even where the service does not answer', async () => {
    const desk = await openDesk({
      transport: (send) => (request) =>
        /revoke|well-known/.test(request.url) ? Promise.reject(new Error('never')) : send(request),
    });
    await signInWhole(desk);
    await desk.signIn.handlers['sign-in:sign-out']({});
    expect(desk.signIn.state().kind).toBe('signed-out');
    expect(await readdir(folder)).toEqual([]);
  });

  it('never repeats an exchange whose outcome is unknown', async () => {
    const desk = await openDesk({
      transport: (send) => async (request) => {
        const answer = await send(request);
        // The service acted on it, its answer got lost.
        return request.body?.includes('authorization_code') ? { ...answer, status: 502, body: '' } : answer;
      },
    });
    desk.signIn.deliver(await decide(await begin(desk)));
    await desk.until('signed-out');
    expect(desk.signIn.state()).toMatchObject({ notice: 'sign-in-exchange-unknown' });
    expect(desk.requests.filter(({ body }) => body?.includes('authorization_code'))).toHaveLength(1);
  });

  it('says that the application is not accepted', async () => {
    const desk = await openDesk({ clientSecret: 'wrong' });
    desk.signIn.deliver(await decide(await begin(desk)));
    await desk.until('signed-out');
    expect(desk.signIn.state()).toMatchObject({ notice: 'oauth-invalid-client' });
  });
});

describe('which token opens what', () => {
  const listRoles = async (token: string): Promise<number> =>
    (await fetch(`${service.url}/api/v0/roles`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('uses one token of the application for each scope, and renews it after a 401', async () => {
    const desk = await openDesk();
    const { accessTokens } = desk.signIn;
    expect(await codeOf(accessTokens.forOauthScope('user:read'))).toBe('sign-in-required');
    await signInWhole(desk);
    const [read, readAgain, update] = await Promise.all(
      ['user:read', 'user:read', 'user:roles:update'].map((scope) => accessTokens.forOauthScope(scope)),
    );
    if (read === undefined || readAgain === undefined || update === undefined) throw new Error('No tokens.');
    expect(readAgain).toEqual(read);
    expect(update.value).not.toBe(read.value);
    expect(desk.requests.filter(({ body }) => body?.includes('client_credentials'))).toHaveLength(2);
    expect(await listRoles(read.value)).toBe(200);
    // The other one has no more than its own scope.
    expect(await listRoles(update.value)).toBe(403);
    expect(await accessTokens.refused(read, 'user:read')).toBe(true);
    expect((await accessTokens.forOauthScope('user:read')).value).not.toBe(read.value);
  });

  it('uses the operator’s token where its scopes cover the call, until the service wants another', async () => {
    const desk = await openDesk({ application: 1 });
    await signInWhole(desk);
    const token = await desk.signIn.accessTokens.forOauthScope('user:read');
    expect(token.id).toBe('operator');
    expect(await listRoles(token.value)).toBe(200);
    expect(await desk.signIn.accessTokens.refused(token, 'user:read')).toBe(true);
    const renewed = await desk.signIn.accessTokens.forOauthScope('user:read');
    expect(renewed.value).not.toBe(token.value);
    // This application has nothing of its own: the desk learns that it may not.
    expect(await desk.signIn.accessTokens.forbidden(renewed, 'user:read')).toBe(true);
    expect(await codeOf(desk.signIn.accessTokens.forOauthScope('user:read'))).toBe('oauth-invalid-scope');
    expect(desk.signIn.state()).toMatchObject({ kind: 'signed-in', mayRead: false, mayChangeRoles: true });
  });

  it('learns from a last 403 what it may not do, and forgets it with the next sign-in', async () => {
    const desk = await openDesk();
    await signInWhole(desk);
    const token = await desk.signIn.accessTokens.forOauthScope('user:roles:update');
    expect(await desk.signIn.accessTokens.forbidden(token, 'user:roles:update')).toBe(false);
    expect(desk.signIn.state()).toMatchObject({ mayRead: true, mayChangeRoles: false });
    // That a token can be had does not open what the service refused to do with it.
    await desk.signIn.accessTokens.forOauthScope('user:roles:update');
    expect(desk.signIn.state()).toMatchObject({ mayChangeRoles: false });
    await desk.signIn.handlers['sign-in:sign-out']({});
    await signInWhole(desk);
    expect(desk.signIn.state()).toMatchObject({ mayRead: true, mayChangeRoles: true });
  });

  it('stays with the operator’s token, or with the application’s, where the connection says so', async () => {
    const operator = await openDesk({ connection: { dataAccess: 'operator' } });
    await signInWhole(operator);
    expect(operator.signIn.state()).toMatchObject({ mayRead: false, mayChangeRoles: false });
    expect(await codeOf(operator.signIn.accessTokens.forOauthScope('user:read'))).toBe('oauth-invalid-scope');
    await operator.signIn.handlers['sign-in:sign-out']({});

    const application = await openDesk({ application: 1, connection: { dataAccess: 'service-integration' } });
    await signInWhole(application);
    expect(await codeOf(application.signIn.accessTokens.forOauthScope('user:read'))).toBe('oauth-invalid-scope');
  });
});

it('says nothing of tokens, codes, secrets or people to the screen or the log', async () => {
  const desk = await openDesk();
  const link = await decide(await begin(desk));
  const query = new URL(link).searchParams;
  desk.signIn.deliver(link);
  await desk.until('signed-in');
  const token = await desk.signIn.accessTokens.forOauthScope('user:read');
  const secrets = [
    query.get('code'),
    query.get('state'),
    token.value,
    await refreshTokenOf(desk),
    applicationAt(service, 0).clientSecret,
    new URLSearchParams(desk.requests.find(({ body }) => body?.includes('code_verifier'))?.body).get('code_verifier'),
  ];
  const shown = JSON.stringify(desk.states) + desk.logged.join('\n');
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(15);
    expect(shown).not.toContain(secret);
  }
  expect(await readFile(path.join(folder, 'sign-in.json'), 'utf8')).not.toContain(token.value);
  const operator = desk.signIn.operator();
  expect(desk.logged.join('\n')).not.toContain(operator?.label);
});

async function refreshTokenOf(desk: Desk): Promise<string> {
  const record = JSON.parse(await readFile(path.join(folder, 'sign-in.json'), 'utf8')) as { sealed: string };
  expect(desk.signIn.state().kind).toBe('signed-in');
  const { plain } = await createFakeCipher().open(record.sealed);
  return (JSON.parse(plain) as { refreshToken: string }).refreshToken;
}
