/**
 * Checks any instance of the Event Registration Service against the specification, from outside. It reads only, unless
 * it is told which membership it may touch; that one is put back as it was.
 */

import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { z } from 'zod';
import { oauthScopes, paths } from '../../contract/registration-api/endpoints.ts';
import { roleSchema, userRoleSchema } from '../../contract/registration-api/resources.ts';

export interface ConformanceTarget {
  /** Base address, without a slash at the end. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The membership the checks may add and remove; without it nothing is written. */
  readonly write: { readonly userId: string; readonly roleId: string } | undefined;
}

export type Verdict = 'holds' | 'differs' | 'not-seen';

/** Parts of the specification, in the order they are checked. */
export const conformanceParts = [
  'Transport',
  'Token endpoint',
  'Authorization page',
  'Reading',
  'Adding and removing roles',
] as const;
export type ConformancePart = (typeof conformanceParts)[number];

export interface Finding {
  readonly part: ConformancePart;
  readonly rule: string;
  readonly verdict: Verdict;
  /** What was seen instead, or why nothing could be seen. */
  readonly detail: string;
}

/** Milliseconds for one request. */
const requestTimeout = 15_000;
/** How often a request is repeated that was answered with 429, and how long that is waited for at most. Seconds. */
const slowDown = { repeats: 2, longestWait: 60 } as const;
/** Pages of the role list that are followed. */
const maximumPages = 50;
/** How often putting the membership back is tried. */
const restoreAttempts = 4;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly location: string | null;
  readonly headers: Headers;
}

/** Thrown by a check that has nothing to look at. */
class NotSeen extends Error {}
/** Thrown by a check that saw something else than the rule says. */
class Differs extends Error {}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** The specification allows null and missing lists; extra members are nobody's business. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item).nullish(), nextPage: z.string().nullish() });
const addressSchema = z.object({
  addressCity: z.string().nullish(),
  addressCountry: z.string().length(2).nullish(),
  addressLine1: z.string().nullish(),
  addressLine2: z.string().nullish(),
  addressState: z.string().nullish(),
  addressZipcode: z.string().nullish(),
});
/** Phone is declared a boolean and described as E.164: either will do, a string of another form will not. */
const phoneSchema = z.union([z.boolean(), z.string().regex(/^\+[1-9]\d{1,14}$/)]);
const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  verified: z.boolean(),
  preferredName: z.string().nullish(),
  phone: phoneSchema.nullish(),
  address: addressSchema.nullish(),
});

/**
 * Runs every check, one after another.
 *
 * @param report gets each finding as soon as it is there.
 */
export async function checkConformance(
  target: ConformanceTarget,
  report: (finding: Finding) => void,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const checking =
    (part: ConformancePart): Check =>
    async (rule, run) => {
      const finding = { part, ...(await judge(rule, run)) };
      findings.push(finding);
      report(finding);
    };
  await checkTransport(target, checking('Transport'));
  await checkTokenEndpoint(target, checking('Token endpoint'));
  await checkAuthorizationPage(target, checking('Authorization page'));
  const reading = await tokenOrUndefined(target, oauthScopes.readUsers);
  await checkReading(target, reading, checking('Reading'));
  await checkWriting(target, reading, checking('Adding and removing roles'));
  return findings;
}

type Check = (rule: string, run: () => Promise<string>) => Promise<void>;

async function judge(rule: string, run: () => Promise<string>): Promise<Omit<Finding, 'part'>> {
  try {
    return { rule, verdict: 'holds', detail: await run() };
  } catch (error) {
    if (error instanceof NotSeen) return { rule, verdict: 'not-seen', detail: error.message };
    if (error instanceof Differs) return { rule, verdict: 'differs', detail: error.message };
    return { rule, verdict: 'differs', detail: `the request failed: ${(error as Error).name}` };
  }
}

