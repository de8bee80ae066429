import { appendFile, cp, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemberships } from '../../../../electron/directory/memberships.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { encodeLine } from '../../../../electron/role-changes/journal-record.ts';
import { saveFileAt } from '../../../support/save-file.ts';
import { checkIn, createDesk, createManualClock, type Desk, fixedStation, newFolder, sasha } from './support/desk.ts';
import { createFakeService, type FakeService } from './support/fake-client.ts';

const desks: Desk[] = [];
async function deskFor(...input: Parameters<typeof createDesk>): Promise<Desk> {
  const desk = await createDesk(...input);
  desks.push(desk);
  return desk;
}
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.changes.dispose();
});

const unreachable = new RolecallError('network-unreachable', 'No network.');
const timeout = new RolecallError('network-timeout', 'Too slow.');
const broken = new RolecallError('network-service-broken', 'It broke.', { status: 500 });
const forbidden = new RolecallError('service-forbidden', 'Not allowed.', { status: 403 });

/** What waits for it goes on once it is opened. */
function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const staffHeld = { roleId: 'staff', wanted: 'held' } as const;

async function journalText(desk: Desk): Promise<string> {
  const names = (await readdir(desk.journalFolder)).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(names.sort().map((name) => readFile(join(desk.journalFolder, name), 'utf8')));
  return texts.join('');
}

describe('a journal that was damaged', () => {
  it.each([
    [
      'in the middle of a record is told of: what it held may never be sent',
      (text: string) => text.replace('"wanted"', '"wantet"'),
      true,
    ],
    [
      'at its end, by a write nobody was promised anything of, is not',
      (text: string) => `${text}{"v":1,"kind":"ac`,
      false,
    ],
  ])('%s', async (_what, damage, unreadable) => {
    const service = createFakeService();
    const before = await deskFor({ client: service.client });
    before.changes.pause('test');
    await before.wish('u1', 'staff');
    await before.changes.dispose();
    desks.splice(0);
    const file = join(before.journalFolder, 'journal-000001.jsonl');
    await writeFile(file, damage(await readFile(file, 'utf8')));
    const desk = await deskFor({ client: service.client, journalFolder: before.journalFolder });
    await desk.settle();
    expect(await desk.state()).toMatchObject({ unreadable });
    expect(service.held.size).toBe(unreadable ? 0 : 1);
  });
});

it('a journal a newer Rolecall wrote into says so, and keeps what it wrote', async () => {
  const service = createFakeService();
  const before = await deskFor({ client: service.client });
  await before.changes.dispose();
  desks.splice(0);
  const file = join(before.journalFolder, 'journal-000001.jsonl');
  const newer = encodeLine({ v: 2, kind: 'act' } as never);
  await writeFile(file, newer);
  const desk = await deskFor({ client: service.client, journalFolder: before.journalFolder });
  expect(await desk.state()).toMatchObject({ newer: true, unreadable: false });
  await desk.wish('u1', 'staff');
  expect(await journalText(desk)).toContain(newer);
});

