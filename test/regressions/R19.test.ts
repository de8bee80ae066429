/** R19 (pretix/pretixscan-android#139): with the Wi-Fi off, staff got a raw host-lookup error instead of going on. */
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../electron/errors.ts';
import { createDesk, type Desk } from '../unit/electron/role-changes/support/desk.ts';
import { createFakeService } from '../unit/electron/role-changes/support/fake-client.ts';

const desks: Desk[] = [];
async function deskFor(...input: Parameters<typeof createDesk>): Promise<Desk> {
  const desk = await createDesk(...input);
  desks.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.changes.dispose();
});

it('without a network a click is kept and waits, shows no error, and goes out by itself when the network is back', async () => {
  const service = createFakeService();
  const lookup = Object.assign(new Error('getaddrinfo ENOTFOUND reg.example.org'), { code: 'ENOTFOUND' });
  const offline = new RolecallError('network-unreachable', 'The service could not be reached.', { cause: lookup });
  service.fault = () => ({ kind: 'before', error: offline });
  const desk = await deskFor({ client: service.client });
  for (const userId of ['u1', 'u2', 'u3']) {
    await desk.changes.handlers['role-changes:run-recipe']({ userId, recipeId: 'check-in' });
  }
  await desk.settle(5_000);
  const state = await desk.state();
  expect(state).toMatchObject({ waiting: 3, refused: 0, nextTryAt: expect.any(Number) });
  expect(JSON.stringify([state, await desk.rows()])).not.toMatch(/ENOTFOUND|getaddrinfo|reg\.example/);
  service.fault = () => undefined;
  await desk.settle(15_000);
  expect(await desk.state()).toMatchObject({ waiting: 0, refused: 0 });
  expect(service.held.size).toBe(3);
});