async function checkTransport(target: ConformanceTarget, check: Check): Promise<void> {
  await check('Every request uses HTTPS (plain HTTP on this computer only)', async () => {
    const { protocol, hostname } = new URL(target.url);
    if (protocol === 'https:') return 'HTTPS';
    if (['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return 'this computer';
    throw new Differs('plain HTTP');
  });
  await check('TLS older than 1.2 is refused', async () => {
    const { protocol, hostname, port } = new URL(target.url);
    if (protocol !== 'https:') throw new NotSeen('plain HTTP');
    if (await speaksOldTls(hostname.replace(/^\[|\]$/g, ''), Number(port === '' ? 443 : port)))
      throw new Differs('TLS 1.1 was accepted');
    return 'TLS 1.1 was refused';
  });
}

function speaksOldTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls(
      {
        host,
        port,
        // An address is no server name (RFC 6066 3).
        ...(isIP(host) === 0 ? { servername: host } : {}),
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        // Only the version is looked at and nothing is sent; level 0 lets this side offer what modern settings forbid.
        rejectUnauthorized: false,
        ciphers: 'DEFAULT@SECLEVEL=0',
        timeout: requestTimeout,
      },
      () => {
        socket.destroy();
        resolve(true);
      },
    );
    socket.on('timeout', () => socket.destroy(new Error('No answer')));
    socket.on('error', () => resolve(false));
  });
}

async function checkTokenEndpoint(target: ConformanceTarget, check: Check): Promise<void> {
  await check('Client credentials give a bearer token without a refresh token', async () => {
    const answer = await requestToken(target, { scope: oauthScopes.readUsers });
    expectStatus(answer, isSuccess);
    if (!/^application\/json\b/i.test(answer.headers.get('content-type') ?? '')) throw new Differs('not sent as JSON');
    const token = expectShape(
      z.object({
        access_token: z.string().min(1),
        expires_in: z.number().positive(),
        scope: z.string(),
        token_type: z.string(),
      }),
      answer.body,
    );
    if (token.token_type.toLowerCase() !== 'bearer') throw new Differs(`token_type ${token.token_type}`);
    if ((answer.body as { refresh_token?: unknown }).refresh_token !== undefined)
      throw new Differs('a refresh token came');
    return `expires in ${token.expires_in}`;
  });
  await check('Any subset of the approved scopes; several tokens side by side', async () => {
    const tokens: string[] = [];
    for (const scope of [oauthScopes.readUsers, oauthScopes.updateUserRoles]) {
      const answer = await requestToken(target, { scope });
      if (!isSuccess(answer.status)) throw new NotSeen(`${scope} is not approved for this application`);
      tokens.push(expectShape(z.object({ access_token: z.string() }), answer.body).access_token);
    }
    expectStatus(await call(target, tokens[0], 'GET', paths.roles), isSuccess);
    return 'two tokens';
  });
  await check('Scopes that are OBO only are an error in client credentials', async () => {
    const answer = await requestToken(target, { scope: oauthScopes.basicPersonalInformation });
    return expectStatus(answer, isRefusal);
  });
  await check('Scopes that are not approved are an error in client credentials', async () =>
    expectStatus(await requestToken(target, { scope: 'conformance:unknown' }), isRefusal),
  );
  await check('A grant type that is none of the three is refused', async () =>
    expectStatus(await requestToken(target, { scope: oauthScopes.readUsers, grant_type: 'password' }), isRefusal),
  );
  await check('A wrong secret is refused', async () =>
    expectStatus(await requestToken(target, { scope: oauthScopes.readUsers, client_secret: 'wrong' }), isRefusal),
  );
  await check('An unknown code is refused', async () =>
    expectStatus(
      await requestToken(target, {
        grant_type: 'authorization_code',
        code: 'conformance-check',
        redirect_uri: 'https://conformance.invalid/',
      }),
      isRefusal,
    ),
  );
  await check('An unknown refresh token is refused', async () =>
    expectStatus(
      await requestToken(target, { grant_type: 'refresh_token', refresh_token: 'conformance-check' }),
      isRefusal,
    ),
  );
}

