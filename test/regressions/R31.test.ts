/** R31 (LiinooRF/Guard#73): the clock of a device was wrong, and late scans were dropped. */
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

it('a wrong clock is measured and written beside the time, and nothing is dropped for it', async () => {
  const service = createFakeService();
  const desk = await deskFor({ client: service.client, clockSkewMs: () => -5_400_000 });
  desk.changes.pause('offline');
  await desk.wish('u1', 'staff');
  // Back by a day while it waits, then a week goes by before the network is there again.
  desk.clock.jump(-86_400_000);
  await desk.wish('u2', 'staff');
  desk.clock.jump(7 * 86_400_000);
  desk.changes.resume();
  await desk.settle(1_000);
  expect([...service.held.keys()].sort()).toEqual(['u1/staff', 'u2/staff']);
  const journal = await readFile(join(desk.journalFolder, 'journal-000001.jsonl'), 'utf8');
  expect(journal.match(/"clockSkewMs":-5400000/g)?.length).toBeGreaterThanOrEqual(2);
  expect((await desk.rows()).map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
});

it('delays run by a clock that never goes back', async () => {
  const service = createFakeService();
  service.fault = () => ({ kind: 'before', error: new RolecallError('network-unreachable', 'No network.') });
  const desk = await deskFor({ client: service.client });
  await desk.wish('u1', 'staff');
  await desk.settle();
  desk.clock.jump(-3_600_000);
  service.fault = () => undefined;
  await desk.settle(1_000);
  expect(service.held.size).toBe(1);
});
