/** R26 (fossasia/open-event-organizer-android#450, #452): staff could not tell what was only here from what was confirmed. */
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

it('a change is here, on its way or confirmed, each told apart, and the pending ones are a list', async () => {
  const service = createFakeService();
  let release = (): void => {};
  const desk = await deskFor({ client: service.client });
  desk.changes.pause('offline');
  await desk.wish('u1', 'staff');
  const shown = (): string | undefined => desk.changes.overlay.of('u1').get('staff')?.state;
  expect(shown()).toBe('waiting');
  expect((await desk.rows('open')).map(({ state }) => state)).toEqual(['waiting']);
  expect((await desk.state()).oldestAt).toBe(desk.clock.now());
  service.delay = () => new Promise((resolve) => (release = resolve));
  desk.changes.resume();
  await desk.settle();
  expect(shown()).toBe('sending');
  expect(await desk.state()).toMatchObject({ waiting: 0, sending: 1 });
  service.delay = async () => {};
  release();
  await desk.settle();
  expect(shown()).toBe('confirmed');
  expect(await desk.rows('open')).toEqual([]);
});

it('is not called confirmed while only the write, not the list, was answered', async () => {
  const service = createFakeService();
  service.fault = (operation) =>
    operation === 'read' ? { kind: 'before', error: new RolecallError('network-timeout', 'Too slow.') } : undefined;
  const desk = await deskFor({ client: service.client });
  await desk.wish('u1', 'staff');
  await desk.settle(100);
  expect(service.held.size).toBe(1);
  expect((await desk.rows())[0]?.state).toBe('waiting');
});
