/** R27 (alfio-event/Alf.ioBackoffice#16, HiEventsDev PR#223): one invalid entry made all later ones hang. */
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

it.each([
  'service-not-found',
  'service-invalid-request',
  'service-forbidden',
  'network-service-broken',
  'bug',
] as const)('one entry that ends in %s holds up none of the later ones', async (code) => {
  const service = createFakeService();
  service.fault = (_operation, userId) =>
    userId === 'bad' ? { kind: 'before', error: new RolecallError(code, 'No.') } : undefined;
  const desk = await deskFor({ client: service.client, concurrency: 1 });
  await desk.wish('bad', 'staff');
  for (let index = 0; index < 10; index += 1) await desk.wish(`u${index}`, 'staff');
  await desk.settle(200);
  expect(service.held.size).toBe(10);
  expect((await desk.rows('open')).map(({ userId }) => userId)).toEqual(['bad']);
});
