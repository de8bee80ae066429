/**
 * Random sequences of all operations by several clients, against the service and against a model of it that fits on a
 * page: both must always give the same answer.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applicationAt,
  authorize,
  callApi,
  requestToken,
  startService,
  type TestService,
} from '../../support/service.ts';

const people = ['10001', '10002', '99999999'] as const;
const roles = ['112', '113', '88888888'] as const;
const scopes = ['pii:basic', 'user:read', 'user:roles:update'] as const;

type RoleScope = 'convention' | 'global';
type Operation =
  | { kind: 'add'; client: number; person: number; role: number; scope: RoleScope }
  | { kind: 'remove'; client: number; person: number; role: number }
  | { kind: 'list'; client: number; person: number }
  | { kind: 'members'; client: number; role: number }
  | { kind: 'get'; client: number; person: number }
  | { kind: 'refresh'; client: number; token: 'newest' | 'older'; scope: string | undefined }
  | { kind: 'authorize'; client: number; scope: string };

const client = fc.nat(2);
const person = fc.nat(people.length - 1);
const role = fc.nat(roles.length - 1);
const someScopes = fc.subarray([...scopes], { minLength: 1 }).map((list) => list.join(' '));
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      client,
      person,
      role,
      scope: fc.constantFrom('convention', 'global'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), client, person, role }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('list' as const), client, person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('members' as const), client, role }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('get' as const), client, person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      client,
      token: fc.constantFrom('newest', 'newest', 'newest', 'older'),
      scope: fc.option(someScopes, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('authorize' as const), client, scope: someScopes }) },
);

/** What the model knows of one client: a grant on behalf of the registration lead. */
interface ClientModel {
  oauthScopes: string[];
  revoked: boolean;
}

class Model {
  readonly memberships = new Map<string, RoleScope>();
  readonly clients: ClientModel[] = [];

  /** The status a data request gets before anything else is looked at, if it is refused. */
  gate(index: number, needed: string): number | undefined {
    const { oauthScopes, revoked } = this.#client(index);
    if (revoked) return 401;
    return oauthScopes.includes(needed) ? undefined : 403;
  }

  answer(request: Exclude<Operation, { kind: 'authorize' | 'refresh' }>): { status: number; held?: unknown } {
    const writes = request.kind === 'add' || request.kind === 'remove';
    const refused = this.gate(request.client, writes ? 'user:roles:update' : 'user:read');
    if (refused !== undefined) return { status: refused };
    const exists = (index: number) => index !== 2;
    switch (request.kind) {
      case 'add':
      case 'remove': {
        if (!exists(request.person) || !exists(request.role)) return { status: 404 };
        const key = `${people[request.person]}/${roles[request.role]}`;
        if (this.memberships.has(key) === (request.kind === 'add')) return { status: 400 };
        if (request.kind === 'add') this.memberships.set(key, request.scope);
        else this.memberships.delete(key);
        return { status: 204 };
      }
      case 'list': {
        if (!exists(request.person)) return { status: 404 };
        const held = [...this.memberships]
          .filter(([key]) => key.startsWith(`${people[request.person]}/`))
          .map(([key, scope]) => `${key.split('/')[1]} ${scope}`);
        return { status: 200, held: held.sort() };
      }
      case 'members': {
        const held = [...this.memberships.keys()].filter((key) => key.endsWith(`/${roles[request.role]}`));
        return { status: 200, held: held.map((key) => key.split('/')[0]).sort() };
      }
      case 'get':
        return { status: exists(request.person) ? 200 : 404 };
    }
  }

  refresh(request: Extract<Operation, { kind: 'refresh' }>, hasOlder: boolean): number {
    const grant = this.#client(request.client);
    if (grant.revoked) return 400;
    if (request.token === 'older' && hasOlder) {
      grant.revoked = true;
      return 400;
    }
    const wanted = request.scope?.split(' ') ?? grant.oauthScopes;
    if (wanted.some((scope) => !grant.oauthScopes.includes(scope))) return 400;
    grant.oauthScopes = wanted;
    return 200;
  }

  #client(index: number): ClientModel {
    const found = this.clients[index];
    if (found === undefined) throw new RangeError(`No client ${index}`);
    return found;
  }
}

/** The same client on the real service. */
interface RealClient {
  accessToken: string;
  refreshTokens: string[];
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function connectClient(scope: string): Promise<RealClient> {
  const sent = await authorize(service, 'lead', { application: 1, oauthScopes: scope });
  const { clientId, clientSecret } = applicationAt(service, 1);
  const { body } = await requestToken(service, {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    code: sent.searchParams.get('code') ?? '',
    redirect_uri: 'rolecall://oauth/callback',
  });
  return { accessToken: String(body.access_token), refreshTokens: [String(body.refresh_token)] };
}

async function send(request: Exclude<Operation, { kind: 'authorize' | 'refresh' }>, token: string) {
  const user = 'person' in request ? people[request.person] : undefined;
  const roleId = 'role' in request ? roles[request.role] : undefined;
  switch (request.kind) {
    case 'add':
      return callApi(service, token, 'PUT', `/api/v0/users/${user}/roles/${roleId}`, { scope: request.scope });
    case 'remove':
      return callApi(service, token, 'DELETE', `/api/v0/users/${user}/roles/${roleId}`);
    case 'list':
      return callApi(service, token, 'GET', `/api/v0/users/${user}/roles`);
    case 'members':
      return callApi(service, token, 'POST', '/api/v0/users/search', { filter: { roleId: Number(roleId) } });
    case 'get':
      return callApi(service, token, 'GET', `/api/v0/users/${user}`);
  }
}

function heldIn(kind: Operation['kind'], body: unknown): unknown {
  const { data } = body as { data: { id: string; scope?: string }[] };
  return data.map((entry) => (kind === 'list' ? `${entry.id} ${entry.scope}` : entry.id)).sort();
}

test('any sequence of operations by several clients gets the answers of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      await service.database.deleteFrom('user_role').execute();
      const model = new Model();
      const real: RealClient[] = [];
      for (let index = 0; index < 3; index++) {
        real.push(await connectClient(scopes.join(' ')));
        model.clients.push({ oauthScopes: [...scopes], revoked: false });
      }
      for (const request of operations) {
        const own = real[request.client];
        if (own === undefined) throw new RangeError();
        if (request.kind === 'authorize') {
          real[request.client] = await connectClient(request.scope);
          model.clients[request.client] = { oauthScopes: request.scope.split(' '), revoked: false };
        } else if (request.kind === 'refresh') {
          const older = own.refreshTokens.at(-2);
          const { clientId, clientSecret } = applicationAt(service, 1);
          const { status, body } = await requestToken(service, {
            client_id: clientId,
            client_secret: clientSecret,
            grant_type: 'refresh_token',
            refresh_token: (request.token === 'older' ? older : undefined) ?? own.refreshTokens.at(-1),
            scope: request.scope,
          });
          expect(status).toBe(model.refresh(request, older !== undefined));
          if (status === 200) {
            own.accessToken = String(body.access_token);
            own.refreshTokens.push(String(body.refresh_token));
          }
        } else {
          const { status, body } = await send(request, own.accessToken);
          const expected = model.answer(request);
          expect({ request, status }).toEqual({ request, status: expected.status });
          if (expected.held !== undefined) expect(heldIn(request.kind, body)).toEqual(expected.held);
        }
      }
    }),
    { numRuns: 15 },
  );
}, 180_000);
