import { describe, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import type { HttpRequest, HttpResponse } from '../../../../electron/ports/http-transport.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import type { AccessTokens } from '../../../../electron/registration/access-tokens.ts';
import {
  type CallOutcome,
  createRegistrationClient,
  roleIdForFilter,
} from '../../../../electron/registration/create-registration-client.ts';
import type { CallOptions } from '../../../../electron/registration/registration-client.ts';
import { createManualClock, untilQuiet } from '../role-changes/support/desk.ts';

const interactive: CallOptions = { priority: 'interactive' };
const background: CallOptions = { priority: 'background' };

function ok(body: unknown = { data: [], nextPage: null }, headers: Record<string, string> = {}): HttpResponse {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
function says(status: number, body: unknown = '', headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function setUp(respond: (request: HttpRequest, index: number) => HttpResponse | Promise<HttpResponse>, fresh = true) {
  const requests: HttpRequest[] = [];
  const outcomes: CallOutcome[] = [];
  const told: string[] = [];
  let token = 1;
  const accessTokens: AccessTokens = {
    forOauthScope: async (oauthScope) => ({ id: `t${token}`, value: `secret-${token}-${oauthScope}` }),
    refused: async ({ id }) => {
      told.push(`refused ${id}`);
      token += 1;
      return fresh;
    },
    forbidden: async ({ id }) => {
      told.push(`forbidden ${id}`);
      token += 1;
      return fresh;
    },
  };
  const clock = createManualClock();
  const client = createRegistrationClient({
    transport: async (request) => {
      requests.push(request);
      return await respond(request, requests.length - 1);
    },
    baseUrl: new URL('https://reg.example.org/event/'),
    accessTokens,
    clock,
    log: silentLog,
    report: (outcome) => outcomes.push(outcome),
  });
  return { client, requests, outcomes, told, clock };
}

describe('a request', () => {
  it('goes below the base address with the bearer of just its OAuth scope, in the header only', async () => {
    const { client, requests } = setUp(() => ok());
    await client.listUserRoles('a/b c', interactive);
    await client.addRole('u1', '7', 'global', interactive);
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://reg.example.org/event/api/v0/users/a%2Fb%20c/roles',
      headers: { authorization: 'Bearer secret-1-user:read' },
    });
    expect(requests[1]).toMatchObject({
      method: 'PUT',
      url: 'https://reg.example.org/event/api/v0/users/u1/roles/7',
      body: '{"scope":"global"}',
      headers: { authorization: 'Bearer secret-1-user:roles:update' },
    });
    expect(requests.every(({ url }) => !url.includes('secret'))).toBe(true);
  });

  it.each(['.', '..', ''])('with the id %j is not sent: it would reach another endpoint', async (id) => {
    const { client, requests } = setUp(() => ok());
    await expect(client.getUser(id, interactive)).rejects.toMatchObject({ code: 'bad-input' });
    expect(requests).toEqual([]);
  });

  it('is abandoned when its signal is aborted, also while it waits for its turn', async () => {
    const { client, clock } = setUp(() => says(429, '', { 'retry-after': '30' }));
    await expect(client.getUser('u1', interactive)).rejects.toMatchObject({ code: 'network-rate-limited' });
    const abort = new AbortController();
    const waiting = client.getUser('u2', { ...interactive, signal: abort.signal });
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    clock.advance(60_000);
  });
});

describe('a refused bearer', () => {
  it('is replaced and the call repeated once', async () => {
    const { client, requests, told, outcomes } = setUp((_request, index) => (index === 0 ? says(401) : ok()));
    await client.listUserRoles('u1', interactive);
    expect(told).toEqual(['refused t1']);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer secret-1-user:read',
      'Bearer secret-2-user:read',
    ]);
    expect(outcomes).toEqual([{ kind: 'ok' }]);
  });

  it('twice is an error, and the second bearer is not handed out again either', async () => {
    const { client, requests, told } = setUp(() => says(401));
    await expect(client.addRole('u1', '7', 'convention', interactive)).rejects.toMatchObject({
      code: 'service-unauthorized',
    });
    expect(requests).toHaveLength(2);
    expect(told).toEqual(['refused t1', 'refused t2']);
  });

  it('without a fresh one to be had is an error at once', async () => {
    const { client, requests } = setUp(() => says(401), false);
    await expect(client.getUser('u1', interactive)).rejects.toMatchObject({ code: 'service-unauthorized' });
    expect(requests).toHaveLength(1);
  });

  it('by 403 makes way for another kind of token once', async () => {
    const { client, requests, told } = setUp(() => says(403));
    await expect(client.getUser('u1', interactive)).rejects.toMatchObject({ code: 'service-forbidden' });
    expect(requests).toHaveLength(2);
    // Told of the last refusal too: what the desk may do is known from it.
    expect(told).toEqual(['forbidden t1', 'forbidden t2']);
  });
});