describe('a wish', () => {
  it('is written, read back and then confirmed', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(service.requests).toEqual(['add u1/staff convention', 'read u1']);
    expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', operator: 'Robin', roleName: 'Role staff' });
    expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0, refused: 0, oldestAt: null });
  });

  it('is on the disk, without any name of the person, before it is answered', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    desk.changes.pause('test');
    const { actId } = await desk.wish('u1', 'staff');
    const text = await journalText(desk);
    expect(text).toContain(actId);
    expect(text).toContain('"time":');
    expect(text).not.toContain('Name of u1');
    expect(service.requests).toEqual([]);
  });

  it('is answered by the first one when asked for twice', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    const [one, other] = await Promise.all([desk.wish('u1', 'staff'), desk.wish('u1', 'staff')]);
    await desk.settle();
    expect(other).toEqual(one);
    expect(service.requests).toEqual(['add u1/staff convention', 'read u1']);
  });

  it('sends nothing for on and off while nothing was sent', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    desk.changes.pause('offline');
    await desk.wish('u1', 'staff');
    await desk.wish('u1', 'staff', 'absent');
    expect(await desk.state()).toMatchObject({ waiting: 0 });
    desk.changes.resume();
    await desk.settle(60_000);
    expect(service.requests).toEqual([]);
    expect((await desk.rows()).map(({ state }) => state)).toEqual(['undone']);
  });

  it('is not collapsed when taking it away is not what the service last said', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now());
    desk.changes.pause('offline');
    await desk.wish('u1', 'staff');
    await desk.wish('u1', 'staff', 'absent');
    desk.changes.resume();
    await desk.settle();
    expect(service.held.size).toBe(0);
  });

  it('takes nothing off while an earlier one is under way, although a list in between was cancelled', async () => {
    const service = createFakeService();
    const gate = createGate();
    service.delay = () => gate.opened;
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [], desk.clock.now());
    await desk.wish('u1', 'staff');
    await desk.settle();
    const { batches } = desk.changes;
    await batches.cancel(await batches.apply({ roleId: 'staff', wanted: 'absent', userIds: ['u1'] }));
    await desk.wish('u1', 'staff');
    await desk.wish('u1', 'staff', 'absent');
    gate.open();
    await desk.settle(60_000);
    expect(service.held.size).toBe(0);
    expect((await desk.rows())[0]).toMatchObject({ wanted: 'absent', state: 'confirmed' });
  });

  it('needs somebody who is signed in', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    desk.operator = null;
    await expect(desk.wish('u1', 'staff')).rejects.toMatchObject({ code: 'sign-in-required' });
  });

  it('is of whoever asked, also where somebody else signs in before its turn to be written down comes', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    const written = Promise.all([
      desk.wish('u1', 'staff'),
      desk.changes.batches.apply({ roleId: 'vendor', wanted: 'held', userIds: ['p1', 'p2'] }),
    ]);
    desk.operator = sasha;
    await written;
    expect((await desk.rows()).map(({ operator }) => operator)).toEqual(['Robin', 'Robin', 'Robin']);
  });

  it('says so when the service has no such role', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    await expect(desk.wish('u1', 'no-such-role')).rejects.toMatchObject({ code: 'role-not-known' });
  });

  it('keeps the order of three opposite wishes for one person and role', async () => {
    const service = createFakeService();
    let release = (): void => {};
    service.delay = () => new Promise((resolve) => (release = resolve));
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    await desk.wish('u1', 'staff', 'absent');
    await desk.wish('u1', 'staff');
    service.delay = async () => {};
    release();
    await desk.settle(1_000);
    expect(service.held.get('u1/staff')).toBe('convention');
    expect(service.writes).toEqual(['add u1/staff convention']);
    expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0 });
  });

  it('is read first when it takes the place of an unsent one and nobody knows what came before', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    desk.changes.pause('test');
    await desk.wish('u1', 'staff', 'absent');
    await desk.wish('u1', 'staff');
    desk.changes.resume();
    await desk.settle(1_000);
    expect(service.requests).toEqual(['read u1']);
    expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0, refused: 0 });
  });

  it('whose place another took is not called confirmed once that one was, and was undone', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    desk.changes.pause('test');
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.wish('u1', 'staff');
    desk.changes.resume();
    await desk.settle(1_000);
    expect(service.held.get('u1/staff')).toBe('convention');
    await desk.changes.handlers['role-changes:undo']({});
    await desk.settle(1_000);
    const [, second, first] = await desk.rows();
    expect(second).toMatchObject({ state: 'undone', roleScope: 'convention', confirmedAt: expect.any(Number) });
    expect(first).toMatchObject({ state: 'undone', roleScope: 'global', confirmedAt: null });
  });

  it('is read first when the opposite before it was turned away: it may find its work done', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const rateLimited = new RolecallError('network-rate-limited', 'Slow down.', { status: 429, retryAfterMs: 100 });
    let release = (): void => {};
    service.delay = () => new Promise((resolve) => (release = resolve));
    service.fault = (operation) => (operation === 'remove' ? { kind: 'before', error: rateLimited } : undefined);
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now());
    await desk.wish('u1', 'staff', 'absent');
    await desk.settle();
    await desk.wish('u1', 'staff');
    service.delay = async () => {};
    release();
    await desk.settle(1_000);
    expect(service.requests).toEqual(['remove u1/staff', 'read u1']);
    expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0, refused: 0 });
  });
});

describe('an outcome nobody knows', () => {
  it('is read before anything is written again, and counts as done when it was', async () => {
    const service = createFakeService();
    service.fault = (operation) => (operation === 'add' ? { kind: 'after', error: timeout } : undefined);
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(2_000);
    expect(service.requests).toEqual(['add u1/staff convention', 'read u1']);
    expect((await desk.rows())[0]?.state).toBe('confirmed');
  });

  it('is written again only when the list shows that it did not arrive', async () => {
    const service = createFakeService();
    let faults = 1;
    service.fault = (operation) =>
      operation === 'add' && faults-- > 0 ? { kind: 'before', error: timeout } : undefined;
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(2_000);
    expect(service.requests).toEqual(['add u1/staff convention', 'read u1', 'add u1/staff convention', 'read u1']);
    expect(service.writes).toHaveLength(1);
  });

  it('is read after a restart', async () => {
    const service = createFakeService();
    service.fault = () => ({ kind: 'after', error: unreachable });
    const first = await createDesk({ client: service.client });
    await first.wish('u1', 'staff');
    await first.settle();
    await first.changes.dispose();
    service.fault = () => undefined;
    service.requests.length = 0;
    const second = await deskFor({ client: service.client, journalFolder: first.journalFolder });
    expect(second.changes.unsent()).toBe(1);
    await second.settle();
    expect(service.requests).toEqual(['read u1']);
    expect((await second.rows())[0]).toMatchObject({ state: 'confirmed', operator: 'Robin' });
  });
});

describe('"already" and "not in it"', () => {
  it('fulfil the wish after the list showed it, and name nobody', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', undoable: false });
    expect(desk.changes.overlay.of('u1').get('staff')).toBeUndefined();
  });

  it('count the wider scope as held', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'global');
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect((await desk.rows())[0]?.state).toBe('confirmed');
    expect(service.writes).toEqual([]);
  });

  it('fulfil taking away', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'absent');
    await desk.settle();
    expect((await desk.rows())[0]?.state).toBe('confirmed');
    expect(service.writes).toEqual([]);
  });
});

