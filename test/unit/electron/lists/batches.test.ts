/** Lists through the wishes, the journal and the delivery: nothing of a list is lost, doubled or in anybody's way. */
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ListRun } from '../../../../contract/desk/lists.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import type { RoleChangesOptions } from '../../../../electron/role-changes/create-role-changes.ts';
import {
  createDesk,
  createManualClock,
  type Desk,
  newFolder,
  sasha,
  untilQuiet,
} from '../role-changes/support/desk.ts';
import { createFakeService, type FakeService } from '../role-changes/support/fake-client.ts';

const people = (count: number): string[] => Array.from({ length: count }, (_none, index) => `p${index}`);
const runOf = (desk: Desk, batchId: string): ListRun => {
  const run = desk.changes.batches.runs().find((each) => each.batchId === batchId);
  if (run === undefined) throw new Error('The list is not there.');
  return run;
};
const give = (desk: Desk, userIds: string[]): Promise<string> =>
  desk.changes.batches.apply({ roleId: 'staff', wanted: 'held', userIds });
/** Lets the disk and the lanes work until nothing is left that can be done now. */
async function untilSettled(desk: Desk): Promise<void> {
  let calm = 0;
  for (let turn = 0; turn < 1000 && calm < 10; turn += 1) {
    const before = JSON.stringify(desk.changes.batches.runs());
    await untilQuiet(40);
    // Each of a list's people waits for the disk before they are sent.
    await new Promise((resolve) => setTimeout(resolve, 2));
    calm = JSON.stringify(desk.changes.batches.runs()) === before ? calm + 1 : 0;
  }
}
const offline = (service: FakeService): void => {
  service.fault = () => ({ kind: 'before', error: new RolecallError('network-unreachable', 'Down.') });
};

describe('a list', () => {
  it('is written down whole, delivered, and says how each one came out', async () => {
    const service = createFakeService();
    service.held.set('p1/staff', 'convention');
    service.fault = (operation, userId) =>
      operation === 'add' && userId === 'p2'
        ? { kind: 'before', error: new RolecallError('service-forbidden', 'No.', { status: 403 }) }
        : undefined;
    const desk = await createDesk({ client: service.client });
    const batchId = await give(desk, people(250));
    expect(runOf(desk, batchId)).toMatchObject({ size: 250, written: 250, kind: 'give', roleName: 'Role staff' });
    await untilSettled(desk);
    expect(runOf(desk, batchId)).toMatchObject({ confirmed: 248, already: 1, refused: 1, waiting: 0, sending: 0 });
    expect(service.held.size).toBe(249);
    expect(new Set(service.writes).size).toBe(service.writes.length);
    await desk.changes.dispose();
  });

  it('is not the last act: Undo at the desk never takes back one row of it', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    await desk.wish('somebody', 'vendor');
    await give(desk, people(3));
    await untilSettled(desk);
    expect((await desk.state()).lastAct?.subject).toBe('Role vendor');
    await desk.changes.handlers['role-changes:undo']({});
    await untilSettled(desk);
    expect([...service.held.keys()].sort()).toEqual(['p0/staff', 'p1/staff', 'p2/staff']);
    await desk.changes.dispose();
  });

  it('lets a click at the desk go first', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client, concurrency: 1 });
    await give(desk, people(50));
    await desk.wish('guest', 'vendor');
    service.fault = () => undefined;
    service.requests.length = 0;
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.requests.findIndex((request) => request.includes('guest'))).toBeLessThan(3);
    await desk.changes.dispose();
  });

  it('takes a click between its turns, however long it is', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client });
    const whole = give(desk, people(2000));
    await untilQuiet(2);
    await desk.wish('guest', 'vendor');
    const [run] = desk.changes.batches.runs();
    expect(run?.written).toBeLessThan(2000);
    await whole;
    expect(desk.changes.unsent()).toBe(2001);
    await desk.changes.dispose();
  });
});

