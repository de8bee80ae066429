/**
 * Several instances on one database behave as one service. On a PostgreSQL server: two processes on one new database. The
 * embedded database belongs to one process; there, two applications with nothing but the database in common.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildService } from '../../../service/build-service.ts';
import { signingKey } from '../../../service/database/settings.ts';
import { createLog } from '../../../service/log.ts';
import { callApi, requestToken, startService, TestBrowser } from '../../support/service.ts';
import { type ReadyLine, startServiceProcess } from '../../support/service-process.ts';

// Whole processes start here; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const redirectUri = 'rolecall://oauth/callback';
const rateLimit = 2;

interface Pair {
  readonly one: ReadyLine;
  readonly other: ReadyLine;
  stop(): Promise<void>;
}

async function startPair(limited: boolean): Promise<Pair> {
  const serverUrl = process.env.ROLECALL_TEST_DATABASE_URL;
  return serverUrl === undefined ? pairInOneProcess(limited) : pairOnServer(serverUrl, limited);
}

async function pairInOneProcess(limited: boolean): Promise<Pair> {
  const service = await startService(limited ? { rateLimit } : {});
  const second = await buildService(
    {
      database: service.database,
      signingKey: await signingKey(service.database),
      bearers: undefined,
      settings: {
        eventName: 'Aurora Con 2026',
        accessTokenSeconds: 3_600,
        refreshGraceSeconds: 0,
        rateLimit: limited ? rateLimit : undefined,
        baseUrl: undefined,
        secureCookies: false,
        practiceOperators: [],
      },
    },
    { log: createLog(() => {}), tls: undefined, isOwnHost: () => true, trustedProxies: [], faults: undefined },
  );
  await second.listen({ host: '127.0.0.1', port: 0 });
  const { url, applications, operators } = service;
  const one = { url, applications, operators } as ReadyLine;
  return {
    one,
    other: { ...one, url: `http://127.0.0.1:${(second.server.address() as AddressInfo).port}` },
    async stop() {
      await second.close();
      await service.stop();
    },
  };
}

async function pairOnServer(serverUrl: string, limited: boolean): Promise<Pair> {
  const name = `rolecall_test_${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const argumentList = ['--database-url', url.href, '--attendees', '250'];
  if (limited) argumentList.push('--rate-limit', `${rateLimit}/s`);
  // Both at once: they meet in the migrations and in making up the event.
  const processes = await Promise.all([startServiceProcess(argumentList), startServiceProcess(argumentList)]);
  const [one, other] = await Promise.all([processes[0].ready, processes[1].ready]);
  return {
    one,
    other,
    async stop() {
      for (const { child } of processes) child.kill('SIGTERM');
      for (const { ended } of processes) expect(await ended).toBe(0);
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

function ask(instance: ReadyLine, fields: Record<string, string>) {
  const { clientId, clientSecret } = instance.applications[0] ?? { clientId: '', clientSecret: '' };
  return requestToken(instance, { client_id: clientId, client_secret: clientSecret, ...fields });
}

async function integrationToken(instance: ReadyLine): Promise<string> {
  const { body } = await ask(instance, { grant_type: 'client_credentials', scope: 'user:read user:roles:update' });
  return String(body.access_token);
}

const authorizePath = `/oauth/authorize?${new URLSearchParams({
  client_id: '1001',
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'pii:basic',
})}`;

async function codeOf(signIn: ReadyLine, consent: ReadyLine): Promise<string> {
  const operator = signIn.operators[0] ?? { email: '', password: '' };
  const browser = new TestBrowser(signIn);
  await browser.open(authorizePath, operator);
  const there = browser.at(consent);
  // Signed in at one instance, asked and answered at the other.
  const page = await there.get(authorizePath);
  const sent = await there.submit(page, '/oauth/authorize', { decision: 'authorize' });
  return new URL(sent.location ?? '').searchParams.get('code') ?? '';
}

describe('two instances', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair(false);
  });
  afterAll(() => pair.stop());

  const tokensFor = async (code: string, instance: ReadyLine) =>
    (await ask(instance, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body;
  const current = async (instance: ReadyLine, token: unknown) =>
    (await callApi(instance, String(token), 'GET', '/api/users/current')).status;

  test('print the same applications and operators', () => {
    expect(pair.other.applications).toEqual(pair.one.applications);
    expect(pair.other.operators).toEqual(pair.one.operators);
  });

  test('share sessions, forms, codes and tokens; a token revoked at one is refused at both', async () => {
    const { one, other } = pair;
    const tokens = await tokensFor(await codeOf(one, other), one);
    expect([await current(one, tokens.access_token), await current(other, tokens.access_token)]).toEqual([200, 200]);
    const { clientId, clientSecret } = other.applications[0] ?? { clientId: '', clientSecret: '' };
    const revoked = await fetch(`${other.url}/api/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        token: String(tokens.refresh_token),
      }),
    });
    expect(revoked.status).toBe(200);
    expect([await current(one, tokens.access_token), await current(other, tokens.access_token)]).toEqual([401, 401]);
  });

  test('a code used at both in the same moment gives tokens once', async () => {
    const { one, other } = pair;
    for (let round = 0; round < 5; round++) {
      const code = await codeOf(other, one);
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
      const answers = await Promise.all([ask(one, fields), ask(other, fields)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('a refresh token used at both in the same moment gives a pair once', async () => {
    const { one, other } = pair;
    for (let round = 0; round < 5; round++) {
      const tokens = await tokensFor(await codeOf(one, one), other);
      const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
      const answers = await Promise.all([ask(one, fields), ask(other, fields)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('a cursor of one continues at the other', async () => {
    const token = await integrationToken(pair.one);
    const search = async (instance: ReadyLine, body: object) =>
      (await callApi(instance, token, 'POST', '/api/v0/users/search', body)).body as {
        data: { id: string }[];
        nextPage: string | null;
      };
    const whole = await search(pair.one, { limit: 60 });
    const first = await search(pair.one, { limit: 30 });
    const second = await search(pair.other, { limit: 30, nextPage: first.nextPage });
    expect([...first.data, ...second.data]).toEqual(whole.data);
  });

  test('the same role given at both in the same moment: one succeeds, the other is told', async () => {
    const token = await integrationToken(pair.other);
    const path = '/api/v0/users/10001/roles/113';
    for (let round = 0; round < 10; round++) {
      const add = (instance: ReadyLine) => callApi(instance, token, 'PUT', path, { scope: 'global' });
      const answers = await Promise.all([add(pair.one), add(pair.other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
      const take = (instance: ReadyLine) => callApi(instance, token, 'DELETE', path);
      const taken = await Promise.all([take(pair.one), take(pair.other)]);
      expect(taken.map(({ status }) => status).sort()).toEqual([204, 400]);
    }
  });

  test('failed sign-ins are counted together', async () => {
    const operator = pair.one.operators[1] ?? { email: '', password: '' };
    const problems: string[] = [];
    for (let index = 0; index < 12; index++) {
      const browser = new TestBrowser(index % 2 === 0 ? pair.one : pair.other);
      const page = await browser.open(authorizePath, { ...operator, password: 'wrong' });
      problems.push(page.problem ?? '');
      if (page.status === 429) return;
    }
    expect(problems).toBe('throttled');
  });
});

test('a rate limit holds for all instances together', async () => {
  const pair = await startPair(true);
  try {
    const token = await integrationToken(pair.one);
    const ask = async (instance: ReadyLine) => (await callApi(instance, token, 'GET', '/api/v0/roles')).status;
    // The other one, asked once now and then, has no reason of its own to refuse.
    let refusedByOther = false;
    for (let attempt = 0; attempt < 50 && !refusedByOther; attempt++) {
      while ((await ask(pair.one)) !== 429);
      refusedByOther = (await ask(pair.other)) === 429;
    }
    expect(refusedByOther).toBe(true);
  } finally {
    await pair.stop();
  }
});