describe('role scopes', () => {
  it('never lets a click for this convention take away what is held for all', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'global');
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'absent');
    await desk.settle();
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'role-held-globally' } });
    expect(service.held.get('u1/staff')).toBe('global');
    await desk.wish('u1', 'staff', 'absent', 'global');
    await desk.settle();
    expect(service.held.size).toBe(0);
    expect(await desk.state()).toMatchObject({ refused: 0 });
  });

  it('change by taking away and giving, as one wish', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.settle();
    expect(service.held.get('u1/staff')).toBe('global');
    expect(service.writes).toEqual(['remove u1/staff', 'add u1/staff global']);
    expect(await desk.rows()).toHaveLength(1);
  });

  it('survive a crash between the halves', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    service.fault = (operation) =>
      operation === 'add' && !service.held.has('u1/staff') ? { kind: 'before', error: unreachable } : undefined;
    const first = await createDesk({ client: service.client });
    await first.wish('u1', 'staff', 'held', 'global');
    await first.settle();
    expect(service.held.size).toBe(0);
    await first.changes.dispose();
    service.fault = () => undefined;
    const second = await deskFor({ client: service.client, journalFolder: first.journalFolder });
    await second.settle();
    expect(service.held.get('u1/staff')).toBe('global');
    expect((await second.rows())[0]?.state).toBe('confirmed');
  });

  it('give the old scope back when the new one is refused', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const refuseGlobal = new RolecallError('service-invalid-request', 'No.', { status: 400 });
    let adds = 0;
    service.fault = (operation) => {
      if (operation !== 'add') return undefined;
      adds += 1;
      return adds === 2 ? { kind: 'before', error: refuseGlobal } : undefined;
    };
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.settle();
    expect(service.writes).toEqual(['remove u1/staff', 'add u1/staff convention']);
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'service-invalid-request' } });
  });

  it.each([
    ['the service asks everybody to wait', new RolecallError('network-rate-limited', 'Slow down.', { status: 429 })],
    ['the network goes', unreachable],
    ['the answer does not come', timeout],
  ])('give the old scope back when the new one is refused, also where %s just then', async (_what, hindrance) => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const refuseGlobal = new RolecallError('service-invalid-request', 'No.', { status: 400 });
    let adds = 0;
    service.fault = (operation) => {
      if (operation !== 'add') return undefined;
      adds += 1;
      if (adds === 2) return { kind: 'before', error: refuseGlobal };
      return adds === 3 ? { kind: 'before', error: hindrance } : undefined;
    };
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.settle(60_000);
    expect(service.held.get('u1/staff')).toBe('convention');
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'service-invalid-request' } });
  });

  it('take nothing away when the service does not allow the change', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    service.fault = (operation) => (operation === 'add' ? { kind: 'before', error: forbidden } : undefined);
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.settle();
    expect(service.writes).toEqual([]);
    expect((await desk.rows())[0]?.refusal?.code).toBe('service-forbidden');
  });
});

