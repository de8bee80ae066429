/** R29 (pretix/pretixscan-desktop#45, #46): access was revoked, and the program ended in a stack trace with no way back. */
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
  'oauth-invalid-grant',
  'oauth-invalid-client',
  'service-unauthorized',
  'sign-in-required',
  'vault-unreadable',
] as const)('with %s at the start the desk opens, keeps every change and goes on once access is back', async (code) => {
  const service = createFakeService();
  const first = await createDesk({ client: service.client });
  first.changes.pause('offline');
  await first.wish('u1', 'staff');
  await first.changes.dispose();
  service.fault = () => ({ kind: 'before', error: new RolecallError(code, 'Revoked.') });
  const desk = await deskFor({ client: service.client, journalFolder: first.journalFolder });
  await desk.settle(300_000);
  expect(await desk.state()).toMatchObject({ waiting: 1, refused: 0 });
  // It looks again by itself now and then, and does not hammer.
  expect(service.requests.length).toBeLessThan(12);
  service.fault = () => undefined;
  desk.changes.resume();
  await desk.settle(1_000);
  expect((await desk.rows())[0]?.state).toBe('confirmed');
});
