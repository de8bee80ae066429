/** R24 (SandeepVashishtha/Eventra PR#2478): the token expired, or somebody else signed in, between queueing and sending. */
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../electron/errors.ts';
import { createDesk, type Desk, sasha } from '../unit/electron/role-changes/support/desk.ts';
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

it('what one operator asked for is sent after the next has signed in, and stays the first one’s', async () => {
  const service = createFakeService();
  const expired = new RolecallError('service-unauthorized', 'The token is not valid.', { status: 401 });
  service.fault = () => ({ kind: 'before', error: expired });
  const desk = await deskFor({ client: service.client });
  await desk.wish('u1', 'staff');
  await desk.settle();
  desk.changes.pause('signed out');
  desk.operator = null;
  await desk.settle(120_000);
  expect(await desk.state()).toMatchObject({ waiting: 1, refused: 0, nextTryAt: null });
  desk.operator = sasha;
  service.fault = () => undefined;
  desk.changes.resume();
  await desk.wish('u2', 'staff');
  await desk.settle(1_000);
  const rows = await desk.rows();
  expect(rows.map(({ userId, operator, state }) => [userId, operator, state]).sort()).toEqual([
    ['u1', 'Robin', 'confirmed'],
    ['u2', 'Sasha', 'confirmed'],
  ]);
  expect(desk.changes.overlay.of('u1').get('staff')?.by).toBe('Robin');
});