describe('trouble', () => {
  it('of one wish blocks nobody, not even the same person', async () => {
    const service = createFakeService();
    service.fault = (_operation, userId, roleId) =>
      userId === 'u1' && roleId === 'staff' ? { kind: 'before', error: broken } : undefined;
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.wish('u1', 'vendor');
    for (const userId of ['u2', 'u3', 'u4', 'u5', 'u6']) await desk.wish(userId, 'staff');
    await desk.settle(100);
    expect([...service.held.keys()].sort()).toEqual([
      'u1/vendor',
      'u2/staff',
      'u3/staff',
      'u4/staff',
      'u5/staff',
      'u6/staff',
    ]);
    expect(await desk.state()).toMatchObject({ waiting: 1, nextTryAt: expect.any(Number) });
    service.fault = () => undefined;
    await desk.settle(30_000);
    expect(service.held.has('u1/staff')).toBe(true);
  });

  it('of the network makes everything wait while one wish tries, then all go', async () => {
    const service = createFakeService();
    service.fault = () => ({ kind: 'before', error: unreachable });
    const desk = await deskFor({ client: service.client });
    for (let index = 0; index < 20; index += 1) await desk.wish(`u${index}`, 'staff');
    await desk.settle(60_000);
    // Once and then 0.4, 0.75, 1.5, 3, 6 and 11 seconds apart; the first few failed side by side.
    expect(service.requests.length).toBeLessThan(16);
    expect(await desk.state()).toMatchObject({ waiting: 20, nextTryAt: expect.any(Number) });
    service.fault = () => undefined;
    await desk.settle(15_000);
    expect(service.held.size).toBe(20);
  });

  it('of signing in waits for resume and loses nothing', async () => {
    const service = createFakeService();
    const signedOut = new RolecallError('sign-in-required', 'Nobody is signed in.');
    service.fault = () => ({ kind: 'before', error: signedOut });
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(await desk.state()).toMatchObject({ waiting: 1, nextTryAt: null });
    service.fault = () => undefined;
    desk.operator = sasha;
    desk.changes.resume();
    await desk.settle();
    expect((await desk.rows())[0]).toMatchObject({ state: 'confirmed', operator: 'Robin' });
  });

  it('of an application the service shuts out says why, until it is let in again', async () => {
    const service = createFakeService();
    const shutOut = new RolecallError('oauth-invalid-client', 'Not accepted.', { status: 401 });
    service.fault = () => ({ kind: 'before', error: shutOut });
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(20);
    expect(await desk.state()).toMatchObject({ waiting: 1, heldBecause: 'oauth-invalid-client' });
    expect(desk.published.at(-1)).toMatchObject({ heldBecause: 'oauth-invalid-client' });
    service.fault = () => undefined;
    await desk.settle(60_000);
    expect(await desk.state()).toMatchObject({ waiting: 0, heldBecause: null });
    expect(desk.published.at(-1)).toMatchObject({ heldBecause: null });
  });

  it('of signing in is not named any more once nobody gets through at all', async () => {
    const service = createFakeService();
    const shutOut = new RolecallError('oauth-invalid-client', 'Not accepted.', { status: 401 });
    let faults = 1;
    service.fault = () => ({ kind: 'before', error: faults-- > 0 ? shutOut : unreachable });
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(40_000);
    expect(service.requests.length).toBeGreaterThan(1);
    expect(await desk.state()).toMatchObject({ waiting: 1, heldBecause: null, nextTryAt: expect.any(Number) });
  });

  it('asked to wait by the service, waits that long', async () => {
    const service = createFakeService();
    const slowDown = new RolecallError('network-rate-limited', 'Slow down.', { status: 429, retryAfterMs: 20_000 });
    let faults = 1;
    service.fault = () => (faults-- > 0 ? { kind: 'before', error: slowDown } : undefined);
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle(19_999);
    expect(service.requests).toHaveLength(1);
    await desk.settle(3_000);
    expect(service.held.size).toBe(1);
  });

  it('puts nobody who stands at the desk behind a list, neither at the start nor at another try', async () => {
    const service = createFakeService();
    const slowDown = new RolecallError('network-rate-limited', 'Slow down.', { status: 429, retryAfterMs: 1_000 });
    let faults = 1;
    service.fault = () => (faults-- > 0 ? { kind: 'before', error: slowDown } : undefined);
    const desk = await deskFor({ client: service.client, concurrency: 1 });
    desk.changes.pause('offline');
    const userIds = Array.from({ length: 30 }, (_none, index) => `p${index}`);
    await desk.changes.batches.apply({ roleId: 'staff', wanted: 'held', userIds });
    await desk.wish('somebody', 'vendor');
    desk.changes.resume();
    await desk.settle(2_000);
    const writes = service.requests.filter((request) => request.startsWith('add'));
    expect(writes.slice(0, 2)).toEqual(Array(2).fill('add somebody/vendor convention'));
  });

  it('of the disk while a list is to be held back leaves the list going on', async () => {
    const service = createFakeService();
    // Each file is full after one line, and the next one's name will be taken by a folder.
    const desk = await deskFor({ client: service.client, fileBytes: 1 });
    desk.changes.pause('offline');
    const batchId = await desk.changes.batches.apply({ roleId: 'staff', wanted: 'held', userIds: ['p1', 'p2'] });
    await mkdir(join(desk.journalFolder, 'journal-000003.jsonl'));
    desk.changes.resume();
    await expect(desk.changes.batches.pause(batchId)).rejects.toMatchObject({ code: 'journal-unwritable' });
    await vi.waitFor(() => expect([...service.held.keys()].sort()).toEqual(['p1/staff', 'p2/staff']));
  });

  it('over and over with one click lets a list go first', async () => {
    const service = createFakeService();
    service.fault = (_operation, userId) => (userId === 'somebody' ? { kind: 'before', error: broken } : undefined);
    const desk = await deskFor({ client: service.client, concurrency: 1 });
    await desk.wish('somebody', 'vendor');
    await desk.settle(3_000);
    desk.changes.pause('offline');
    await desk.changes.batches.apply({ roleId: 'staff', wanted: 'held', userIds: ['p1'] });
    await desk.settle(60_000);
    const before = service.requests.length;
    desk.changes.resume();
    // Of a list it is noted on the disk first.
    await vi.waitFor(() => expect(service.requests[before]).toBe('add p1/staff convention'));
  });

  it('that the service decides ends as refused with the reason, until it is dismissed', async () => {
    const service = createFakeService();
    service.fault = (operation) => (operation === 'add' ? { kind: 'before', error: forbidden } : undefined);
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(await desk.state()).toMatchObject({ refused: 1, waiting: 0 });
    const [row] = await desk.rows('open');
    expect(row).toMatchObject({ state: 'refused', refusal: { code: 'service-forbidden' } });
    expect(desk.changes.overlay.of('u1').get('staff')).toMatchObject({ state: 'refused' });
    await desk.changes.handlers['role-changes:dismiss']({ wishId: row?.wishId ?? '' });
    expect(await desk.rows('open')).toEqual([]);
    expect(await desk.rows('all')).toHaveLength(1);
    expect(desk.changes.overlay.of('u1').size).toBe(0);
    await desk.changes.dispose();
    const again = await deskFor({ client: service.client, journalFolder: desk.journalFolder });
    expect(await again.rows('open')).toEqual([]);
  });

  it('with "already" over and over, and a list that never shows it, ends as refused', async () => {
    const service = createFakeService();
    const already = new RolecallError('service-already-has-role', 'Already.', { status: 400 });
    service.fault = (operation) => (operation === 'add' ? { kind: 'before', error: already } : undefined);
    const desk = await deskFor({ client: service.client });
    await desk.wish('merged', 'staff');
    await desk.settle(600_000);
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'service-invalid-request' } });
  });

  it('of a person who is gone is a refusal', async () => {
    const service = createFakeService();
    const gone = new RolecallError('service-not-found', 'Nothing there.', { status: 404 });
    service.fault = () => ({ kind: 'before', error: gone });
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect((await desk.rows())[0]?.refusal?.code).toBe('service-not-found');
  });

  it('between two desks ends with the last act, and the other is told', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    // The other desk takes it away after every add of ours.
    service.fault = (operation) => {
      if (operation === 'read') service.held.delete('u1/staff');
      return undefined;
    };
    await desk.wish('u1', 'staff');
    await desk.settle(60_000);
    expect(service.writes).toEqual(['add u1/staff convention']);
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'role-changed-elsewhere' } });
  });

  it('of a read that lags behind the write is waited out', async () => {
    const service = createFakeService();
    let lag = 2;
    const { listUserRoles } = service.client;
    const client = {
      ...service.client,
      listUserRoles: async (...input: Parameters<typeof listUserRoles>) => {
        const roles = await listUserRoles(...input);
        lag -= 1;
        return lag >= 0 ? [] : roles;
      },
    };
    const desk = await deskFor({ client });
    await desk.wish('u1', 'staff');
    await desk.settle(30_000);
    expect((await desk.rows())[0]?.state).toBe('confirmed');
    expect(service.writes).toHaveLength(1);
  });
});

