/** R36 (magfest/ubersystem#1873, #3102): "undone" was shown and nothing was undone; undo was there for a moment only. */
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

it('undone is said when the service agrees, not before, and never when it refused', async () => {
  const service = createFakeService();
  const desk = await deskFor({ client: service.client });
  const { actId } = await desk.wish('u1', 'staff');
  await desk.settle();
  service.fault = (operation) =>
    operation === 'remove'
      ? { kind: 'before', error: new RolecallError('service-forbidden', 'Not allowed.', { status: 403 }) }
      : undefined;
  await desk.changes.handlers['role-changes:undo']({ actId });
  await desk.settle(1_000);
  expect(service.held.size).toBe(1);
  expect((await desk.rows()).map(({ state }) => state)).toEqual(['refused', 'confirmed']);
  expect((await desk.state()).lastAct).toMatchObject({ kind: 'undo', state: 'refused' });
});

it('an act can be undone hours later from the list, and after the shift by whoever knows the PIN', async () => {
  const service = createFakeService();
  let unlockedAt: number | null = null;
  const desk = await deskFor({
    client: service.client,
    lateUndo: { needsUnlock: () => true, unlockedSince: () => unlockedAt },
  });
  const { actId } = await desk.wish('u1', 'staff');
  await desk.settle();
  desk.clock.advance(8 * 3_600_000);
  expect((await desk.rows())[0]).toMatchObject({ undoable: true, undoNeedsUnlock: false });
  desk.clock.advance(9 * 3_600_000);
  expect((await desk.rows())[0]).toMatchObject({ undoable: true, undoNeedsUnlock: true });
  await expect(desk.changes.handlers['role-changes:undo']({ actId })).rejects.toMatchObject({
    code: 'unlock-required',
  });
  expect(service.held.size).toBe(1);
  unlockedAt = desk.clock.now();
  await desk.changes.handlers['role-changes:undo']({ actId });
  await desk.settle(1_000);
  expect(service.held.size).toBe(0);
});