async function checkAuthorizationPage(target: ConformanceTarget, check: Check): Promise<void> {
  const page = (change: Record<string, string>) =>
    send(
      `${target.url}${paths.authorize}?${new URLSearchParams({
        client_id: target.clientId,
        response_type: 'code',
        redirect_uri: 'https://conformance.invalid/callback',
        scope: oauthScopes.basicPersonalInformation,
        state: 'conformance',
        ...change,
      })}`,
      { method: 'GET' },
    );
  const staysHere = (answer: Answer): string => {
    if (answer.location !== null && new URL(answer.location, target.url).hostname === 'conformance.invalid') {
      throw new Differs('the browser was sent to an address that is not registered');
    }
    return expectStatus(answer, (status) => status < 500);
  };
  await check('A redirect_uri that is not registered is never redirected to', async () => staysHere(await page({})));
  await check('An unknown application is never redirected for', async () =>
    staysHere(await page({ client_id: '999999999' })),
  );
  await check('A response_type other than code is never redirected for', async () =>
    staysHere(await page({ response_type: 'token' })),
  );
  await check('The authorization page refuses to be framed', async () => {
    const { headers, status } = await page({});
    const policy = headers.get('content-security-policy') ?? '';
    if (policy.includes('frame-ancestors') || headers.get('x-frame-options') !== null) return 'by header';
    if (status >= 300 && status < 400) throw new NotSeen('it redirects before it shows anything');
    throw new Differs('neither frame-ancestors nor X-Frame-Options');
  });
}

async function checkReading(target: ConformanceTarget, token: string | undefined, check: Check): Promise<void> {
  const read = (method: string, path: string, body?: unknown) => call(target, needed(token), method, path, body);
  const firstPage = async (limit: number) => {
    const answer = await read('POST', paths.searchUsers, { limit });
    expectStatus(answer, isSuccess);
    return expectShape(listOf(userSchema), answer.body);
  };
  /** That somebody without the right to is refused in every operation that reads. */
  const eachRefuses = async (bearer: string | undefined): Promise<string> => {
    const somebody = token === undefined ? undefined : (await firstPage(1)).data?.[0];
    const operations: [method: string, path: string, body?: unknown][] = [
      ['GET', paths.roles],
      ['POST', paths.searchUsers, { limit: 1 }],
      ...(somebody === undefined
        ? []
        : ([
            ['GET', paths.user(somebody.id)],
            ['GET', paths.userRoles(somebody.id)],
          ] as [string, string][])),
    ];
    for (const [method, path, body] of operations) {
      expectStatus(await call(target, bearer, method, path, body), isRefusal);
    }
    return `${operations.length} operations`;
  };
  await check('Reading without a bearer is refused', () => eachRefuses(undefined));
  await check('Reading with a made-up bearer is refused', () => eachRefuses('conformance-check'));
  await check('Reading needs user:read', async () => {
    const other = await tokenOrUndefined(target, oauthScopes.updateUserRoles);
    if (other === undefined) throw new NotSeen('the application has no other scope to try it with');
    return eachRefuses(other);
  });
  await check('List roles gives roles with unique ids and names, page after page', async () => {
    const roles: z.output<typeof roleSchema>[] = [];
    let path: string = paths.roles;
    for (let page = 1; ; page++) {
      const answer = await read('GET', path);
      expectStatus(answer, isSuccess);
      const { data, nextPage } = expectShape(listOf(roleSchema), answer.body);
      roles.push(...(data ?? []));
      if (typeof nextPage !== 'string' || page === maximumPages) break;
      path = `${paths.roles}?${new URLSearchParams({ nextPage })}`;
    }
    if (new Set(roles.map((role) => role.id)).size !== roles.length) throw new Differs('an id comes twice');
    if (new Set(roles.map((role) => role.name)).size !== roles.length) throw new Differs('a name comes twice');
    return `${roles.length} roles`;
  });
  await check('Search gives users with the required fields, at most limit of them', async () => {
    const users = (await firstPage(5)).data ?? [];
    if (users.length > 5) throw new Differs(`${users.length} users for limit 5`);
    return `${users.length} users`;
  });
  await check('Search gives at most 100 users without a limit', async () => {
    const answer = await read('POST', paths.searchUsers, {});
    expectStatus(answer, isSuccess);
    const users = expectShape(listOf(userSchema), answer.body).data ?? [];
    if (users.length > 100) throw new Differs(`${users.length} users`);
    return `${users.length} users`;
  });
  for (const limit of [0, 101]) {
    await check(`Limit ${limit} is outside 1 to 100`, async () =>
      expectStatus(await read('POST', paths.searchUsers, { limit }), isRefusal),
    );
  }
  await check('The cursor goes on where the page before ended', async () => {
    const first = await firstPage(2);
    if (typeof first.nextPage !== 'string') throw new NotSeen('there is one page only');
    const answer = await read('POST', paths.searchUsers, { limit: 2, nextPage: first.nextPage });
    expectStatus(answer, isSuccess);
    const second = expectShape(listOf(userSchema), answer.body).data ?? [];
    const seen = new Set((first.data ?? []).map((user) => user.id));
    if (second.some((user) => seen.has(user.id))) throw new Differs('somebody is on both pages');
    return 'two pages without an overlap';
  });
  await check('filter.roleId gives holders of that role', async () => {
    const roles = expectShape(listOf(roleSchema), (await read('GET', paths.roles)).body).data ?? [];
    for (const role of roles.slice(0, 20)) {
      const roleId = /^\d{1,15}$/.test(role.id) ? Number(role.id) : role.id;
      const answer = await read('POST', paths.searchUsers, { limit: 1, filter: { roleId } });
      expectStatus(answer, isSuccess);
      const holder = expectShape(listOf(userSchema), answer.body).data?.[0];
      if (holder === undefined) continue;
      const held = expectShape(listOf(userRoleSchema), (await read('GET', paths.userRoles(holder.id))).body).data ?? [];
      if (!held.some((entry) => entry.id === role.id)) throw new Differs('somebody without the role was found');
      return 'seen with one role';
    }
    throw new NotSeen('nobody holds any of the first 20 roles');
  });
  await check('Get user gives the user that search gave', async () => {
    const user = (await firstPage(1)).data?.[0];
    if (user === undefined) throw new NotSeen('there are no users');
    const answer = await read('GET', paths.user(user.id));
    expectStatus(answer, isSuccess);
    if (expectShape(userSchema, answer.body).id !== user.id) throw new Differs('another id');
    return 'same id';
  });
  await check('List user roles gives roles with their scope', async () => {
    const user = (await firstPage(1)).data?.[0];
    if (user === undefined) throw new NotSeen('there are no users');
    const answer = await read('GET', paths.userRoles(user.id));
    expectStatus(answer, isSuccess);
    return `${(expectShape(listOf(userRoleSchema), answer.body).data ?? []).length} roles`;
  });
}