describe('undo', () => {
  it('takes an unsent wish off the list without sending anything', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    desk.changes.pause('offline');
    await desk.wish('u1', 'staff');
    await desk.changes.handlers['role-changes:undo']({});
    desk.changes.resume();
    await desk.settle(1_000);
    expect(service.requests).toEqual([]);
    expect((await desk.state()).lastAct).toMatchObject({
      kind: 'undo',
      subject: 'Role staff',
      state: 'confirmed',
      userId: 'u1',
      displayName: 'Name of u1',
      undoable: false,
    });
  });

  it('of a confirmed wish is a wish of its own, and says undone only when it is so', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    const { actId } = await desk.wish('u1', 'staff');
    await desk.settle();
    expect((await desk.state()).lastAct).toMatchObject({ actId, undoable: true });
    service.fault = () => ({ kind: 'before', error: unreachable });
    await desk.changes.handlers['role-changes:undo']({ actId });
    await desk.settle();
    expect((await desk.rows()).map(({ state }) => state)).toEqual(['waiting', 'confirmed']);
    service.fault = () => undefined;
    await desk.settle(10_000);
    expect((await desk.rows()).map(({ state }) => state)).toEqual(['confirmed', 'undone']);
    expect(service.held.size).toBe(0);
    await expect(desk.changes.handlers['role-changes:undo']({ actId })).rejects.toMatchObject({
      code: 'wish-not-known',
    });
  });

  it('that was itself taken back before it was sent can be asked for again', async () => {
    const service = createFakeService();
    const desk = await deskFor({ client: service.client });
    const { actId } = await desk.wish('u1', 'staff');
    await desk.settle();
    desk.changes.pause('offline');
    await desk.changes.handlers['role-changes:undo']({ actId });
    await desk.wish('u1', 'staff');
    expect((await desk.rows()).map(({ undoable }) => undoable)).toEqual([false, true]);
    await desk.changes.handlers['role-changes:undo']({ actId });
    desk.changes.resume();
    await desk.settle();
    expect(service.held.size).toBe(0);
  });

  it('does not take away what somebody else had given', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    await expect(desk.changes.handlers['role-changes:undo']({})).rejects.toMatchObject({ code: 'wish-not-known' });
    expect(service.held.size).toBe(1);
  });

  it('does not take away what somebody else had given, also where the answer to giving it again was lost', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const recipe = { ...checkIn, changes: [...checkIn.changes, { ...staffHeld, roleScope: 'convention' as const }] };
    const desk = await deskFor({ client: service.client, station: fixedStation({ primaryRecipe: recipe }) });
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now());
    let faults = 2;
    service.fault = () => (faults-- > 0 ? { kind: 'before', error: timeout } : undefined);
    const { actId } = await desk.changes.handlers['role-changes:run-recipe']({ userId: 'u1', recipeId: recipe.id });
    await desk.settle(60_000);
    await desk.changes.handlers['role-changes:undo']({ actId });
    await desk.settle(60_000);
    expect([...service.held.keys()]).toEqual(['u1/staff']);
  });

  it('before the lost answer is cleared up does not take away what somebody else had given', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now());
    service.fault = () => ({ kind: 'before', error: timeout });
    await desk.wish('u1', 'staff');
    await desk.settle();
    await desk.changes.handlers['role-changes:undo']({});
    service.fault = () => undefined;
    await desk.settle(60_000);
    expect(service.held.size).toBe(1);
    expect(await desk.state()).toMatchObject({ waiting: 0, refused: 0 });
  });

  /** A role is being given that somebody else gave, which nobody here knows until the service answers. */
  async function sendingWhatOthersGave() {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [], desk.clock.now());
    const answer = createGate();
    service.delay = () => answer.opened;
    await desk.wish('u1', 'staff');
    await desk.settle();
    return { service, desk, answer };
  }

  it('while it is being sent does not take away what somebody else turns out to have given, and says so', async () => {
    const { service, desk, answer } = await sendingWhatOthersGave();
    await desk.changes.handlers['role-changes:undo']({});
    answer.open();
    await desk.settle(1_000);
    expect([...service.held.keys()]).toEqual(['u1/staff']);
    expect((await desk.rows('open'))[0]).toMatchObject({ state: 'refused', refusal: { code: 'wish-not-known' } });
    // The power may go before the refusal is on the disk.
    await desk.changes.dispose();
    const file = join(desk.journalFolder, 'journal-000001.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.filter((line) => !line.includes('"kind":"refused"')).join('\n'));
    const next = await deskFor({ client: service.client, journalFolder: desk.journalFolder });
    await next.settle(1_000);
    expect([...service.held.keys()]).toEqual(['u1/staff']);
    expect((await next.rows('open'))[0]).toMatchObject({ state: 'refused', refusal: { code: 'wish-not-known' } });
  });

  it('does so too where that turns out while the undo is being written down', async () => {
    const { service, desk, answer } = await sendingWhatOthersGave();
    const probe = await open(join(desk.journalFolder, 'journal-000001.jsonl'));
    const disk = createGate();
    const slow = vi.spyOn(Object.getPrototypeOf(probe), 'datasync').mockImplementationOnce(() => disk.opened);
    try {
      const undone = desk.changes.handlers['role-changes:undo']({});
      await desk.settle();
      answer.open();
      await desk.settle(1_000);
      expect(await desk.state()).toMatchObject({ waiting: 0, sending: 0 });
      disk.open();
      await undone;
      await desk.settle(1_000);
    } finally {
      slow.mockRestore();
      await probe.close();
    }
    expect([...service.held.keys()]).toEqual(['u1/staff']);
    expect((await desk.rows('open'))[0]).toMatchObject({ state: 'refused', refusal: { code: 'wish-not-known' } });
  });

  it('is not offered to the next operator', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    desk.operator = sasha;
    expect((await desk.state()).lastAct).toBeNull();
  });

  it('puts a changed scope back', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'convention');
    const desk = await deskFor({ client: service.client });
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now());
    await desk.wish('u1', 'staff', 'held', 'global');
    await desk.settle();
    await desk.changes.handlers['role-changes:undo']({});
    await desk.settle();
    expect(service.held.get('u1/staff')).toBe('convention');
  });
});

