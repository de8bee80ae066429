/** R33 (unlock-protocol/unlock#9247, Eventra PR#17206): two devices, one person, one second; the second one got a 500. */
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

it('two desks that give the same role in the same instant both end well, with one membership and one name', async () => {
  const service = createFakeService();
  service.delay = async () => await new Promise((resolve) => setImmediate(resolve));
  const one = await deskFor({ client: service.client });
  const other = await deskFor({ client: service.client });
  await Promise.all([one.wish('u1', 'checked-in'), other.wish('u1', 'checked-in')]);
  await one.settle(1_000);
  await other.settle(1_000);
  expect(service.writes).toEqual(['add u1/checked-in convention']);
  const rows = [...(await one.rows()), ...(await other.rows())];
  expect(rows.map(({ state, refusal }) => [state, refusal])).toEqual([
    ['confirmed', null],
    ['confirmed', null],
  ]);
  // Who came second does not say that it was they who gave it, and can't take it away by Undo.
  const named = [one, other].filter((desk) => desk.changes.overlay.of('u1').get('checked-in') !== undefined);
  expect(named).toHaveLength(1);
  expect(rows.filter(({ undoable }) => undoable)).toHaveLength(1);
});

it('an answer of 500 to the second one is no error either', async () => {
  const service = createFakeService();
  service.held.set('u1/checked-in', 'convention');
  service.fault = (operation) =>
    operation === 'add'
      ? { kind: 'before', error: new RolecallError('network-service-broken', 'It broke.', { status: 500 }) }
      : undefined;
  const desk = await deskFor({ client: service.client });
  await desk.wish('u1', 'checked-in');
  await desk.settle(2_000);
  expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', refusal: null });
});
