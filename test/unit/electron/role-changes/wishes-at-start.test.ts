import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { encodeLine, type JournalRecord } from '../../../../electron/role-changes/journal-record.ts';
import { createDesk, createManualClock, createServiceRoles, type Desk, newFolder, untilQuiet } from './support/desk.ts';
import { createFakeService } from './support/fake-client.ts';

let desk: Desk | null = null;
afterEach(async () => {
  await desk?.changes.dispose();
  desk = null;
});

function click(number: number, userId: string, wanted: 'held' | 'absent', time = number): JournalRecord {
  return {
    v: 1,
    kind: 'act',
    act: {
      actId: `act-${number}`,
      kind: 'give',
      subject: 'Staff',
      time,
      clockSkewMs: null,
      operator: { id: 'op-1', label: 'Robin' },
      station: 'Front desk',
      undoes: null,
    },
    wishes: [
      {
        wishId: `wish-${number}`,
        userId,
        roleId: 'staff',
        roleName: 'Staff',
        wanted,
        roleScope: 'convention',
        exactScope: false,
        base: null,
        undoes: null,
      },
    ],
    collapses: [],
    supersedes: [],
  };
}

async function journalOf(records: readonly JournalRecord[]): Promise<string> {
  const folder = await newFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'journal-000001.jsonl'), records.map(encodeLine).join(''));
  return folder;
}

it('an older wish that the last program did not take off any more is taken off, for good', async () => {
  const journalFolder = await journalOf([click(1, 'u1', 'held'), click(2, 'u1', 'absent')]);
  const service = createFakeService();
  service.fault = () => ({ kind: 'before', error: new RolecallError('network-unreachable', 'No network.') });
  const started = await createDesk({ client: service.client, journalFolder });
  await started.settle();
  expect((await started.rows('open')).map(({ wishId }) => wishId)).toEqual(['wish-2']);
  await started.changes.dispose();
  // Without this line the older one would come back once the later one is confirmed.
  expect(await readFile(join(journalFolder, 'journal-000001.jsonl'), 'utf8')).toContain(
    '"kind":"superseded","wishId":"wish-1"',
  );
});

it('an older wish whose end was lost is not sent against a later one that is confirmed', async () => {
  const service = createFakeService();
  const journalFolder = await journalOf([
    click(1, 'u1', 'held'),
    click(2, 'u1', 'absent'),
    { v: 1, kind: 'confirmed', wishId: 'wish-2', at: 3, clockSkewMs: null, how: 'written', heldScope: null },
  ]);
  desk = await createDesk({ client: service.client, journalFolder });
  await desk.settle(60_000);
  expect(service.writes).toEqual([]);
  expect(await desk.state()).toMatchObject({ waiting: 0, refused: 0 });
});

it('a long journal is read beside everything else, and nobody sees half of it', async () => {
  const records = Array.from({ length: 3_000 }, (_none, index) => click(index, `u${index}`, 'held'));
  const confirmed = records.map((_record, index): JournalRecord => {
    const wishId = `wish-${index}`;
    return { v: 1, kind: 'confirmed', wishId, at: index, clockSkewMs: null, how: 'written', heldScope: 'convention' };
  });
  const journalFolder = await journalOf([...records, ...confirmed]);
  desk = await createDesk({ client: createFakeService().client, journalFolder }, 'not started');
  const { clock, changes } = desk;
  // Each look at the clock takes a tenth of a millisecond: others have a turn after ten steps.
  let looks = 0;
  clock.monotonic = () => {
    looks += 1;
    return looks / 10;
  };
  const seen = new Set<number>();
  let mostInATurn = 0;
  let opened = false;
  const starting = changes.start().then(() => {
    opened = true;
  });
  for (let before = 0; !opened; before = looks) {
    await untilQuiet(1);
    mostInATurn = Math.max(mostInATurn, looks - before);
    if (!opened) seen.add(changes.unsent());
  }
  await starting;
  // A line is a step, and so is a record.
  expect(looks).toBeGreaterThan(12_000);
  expect(mostInATurn).toBeLessThan(30);
  expect([...seen]).toEqual([0]);
  expect(changes.unsent()).toBe(0);
  const newest = (await desk.rows())[0];
  expect(newest).toMatchObject({ wishId: 'wish-2999', state: 'confirmed' });
});

it('a click while the journal is still being read waits for it, and sees what is in it', async () => {
  const journalFolder = await journalOf([click(1, 'u1', 'held', createManualClock().now())]);
  const service = createFakeService();
  desk = await createDesk({ client: service.client, journalFolder }, 'not started');
  const { changes } = desk;
  changes.pause('signed out');
  const starting = changes.start();
  const again = desk.wish('u1', 'staff');
  const state = desk.state();
  changes.resume();
  // The same wish is in the journal already: it answers.
  expect(await again).toEqual({ actId: 'act-1' });
  const { waiting, sending } = await state;
  expect(waiting + sending).toBe(1);
  await starting;
  await desk.settle(20);
  // Nobody was told that nothing waits while it was not known.
  expect(desk.published[0]).toMatchObject({ lastAct: { actId: 'act-1' } });
  expect(service.requests.length).toBeGreaterThan(0);
  expect(changes.unsent()).toBe(0);
});

