import { describe, expect, it } from 'vitest';
import type { RequestHandlers } from '../../../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../../../contract/desk/channel-names.ts';
import { appHandlers } from '../../../../electron/app/app-info.ts';
import { emptyDesk } from '../../../../electron/app/empty-desk.ts';
import { publishTo } from '../../../../electron/app/publish.ts';
import { relayRequests } from '../../../../electron/app/request-relay.ts';
import { registerRequests } from '../../../../electron/app/requests.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';

const refuse = () => {
  throw new RolecallError('network-timeout', 'The service did not answer in time.');
};
/** Channels nothing here is about. */
const others = Object.fromEntries(
  requestNames.map((name) => [name, () => ({})]),
) as unknown as RequestHandlers<RequestName>;
const handlers: RequestHandlers<RequestName> = {
  ...others,
  ...appHandlers('1.2.3', 'linux', () => ['de-CH', 'en-GB']),
  ...emptyDesk,
  'sign-in:read': () => ({
    kind: 'signed-out',
    notice: null,
    kept: 'memory',
    comesBackByItself: true,
    linksOpenWith: 'rolecall',
  }),
  'sign-in:start': () => {
    throw new Error('secret-canary');
  },
  'sign-in:cancel': refuse,
  'sign-in:open-browser-again': () => Promise.reject(new RolecallError('bad-input', 'No.')),
  'connections:read': () =>
    ({
      all: [{ id: 'a', name: 'A', host: 'a', practice: false, current: true, clientSecret: 'canary' }],
      reachability: { kind: 'unknown' },
    }) as never,
  'connections:choose-file': () => ({ chosen: 'perhaps' }) as never,
};

type Listener = (event: { senderFrame: never }, input: unknown) => Promise<unknown>;
function register(isTrusted = () => true, log = silentLog) {
  const listeners = new Map<string, Listener>();
  registerRequests({
    ipc: { handle: (channel, listener) => void listeners.set(channel, listener as Listener) },
    handlers,
    isTrusted,
    log,
  });
  const call = (name: string, input: unknown) => listeners.get(name)?.({ senderFrame: null as never }, input);
  return { listeners, call };
}

describe('registerRequests', () => {
  it('opens exactly the channels of the map', () => {
    expect([...register().listeners.keys()]).toEqual([...requestNames]);
  });

  it('answers with an envelope', async () => {
    const { call } = register();
    expect(await call('app:read', {})).toEqual({
      ok: true,
      value: { version: '1.2.3', platform: 'linux', systemLanguage: 'de', systemLocales: ['de-CH', 'en-GB'] },
    });
  });

  it.each(requestNames)('refuses strangers on %s before anything is done', async (name) => {
    const answer = await register(() => false).call(name, {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  it.each([
    ['app:read', null],
    ['app:read', { more: 1 }],
    ['directory:search', { query: '', limit: 0 }],
    ['directory:search', { query: 'x'.repeat(501) }],
    ['directory:search', { query: 'x', limit: 51 }],
    ['directory:open', { userId: '' }],
    ['sign-in:paste-address', { address: 'x'.repeat(8_193) }],
    ['connections:use', { connectionId: 5 }],
    ['role-changes:wish', { userId: 'a', roleId: 'b', wanted: 'maybe', roleScope: 'convention' }],
  ])('refuses input that is not as agreed: %s', async (name, input) => {
    expect(await register().call(name, input)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  it('turns errors into envelopes, thrown or rejected, and keeps the text of our bugs to itself', async () => {
    const { call } = register();
    expect(await call('sign-in:cancel', {})).toEqual({
      ok: false,
      error: { code: 'network-timeout', message: 'The service did not answer in time.', retryable: true },
    });
    expect(await call('sign-in:open-browser-again', {})).toMatchObject({ error: { code: 'bad-input' } });
    const bug = await call('sign-in:start', {});
    expect(bug).toMatchObject({ ok: false, error: { code: 'bug' } });
    expect(JSON.stringify(bug)).not.toContain('canary');
  });

  it('lets nothing out that is not in the contract', async () => {
    const { call } = register();
    expect(JSON.stringify(await call('connections:read', {}))).not.toContain('canary');
    expect(await call('connections:choose-file', {})).toMatchObject({ ok: false, error: { code: 'bug' } });
  });
});

describe('publishTo', () => {
  const sent: unknown[][] = [];
  const window = {
    isDestroyed: () => false,
    webContents: {
      mainFrame: { processId: 1, routingId: 1 },
      isDestroyed: () => false,
      send: (...args: unknown[]) => void sent.push(args),
    },
  };
  const state = {
    kind: 'signed-out',
    notice: null,
    kept: 'memory',
    comesBackByItself: false,
    linksOpenWith: 'nothing',
  } as const;

  it('sends what the schema lets through, to a living window only', () => {
    publishTo(() => null, silentLog)('sign-in:changed', state);
    publishTo(() => ({ ...window, isDestroyed: () => true }), silentLog)('sign-in:changed', state);
    expect(sent).toEqual([]);
    publishTo(() => window, silentLog)('sign-in:changed', { ...state, accessToken: 'canary' } as never);
    expect(sent).toEqual([['sign-in:changed', state]]);
    publishTo(() => window, silentLog)('sign-in:changed', { kind: 'odd' } as never);
    expect(sent).toHaveLength(1);
  });
});

describe('relayRequests', () => {
  it('keeps what a page asks until somebody answers it', async () => {
    const listeners = new Map<string, Listener>();
    const relay = relayRequests({ handle: (channel, listener) => void listeners.set(channel, listener as Listener) }, [
      'app:read',
      'sign-in:read',
    ]);
    const call = (name: string, input: unknown) => listeners.get(name)?.({ senderFrame: null as never }, input);
    const early = call('app:read', { early: true });
    relay.handle('app:read', async (_event, input) => ({ ok: true, value: input }));
    expect(await early).toEqual({ ok: true, value: { early: true } });
    expect(await call('app:read', 1)).toEqual({ ok: true, value: 1 });
  });

  it('opens no other channel', () => {
    const opened: string[] = [];
    const relay = relayRequests({ handle: (channel) => void opened.push(channel) }, ['app:read']);
    relay.handle('app:other', async () => ({ ok: true, value: null }));
    expect(opened).toEqual(['app:read']);
  });
});