describe('holding it back', () => {
  it('sends nothing more, clicks apart, and goes on where it was', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client });
    const batchId = await give(desk, people(20));
    await desk.changes.batches.pause(batchId);
    service.fault = () => undefined;
    desk.changes.resume();
    await desk.wish('guest', 'vendor');
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['guest/vendor']);
    expect(runOf(desk, batchId)).toMatchObject({ paused: true, waiting: 20 });
    // Nor does it count as if they came.
    expect(desk.changes.overlay.waitingFor('staff')).toBe(0);
    await desk.changes.batches.resume(batchId);
    await untilSettled(desk);
    expect(runOf(desk, batchId)).toMatchObject({ paused: false, confirmed: 20 });
    await desk.changes.dispose();
  });

  it('holds nobody back who is at the desk, and its withdrawal does not take them along', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client });
    const batchId = await give(desk, ['q0', 'q1']);
    await desk.changes.batches.pause(batchId);
    const { actId } = await desk.wish('q0', 'staff');
    // A double click is still one.
    expect((await desk.wish('q0', 'staff')).actId).toBe(actId);
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['q0/staff']);
    expect(runOf(desk, batchId)).toMatchObject({ paused: true, waiting: 1, withdrawn: 1 });
    await desk.changes.batches.cancel(batchId);
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['q0/staff']);
    expect((await desk.state()).lastAct?.actId).toBe(actId);
    await desk.changes.dispose();
  });

  it('does not get back whom a click was sent for and then undone: that is what was asked for last', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, people(2));
    await desk.changes.batches.pause(batchId);
    desk.changes.resume();
    await desk.wish('p0', 'staff');
    await expect.poll(desk.changes.unsent).toBe(1);
    await desk.changes.handlers['role-changes:undo']({});
    await expect.poll(desk.changes.unsent).toBe(1);
    await desk.changes.batches.resume(batchId);
    await expect.poll(desk.changes.unsent).toBe(0);
    expect([...service.held.keys()]).toEqual(['p1/staff']);
    expect(runOf(desk, batchId)).toMatchObject({ confirmed: 1, withdrawn: 1 });
    await give(desk, people(2));
    await expect.poll(() => [...service.held.keys()].toSorted()).toEqual(['p0/staff', 'p1/staff']);
    await desk.changes.dispose();
  });

  it('leaves to the undo of a click what that click may have brought about', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, ['p0']);
    await desk.changes.batches.pause(batchId);
    desk.changes.resume();
    service.fault = () => ({ kind: 'after', error: new RolecallError('network-timeout', 'Gone.') });
    await desk.wish('p0', 'staff');
    await expect.poll(() => service.held.size).toBe(1);
    await untilSettled(desk);
    await desk.changes.handlers['role-changes:undo']({});
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.held.size).toBe(0);
    expect(desk.changes.unsent()).toBe(0);
    expect(runOf(desk, batchId)).toMatchObject({ confirmed: 0, withdrawn: 1 });
    await desk.changes.dispose();
  });

  it('shows its people as the service has them, until it goes on', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client });
    const batchId = await give(desk, ['q0', 'q1']);
    const { overlay } = desk.changes;
    const told = new Set<string>();
    overlay.subscribe((userIds) => {
      for (const userId of userIds) told.add(userId);
    });
    await untilQuiet(40);
    expect(overlay.of('q0').get('staff')).toMatchObject({ wanted: 'held' });
    told.clear();
    await desk.changes.batches.pause(batchId);
    await untilQuiet(40);
    expect(overlay.of('q0').size).toBe(0);
    expect([...told].sort()).toEqual(['q0', 'q1']);
    told.clear();
    await desk.changes.batches.resume(batchId);
    await untilQuiet(40);
    expect(overlay.of('q0').get('staff')).toMatchObject({ wanted: 'held' });
    expect([...told].sort()).toEqual(['q0', 'q1']);
    await desk.changes.dispose();
  });

  it('keeps no other list from the same people', async () => {
    const service = createFakeService();
    offline(service);
    const desk = await createDesk({ client: service.client });
    const heldBack = await give(desk, ['q0', 'q1']);
    await desk.changes.batches.pause(heldBack);
    const other = await give(desk, ['q0']);
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['q0/staff']);
    expect(runOf(desk, other)).toMatchObject({ confirmed: 1 });
    await desk.changes.dispose();
  });

  it('outlives the end of the program', async () => {
    const service = createFakeService();
    offline(service);
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    const batchId = await give(desk, people(5));
    await desk.changes.batches.pause(batchId);
    await desk.changes.dispose();
    service.fault = () => undefined;
    const again = await createDesk({ client: service.client, journalFolder });
    await untilSettled(again);
    expect(service.held.size).toBe(0);
    expect(runOf(again, batchId)).toMatchObject({ paused: true, waiting: 5, written: 5, size: 5 });
    await again.changes.batches.resume(batchId);
    await untilSettled(again);
    expect(service.held.size).toBe(5);
    await again.changes.dispose();
  });
});

describe('after the end of the program', () => {
  it('a list goes on, and nobody gets the role twice', async () => {
    const service = createFakeService();
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    let sent = 0;
    service.fault = (operation) => {
      sent += operation === 'add' ? 1 : 0;
      return sent > 10 ? { kind: 'after', error: new RolecallError('network-unreachable', 'Gone.') } : undefined;
    };
    const batchId = await give(desk, people(40));
    await untilSettled(desk);
    await desk.changes.dispose();
    service.fault = () => undefined;
    const again = await createDesk({ client: service.client, journalFolder });
    await untilSettled(again);
    const { confirmed, already, waiting, sending } = runOf(again, batchId);
    expect({ sum: confirmed + already, waiting, sending }).toEqual({ sum: 40, waiting: 0, sending: 0 });
    expect(service.writes.filter((write) => write.startsWith('add'))).toHaveLength(40);
    await again.changes.dispose();
  });

  it('says so where it was not written down whole', async () => {
    const service = createFakeService();
    offline(service);
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    const whole = give(desk, people(1000)).catch(() => 'ended');
    await untilQuiet(3);
    await desk.changes.dispose();
    await whole;
    const again = await createDesk({ client: service.client, journalFolder });
    const [run] = again.changes.batches.runs();
    expect(run?.size).toBe(1000);
    expect(run?.written).toBeLessThan(1000);
    expect(run?.written).toBe((run?.waiting ?? 0) + (run?.sending ?? 0));
    expect(run?.writing).toBe(false);
    await again.changes.dispose();
  });
});

