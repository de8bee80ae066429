import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listRolesResponseSchema,
  listUserRolesResponseSchema,
  searchUsersResponseSchema,
} from '../../../contract/registration-api/endpoints.ts';
import { errorEnvelopeSchema } from '../../../contract/registration-api/errors.ts';
import { currentUserSchema, type User, userSchema } from '../../../contract/registration-api/resources.ts';
import {
  applicationAt,
  authorize,
  callApi,
  integrationToken,
  requestToken,
  startService,
  type TestService,
} from '../../support/service.ts';

const person = '10001';
const roleId = '113';

let service: TestService;
let reader: string;
let writer: string;
beforeAll(async () => {
  service = await startService({ attendees: 260 });
  reader = await integrationToken(service, 'user:read');
  writer = await integrationToken(service, 'user:roles:update');
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.database.deleteFrom('user_role').where('user_id', '=', person).execute();
});

const add = (scope: unknown, userId = person, role = roleId) =>
  callApi(service, writer, 'PUT', `/api/v0/users/${userId}/roles/${role}`, { scope });
const remove = (userId = person, role = roleId) =>
  callApi(service, writer, 'DELETE', `/api/v0/users/${userId}/roles/${role}`);
const rolesOf = async (userId = person) =>
  listUserRolesResponseSchema.parse((await callApi(service, reader, 'GET', `/api/v0/users/${userId}/roles`)).body).data;
const search = (body: unknown) => callApi(service, reader, 'POST', '/api/v0/users/search', body);

/** Every user of a search, page by page. */
async function sweep(first: Record<string, unknown>, between: (page: number) => Promise<void> = async () => {}) {
  const found: User[] = [];
  let nextPage: string | null | undefined;
  for (let page = 1; nextPage !== null; page++) {
    const answer = searchUsersResponseSchema.parse(
      (await search(nextPage === undefined ? first : { ...first, nextPage })).body,
    );
    found.push(...answer.data);
    nextPage = answer.nextPage;
    await between(page);
  }
  return found;
}