async function checkWriting(target: ConformanceTarget, reading: string | undefined, check: Check): Promise<void> {
  const rules = {
    before: 'The membership to write on can be read',
    give: 'Adding a role gives it, with its scope (convention)',
    giveGlobal: 'Adding a role gives it, with its scope (global)',
    twice: 'Adding a role that the user has fails, with either scope',
    take: 'Removing a role takes it',
    takeAgain: 'Removing a role that the user does not have fails',
    scope: 'Adding a role without a scope, or with an unknown one, is refused',
    permission: 'Writing needs user:roles:update',
    after: 'The membership is as it was before',
  } as const;
  const { write } = target;
  const writing = write === undefined ? undefined : await tokenOrUndefined(target, oauthScopes.updateUserRoles);
  const notSeen = async (reason: string, names: readonly string[]): Promise<void> => {
    for (const rule of names) {
      await check(rule, async () => {
        throw new NotSeen(reason);
      });
    }
  };
  if (write === undefined) return notSeen('needs --write USER_ID ROLE_ID', Object.values(rules));
  if (writing === undefined || reading === undefined) return notSeen('no token for it', Object.values(rules));

  const path = paths.userRole(write.userId, write.roleId);
  const scopeHeld = async (): Promise<string | undefined> => {
    const answer = await call(target, reading, 'GET', paths.userRoles(write.userId));
    expectStatus(answer, isSuccess);
    const roles = expectShape(listOf(userRoleSchema), answer.body).data ?? [];
    return roles.find((role) => role.id === write.roleId)?.scope;
  };
  const inWords = (scope: string | undefined) => (scope === undefined ? 'not held' : `held, ${scope}`);
  const add = (scope: string | undefined) => call(target, writing, 'PUT', path, scope === undefined ? {} : { scope });
  const remove = () => call(target, writing, 'DELETE', path);
  const expectHeld = async (expected: string | undefined): Promise<string> => {
    const scope = await scopeHeld();
    if (scope !== expected) throw new Differs(`read back: ${inWords(scope)}`);
    return `read back: ${inWords(scope)}`;
  };

  let before: { readonly scope: string | undefined } | undefined;
  await check(rules.before, async () => {
    before = { scope: await scopeHeld() };
    return inWords(before.scope);
  });
  // Without knowing how it was it could not be put back.
  const known = before as { readonly scope: string | undefined } | undefined;
  if (known === undefined) return notSeen('nothing was touched', Object.values(rules).slice(1));

  await check(rules.give, async () => {
    if (known.scope !== undefined) expectStatus(await remove(), isSuccess);
    expectStatus(await add('convention'), isSuccess);
    return expectHeld('convention');
  });
  await check(rules.twice, async () => {
    expectStatus(await add('convention'), isRefusal);
    expectStatus(await add('global'), isRefusal);
    return expectHeld('convention');
  });
  await check(rules.permission, async () => {
    expectStatus(await call(target, reading, 'DELETE', path), isRefusal);
    expectStatus(await call(target, reading, 'PUT', path, { scope: 'convention' }), isRefusal);
    return expectHeld('convention');
  });
  await check(rules.take, async () => {
    expectStatus(await remove(), isSuccess);
    return expectHeld(undefined);
  });
  await check(rules.takeAgain, async () => expectStatus(await remove(), isRefusal));
  await check(rules.scope, async () => {
    for (const scope of [undefined, 'everywhere']) expectStatus(await add(scope), isRefusal);
    return expectHeld(undefined);
  });
  await check(rules.giveGlobal, async () => {
    expectStatus(await add('global'), isSuccess);
    return expectHeld('global');
  });
  await check(rules.after, async () => {
    for (let attempt = 1; attempt <= restoreAttempts; attempt++) {
      try {
        const scope = await scopeHeld();
        if (scope === known.scope) return inWords(scope);
        if (scope !== undefined) await remove();
        if (known.scope !== undefined) await add(known.scope);
      } catch {
        // Another attempt may find the service well again.
      }
    }
    throw new Differs(
      `put it back by hand: user ${write.userId}, role ${write.roleId} was ${inWords(known.scope)} before`,
    );
  });
}