describe('taking it back', () => {
  it('cancel withdraws what was not sent and leaves what was', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client, concurrency: 2 });
    let adds = 0;
    service.fault = (operation) => {
      if (operation !== 'add') return undefined;
      adds += 1;
      return adds > 6 ? { kind: 'before', error: new RolecallError('network-unreachable', 'Down.') } : undefined;
    };
    const batchId = await give(desk, people(700));
    await untilSettled(desk);
    const held = service.held.size;
    await desk.changes.batches.cancel(batchId);
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.held.size).toBeGreaterThanOrEqual(held - 2);
    expect(service.held.size).toBeLessThanOrEqual(held);
    expect(desk.changes.unsent()).toBe(0);
    const run = runOf(desk, batchId);
    expect(run.confirmed + run.withdrawn).toBe(700);
    await desk.changes.dispose();
  });

  it('undo takes back what the list changed and nothing else, as a list of its own', async () => {
    const service = createFakeService();
    service.held.set('p1/staff', 'convention');
    const desk = await createDesk({ client: service.client });
    const batchId = await give(desk, people(30));
    await untilSettled(desk);
    await desk.changes.batches.undo(batchId);
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['p1/staff']);
    expect(runOf(desk, batchId).undoable).toBe(false);
    expect(desk.changes.batches.runs()[0]).toMatchObject({ kind: 'undo', size: 29, confirmed: 29 });
    await desk.changes.dispose();
  });

  it('cancel of a held-back undo after a restart leaves what the list gave', async () => {
    const service = createFakeService();
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    const given = await give(desk, people(6));
    await untilSettled(desk);
    offline(service);
    await desk.changes.batches.undo(given);
    const undoing = desk.changes.batches.runs()[0]?.batchId ?? '';
    await desk.changes.batches.pause(undoing);
    await desk.changes.dispose();
    service.fault = () => undefined;
    const again = await createDesk({ client: service.client, journalFolder });
    await untilSettled(again);
    service.writes.length = 0;
    await again.changes.batches.cancel(undoing);
    await untilSettled(again);
    expect(service.writes).toEqual([]);
    expect(service.held.size).toBe(6);
    expect(runOf(again, undoing)).toMatchObject({ withdrawn: 6, waiting: 0, paused: false });
    expect(again.changes.unsent()).toBe(0);
    await again.changes.dispose();
  });

  it('an undo that was cancelled before it was sent can be asked for again', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    const given = await give(desk, people(6));
    await untilSettled(desk);
    offline(service);
    await desk.changes.batches.undo(given);
    const [undoing] = desk.changes.batches.runs();
    await desk.changes.batches.pause(undoing?.batchId ?? '');
    await untilSettled(desk);
    expect(runOf(desk, given).undoable).toBe(false);
    await desk.changes.batches.cancel(undoing?.batchId ?? '');
    expect(runOf(desk, given).undoable).toBe(true);
    service.fault = () => undefined;
    await desk.changes.batches.undo(given);
    await untilSettled(desk);
    expect(service.held.size).toBe(0);
    expect(runOf(desk, given).undoable).toBe(false);
    await desk.changes.dispose();
  });

  it('cancel of a list held back for longer than anything can be undone sends none of it', async () => {
    const service = createFakeService();
    offline(service);
    const journalFolder = await newFolder();
    const clock = createManualClock();
    const desk = await createDesk({ client: service.client, journalFolder, clock });
    const batchId = await give(desk, people(6));
    await desk.changes.batches.pause(batchId);
    await desk.changes.dispose();
    service.fault = () => undefined;
    const later = createManualClock(clock.now() + 31 * 24 * 60 * 60 * 1000);
    const again = await createDesk({ client: service.client, journalFolder, clock: later });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect(service.writes).toEqual([]);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 6, waiting: 0, paused: false });
    await again.changes.dispose();
  });

  /** A list of three with the first under way, and what lets the service answer. */
  async function listUnderWay(service: FakeService, options: Pick<RoleChangesOptions, 'fileBytes' | 'keepMs'> = {}) {
    let answer = (): void => {};
    service.delay = () => new Promise((resolve) => (answer = resolve));
    const desk = await createDesk({ client: service.client, concurrency: 1, ...options });
    const batchId = await give(desk, people(3));
    await expect.poll(() => service.requests).toHaveLength(1);
    const letAnswer = (): void => {
      service.delay = async () => {};
      answer();
    };
    return { desk, batchId, letAnswer };
  }

  it.each([
    ['held back before', true],
    ['going on', false],
  ])('cancel of a list %s takes off what is under way and fails: it is not sent again', async (_name, heldBack) => {
    const service = createFakeService();
    offline(service);
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    if (heldBack) await desk.changes.batches.pause(batchId);
    await desk.changes.batches.cancel(batchId);
    expect(runOf(desk, batchId)).toMatchObject({ sending: 1, withdrawn: 2, paused: true });
    letAnswer();
    await expect.poll(() => runOf(desk, batchId).sending).toBe(0);
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.held.size).toBe(0);
    expect(runOf(desk, batchId)).toMatchObject({ withdrawn: 3, waiting: 0, paused: false });
    await desk.changes.dispose();
  });

  it.each([
    ['a click at the desk', async (desk: Desk) => void (await desk.wish('p0', 'staff'))],
    ['another list', async (desk: Desk) => void (await give(desk, ['p0']))],
  ])('cancel does not take %s along that asks for the same meanwhile', async (_name, ask) => {
    const service = createFakeService();
    offline(service);
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await ask(desk);
    await desk.changes.batches.cancel(batchId);
    letAnswer();
    await expect.poll(() => runOf(desk, batchId).sending).toBe(0);
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.writes).toEqual(['add p0/staff convention']);
    expect(runOf(desk, batchId)).toMatchObject({ withdrawn: 3, waiting: 0 });
    await desk.changes.dispose();
  });

  it.each([
    ['never sent', false],
    ['of unknown outcome', true],
  ])(
    'cancel of a second list leaves to the first one whom both are for, with a try %s before',
    async (_name, tried) => {
      const service = createFakeService();
      const desk = await createDesk({ client: service.client });
      if (!tried) desk.changes.pause('not yet');
      service.fault = () => ({ kind: 'after', error: new RolecallError('network-timeout', 'Gone.') });
      const first = await give(desk, ['p0', 'p1']);
      if (tried) await untilSettled(desk);
      desk.changes.pause('not yet');
      const second = await give(desk, ['p1', 'p2']);
      await desk.changes.batches.cancel(second);
      service.fault = () => undefined;
      desk.changes.resume();
      await untilSettled(desk);
      expect([...service.held.keys()].sort()).toEqual(['p0/staff', 'p1/staff']);
      expect(service.writes).toHaveLength(2);
      expect(runOf(desk, first)).toMatchObject({ confirmed: 2, withdrawn: 0, waiting: 0 });
      expect(runOf(desk, second)).toMatchObject({ withdrawn: 2, waiting: 0 });
      await desk.changes.dispose();
    },
  );

  it('what came back to the first of two lists is there after a restart, too', async () => {
    const service = createFakeService();
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    desk.changes.pause('not yet');
    await give(desk, ['p0']);
    await desk.changes.batches.cancel(await give(desk, ['p0']));
    await desk.changes.dispose();
    const again = await createDesk({ client: service.client, journalFolder });
    await untilSettled(again);
    expect(service.writes).toEqual(['add p0/staff convention']);
    await again.changes.dispose();
  });

  it.each([
    ['the same, the first one first', 'held', [0, 1]],
    ['the same, the second one first', 'held', [1, 0]],
    ['opposite things, the first one first', 'absent', [0, 1]],
    ['opposite things, the second one first', 'absent', [1, 0]],
  ] as const)('cancel of both of two lists that ask for %s sends nothing', async (_name, wanted, order) => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client, displayNameOf: () => null });
    desk.changes.pause('not yet');
    const { batches } = desk.changes;
    const lists = [await give(desk, ['p0']), await batches.apply({ roleId: 'staff', wanted, userIds: ['p0'] })];
    for (const which of order) await batches.cancel(lists[which] ?? '');
    if (wanted === 'held') service.held.set('p0/staff', 'convention');
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.writes).toEqual([]);
    expect(desk.changes.unsent()).toBe(0);
    await desk.changes.dispose();
  });

  it('a click off counts more than a list that a click on had taken the place of', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, ['p0']);
    await desk.changes.batches.pause(batchId);
    await desk.wish('p0', 'staff');
    await desk.wish('p0', 'staff', 'absent');
    await desk.changes.batches.resume(batchId);
    desk.changes.resume();
    await untilSettled(desk);
    expect(service.held.size).toBe(0);
    expect(desk.changes.unsent()).toBe(0);
    await desk.changes.dispose();
  });

  it.each([
    ['another list', async (desk: Desk) => void (await desk.changes.batches.undo(await give(desk, ['p0'])))],
    [
      'a click',
      async (desk: Desk) => void (await desk.changes.handlers['role-changes:undo'](await desk.wish('p0', 'staff'))),
    ],
  ])('undo of %s for the same leaves what a list is just giving', async (_name, askAndUndo) => {
    const service = createFakeService();
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await askAndUndo(desk);
    letAnswer();
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['p0/staff', 'p1/staff', 'p2/staff']);
    expect(runOf(desk, batchId)).toMatchObject({ confirmed: 3 });
    await desk.changes.dispose();
  });

  it('undo of a click leaves what a list had given that was held back before anybody could read it', async () => {
    const service = createFakeService();
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await desk.wish('p0', 'staff');
    await desk.changes.batches.pause(batchId);
    // The click is under way as soon as the list's answer is there, and waits for its own.
    letAnswer();
    let answerClick = (): void => {};
    service.delay = () => new Promise((resolve) => (answerClick = resolve));
    await expect.poll(() => service.requests).toHaveLength(2);
    await desk.changes.handlers['role-changes:undo']({});
    service.delay = async () => {};
    answerClick();
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['p0/staff']);
    await desk.changes.dispose();
  });

  it('an undo that comes back after it was found to be in vain takes away nothing', async () => {
    const service = createFakeService();
    service.held.set('p0/staff', 'convention');
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await desk.changes.batches.undo(batchId);
    const second = await give(desk, ['p0']);
    await desk.changes.batches.pause(second);
    letAnswer();
    await expect.poll(() => runOf(desk, batchId)).toMatchObject({ already: 1 });
    await desk.changes.batches.cancel(second);
    await untilSettled(desk);
    expect([...service.held.keys()]).toContain('p0/staff');
    expect(service.writes).not.toContain('remove p0/staff');
    await desk.changes.dispose();
  });

  it('a list that is cancelled takes nothing away by the undo of a second one, which came back unanswered', async () => {
    const service = createFakeService();
    service.held.set('p0/staff', 'convention');
    const timeout = new RolecallError('network-timeout', 'Gone.');
    service.fault = () => ({ kind: 'before', error: timeout });
    const desk = await createDesk({ client: service.client });
    const { batches } = desk.changes;
    desk.serviceRoles.record('p0', [{ id: 'staff', name: 'Role staff', scope: 'convention' }], desk.clock.now());
    const first = await batches.apply({ roleId: 'staff', wanted: 'absent', userIds: ['p0'] });
    await expect.poll(() => service.requests.length).toBe(1);
    let answer = (): void => {};
    service.delay = () => new Promise((resolve) => (answer = resolve));
    const second = await give(desk, ['p0']);
    await expect.poll(() => service.requests.length).toBe(2);
    await batches.undo(second);
    service.delay = async () => {};
    answer();
    await expect.poll(() => runOf(desk, second)).toMatchObject({ withdrawn: 1 });
    await batches.cancel(first);
    service.fault = () => undefined;
    desk.changes.resume();
    await expect.poll(desk.changes.unsent).toBe(0);
    expect([...service.held.keys()]).toEqual(['p0/staff']);
    expect(service.writes).toEqual([]);
    await desk.changes.dispose();
  });

  it('a list that is cancelled takes nothing away by the undo of a second one, which had found all as it was', async () => {
    const service = createFakeService();
    service.held.set('p0/staff', 'convention');
    const desk = await createDesk({ client: service.client, displayNameOf: () => null });
    const { batches } = desk.changes;
    desk.changes.pause('not yet');
    const first = await batches.apply({ roleId: 'staff', wanted: 'absent', userIds: ['p0'] });
    const second = await give(desk, ['p0']);
    desk.changes.resume();
    await expect.poll(desk.changes.unsent).toBe(0);
    desk.changes.pause('not yet');
    await batches.undo(second);
    await batches.cancel(first);
    desk.changes.resume();
    await expect.poll(desk.changes.unsent).toBe(0);
    expect([...service.held.keys()]).toEqual(['p0/staff']);
    await desk.changes.dispose();
  });

  it('undo of a second list leaves what the first one gave while the second was made', async () => {
    const service = createFakeService();
    const { desk, letAnswer } = await listUnderWay(service);
    const second = await give(desk, ['p0']);
    letAnswer();
    await untilSettled(desk);
    expect(runOf(desk, second)).toMatchObject({ already: 1, undoable: false });
    await expect(desk.changes.batches.undo(second)).rejects.toMatchObject({ code: 'wish-not-known' });
    await desk.changes.dispose();
  });

  it('undo of what is under way takes away nothing that another desk gave, where it never left this one', async () => {
    const service = createFakeService();
    const cause = new Error('net::ERR_INTERNET_DISCONNECTED');
    service.fault = () => ({ kind: 'before', error: new RolecallError('network-unreachable', 'Down.', { cause }) });
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await desk.changes.batches.undo(batchId);
    letAnswer();
    await untilSettled(desk);
    service.held.set('p0/staff', 'convention');
    service.fault = () => undefined;
    desk.changes.resume();
    await untilSettled(desk);
    expect([...service.held.keys()]).toEqual(['p0/staff']);
    expect(service.writes).toEqual([]);
    expect(desk.changes.counts()).toMatchObject({ waiting: 0, refused: 0 });
    await desk.changes.dispose();
  });

  it('what was taken back on its way, and is to happen after all, is sent again', async () => {
    const service = createFakeService();
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    const { batches } = desk.changes;
    await batches.undo(batchId);
    await batches.pause(batchId);
    letAnswer();
    let answerRemoval = (): void => {};
    service.delay = async () => {
      if (service.requests.at(-1)?.startsWith('remove') === true) {
        await new Promise<void>((resolve) => (answerRemoval = resolve));
      }
    };
    await expect.poll(() => service.requests).toContain('remove p0/staff');
    await batches.cancel(batches.runs()[0]?.batchId ?? '');
    answerRemoval();
    await expect.poll(() => runOf(desk, batchId)).toMatchObject({ waiting: 1, paused: true });
    await batches.resume(batchId);
    await desk.settle(60_000);
    await untilSettled(desk);
    expect(runOf(desk, batchId)).toMatchObject({ confirmed: 1, refused: 0 });
    expect([...service.held.keys()]).toEqual(['p0/staff']);
    await desk.changes.dispose();
  });

  it('cancel takes back what is under way where its answer is lost', async () => {
    const service = createFakeService();
    service.fault = (operation) =>
      operation === 'add' ? { kind: 'after', error: new RolecallError('network-timeout', 'Gone.') } : undefined;
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await desk.changes.batches.cancel(batchId);
    letAnswer();
    await untilSettled(desk);
    expect(service.writes).toEqual(['add p0/staff convention', 'remove p0/staff']);
    expect(desk.changes.unsent()).toBe(0);
    await desk.changes.dispose();
  });

  it('cancel outlives the end of the program while something is under way', async () => {
    const service = createFakeService();
    offline(service);
    const { desk, batchId, letAnswer } = await listUnderWay(service);
    await desk.changes.batches.cancel(batchId);
    const ended = desk.changes.dispose();
    await untilQuiet();
    letAnswer();
    await ended;
    service.fault = () => undefined;
    const again = await createDesk({ client: service.client, journalFolder: desk.journalFolder });
    await untilSettled(again);
    expect(service.held.size).toBe(0);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 3, waiting: 0, paused: false });
    await again.changes.dispose();
  });

  it('cancel that the end of the program cut short is finished by the next start, in the same name', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, people(3));
    await desk.changes.batches.pause(batchId);
    desk.operator = sasha;
    await desk.changes.batches.cancel(batchId);
    await desk.changes.dispose();
    const { journalFolder, clock } = desk;
    const file = join(journalFolder, 'journal-000001.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(
      file,
      [...lines.slice(0, lines.findIndex((line) => line.includes('cancelled')) + 1), ''].join('\n'),
    );
    // Nobody is signed in yet.
    const again = await createDesk({ client: service.client, journalFolder, clock, operator: () => null });
    await untilSettled(again);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 3, waiting: 0, paused: false });
    expect(service.writes).toEqual([]);
    const [withdrawal] = again.changes.actsSince(0);
    expect(withdrawal?.act).toMatchObject({ kind: 'undo', operator: { id: sasha.id } });
    await again.changes.dispose();
  });

  it('cancel outlives its file while something is under way', async () => {
    const day = 24 * 60 * 60 * 1000;
    const service = createFakeService();
    const { desk, batchId, letAnswer } = await listUnderWay(service, { fileBytes: 1, keepMs: () => day });
    await desk.changes.batches.cancel(batchId);
    const files = async (): Promise<string[]> =>
      (await readdir(desk.journalFolder)).filter((name) => name.endsWith('.jsonl'));
    const before = await files();
    desk.clock.jump(2 * day);
    await desk.wish('guest', 'vendor');
    await expect.poll(async () => (await files()).filter((name) => before.includes(name))).toEqual([]);
    const { journalFolder, clock } = desk;
    const ended = desk.changes.dispose();
    await untilQuiet();
    letAnswer();
    await ended;
    const again = await createDesk({ client: service.client, journalFolder, clock });
    await untilSettled(again);
    expect([...service.held.keys()]).toEqual(['guest/vendor']);
    expect(again.changes.unsent()).toBe(0);
    await again.changes.dispose();
  });

  it('a list that goes on and is held back again at once is held back', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, people(3));
    const { batches } = desk.changes;
    await batches.pause(batchId);
    await Promise.all([batches.resume(batchId), batches.pause(batchId)]);
    expect(runOf(desk, batchId)).toMatchObject({ waiting: 3, paused: true });
    await desk.changes.dispose();
  });

  it('cancel sends nothing more while it is being written down, also of what was just about to go', async () => {
    const service = createFakeService();
    const desk = await createDesk({ client: service.client });
    desk.changes.pause('not yet');
    const batchId = await give(desk, people(300));
    desk.changes.resume();
    await desk.changes.batches.cancel(batchId);
    await untilSettled(desk);
    expect(service.writes).toEqual([]);
    expect(desk.changes.batches.runs()).toMatchObject([{ batchId, withdrawn: 300, paused: false }]);
    await desk.changes.dispose();
  });

  it.each([
    ['while nobody was signed in', true],
    ['while no request got through', false],
  ])('cancel after a restart leaves alone what another desk gave, with a list made %s', async (_name, signedOut) => {
    const service = createFakeService();
    const cause = new Error('net::ERR_INTERNET_DISCONNECTED');
    service.fault = () => ({ kind: 'before', error: new RolecallError('network-unreachable', 'Down.', { cause }) });
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    if (signedOut) desk.changes.pause('signed out');
    const batchId = await give(desk, people(6));
    if (!signedOut) await expect.poll(() => service.requests.length).toBeGreaterThan(0);
    await desk.changes.batches.pause(batchId);
    await untilSettled(desk);
    expect(service.requests.length > 0).toBe(!signedOut);
    await desk.changes.dispose();
    service.fault = () => undefined;
    for (const userId of ['p0', 'p1', 'p2']) service.held.set(`${userId}/staff`, 'convention');
    const again = await createDesk({ client: service.client, journalFolder });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect([...service.held.keys()]).toEqual(['p0/staff', 'p1/staff', 'p2/staff']);
    expect(service.writes).toEqual([]);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 6, waiting: 0, paused: false });
    await again.changes.dispose();
  });

  it('cancel after a restart leaves alone what another desk gave, with a list of a file that was given up', async () => {
    const day = 24 * 60 * 60 * 1000;
    const service = createFakeService();
    const desk = await createDesk({ client: service.client, fileBytes: 1, keepMs: () => day });
    desk.changes.pause('signed out');
    const batchId = await give(desk, people(6));
    await desk.changes.batches.pause(batchId);
    desk.clock.jump(2 * day);
    await desk.wish('guest', 'vendor');
    await expect.poll(() => readdir(desk.journalFolder)).not.toContain('journal-000001.jsonl');
    await desk.changes.dispose();
    for (const userId of ['p0', 'p1', 'p2']) service.held.set(`${userId}/staff`, 'convention');
    const again = await createDesk({ client: service.client, journalFolder: desk.journalFolder, clock: desk.clock });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect([...service.held.keys()]).toEqual(['p0/staff', 'p1/staff', 'p2/staff', 'guest/vendor']);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 6, waiting: 0, paused: false });
    await again.changes.dispose();
  });

  it('cancel after a restart leaves alone what another desk gave, where its file went while it waited for a request of the same person', async () => {
    const day = 24 * 60 * 60 * 1000;
    const service = createFakeService();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    service.delay = () => answered;
    const desk = await createDesk({ client: service.client, fileBytes: 1, keepMs: () => day });
    desk.changes.pause('not yet');
    await give(desk, ['p0']);
    const batchId = await desk.changes.batches.apply({ roleId: 'vendor', wanted: 'held', userIds: ['p0'] });
    desk.changes.resume();
    await expect.poll(() => service.requests).toEqual(['add p0/staff convention']);
    desk.clock.jump(2 * day);
    await desk.wish('guest', 'vendor');
    await expect.poll(() => readdir(desk.journalFolder)).not.toContain('journal-000002.jsonl');
    await desk.changes.batches.pause(batchId);
    answer();
    await desk.changes.dispose();
    expect(service.requests).not.toContain('add p0/vendor convention');
    service.held.set('p0/vendor', 'convention');
    const again = await createDesk({ client: service.client, journalFolder: desk.journalFolder, clock: desk.clock });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect(service.held.has('p0/vendor')).toBe(true);
    expect(runOf(again, batchId)).toMatchObject({ withdrawn: 1, waiting: 0, paused: false });
    await again.changes.dispose();
  });

  describe('where the file of a first list is given up after a second one, or a click, took its place', () => {
    const day = 24 * 60 * 60 * 1000;
    /** Asks for the same as a list whose file goes with that. */
    async function givenUp<Answer>(
      service: FakeService,
      ask: (desk: Desk) => Promise<Answer>,
      isSent = false,
    ): Promise<{ readonly desk: Desk; readonly first: string; readonly answer: Answer }> {
      const desk = await createDesk({ client: service.client, fileBytes: 1, keepMs: () => day });
      if (!isSent) desk.changes.pause('not yet');
      const first = await give(desk, ['p0']);
      await untilSettled(desk);
      desk.changes.pause('not yet');
      desk.clock.jump(2 * day);
      const answer = await ask(desk);
      await expect.poll(() => readdir(desk.journalFolder)).not.toContain('journal-000001.jsonl');
      return { desk, first, answer };
    }
    const restarted = async ({ changes, journalFolder, clock }: Desk, service: FakeService): Promise<Desk> => {
      await changes.dispose();
      return await createDesk({ client: service.client, journalFolder, clock });
    };

    it.each([
      ['', false],
      [' after a restart', true],
    ])('cancel of the second one%s gives them back to the first one', async (_name, restart) => {
      const service = createFakeService();
      const { desk: before, first, answer } = await givenUp(service, (each) => give(each, ['p0']));
      if (restart) service.fault = () => ({ kind: 'before', error: new RolecallError('sign-in-required', 'No.') });
      const desk = restart ? await restarted(before, service) : before;
      await desk.changes.batches.cancel(answer);
      service.fault = () => undefined;
      desk.changes.resume();
      await untilSettled(desk);
      expect([...service.held.keys()]).toEqual(['p0/staff']);
      expect(runOf(desk, first)).toMatchObject({ confirmed: 1, withdrawn: 0 });
      expect(runOf(desk, answer)).toMatchObject({ confirmed: 0, withdrawn: 1 });
      await desk.changes.dispose();
    });

    it('cancel of both after a restart takes back what the first one may have sent', async () => {
      const service = createFakeService();
      service.fault = () => ({ kind: 'after', error: new RolecallError('network-timeout', 'Gone.') });
      const { desk: before, first, answer } = await givenUp(service, (each) => give(each, ['p0']), true);
      expect(service.held.size).toBe(1);
      const desk = await restarted(before, service);
      await desk.changes.batches.cancel(answer);
      await desk.changes.batches.cancel(first);
      service.fault = () => undefined;
      desk.changes.resume();
      await untilSettled(desk);
      expect(service.held.size).toBe(0);
      expect(desk.changes.unsent()).toBe(0);
      await desk.changes.dispose();
    });

    it('undo of the click leaves what the list asked for', async () => {
      const service = createFakeService();
      const { desk, answer } = await givenUp(service, (each) => each.wish('p0', 'staff'));
      desk.changes.resume();
      await untilSettled(desk);
      const undo = desk.changes.handlers['role-changes:undo'](answer);
      await expect(undo).rejects.toMatchObject({ code: 'wish-not-known' });
      expect([...service.held.keys()]).toEqual(['p0/staff']);
      await desk.changes.dispose();
    });
  });

  it('cancel after a restart reads first where a line of the journal is damaged: it may have said that it was sent', async () => {
    const service = createFakeService();
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder });
    desk.changes.pause('signed out');
    const batchId = await give(desk, people(2));
    await desk.changes.batches.pause(batchId);
    await desk.changes.dispose();
    await appendFile(join(journalFolder, 'journal-000001.jsonl'), '{"v":1,"kind":"sen');
    const again = await createDesk({ client: service.client, journalFolder });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect(service.requests.toSorted()).toEqual(['read p0', 'read p1']);
    await again.changes.dispose();
  });

  it('cancel after a restart takes back what was sent and not answered', async () => {
    const service = createFakeService();
    service.fault = () => ({ kind: 'after', error: new RolecallError('network-timeout', 'Gone.') });
    const journalFolder = await newFolder();
    const desk = await createDesk({ client: service.client, journalFolder, concurrency: 1 });
    const batchId = await give(desk, people(6));
    await expect.poll(() => service.held.size).toBeGreaterThan(0);
    await desk.changes.batches.pause(batchId);
    await desk.changes.dispose();
    service.fault = () => undefined;
    const again = await createDesk({ client: service.client, journalFolder });
    await again.changes.batches.cancel(batchId);
    await untilSettled(again);
    expect(service.held.size).toBe(0);
    expect(again.changes.unsent()).toBe(0);
    await again.changes.dispose();
  });

  it('of another shift asks for the PIN first', async () => {
    const service = createFakeService();
    let unlockedAt: number | null = null;
    const desk = await createDesk({
      client: service.client,
      lateUndo: { needsUnlock: () => true, unlockedSince: () => unlockedAt },
    });
    const batchId = await give(desk, people(3));
    await untilSettled(desk);
    desk.operator = sasha;
    await expect(desk.changes.batches.undo(batchId)).rejects.toMatchObject({ code: 'unlock-required' });
    expect(service.held.size).toBe(3);
    unlockedAt = desk.clock.now();
    await desk.changes.batches.undo(batchId);
    await untilSettled(desk);
    expect(service.held.size).toBe(0);
    await desk.changes.dispose();
  });
});