describe('lists of several pages', () => {
  it('are followed to the end', async () => {
    const { client, requests } = setUp((_request, index) =>
      ok({ data: [{ id: String(index), name: `Role ${index}` }], nextPage: index < 2 ? `page&${index}` : null }),
    );
    expect(await client.listRoles(background)).toHaveLength(3);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('nextPage'))).toEqual([null, 'page&0', 'page&1']);
  });

  it('that go round in circles end with an error', async () => {
    const { client } = setUp(() => ok({ data: [], nextPage: 'again' }));
    await expect(client.listRoles(background)).rejects.toMatchObject({ code: 'service-repeated-cursor' });
  });

  it('of people are one page at a time, the role as a number where that loses nothing', async () => {
    const { client, requests } = setUp(() => ok({ data: [], nextPage: 'next' }));
    const page = await client.searchUsers({ nextPage: 'c', roleId: '12' }, background);
    expect(page).toEqual({ users: [], nextPage: 'next' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ limit: 100, nextPage: 'c', filter: { roleId: 12 } });
    expect(['12', '012', '1e3', 'abc', '9007199254740993', '-4', ''].map(roleIdForFilter)).toEqual([
      12,
      '012',
      '1e3',
      'abc',
      '9007199254740993',
      -4,
      '',
    ]);
  });
});

describe('the request budget', () => {
  it('lets whoever waits go before sweeps, and keeps places free for them', async () => {
    const started: string[] = [];
    const releases: (() => void)[] = [];
    const { client } = setUp(async ({ url }) => {
      started.push(url.split('/').at(-1) ?? '');
      await new Promise<void>((resolve) => releases.push(resolve));
      return ok({ id: '1' });
    });
    const calls = Array.from({ length: 10 }, (_none, index) => client.getUser(`b${index}`, background));
    await untilQuiet();
    expect(started).toEqual(['b0', 'b1', 'b2']);
    calls.push(...Array.from({ length: 4 }, (_none, index) => client.getUser(`i${index}`, interactive)));
    await untilQuiet();
    expect(started.slice(3)).toEqual(['i0', 'i1', 'i2']);
    releases.shift()?.();
    await untilQuiet();
    expect(started.slice(6)).toEqual(['i3']);
    while (releases.length > 0) {
      releases.shift()?.();
      await untilQuiet(3);
    }
    await Promise.all(calls);
  });

  it('pauses for everybody as long as a 429 asks', async () => {
    const { client, requests, clock, outcomes } = setUp((_request, index) =>
      index === 0 ? says(429, '', { 'retry-after': '5' }) : ok(),
    );
    await expect(client.listUserRoles('u1', interactive)).rejects.toMatchObject({ retryAfterMs: 5_000 });
    const next = client.listUserRoles('u2', interactive);
    await untilQuiet();
    clock.advance(4_999);
    await untilQuiet();
    expect(requests).toHaveLength(1);
    clock.advance(1);
    await next;
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'ok']);
  });
});

it('measures how far this clock is from the service’s', async () => {
  const { client, clock } = setUp(() => ok({ data: [] }, { date: new Date(clock.now() - 90_000).toUTCString() }));
  expect(client.clockSkewMs()).toBeNull();
  await client.listUserRoles('u1', interactive);
  expect(client.clockSkewMs()).toBe(90_000);
});

it('passes on what the transport says', async () => {
  const { client, outcomes } = setUp(() => {
    throw new RolecallError('network-unreachable', 'No network.');
  });
  await expect(client.removeRole('u1', '7', interactive)).rejects.toMatchObject({ code: 'network-unreachable' });
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code: 'network-unreachable' } }]);
});
