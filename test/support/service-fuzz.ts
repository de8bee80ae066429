/** Mutated requests at a running service: by the suite in short, by test/faults/service-fuzz.ts in full. */
import { Agent, request as httpRequest } from 'node:http';
import { SeededRandom } from '../../service/database/random.ts';

export interface FuzzTarget {
  readonly url: string;
  /** A bearer of every scope, so that requests come past the first check. */
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface FuzzResult {
  readonly sent: number;
  /** How often each status came; 0 stands for a connection that was cut without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests that were answered with 500 or more, the first few, as they were sent. */
  readonly failures: readonly string[];
}

interface Draft {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '%00',
  '..',
  '../../etc',
  '/',
  '%2F',
  '🦊',
  '\u202e',
  '-1',
  '0',
  '1e9',
  '9223372036854775807',
  '9223372036854775808',
  '10001',
  '101',
  'null',
  'true',
  '{}',
  '[]',
  "' or 1=1 --",
  '<script>',
  'a'.repeat(5_000),
  'rolecall://oauth/callback',
  'pii:basic',
  'user:read user:roles:update',
] as const;
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** A request as the specification has it, before it is mutated. */
function soundDraft(random: SeededRandom, target: FuzzTarget): Draft {
  const authorization = { authorization: `Bearer ${target.token}` };
  const user = String(10_001 + random.below(80));
  const role = String(101 + random.below(13));
  const fields = (given: Record<string, string>): string => new URLSearchParams(given).toString();
  const own = { client_id: target.clientId, client_secret: target.clientSecret };
  const odd = (): string => random.pick(oddTexts);
  return random.pick<() => Draft>([
    () => ({ method: 'GET', path: '/api/v0/roles', headers: authorization, body: '' }),
    () => ({ method: 'GET', path: `/api/v0/users/${user}`, headers: authorization, body: '' }),
    () => ({ method: 'GET', path: `/api/v0/users/${user}/roles`, headers: authorization, body: '' }),
    () => ({ method: 'GET', path: '/api/users/current', headers: authorization, body: '' }),
    () => ({
      method: 'POST',
      path: '/api/v0/users/search',
      headers: { ...authorization, 'content-type': json },
      body: JSON.stringify({ limit: 1 + random.below(9), nextPage: null, filter: { roleId: Number(role) } }),
    }),
    () => ({
      method: 'PUT',
      path: `/api/v0/users/${user}/roles/${role}`,
      headers: { ...authorization, 'content-type': json },
      body: '{"scope":"convention"}',
    }),
    () => ({ method: 'DELETE', path: `/api/v0/users/${user}/roles/${role}`, headers: authorization, body: '' }),
    () => ({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'content-type': form },
      body: fields({ ...own, grant_type: 'client_credentials', scope: random.chance(0.5) ? 'user:read' : odd() }),
    }),
    () => ({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'content-type': form },
      body: fields({ ...own, grant_type: 'authorization_code', code: odd(), redirect_uri: odd() }),
    }),
    () => ({
      method: 'POST',
      path: '/api/oauth/token',
      headers: { 'content-type': form },
      body: fields({ ...own, grant_type: 'refresh_token', refresh_token: odd(), scope: odd() }),
    }),
    () => ({
      method: 'POST',
      path: '/api/oauth/revoke',
      headers: { 'content-type': form },
      body: fields({ ...own, token: odd() }),
    }),
    () => ({
      method: 'GET',
      path: `/oauth/authorize?${fields({ client_id: target.clientId, response_type: 'code', redirect_uri: 'rolecall://oauth/callback', scope: 'pii:basic', state: odd() })}`,
      headers: {},
      body: '',
    }),
    () => ({
      method: 'GET',
      path: '/applications',
      headers: { cookie: `rolecall_session=${encodeURIComponent(odd())}` },
      body: '',
    }),
    () => ({
      method: 'POST',
      path: '/oauth/authorize',
      headers: { 'content-type': form },
      body: fields({ decision: odd() }),
    }),
  ])();
}

/** Cuts, doubles, swaps or replaces a piece of a text. */
function mutateText(random: SeededRandom, text: string): string {
  const at = random.below(text.length + 1);
  const end = at + random.below(6);
  return random.pick<() => string>([
    () => text.slice(0, at),
    () => text.slice(0, at) + random.pick(oddTexts) + text.slice(end),
    () => text.slice(0, at) + text.slice(at, end) + text.slice(at),
    () => text.slice(0, at) + String.fromCharCode(random.below(0x300)) + text.slice(at + 1),
    () => text.replace(/\d+/, () => random.pick(oddTexts)),
    () => text.replace(/"[^"]*"/, () => JSON.stringify(random.pick(oddTexts))),
    () => text.replace(/:[^,}]*/, () => `:${random.pick(['null', '[]', '{}', '-1', '1e400', '"x"', 'true'])}`),
  ])();
}

function mutate(random: SeededRandom, draft: Draft): Draft {
  return random.pick<() => Draft>([
    () => ({ ...draft, path: `/${mutateText(random, draft.path.slice(1))}` }),
    () => ({ ...draft, body: mutateText(random, draft.body) }),
    () => ({ ...draft, method: random.pick(methods) }),
    () => ({
      ...draft,
      headers: {
        ...draft.headers,
        'content-type': random.pick([json, form, 'text/plain', 'application/json; charset=x', '']),
      },
    }),
    () => ({
      ...draft,
      headers: { ...draft.headers, authorization: mutateText(random, draft.headers.authorization ?? '') },
    }),
    () => ({ ...draft, path: draft.path.replace(/\d+/, () => encodeURIComponent(random.pick(oddTexts))) }),
    () => ({ ...draft, body: draft.body.repeat(random.below(3)) }),
  ])();
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

function send(url: string, draft: Draft): Promise<number> {
  return new Promise((resolve) => {
    // What HTTP itself can't carry is encoded, as every client would.
    const path = draft.path.replace(/[^\u0021-\u007e]/g, (letter) =>
      encodeURIComponent(Buffer.from(letter).toString()),
    );
    const headers = Object.entries(draft.headers).map(([name, value]) => [
      name,
      value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ''),
    ]);
    const bytes = Buffer.from(draft.body);
    const request = httpRequest(
      url + path,
      { agent, method: draft.method, headers: { ...Object.fromEntries(headers), 'content-length': bytes.length } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('error', () => resolve(0));
    request.end(bytes);
  });
}

/**
 * Sends `count` requests, each a sound one with up to three mutations, eight at a time.
 *
 * @param progress told after each request how many have been answered.
 */
export async function fuzzService(
  target: FuzzTarget,
  { count, seed, progress = () => {} }: { count: number; seed: number; progress?: (answered: number) => void },
): Promise<FuzzResult> {
  const random = new SeededRandom(seed);
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let started = 0;
  let answered = 0;
  const work = async (): Promise<void> => {
    while (started < count) {
      started++;
      let draft = soundDraft(random, target);
      for (let times = 1 + random.below(3); times > 0; times--) draft = mutate(random, draft);
      const status = await send(target.url, draft);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500 && failures.length < 20) failures.push(`${status} ${JSON.stringify(draft)}`);
      progress(++answered);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { sent: answered, statuses, failures };
}