describe('a recipe', () => {
  const badge = {
    id: 'badge',
    name: 'Badge',
    changes: [
      { roleId: 'checked-in', wanted: 'held', roleScope: 'convention' },
      { roleId: 'vendor', wanted: 'held', roleScope: 'convention' },
      { roleId: 'nda', wanted: 'absent', roleScope: 'convention' },
    ],
  } as const;
  const station = fixedStation({ primaryRecipe: { ...badge, changes: [...badge.changes] } });

  it('is one act, read back once and undone together', async () => {
    const service = createFakeService();
    service.held.set('u1/nda', 'convention');
    const desk = await deskFor({ client: service.client, station });
    desk.serviceRoles.record('u1', [{ id: 'nda', name: 'NDA', scope: 'convention' }], desk.clock.now());
    await desk.changes.handlers['role-changes:run-recipe']({ userId: 'u1', recipeId: 'badge' });
    await desk.settle();
    expect([...service.held.keys()].sort()).toEqual(['u1/checked-in', 'u1/vendor']);
    expect(service.requests.filter((line) => line.startsWith('read'))).toHaveLength(1);
    await desk.changes.handlers['role-changes:undo']({});
    await desk.settle();
    expect([...service.held.keys()]).toEqual(['u1/nda']);
  });

  it('is a check-in where all it does is to give the role that says so, whatever that is called', async () => {
    const station = fixedStation({ checkInRoleId: 'staff' });
    const desk = await deskFor({ client: createFakeService().client, station });
    const lastIsCheckIn = async (): Promise<boolean | undefined> => (await desk.state()).lastAct?.checkIn;
    await desk.wish('u1', 'staff');
    expect(await lastIsCheckIn()).toBe(true);
    await desk.settle();
    await desk.changes.handlers['role-changes:undo']({});
    expect(await lastIsCheckIn()).toBe(false);
    await desk.changes.handlers['role-changes:run-recipe']({ userId: 'u2', recipeId: 'check-in' });
    expect(await lastIsCheckIn()).toBe(false);
  });

  it('that does more than checking in is called what the button is called', async () => {
    const desk = await deskFor({
      client: createFakeService().client,
      station: fixedStation({ ...station.read(), checkInRoleId: 'checked-in' }),
    });
    await desk.changes.handlers['role-changes:run-recipe']({ userId: 'u1', recipeId: 'badge' });
    expect((await desk.state()).lastAct).toMatchObject({ subject: 'Badge', checkIn: false });
  });

  it('goes no further after a sign-out than what was under way', async () => {
    const service = createFakeService();
    const gate = createGate();
    service.delay = () => gate.opened;
    const desk = await deskFor({ client: service.client, station });
    await desk.changes.handlers['role-changes:run-recipe']({ userId: 'u1', recipeId: 'badge' });
    await desk.settle();
    desk.changes.pause('signed out');
    const sent = [...service.requests];
    gate.open();
    await desk.settle(60_000);
    expect(service.requests).toEqual(sent);
    expect(await desk.state()).toMatchObject({ sending: 0, waiting: 3 });
    desk.changes.resume();
    await desk.settle(60_000);
    expect(await desk.state()).toMatchObject({ sending: 0, waiting: 0, lastAct: { state: 'confirmed' } });
    expect(service.writes).toEqual(['add u1/checked-in convention', 'add u1/vendor convention']);
  });

  it('must be one of this station', async () => {
    const desk = await deskFor({ client: createFakeService().client, station });
    await expect(
      desk.changes.handlers['role-changes:run-recipe']({ userId: 'u1', recipeId: 'other' }),
    ).rejects.toMatchObject({ code: 'role-not-known' });
  });
});

