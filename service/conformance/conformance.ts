/**
 * Checks any instance of the Event Registration Service against the specification, from outside. It reads only, unless
 * it is told which membership it may touch; that one is put back as it was.
 */
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

export interface Finding {
  readonly rule: string;
  readonly verdict: Verdict;
  /** What was seen instead, or why nothing could be seen. */
  readonly detail: string;
}

/** Milliseconds for one request. */
const requestTimeout = 15_000;

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
/** The fields the specification calls required; phone is declared one thing and described another. */
const requiredUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  verified: z.boolean(),
  preferredName: z.string().nullish(),
  address: z.object({}).nullish(),
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
  const check = async (rule: string, run: () => Promise<string>): Promise<void> => {
    const finding = await judge(rule, run);
    findings.push(finding);
    report(finding);
  };
  const reading = await tokenOrUndefined(target, oauthScopes.readUsers);
  await checkTransport(target, check);
  await checkTokenEndpoint(target, check);
  await checkAuthorizationPage(target, check);
  await checkReading(target, reading, check);
  await checkWriting(target, reading, check);
  return findings;
}

type Check = (rule: string, run: () => Promise<string>) => Promise<void>;

async function judge(rule: string, run: () => Promise<string>): Promise<Finding> {
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
}

async function checkTokenEndpoint(target: ConformanceTarget, check: Check): Promise<void> {
  await check('Client credentials give a bearer token without a refresh token', async () => {
    const answer = await requestToken(target, { scope: oauthScopes.readUsers });
    expectStatus(answer, isSuccess);
    const token = expectShape(
      z.object({ access_token: z.string().min(1), expires_in: z.number(), scope: z.string(), token_type: z.string() }),
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
    return expectStatus(answer, (status) => status >= 400 && status < 500);
  });
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
    return `status ${answer.status}`;
  };
  await check('A redirect_uri that is not registered is never redirected to', async () => staysHere(await page({})));
  await check('An unknown application is never redirected for', async () =>
    staysHere(await page({ client_id: '999999999' })),
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
  await check('Requests without a bearer are refused', async () =>
    expectStatus(await call(target, undefined, 'GET', paths.roles), isRefusal),
  );
  await check('Reading needs user:read', async () => {
    const other = await tokenOrUndefined(target, oauthScopes.updateUserRoles);
    if (other === undefined) throw new NotSeen('the application has no other scope to try it with');
    return expectStatus(await call(target, other, 'GET', paths.roles), isRefusal);
  });
  await check('List roles gives roles with unique ids and names', async () => {
    const answer = await read('GET', paths.roles);
    expectStatus(answer, isSuccess);
    const roles = expectShape(listOf(roleSchema), answer.body).data ?? [];
    if (new Set(roles.map((role) => role.id)).size !== roles.length) throw new Differs('an id comes twice');
    if (new Set(roles.map((role) => role.name)).size !== roles.length) throw new Differs('a name comes twice');
    return `${roles.length} roles`;
  });
  const firstPage = async (limit: number) => {
    const answer = await read('POST', paths.searchUsers, { limit });
    expectStatus(answer, isSuccess);
    return expectShape(listOf(requiredUserSchema), answer.body);
  };
  await check('Search gives users with the required fields, at most limit of them', async () => {
    const users = (await firstPage(5)).data ?? [];
    if (users.length > 5) throw new Differs(`${users.length} users for limit 5`);
    return `${users.length} users`;
  });
  await check('Search gives at most 100 users without a limit', async () => {
    const answer = await read('POST', paths.searchUsers, {});
    expectStatus(answer, isSuccess);
    const users = expectShape(listOf(requiredUserSchema), answer.body).data ?? [];
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
    const second = expectShape(listOf(requiredUserSchema), answer.body).data ?? [];
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
      const holder = expectShape(listOf(requiredUserSchema), answer.body).data?.[0];
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
    if (expectShape(requiredUserSchema, answer.body).id !== user.id) throw new Differs('another id');
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
  const { write } = target;
  const rules = [
    'Adding a role gives it, with its scope',
    'Adding a role that the user has fails',
    'Removing a role takes it',
    'Removing a role that the user does not have fails',
    'Writing needs user:roles:update',
  ] as const;
  const writing = write === undefined ? undefined : await tokenOrUndefined(target, oauthScopes.updateUserRoles);
  if (write === undefined || writing === undefined || reading === undefined) {
    for (const rule of rules) {
      await check(rule, async () => {
        throw new NotSeen(write === undefined ? 'needs --write USER_ID ROLE_ID' : 'no token for it');
      });
    }
    return;
  }
  const path = paths.userRole(write.userId, write.roleId);
  const held = async () => {
    const answer = await call(target, reading, 'GET', paths.userRoles(write.userId));
    return (expectShape(listOf(userRoleSchema), answer.body).data ?? []).find((role) => role.id === write.roleId);
  };
  const before = await held();
  const add = (scope: string) => call(target, writing, 'PUT', path, { scope });
  const remove = () => call(target, writing, 'DELETE', path);
  try {
    if (before !== undefined) await remove();
    await check(rules[0], async () => {
      expectStatus(await add('convention'), isSuccess);
      const now = await held();
      if (now?.scope !== 'convention') throw new Differs(now === undefined ? 'it is not there' : `scope ${now.scope}`);
      return 'given and read back';
    });
    await check(rules[1], async () => expectStatus(await add('convention'), isRefusal));
    await check(rules[2], async () => {
      expectStatus(await remove(), isSuccess);
      if ((await held()) !== undefined) throw new Differs('it is still there');
      return 'taken and read back';
    });
    await check(rules[3], async () => expectStatus(await remove(), isRefusal));
    await check(rules[4], async () =>
      expectStatus(await call(target, reading, 'PUT', path, { scope: 'convention' }), isRefusal),
    );
  } finally {
    const after = await held();
    if (after !== undefined && after.scope !== before?.scope) await remove();
    if (before !== undefined && after?.scope !== before.scope) await add(before.scope);
  }
}

const isRefusal = (status: number) => status >= 400 && status < 500;

function needed(token: string | undefined): string {
  if (token === undefined) throw new NotSeen(`no token for ${oauthScopes.readUsers}`);
  return token;
}

function expectStatus(answer: Answer, isExpected: (status: number) => boolean): string {
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

async function send(url: string, init: RequestInit): Promise<Answer> {
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
