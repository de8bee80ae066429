/** The client of the service against the service. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../electron/ports/clock.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import {
  type CreatedRegistrationClient,
  createRegistrationClient,
} from '../../../electron/registration/create-registration-client.ts';
import { fixedTokens } from '../../faults/support/real-desk.ts';
import { integrationToken, startService, type TestService } from '../../support/service.ts';

let service: TestService;
let client: CreatedRegistrationClient;
let read: string;
beforeAll(async () => {
  service = await startService({ attendees: 230 });
  read = await integrationToken(service, 'user:read');
  const update = await integrationToken(service, 'user:roles:update');
  client = clientWith((oauthScope) => (oauthScope === 'user:read' ? read : update));
});
afterAll(async () => {
  client?.dispose();
  await service?.stop();
});

function clientWith(token: string | ((oauthScope: string) => string)): CreatedRegistrationClient {
  return createRegistrationClient({
    transport: nodeHttpTransport,
    baseUrl: new URL(service.url),
    accessTokens: fixedTokens(token),
    clock: systemClock,
    log: silentLog,
    report: () => {},
  });
}

const call = { priority: 'interactive' } as const;

it('pages through everybody with a token for just that', async () => {
  const ids = new Set<string>();
  let nextPage: string | null = null;
  const sizes: number[] = [];
  do {
    const page = await client.searchUsers({ nextPage }, { priority: 'background' });
    sizes.push(page.users.length);
    for (const { id } of page.users) ids.add(id);
    nextPage = page.nextPage;
  } while (nextPage !== null);
  expect(sizes.slice(0, 2)).toEqual([100, 100]);
  expect(ids.size).toBeGreaterThanOrEqual(230);
});

it('finds the people of one role', async () => {
  const [role] = await client.listRoles(call);
  const page = await client.searchUsers({ nextPage: null, roleId: role?.id ?? '', limit: 5 }, call);
  for (const { id } of page.users) {
    expect((await client.listUserRoles(id, call)).map((held) => held.id)).toContain(role?.id);
  }
});

it('reads one person, gives and takes a role, and knows both ways of finding that done', async () => {
  const [role] = await client.listRoles(call);
  const { users } = await client.searchUsers({ nextPage: null, limit: 1 }, call);
  const userId = users[0]?.id ?? '';
  const roleId = role?.id ?? '';
  expect(await client.getUser(userId, call)).toEqual(users[0]);
  await client.removeRole(userId, roleId, call).catch(() => {});
  await client.addRole(userId, roleId, 'global', call);
  expect(await client.listUserRoles(userId, call)).toContainEqual({ id: roleId, name: role?.name, scope: 'global' });
  await expect(client.addRole(userId, roleId, 'convention', call)).rejects.toMatchObject({
    code: 'service-already-has-role',
  });
  await client.removeRole(userId, roleId, call);
  await expect(client.removeRole(userId, roleId, call)).rejects.toMatchObject({ code: 'service-does-not-have-role' });
});

it('says which permission is missing, what is not there and what is not valid', async () => {
  const limited = clientWith(read);
  const { users } = await client.searchUsers({ nextPage: null, limit: 1 }, call);
  const userId = users[0]?.id ?? '';
  await expect(limited.addRole(userId, '101', 'convention', call)).rejects.toMatchObject({ code: 'service-forbidden' });
  await expect(client.getUser('no-such-person', call)).rejects.toMatchObject({ code: 'service-not-found' });
  await expect(client.getUser('a/b\u0000ç', call)).rejects.toMatchObject({ code: 'service-not-found' });
  await expect(clientWith('nonsense').getUser(userId, call)).rejects.toMatchObject({ code: 'service-unauthorized' });
  await expect(client.searchUsers({ nextPage: 'not-a-cursor' }, call)).rejects.toMatchObject({
    code: 'service-invalid-request',
  });
});

it('measures the clock’s skew', async () => {
  await client.listRoles(call);
  expect(Math.abs(client.clockSkewMs() ?? Number.NaN)).toBeLessThan(5_000);
});