describe('the overlay', () => {
  it('keeps who and when until the service says something else', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(desk.changes.overlay.of('u1').get('staff')).toMatchObject({ state: 'confirmed', by: 'Robin' });
    const told: string[] = [];
    desk.changes.overlay.subscribe((userIds) => told.push(...userIds));
    desk.serviceRoles.record('u1', [], desk.clock.now() + 1);
    await desk.settle();
    expect(desk.changes.overlay.of('u1').size).toBe(0);
    expect(told).toEqual(['u1']);
  });

  it('counts people who wait for a role', async () => {
    const desk = await deskFor({ client: createFakeService().client });
    desk.changes.pause('offline');
    await desk.wish('u1', 'staff');
    await desk.wish('u2', 'staff');
    await desk.wish('u3', 'staff', 'absent');
    expect(desk.changes.overlay.waitingFor('staff')).toBe(2);
    // A fetch of the role's members has u1 by now, who is counted among them.
    desk.serviceRoles.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], desk.clock.now() + 1);
    expect(desk.changes.overlay.waitingFor('staff')).toBe(1);
  });
});

describe('the journal’s size', () => {
  it('tells of all acts since a time, although an older one was taken along behind them', async () => {
    const service = createFakeService();
    const before = await deskFor({ client: service.client });
    before.changes.pause('offline');
    await before.wish('u1', 'staff');
    const [entry] = [...before.changes.actsSince(0)];
    if (entry === undefined) throw new Error('There is no act.');
    await before.changes.dispose();
    const act = { ...entry.act, actId: 'old', time: entry.act.time - 86_400_000 };
    const wishes = entry.wishes.map(({ facts }) => ({
      facts: { ...facts, wishId: 'old-wish', userId: 'u2' },
      progress: { kind: 'waiting' as const, certain: false },
    }));
    await appendFile(
      join(before.journalFolder, 'journal-000001.jsonl'),
      encodeLine({ v: 1, kind: 'carried', act, wishes }),
    );
    const desk = await deskFor({ client: service.client, journalFolder: before.journalFolder });
    expect([...desk.changes.actsSince(entry.act.time)].map((each) => each.act.actId)).toEqual([entry.act.actId]);
    expect([...desk.changes.actsSince(act.time)].map((each) => each.act.actId)).toEqual(['old', entry.act.actId]);
  });

  it('stays bounded and never drops an open or refused wish', async () => {
    const service = createFakeService();
    const journalFolder = await newFolder();
    service.fault = (_operation, userId) =>
      userId === 'stuck'
        ? { kind: 'before', error: broken }
        : userId === 'no'
          ? { kind: 'before', error: forbidden }
          : undefined;
    const limits = { fileBytes: 4_000, mostBytes: 12_000 };
    const desk = await createDesk({ client: service.client, journalFolder, ...limits });
    await desk.wish('stuck', 'staff');
    await desk.wish('no', 'staff');
    for (let index = 0; index < 60; index += 1) await desk.wish(`u${index}`, 'staff');
    await desk.settle();
    await desk.changes.dispose();
    const again = await deskFor({ client: service.client, journalFolder, ...limits });
    await again.settle();
    const text = await journalText(again);
    expect(text.length).toBeLessThan(20_000);
    const open = await again.rows('open');
    expect(open.map(({ userId }) => userId).sort()).toEqual(['no', 'stuck']);
    expect((await again.rows('all')).length).toBeLessThan(62);
    service.fault = () => undefined;
    await again.settle(30_000);
    expect(service.held.has('stuck/staff')).toBe(true);
  });
});

describe('an end in the middle of the start', () => {
  it('leaves the journal to whoever opens it next', async () => {
    const service = createFakeService();
    const first = await createDesk({ client: service.client });
    await first.changes.dispose();
    const { journalFolder } = first;
    const second = await createDesk({ client: service.client, journalFolder }, 'not started');
    const starting = second.changes.start();
    await second.changes.dispose();
    await starting;
    const next = await deskFor({ client: service.client, journalFolder });
    await next.wish('u1', 'staff');
    await next.settle();
    expect((await next.rows())[0]?.state).toBe('confirmed');
  });
});