describe('every data endpoint', () => {
  const operations = [
    ['list roles', 'GET', '/api/v0/roles', 'user:read'],
    ['list user roles', 'GET', `/api/v0/users/${person}/roles`, 'user:read'],
    ['get user', 'GET', `/api/v0/users/${person}`, 'user:read'],
    ['search users', 'POST', '/api/v0/users/search', 'user:read'],
    ['add role', 'PUT', `/api/v0/users/${person}/roles/${roleId}`, 'user:roles:update'],
    ['remove role', 'DELETE', `/api/v0/users/${person}/roles/${roleId}`, 'user:roles:update'],
  ] as const;

  test.each(operations)('%s insists on a bearer', async (_name, method, path) => {
    for (const token of [undefined, 'nonsense', '', 'ä']) {
      const response = await fetch(service.url + path, {
        method,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(errorEnvelopeSchema.parse(await response.json()).errors.authentication).toBeDefined();
    }
  });

  test.each(operations)('%s needs its scope, and names it', async (_name, method, path, scope) => {
    const wrong = scope === 'user:read' ? writer : reader;
    const answer = await callApi(service, wrong, method, path);
    expect(answer.status).toBe(403);
    expect(errorEnvelopeSchema.parse(answer.body).errors.access?.permissions).toEqual([scope]);
    expect(answer.headers.get('www-authenticate')).toContain('insufficient_scope');
  });

  test.each(operations)(
    '%s takes a sensitive token on behalf of an operator too',
    async (_name, method, path, scope) => {
      const { clientId, clientSecret } = applicationAt(service, 1);
      const sent = await authorize(service, 'lead', { application: 1, oauthScopes: scope });
      const { body } = await requestToken(service, {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'authorization_code',
        code: sent.searchParams.get('code') ?? '',
        redirect_uri: 'rolecall://oauth/callback',
      });
      const answer = await callApi(
        service,
        String(body.access_token),
        method,
        path,
        method === 'PUT' ? { scope: 'global' } : method === 'POST' ? {} : undefined,
      );
      expect([200, 204, 400]).toContain(answer.status);
    },
  );

  test('answers are not kept by anybody', async () => {
    expect((await callApi(service, reader, 'GET', '/api/v0/roles')).headers.get('cache-control')).toBe('no-store');
  });

  test('no other address looks at a bearer', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    for (const path of ['/healthz', '/.well-known/oauth-authorization-server', '/api/openapi.json', '/applications']) {
      expect((await fetch(service.url + path, { headers })).status).toBe(200);
    }
    const { clientId, clientSecret } = applicationAt(service, 0);
    const response = await fetch(`${service.url}/api/oauth/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        scope: 'user:read',
      }),
    });
    expect(response.status).toBe(200);
  });

  test('takes the scheme in any case', async () => {
    const response = await fetch(`${service.url}/api/v0/roles`, { headers: { authorization: `bearer ${reader}` } });
    expect(response.status).toBe(200);
  });
});

describe('list roles', () => {
  test('gives all of them, with unique names', async () => {
    const { status, body } = await callApi(service, reader, 'GET', '/api/v0/roles');
    expect(status).toBe(200);
    const { data, nextPage } = listRolesResponseSchema.parse(body);
    expect(nextPage).toBeNull();
    expect(data.map((role) => role.name)).toContain('Checked in');
    expect(new Set(data.map((role) => role.name)).size).toBe(data.length);
    expect(new Set(data.map((role) => role.id)).size).toBe(data.length);
  });

  test('goes on with the query parameter nextPage', async () => {
    const names = Array.from({ length: 120 }, (_, index) => ({ name: `Extra ${index}` }));
    await service.database.insertInto('role').values(names).execute();
    try {
      const first = listRolesResponseSchema.parse((await callApi(service, reader, 'GET', '/api/v0/roles')).body);
      expect(first.data).toHaveLength(100);
      const path = `/api/v0/roles?nextPage=${encodeURIComponent(first.nextPage ?? '')}`;
      const second = listRolesResponseSchema.parse((await callApi(service, reader, 'GET', path)).body);
      expect(second.nextPage).toBeNull();
      expect(new Set([...first.data, ...second.data].map((role) => role.id)).size).toBe(133);
      expect((await callApi(service, reader, 'GET', '/api/v0/roles?nextPage=nonsense')).status).toBe(422);
      expect((await callApi(service, reader, 'GET', `${path}&nextPage=x`)).status).toBe(422);
    } finally {
      await service.database.deleteFrom('role').where('name', 'like', 'Extra %').execute();
    }
  });
});

describe('get user', () => {
  test('gives exactly the fields of the specification', async () => {
    const { status, body } = await callApi(service, reader, 'GET', `/api/v0/users/${person}`);
    expect(status).toBe(200);
    expect(userSchema.strict().parse(body)).toMatchObject({ id: person });
  });

  test.each([
    '99999999',
    '0',
    '-1',
    'abc',
    '10001abc',
    '1e4',
    '%00',
    'a%2Fb',
    '%F0%9F%A6%8A',
    '9'.repeat(300),
    '..%2f..',
  ])('nobody has the id %s', async (id) => {
    const { status, body } = await callApi(service, reader, 'GET', `/api/v0/users/${id}`);
    expect(status).toBe(404);
    expect(errorEnvelopeSchema.parse(body).errors.resource?.message).toEqual(expect.any(String));
  });

  test('both kinds of missing address occur: none at all, and one with empty fields', async () => {
    const people = await sweep({});
    expect(people.some((user) => user.address === null)).toBe(true);
    expect(people.some((user) => user.address?.addressCity === null)).toBe(true);
    expect(people.some((user) => user.phone === null)).toBe(true);
    for (const user of people) if (user.phone !== null) expect(user.phone).toMatch(/^\+[1-9]\d{6,14}$/);
  });
});

describe('list user roles', () => {
  test('is one page, an empty one for somebody without roles', async () => {
    const none = await callApi(service, reader, 'GET', `/api/v0/users/${person}/roles`);
    expect([none.status, none.body]).toEqual([200, { data: [] }]);
    const roles = await service.database.selectFrom('role').select('id').execute();
    for (const { id } of roles) await add('convention', person, id);
    expect(await rolesOf()).toHaveLength(roles.length);
  });

  test('needs a user that exists', async () => {
    const { status, body } = await callApi(service, reader, 'GET', '/api/v0/users/99999999/roles');
    expect(status).toBe(404);
    expect(errorEnvelopeSchema.parse(body).errors.resource?.message).toMatch(/user/);
  });
});

describe('add role', () => {
  test.each(['convention', 'global'] as const)('with scope %s', async (scope) => {
    const answer = await add(scope);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await rolesOf()).toEqual([{ id: roleId, name: 'Badge reprinted', scope }]);
  });

  test.each(['convention', 'global'])('twice fails, whatever the scope of the second (%s)', async (second) => {
    await add('convention');
    const answer = await add(second);
    expect(answer.status).toBe(400);
    expect(errorEnvelopeSchema.parse(answer.body).errors.logic?.code).toBe(3);
    expect(await rolesOf()).toEqual([expect.objectContaining({ scope: 'convention' })]);
  });

  test.each([[undefined], [null], ['everywhere'], [1], [['global']]])('with scope %j is refused', async (scope) => {
    const answer = await add(scope);
    expect(answer.status).toBe(422);
    expect(errorEnvelopeSchema.parse(answer.body).errors.validation?.fields?.[0]?.path).toBe('scope');
    expect(await rolesOf()).toEqual([]);
  });

  test('needs a user and a role that exist', async () => {
    expect((await add('global', '99999999')).status).toBe(404);
    expect((await add('global', person, '99999999')).status).toBe(404);
    expect((await add('global', 'x')).status).toBe(404);
    expect((await add('global', person, 'x')).status).toBe(404);
    expect(errorEnvelopeSchema.parse((await add('global', person, '99999999')).body).errors.resource?.message).toMatch(
      /role/,
    );
    expect(errorEnvelopeSchema.parse((await add('global', '99999999')).body).errors.resource?.message).toMatch(/user/);
  });

  test('ignores fields it does not know', async () => {
    const answer = await callApi(service, writer, 'PUT', `/api/v0/users/${person}/roles/${roleId}`, {
      scope: 'global',
      note: 'x',
      __proto__: { scope: 'convention' },
    });
    expect(answer.status).toBe(204);
  });

  test('at two desks at the same moment: one succeeds, one is told, one row is stored', async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all([add('convention'), add('convention'), add('global'), add('convention')]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400, 400]);
      expect(await rolesOf()).toHaveLength(1);
      expect((await remove()).status).toBe(204);
    }
  });
});

describe('remove role', () => {
  test('takes it away', async () => {
    await add('global');
    const answer = await remove();
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await rolesOf()).toEqual([]);
  });

  test('that the user does not have fails', async () => {
    const answer = await remove();
    expect(answer.status).toBe(400);
    expect(errorEnvelopeSchema.parse(answer.body).errors.logic?.code).toBe(4);
  });

  test('needs a user and a role that exist', async () => {
    expect((await remove('99999999')).status).toBe(404);
    expect((await remove(person, '99999999')).status).toBe(404);
  });

  test('needs no body, and minds none', async () => {
    await add('global');
    const response = await fetch(`${service.url}/api/v0/users/${person}/roles/${roleId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${writer}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(204);
  });

  test('at two desks at the same moment: one succeeds, one is told', async () => {
    await add('global');
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400]);
  });
});

describe('search', () => {
  test('gives 100 without a limit, and a cursor to go on', async () => {
    const answer = searchUsersResponseSchema.parse((await search({})).body);
    expect(answer.data).toHaveLength(100);
    expect(answer.nextPage).toEqual(expect.any(String));
    for (const user of answer.data) userSchema.strict().parse(user);
  });

  test.each([1, 7, 100])('pages of %i give everybody once', async (limit) => {
    const people = await sweep({ limit });
    expect(people).toHaveLength(260);
    expect(new Set(people.map((user) => user.id)).size).toBe(260);
  });

  test('ends without a cursor when the last page is exactly full', async () => {
    const people = await sweep({ limit: 65 });
    expect(people).toHaveLength(260);
    const cursors: unknown[] = [];
    let nextPage: string | null | undefined;
    do {
      const answer = searchUsersResponseSchema.parse((await search({ limit: 65, nextPage })).body);
      nextPage = answer.nextPage;
      cursors.push(nextPage);
    } while (nextPage !== null);
    expect(cursors).toHaveLength(4);
  });

  test.each([[0], [101], [-1], [1.5], ['10'], [true], [1e9]])('limit %j is refused', async (limit) => {
    const answer = await search({ limit });
    expect(answer.status).toBe(422);
    expect(errorEnvelopeSchema.parse(answer.body).errors.validation?.fields?.[0]?.path).toBe('limit');
  });

  test('filters by role, as a number or a string', async () => {
    const expected = await service.database
      .selectFrom('user_role')
      .select('user_id')
      .where('role_id', '=', '101')
      .orderBy('user_id')
      .execute();
    expect(expected.length).toBeGreaterThan(3);
    for (const roleFilter of [101, '101']) {
      const people = await sweep({ limit: 3, filter: { roleId: roleFilter } });
      expect(people.map((user) => user.id)).toEqual(expected.map((row) => row.user_id));
    }
  });

  test.each([[424242], ['abc'], [1.5], [-1], [1e300], ['\u0000']])(
    'a role that does not exist (%j) has no members',
    async (role) => {
      expect((await search({ filter: { roleId: role } })).body).toEqual({ data: [], nextPage: null });
    },
  );

  test('the filter travels in the cursor: it may be left out, not changed', async () => {
    const first = searchUsersResponseSchema.parse((await search({ limit: 2, filter: { roleId: 101 } })).body);
    const kept = searchUsersResponseSchema.parse(
      (await search({ limit: 2, filter: { roleId: '101' }, nextPage: first.nextPage })).body,
    );
    const leftOut = searchUsersResponseSchema.parse((await search({ limit: 2, nextPage: first.nextPage })).body);
    expect(leftOut).toEqual(kept);
    expect((await search({ limit: 2, filter: { roleId: 102 }, nextPage: first.nextPage })).status).toBe(422);
    const unfiltered = searchUsersResponseSchema.parse((await search({ limit: 2 })).body);
    expect((await search({ filter: { roleId: 101 }, nextPage: unfiltered.nextPage })).status).toBe(422);
  });

  test('a cursor that was tampered with is refused', async () => {
    const { nextPage } = searchUsersResponseSchema.parse((await search({ limit: 2 })).body);
    const cursor = nextPage ?? '';
    const roles = await callApi(service, reader, 'GET', `/api/v0/roles?nextPage=${cursor}`);
    expect(roles.status).toBe(422);
    for (const other of [
      '',
      'x',
      `${cursor}A`,
      `A${cursor.slice(1)}`,
      cursor.slice(0, -1),
      `${cursor}=`,
      ` ${cursor}`,
    ]) {
      if (other === cursor) continue;
      expect((await search({ nextPage: other })).status).toBe(422);
    }
  });

  test('people who were there all along are neither skipped nor doubled by changes in between', async () => {
    const before = (await sweep({})).map((user) => user.id);
    let count = 0;
    const people = await sweep({ limit: 20 }, async (page) => {
      const { database } = service;
      count++;
      await database
        .insertInto('app_user')
        .values({
          email: `new${count}@mail.example`,
          preferred_name: null,
          first_name: 'New',
          last_name: 'Person',
          username: `new${count}`,
          verified: true,
          phone: null,
          address: null,
        })
        .execute();
      await database
        .updateTable('app_user')
        .set({ first_name: `Renamed ${page}` })
        .where('id', '=', before[page * 10] ?? '0')
        .execute();
      // Somebody on the page just read, somebody on the next, and the very one the cursor points at.
      for (const index of [page * 20 - 5, page * 20 + 3, page * 20 - 1]) {
        await database
          .deleteFrom('app_user')
          .where('id', '=', before[index] ?? '0')
          .where('id', '<>', person)
          .execute();
      }
    });
    const after = new Set((await sweep({})).map((user) => user.id));
    const found = people.map((user) => user.id);
    expect(new Set(found).size).toBe(found.length);
    for (const id of before) if (after.has(id)) expect(found).toContain(id);
  });
});

describe('current user', () => {
  test('is nobody for a service integration', async () => {
    expect((await callApi(service, reader, 'GET', '/api/users/current')).status).toBe(403);
  });

  test('is the operator for a token on their behalf', async () => {
    const sent = await authorize(service, 'desk');
    const { clientId, clientSecret } = applicationAt(service, 0);
    const { body } = await requestToken(service, {
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      code: sent.searchParams.get('code') ?? '',
      redirect_uri: 'rolecall://oauth/callback',
    });
    const answer = await callApi(service, String(body.access_token), 'GET', '/api/users/current');
    expect(currentUserSchema.strict().parse(answer.body)).toEqual({
      id: '9001',
      sub: '9001',
      firstName: 'Robin',
      lastName: 'Ekström',
      preferredName: null,
      username: 'robin.desk',
      permissions: ['pii:basic'],
    });
  });
});