it('what the service said while the journal was read is not overlooked', async () => {
  const confirmed = { at: 5, clockSkewMs: null, how: 'written', heldScope: 'convention' } as const;
  const journalFolder = await journalOf([
    click(1, 'u1', 'held'),
    { v: 1, kind: 'confirmed', wishId: 'wish-1', ...confirmed },
    click(2, 'u2', 'held'),
    { v: 1, kind: 'confirmed', wishId: 'wish-2', ...confirmed },
    click(3, 'u3', 'held'),
    { v: 1, kind: 'confirmed', wishId: 'wish-3', ...confirmed },
  ]);
  desk = await createDesk({ client: createFakeService().client, journalFolder }, 'not started');
  const starting = desk.changes.start();
  // Somebody took it away elsewhere.
  desk.serviceRoles.record('u1', [], 9);
  desk.serviceRoles.record('u2', [{ id: 'staff', name: 'Staff', scope: 'convention' }], 9);
  await starting;
  expect([...desk.changes.overlay.of('u1').keys()]).toEqual([]);
  expect([...desk.changes.overlay.of('u2').keys()]).toEqual(['staff']);
  // Of this one it said nothing: that is no news.
  expect([...desk.changes.overlay.of('u3').keys()]).toEqual(['staff']);
});

it('a desk that nobody signed in to sends nothing when its journal is open', async () => {
  const journalFolder = await journalOf([click(1, 'u1', 'held')]);
  const service = createFakeService();
  desk = await createDesk({ client: service.client, journalFolder }, 'not started');
  desk.changes.pause('signed out');
  await desk.changes.start();
  await desk.settle(60_000);
  expect(service.requests).toEqual([]);
  expect(desk.changes.unsent()).toBe(1);
  desk.changes.resume();
  await desk.settle();
  expect(desk.changes.unsent()).toBe(0);
});

it('a click fails with what kept the journal from opening', async () => {
  const service = createFakeService();
  const first = await createDesk({ client: service.client });
  desk = await createDesk({ client: service.client, journalFolder: first.journalFolder }, 'not started');
  const starting = desk.changes.start();
  const clicked = desk.wish('u1', 'staff');
  await expect(starting).rejects.toMatchObject({ code: 'journal-unwritable' });
  await expect(clicked).rejects.toMatchObject({ code: 'journal-unwritable' });
  await expect(desk.changes.whenOpen()).resolves.toBeUndefined();
  await first.changes.dispose();
});

it('what a sweep says of thousands at once is compared in slices', async () => {
  const userIds = Array.from({ length: 2_000 }, (_none, index) => `u${index}`);
  const journalFolder = await journalOf([
    ...userIds.map((userId, index) => click(index, userId, 'held')),
    ...userIds.map((_userId, index): JournalRecord => {
      const wishId = `wish-${index}`;
      return { v: 1, kind: 'confirmed', wishId, at: 5, clockSkewMs: null, how: 'written', heldScope: null };
    }),
  ]);
  let say: (userIds: ReadonlySet<string>) => void = () => {};
  const serviceRoles = {
    ...createServiceRoles(),
    subscribe: (listener: typeof say) => {
      say = listener;
      return () => {};
    },
  };
  desk = await createDesk({ client: createFakeService().client, journalFolder, serviceRoles: () => serviceRoles });
  const { overlay } = desk.changes;
  const told = new Set<string>();
  overlay.subscribe((people) => {
    for (const userId of people) told.add(userId);
  });
  await desk.settle();
  // The service was asked for nobody yet: the desk's own word counts. Then nobody has the role.
  const kept = (): number => userIds.filter((userId) => overlay.of(userId).size > 0).length;
  serviceRoles.of = () => new Map();
  serviceRoles.saidSince = () => true;
  let looks = 0;
  desk.clock.monotonic = () => ++looks / 10;
  say(new Set(userIds));
  const atFirst = kept();
  expect(atFirst).toBeGreaterThan(1_900);
  while (kept() > 0) await untilQuiet(1);
  expect(looks).toBeGreaterThan(2_000);
  expect(told.size).toBe(2_000);
});

it('an older wish whose follower was just taken off when it was noted comes back', async () => {
  const service = createFakeService();
  const off = click(3, 'u1', 'held');
  const journalFolder = await journalOf([
    click(1, 'u1', 'held'),
    click(2, 'u1', 'absent'),
    off.kind === 'act' ? { ...off, wishes: [], collapses: ['wish-2'] } : off,
    { v: 1, kind: 'superseded', wishId: 'wish-1', at: 3, by: 'wish-2' },
  ]);
  desk = await createDesk({ client: service.client, journalFolder });
  await desk.settle(60_000);
  expect(service.writes).toEqual(['add u1/staff convention']);
});