describe('export', () => {
  it('writes the CSV where the dialog says', async () => {
    const folder = await newFolder();
    const path = join(folder, 'out.csv');
    const desk = await deskFor({ client: createFakeService().client, saveFile: saveFileAt(async () => path) });
    await desk.wish('u1', 'staff');
    await desk.settle();
    expect(await desk.changes.handlers['role-changes:export']({})).toEqual({ saved: true });
    const lines = (await readFile(path, 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFtime,operator,station,userId,roleId,roleName,scope,change,state,confirmedAt');
    expect(lines[1]).toMatch(
      /^2026-06-12T09:00:00\.000Z,Robin,Front desk,u1,staff,Role staff,convention,give,confirmed,2026-06-12T/,
    );
  });

  it('writes nothing when the dialog is closed', async () => {
    const desk = await deskFor({ client: createFakeService().client, saveFile: saveFileAt(async () => null) });
    expect(await desk.changes.handlers['role-changes:export']({})).toEqual({ saved: false });
  });
});

describe('a role held everywhere', () => {
  it('is looked at before it is taken away, where only a sweep has spoken since somebody was read', async () => {
    const service = createFakeService();
    service.held.set('u1/staff', 'global');
    const clock = createManualClock();
    const memberships = createMemberships();
    memberships.record('u1', [{ id: 'staff', name: 'Staff', scope: 'convention' }], clock.now());
    const desk = await createDesk({ client: service.client, clock, serviceRoles: () => memberships });
    clock.advance(3 * 3_600_000);
    // Another desk has given it everywhere meanwhile, which no sweep tells.
    const readAt = clock.now();
    for (const _step of memberships.recordSweep('staff', new Map([['u1', readAt]]), readAt));
    await desk.wish('u1', 'staff', 'absent');
    await desk.settle(1000);
    expect(service.held.get('u1/staff')).toBe('global');
    expect((await desk.rows())[0]).toMatchObject({ state: 'refused', refusal: { code: 'role-held-globally' } });
    await desk.changes.dispose();
  });

  it('becomes one for this convention as one wish, and undo gives the old scope back', async () => {
    const service = createFakeService();
    service.held.set('guest/staff', 'global');
    const desk = await createDesk({ client: service.client });
    desk.serviceRoles.record('guest', [{ id: 'staff', name: 'Staff', scope: 'global' }], desk.clock.now());
    const { actId } = await desk.changes.handlers['role-changes:wish']({
      userId: 'guest',
      roleId: 'staff',
      wanted: 'held',
      roleScope: 'convention',
      exactScope: true,
    });
    await desk.settle(1000);
    expect(service.held.get('guest/staff')).toBe('convention');
    expect(await desk.rows()).toHaveLength(1);
    await desk.changes.handlers['role-changes:undo']({ actId });
    await desk.settle(1000);
    expect(service.held.get('guest/staff')).toBe('global');
    await desk.changes.dispose();
  });
});

describe('a change that is taken along when its file is given up', () => {
  const day = 86_400_000;
  const twoDaysLater = () => createManualClock(createManualClock().now() + 2 * day);

  /**
   * What a killed program leaves of two clicks, two days apart and each in a file of its own, of which the first was given up
   * while its change was being sent.
   */
  async function journalOf(service: FakeService, ...clicks: Parameters<Desk['wish']>[]): Promise<string> {
    const gate = createGate();
    service.delay = () => gate.opened;
    service.fault = () => ({ kind: 'before', error: unreachable });
    const desk = await deskFor({ client: service.client, fileBytes: 1, keepMs: () => day });
    for (const [index, click] of clicks.entries()) {
      if (index > 0) desk.clock.jump(2 * day);
      await desk.wish(...click);
    }
    await expect.poll(() => readdir(desk.journalFolder)).not.toContain('journal-000001.jsonl');
    expect(await journalText(desk)).toContain('"kind":"carried"');
    const left = await newFolder();
    const isLeft = (path: string): boolean => !path.endsWith('journal.lock');
    await cp(desk.journalFolder, left, { recursive: true, filter: isLeft });
    service.delay = async () => {};
    gate.open();
    await desk.settle();
    desk.changes.pause('killed');
    return left;
  }

  it('while it is being sent does not come back as the later of two', async () => {
    const service = createFakeService();
    const journalFolder = await journalOf(service, ['u1', 'staff', 'held'], ['u1', 'staff', 'absent']);
    service.fault = () => undefined;
    const desk = await deskFor({ client: service.client, journalFolder, clock: twoDaysLater() });
    await desk.settle(60_000);
    expect((await desk.rows()).map(({ wanted, state }) => [wanted, state])).toEqual([
      ['absent', 'confirmed'],
      ['held', 'undone'],
    ]);
    expect(service.held.size).toBe(0);
  });

  it('is not taken for the last one by Undo', async () => {
    const service = createFakeService();
    const journalFolder = await journalOf(service, ['u1', 'staff'], ['u2', 'staff']);
    const desk = await deskFor({ client: service.client, journalFolder, clock: twoDaysLater() });
    await desk.changes.handlers['role-changes:undo']({});
    service.fault = () => undefined;
    desk.changes.resume();
    await desk.settle(60_000);
    expect([...service.held.keys()]).toEqual(['u1/staff']);
  });

  it('is the one since which something waits', async () => {
    const service = createFakeService();
    const journalFolder = await journalOf(service, ['u1', 'staff'], ['u2', 'staff']);
    const desk = await deskFor({ client: service.client, journalFolder, clock: twoDaysLater() });
    expect((await desk.state()).oldestAt).toBe(createManualClock().now());
  });
});