describe('undoing after the shift', () => {
  const hour = 60 * 60 * 1000;
  it.each([
    ['own, within the shift', 11 * hour, false, 'free'],
    ['own, long past', 13 * hour, false, 'locked'],
    ['somebody else’s', 0, true, 'locked'],
  ])('%s', async (_name, passed, other, expected) => {
    const service = createFakeService();
    let needs = true;
    let unlockedAt: number | null = null;
    const desk = await createDesk({
      client: service.client,
      lateUndo: { needsUnlock: () => needs, unlockedSince: () => unlockedAt },
    });
    const { actId } = await desk.wish('guest', 'vendor');
    await desk.settle();
    desk.clock.advance(passed);
    if (other) desk.operator = sasha;
    const undo = async (): Promise<unknown> => await desk.changes.handlers['role-changes:undo']({ actId });
    expect((await desk.rows())[0]?.undoNeedsUnlock).toBe(expected === 'locked');
    if (expected === 'locked') {
      await expect(undo()).rejects.toMatchObject({ code: 'unlock-required' });
      unlockedAt = desk.clock.now() - 6 * 60_000;
      await expect(undo()).rejects.toMatchObject({ code: 'unlock-required' });
      needs = passed === 0;
      unlockedAt = desk.clock.now();
    }
    await undo();
    await desk.settle();
    expect(service.held.size).toBe(0);
    await desk.changes.dispose();
  });
});