/** A wait that was asked for is no answer to what was asked. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

function needed(token: string | undefined): string {
  if (token === undefined) throw new NotSeen(`no token for ${oauthScopes.readUsers}`);
  return token;
}

/** @throws {Differs} */
function expectStatus(answer: Answer, isExpected: (status: number) => boolean): string {
  if (answer.status === 429) throw new Differs('still 429 after waiting as Retry-After says');
  if (!isExpected(answer.status)) throw new Differs(`status ${answer.status}`);
  return `status ${answer.status}`;
}

function expectShape<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  // Paths only: values are other people's data.
  const where = result.error.issues.map((issue) => issue.path.join('.') || 'the whole body');
  throw new Differs(`of another shape: ${[...new Set(where)].slice(0, 5).join(', ')}`);
}

async function tokenOrUndefined(target: ConformanceTarget, scope: string): Promise<string | undefined> {
  try {
    const { body } = await requestToken(target, { scope });
    return z.object({ access_token: z.string() }).parse(body).access_token;
  } catch {
    return undefined;
  }
}

function requestToken(target: ConformanceTarget, fields: Readonly<Record<string, string>>): Promise<Answer> {
  return send(target.url + paths.token, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: target.clientId,
      client_secret: target.clientSecret,
      grant_type: 'client_credentials',
      ...fields,
    }),
  });
}

function call(target: ConformanceTarget, token: string | undefined, method: string, path: string, body?: unknown) {
  return send(target.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Sends a request; one that is answered with 429 is repeated when the service wants it to be. */
async function send(url: string, init: RequestInit): Promise<Answer> {
  for (let repeat = 0; ; repeat++) {
    const answer = await sendOnce(url, init);
    const wait = Number(answer.headers.get('retry-after') ?? 1);
    if (answer.status !== 429 || repeat === slowDown.repeats || !(wait <= slowDown.longestWait)) return answer;
    await delay(wait * 1_000);
  }
}

async function sendOnce(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(requestTimeout) });
  const text = await response.text();
  return {
    status: response.status,
    body: parseJson(text),
    location: response.headers.get('location'),
    headers: response.headers,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
