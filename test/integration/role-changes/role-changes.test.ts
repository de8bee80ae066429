/** Wishes on the real service, over a network that can be made bad. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../contract/registration-api/resources.ts';
import { type FaultProxy, startFaultProxy } from '../../faults/support/fault-proxy.ts';
import { openRealDesk, type RealDesk, type RealDeskOptions } from '../../faults/support/real-desk.ts';
import { callApi, integrationToken, startService, type TestService } from '../../support/service.ts';
import { newFolder } from '../../unit/electron/role-changes/support/desk.ts';

let service: TestService;
let proxy: FaultProxy;
let token: string;
let roles: readonly Role[];
let userId: string;
const open: RealDesk[] = [];

beforeAll(async () => {
  service = await startService();
  proxy = await startFaultProxy(service.url);
  token = await integrationToken(service, 'user:read', 'user:roles:update');
  const { body } = await callApi(service, token, 'GET', '/api/v0/roles');
  roles = (body as { data: Role[] }).data;
  const { body: people } = await callApi(service, token, 'POST', '/api/v0/users/search', { limit: 1 });
  userId = (people as { data: { id: string }[] }).data[0]?.id ?? '';
});
afterEach(async () => {
  proxy.fault = () => 'none';
  for (const desk of open.splice(0)) await desk.close();
  for (const { id } of await rolesOf()) await callApi(service, token, 'DELETE', `/api/v0/users/${userId}/roles/${id}`);
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

async function deskFor(more: Partial<RealDeskOptions> = {}): Promise<RealDesk> {
  const desk = await openRealDesk({ url: proxy.url, token, roles, journalFolder: await newFolder(), ...more });
  open.push(desk);
  return desk;
}

async function rolesOf(): Promise<{ id: string; scope: string }[]> {
  const { body } = await callApi(service, token, 'GET', `/api/v0/users/${userId}/roles`);
  return (body as { data: { id: string; scope: string }[] }).data;
}

async function lastRow(desk: RealDesk) {
  const { rows } = await desk.changes.handlers['role-changes:list']({ which: 'all', before: null, limit: 1 });
  return rows[0];
}

const firstRole = (): string => roles[0]?.id ?? '';

async function clearRoles(): Promise<void> {
  for (const { id } of await rolesOf()) await callApi(service, token, 'DELETE', `/api/v0/users/${userId}/roles/${id}`);
}

describe('a change', () => {
  it('is confirmed when the service’s own list shows it, and taken back the same way', async () => {
    await clearRoles();
    const desk = await deskFor();
    await desk.wish(userId, firstRole());
    await desk.untilSent();
    expect(await lastRow(desk)).toMatchObject({ state: 'confirmed', undoable: true });
    expect(await rolesOf()).toMatchObject([{ id: firstRole(), scope: 'convention' }]);
    await desk.changes.handlers['role-changes:undo']({});
    await desk.untilSent();
    expect(await rolesOf()).toEqual([]);
  });

  it('that somebody else made first ends as fulfilled, not as an error', async () => {
    const desk = await deskFor();
    await callApi(service, token, 'PUT', `/api/v0/users/${userId}/roles/${firstRole()}`, { scope: 'convention' });
    await desk.wish(userId, firstRole());
    const state = await desk.untilSent();
    expect(state.refused).toBe(0);
    expect(await lastRow(desk)).toMatchObject({ state: 'confirmed', refusal: null, undoable: false });
  });

  it('of a scope takes away and gives again', async () => {
    const desk = await deskFor();
    await callApi(service, token, 'PUT', `/api/v0/users/${userId}/roles/${firstRole()}`, { scope: 'convention' });
    await desk.wish(userId, firstRole(), 'held', 'global');
    await desk.untilSent();
    expect(await rolesOf()).toMatchObject([{ id: firstRole(), scope: 'global' }]);
    await desk.wish(userId, firstRole(), 'absent', 'convention');
    await desk.untilSent();
    expect(await lastRow(desk)).toMatchObject({ state: 'refused', refusal: { code: 'role-held-globally' } });
    expect(await rolesOf()).toHaveLength(1);
  });
});

describe('a bad network', () => {
  it.each([
    'lost-reply',
    'broken-after',
    'lost-request',
    'broken-before',
    'captive-portal',
    'truncated',
    'rate-limited',
  ] as const)('with every first exchange %s ends confirmed after one write', async (fault) => {
    const desk = await deskFor();
    const before = proxy.writes.length;
    const met = new Set<string>();
    proxy.fault = (method) => {
      if (met.has(method)) return 'none';
      met.add(method);
      return fault;
    };
    await desk.wish(userId, firstRole());
    await desk.untilSent();
    expect(await lastRow(desk)).toMatchObject({ state: 'confirmed' });
    expect(proxy.writes.slice(before).map(({ status }) => status)).toEqual([204]);
  });

  it('gone for ten people and over a restart loses none of them', async () => {
    const { body } = await callApi(service, token, 'POST', '/api/v0/users/search', { limit: 11 });
    const people = (body as { data: { id: string }[] }).data.slice(1).map(({ id }) => id);
    const role = roles.at(-1)?.id ?? '';
    for (const person of people) await callApi(service, token, 'DELETE', `/api/v0/users/${person}/roles/${role}`);
    const journalFolder = await newFolder();
    const desk = await deskFor({ journalFolder });
    proxy.fault = () => 'lost-request';
    for (const person of people) await desk.wish(person, role);
    expect(desk.changes.unsent()).toBe(10);
    open.splice(open.indexOf(desk), 1);
    await desk.close();
    const again = await deskFor({ journalFolder });
    expect(again.changes.unsent()).toBe(10);
    proxy.fault = () => 'none';
    again.changes.resume();
    await again.untilSent();
    const { rows } = await again.changes.handlers['role-changes:list']({ which: 'all', before: null, limit: 50 });
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'confirmed'));
    for (const person of people) {
      const answer = await callApi(service, token, 'GET', `/api/v0/users/${person}/roles`);
      expect((answer.body as { data: { id: string }[] }).data.map(({ id }) => id)).toContain(role);
    }
  });

  it('that comes back is noticed without anybody’s help', async () => {
    const desk = await deskFor();
    proxy.fault = () => 'lost-request';
    await desk.wish(userId, firstRole());
    await desk.until(({ nextTryAt }) => nextTryAt !== null);
    proxy.fault = () => 'none';
    await desk.untilSent();
    expect(await lastRow(desk)).toMatchObject({ state: 'confirmed' });
  });
});

describe('a refusal', () => {
  it('for lack of permission says so and stays listed', async () => {
    const readOnly = await integrationToken(service, 'user:read');
    const desk = await deskFor({ token: readOnly });
    await desk.wish(userId, firstRole());
    expect(await desk.untilSent()).toMatchObject({ refused: 1 });
    expect(await lastRow(desk)).toMatchObject({
      state: 'refused',
      refusal: { code: 'service-forbidden', retryable: false },
    });
    expect((await lastRow(desk))?.refusal?.message).toContain('user:roles:update');
  });

  it('of a role or person the service does not know is told, and blocks nobody', async () => {
    const desk = await deskFor({ roles: [...roles, { id: '999999', name: 'No such role' }] });
    await desk.wish(userId, '999999');
    await desk.wish('999999', firstRole());
    await desk.wish(userId, firstRole());
    await desk.untilSent();
    const { rows } = await desk.changes.handlers['role-changes:list']({ which: 'all', before: null, limit: 50 });
    const told = rows.map((row) => [row.userId, row.roleId, row.state, row.refusal?.code ?? null]);
    expect(told).toContainEqual([userId, '999999', 'refused', 'service-not-found']);
    expect(told).toContainEqual(['999999', firstRole(), 'refused', 'service-not-found']);
    expect(told).toContainEqual([userId, firstRole(), 'confirmed', null]);
  });
});

it('two desks giving one role at once make one membership and no error', async () => {
  const [one, other] = await Promise.all([deskFor(), deskFor()]);
  const before = proxy.writes.length;
  await Promise.all([one.wish(userId, firstRole()), other.wish(userId, firstRole())]);
  await Promise.all([one.untilSent(), other.untilSent()]);
  const rows = await Promise.all([lastRow(one), lastRow(other)]);
  expect(rows.map((row) => row?.state)).toEqual(['confirmed', 'confirmed']);
  expect(proxy.writes.slice(before).filter(({ status }) => status === 204)).toHaveLength(1);
  expect(rows.filter((row) => row?.undoable)).toHaveLength(1);
});