it('a role pressed nine times in a row can be undone, though the last press found it given', async () => {
  const service = createFakeService();
  let release = (): void => {};
  service.delay = () => new Promise((resolve) => (release = resolve));
  const desk = await createDesk({ client: service.client });
  for (let press = 0; press < 9; press += 1) {
    await desk.wish('guest', 'vendor', press % 2 === 0 ? 'held' : 'absent');
    if (press === 2) service.delay = async () => {};
    if (press === 2) release();
  }
  await untilSettled(desk);
  expect([...service.held.keys()]).toEqual(['guest/vendor']);
  expect((await desk.state()).lastAct).toMatchObject({ kind: 'give', state: 'confirmed', undoable: true });
  await desk.changes.handlers['role-changes:undo']({});
  await untilSettled(desk);
  expect(service.held.size).toBe(0);
  await desk.changes.dispose();
});

it('what was given before, and only given again, is not undone', async () => {
  const service = createFakeService();
  const desk = await createDesk({ client: service.client });
  await desk.wish('guest', 'vendor');
  await untilSettled(desk);
  const { actId } = await desk.wish('guest', 'vendor');
  await untilSettled(desk);
  const again = (await desk.rows()).find((row) => row.actId === actId);
  expect(again?.undoable).toBe(false);
  await desk.changes.dispose();
});

it('a click is not lost with an undo that asks for the same and turns out to have had nothing to take back', async () => {
  const service = createFakeService();
  let answer = (): void => {};
  service.delay = () => new Promise((resolve) => (answer = resolve));
  const desk = await createDesk({ client: service.client });
  await desk.wish('guest', 'vendor', 'absent');
  await desk.changes.handlers['role-changes:undo']({});
  await desk.wish('guest', 'vendor', 'held');
  service.delay = async () => {};
  answer();
  await untilSettled(desk);
  expect([...service.held.keys()]).toEqual(['guest/vendor']);
  expect(desk.changes.counts()).toMatchObject({ waiting: 0, refused: 0 });
  await desk.changes.dispose();
});
