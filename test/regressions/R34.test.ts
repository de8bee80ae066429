/** R34 (magfest/ubersystem#2176): two people wanted the opposite, both were told that they had it, the last save won. */
import { afterEach, expect, it } from 'vitest';
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

it('of opposite wishes the last act wins, and the desk that lost shows it', async () => {
  const service = createFakeService();
  const one = await deskFor({ client: service.client });
  const other = await deskFor({ client: service.client });
  await one.wish('u1', 'staff');
  await one.settle();
  expect(one.changes.overlay.of('u1').get('staff')?.state).toBe('confirmed');
  await other.wish('u1', 'staff', 'absent');
  await other.settle();
  expect(service.held.size).toBe(0);
  // The first desk reads the person again, as it does when the person is open and with every sweep.
  one.serviceRoles.record(
    'u1',
    await service.client.listUserRoles('u1', { priority: 'background' }),
    one.clock.now() + 1,
  );
  await one.settle();
  expect(one.changes.overlay.of('u1').get('staff')).toBeUndefined();
});

it('in the same instant, neither desk fights: one keeps it, the other is told it was changed back', async () => {
  const service = createFakeService();
  service.held.set('u1/vendor', 'convention');
  service.delay = async () => await new Promise((resolve) => setImmediate(resolve));
  const one = await deskFor({ client: service.client });
  const other = await deskFor({ client: service.client });
  other.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], other.clock.now());
  // The other's removal comes in after the first one's write and before its reading.
  service.fault = (operation) => {
    if (operation === 'read' && service.held.delete('u1/staff')) service.writes.push('remove u1/staff (other)');
    return undefined;
  };
  await one.wish('u1', 'staff');
  await one.settle(60_000);
  expect(service.writes).toEqual(['add u1/staff convention', 'remove u1/staff (other)']);
  expect((await one.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'role-changed-elsewhere' } });
});
