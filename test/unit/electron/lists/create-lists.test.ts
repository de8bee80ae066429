/** Lists over a real directory index and real wishes, with the service in memory. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ListsState } from '../../../../contract/desk/lists.ts';
import type { User } from '../../../../contract/registration-api/resources.ts';
import { createMemberships, type Memberships } from '../../../../electron/directory/memberships.ts';
import { createPeopleIndex } from '../../../../electron/directory/people-index/people-index.ts';
import { createPeopleReader, membersOf } from '../../../../electron/directory/people-reader.ts';
import { createLists, type Lists } from '../../../../electron/lists/create-lists.ts';
import { readTable } from '../../../../electron/lists/read-table.ts';
import { systemClock } from '../../../../electron/ports/clock.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { runSteps } from '../../../support/run-steps.ts';
import { saveFileAt } from '../../../support/save-file.ts';
import { createDesk, type Desk, fixedStation, untilQuiet } from '../role-changes/support/desk.ts';
import { createFakeService, type FakeService } from '../role-changes/support/fake-client.ts';
import { workbook } from './support/workbook.ts';

const person = (id: string, firstName: string, lastName: string): User => ({
  id,
  email: `p${id}@people.example`,
  preferredName: null,
  firstName,
  lastName,
  username: `user${id}`,
  verified: true,
  phone: null,
  address: null,
});

interface Made {
  readonly lists: Lists;
  readonly desk: Desk;
  readonly service: FakeService;
  readonly followed: Set<string>;
  readonly memberships: Memberships;
  readonly state: () => ListsState;
  readonly folder: string;
}
let made: Made | null = null;
afterEach(async () => {
  made?.lists.dispose();
  await made?.desk.changes.dispose();
  made = null;
});

async function make(file: string | null = null, clock = systemClock): Promise<Made> {
  const service = createFakeService();
  service.held.set('3/staff', 'convention');
  const desk = await createDesk({ client: service.client });
  const people = createPeopleIndex();
  const memberships = createMemberships();
  people.put(
    [
      ...Array.from({ length: 40 }, (_none, index) => person(String(index), `First${index}`, `Last${index}`)),
      person('900', 'Alex', 'Novak'),
      person('901', 'Alex', 'Novák'),
    ],
    1,
    1,
  );
  runSteps(memberships.recordSweep('staff', new Map([['3', 5]]), 5));
  const followed = new Set<string>();
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-lists-'));
  const lists = createLists({
    batches: desk.changes.batches,
    onWishes: desk.changes.subscribe,
    overlay: desk.changes.overlay,
    directory: {
      people: createPeopleReader(people),
      serviceRoles: memberships,
      membersOf: (roleId) => membersOf(memberships, roleId),
      followRole: (roleId) => {
        followed.add(roleId);
        return () => followed.delete(roleId);
      },
    },
    station: fixedStation(),
    readTable: (source) => readTable(source),
    clock,
    log: silentLog,
    publish: () => {},
    openDialog: async () => file,
    saveFile: saveFileAt(async (name) => join(folder, name)),
  });
  made = {
    lists,
    desk,
    service,
    followed,
    memberships,
    folder,
    state: () => lists.handlers['lists:read']({}) as ListsState,
  };
  return made;
}
const rows = async ({ lists }: Made, status: Parameters<Lists['handlers']['lists:rows']>[0]['status'] = null) =>
  await lists.handlers['lists:rows']({ status, offset: 0, limit: 50 });

it('shows what a pasted list would change, and changes nothing before it is applied', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: '1\n3\nfirst5 last5\nAlex Novak\nNobody Atall\np1@people.example\n' });
  await it.lists.handlers['lists:set-change']({ roleId: 'staff', wanted: 'held' });
  expect(it.state().draft?.counts).toEqual({
    rows: 6,
    'will-change': 2,
    already: 1,
    ambiguous: 1,
    unknown: 1,
    doubled: 1,
    everywhere: 0,
  });
  expect(it.state().draft?.roleKnownAt).toBe(5);
  expect([...it.followed]).toEqual(['staff']);
  expect((await rows(it, 'ambiguous')).rows).toMatchObject([
    { row: 4, text: 'Alex Novak', fits: 2, displayName: null },
  ]);
  await untilQuiet();
  expect(it.service.requests).toEqual([]);
});

it('applies exactly what was on the screen, once', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: 'id\n1\n2\nAlex' });
  await it.lists.handlers['lists:set-change']({ roleId: 'staff', wanted: 'held' });
  const revision = it.state().draft?.revision ?? 0;
  await it.lists.handlers['lists:set-columns']({ hasHeader: true, kinds: ['any'] });
  await expect(it.lists.handlers['lists:apply']({ revision })).rejects.toMatchObject({ code: 'list-changed' });
  const now = it.state().draft?.revision ?? 0;
  const { batchId } = await it.lists.handlers['lists:apply']({ revision: now });
  await expect(it.lists.handlers['lists:apply']({ revision: now })).rejects.toMatchObject({ code: 'list-changed' });
  await expect.poll(() => it.state().runs[0]).toMatchObject({ batchId, size: 2, confirmed: 2, roleName: 'Role staff' });
  expect([...it.service.held.keys()].sort()).toEqual(['1/staff', '2/staff', '3/staff']);
  expect(it.state().draft).toBeNull();
  expect(it.followed.size).toBe(0);
});

it('lets somebody choose among several, and among those who come near', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: 'Alex Novak\nFirst7 Lastt7' });
  const { candidates } = await it.lists.handlers['lists:candidates']({ row: 1 });
  expect(candidates.map(({ userId }) => userId).sort()).toEqual(['900', '901']);
  expect(candidates[0]?.details.join(' ')).not.toContain('p900@');
  await it.lists.handlers['lists:choose']({ row: 1, userId: '901' });
  const near = await it.lists.handlers['lists:candidates']({ row: 2 });
  expect(near.candidates[0]?.userId).toBe('7');
  expect((await rows(it)).rows[0]).toMatchObject({ userId: '901', matchedBy: 'choice' });
  await it.lists.handlers['lists:choose']({ row: 1, userId: null });
  expect((await rows(it)).rows[0]?.status).toBe('ambiguous');
});

it('goes by what the desk shows of somebody: what this desk gave everywhere is not taken away', async () => {
  const it = await make();
  await it.desk.wish('5', 'staff', 'held', 'global');
  await it.desk.wish('6', 'staff');
  await it.desk.settle();
  // A sweep says who holds the role, and not how far it reaches.
  runSteps(it.memberships.recordSweep('staff', new Map([['3', 7]]), 7));
  await it.lists.handlers['lists:paste']({ text: '3\n4\n5\n6\n' });
  await it.lists.handlers['lists:set-change']({ roleId: 'staff', wanted: 'absent' });
  const statuses = (await rows(it)).rows.map(({ status }) => status);
  expect(statuses).toEqual(['will-change', 'already', 'everywhere', 'will-change']);
});

it('follows what other desks do while somebody looks at the list', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: '1\n2' });
  await it.lists.handlers['lists:set-change']({ roleId: 'staff', wanted: 'held' });
  expect(it.state().draft?.counts?.['will-change']).toBe(2);
  await it.desk.wish('1', 'staff');
  await expect.poll(() => it.state().draft?.counts?.already).toBe(1);
});

it('opens a workbook', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'rolecall-list-')), 'crew.xlsx');
  await writeFile(
    file,
    workbook([
      ['Badge', 'Name'],
      [4, 'First4 Last4'],
      [5, 'First5 Last5'],
    ]),
  );
  const it = await make(file);
  expect(await it.lists.handlers['lists:choose-file']({})).toEqual({ chosen: true });
  expect(it.state().draft).toMatchObject({ fileName: 'crew.xlsx', hasHeader: true, counts: { 'will-change': 2 } });
});

it('forgets the list on sign-out', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: '1\n2' });
  it.lists.clear();
  expect(it.state().draft).toBeNull();
  expect((await rows(it)).rows).toEqual([]);
});

it('opens no list for whoever comes next, where a file was being chosen at the sign-out', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'rolecall-list-')), 'team.csv');
  await writeFile(file, 'id\n1\n2\n');
  const it = await make(file);
  const chosen = it.lists.handlers['lists:choose-file']({});
  it.lists.clear();
  expect(await chosen).toEqual({ chosen: false });
  expect(it.state()).toMatchObject({ draft: null, reading: false });
});

it('keeps the list of members as it is at the service while somebody looks at it', async () => {
  const it = await make();
  const members = async (): Promise<string[]> => {
    const page = await it.lists.handlers['lists:members']({ roleId: 'staff', offset: 0, limit: 50 });
    return page.members.map(({ userId }) => userId);
  };
  expect(await members()).toEqual(['3']);
  runSteps(
    it.memberships.recordSweep(
      'staff',
      new Map([
        ['3', 6],
        ['901', 6],
        ['12', 6],
      ]),
      6,
    ),
  );
  expect(await members()).toEqual(['901', '3', '12']);
  it.memberships.record('3', [], 7);
  it.memberships.record('900', [{ id: 'staff', name: 'staff', scope: 'global' }], 7);
  const [one, other] = await Promise.all([members(), members()]);
  expect(one).toEqual(other);
  expect(one).toEqual(['901', '900', '12']);
});

it('looks at a long list in slices, and applies nothing that is not what was asked for last', async () => {
  let looks = 0;
  // Each look at the clock takes a tenth of a millisecond: others have a turn after ten rows.
  const it = await make(null, { ...systemClock, monotonic: () => ++looks / 10 });
  let most = 0;
  const slicesOf = async (work: Promise<unknown>): Promise<void> => {
    let over = false;
    const done = work.finally(() => {
      over = true;
    });
    for (let before = looks; !over; before = looks) {
      await untilQuiet(1);
      most = Math.max(most, looks - before);
    }
    await done;
  };
  const { handlers } = it.lists;
  const text = Array.from({ length: 400 }, (_none, index) => `First${index} Last${index}`).join('\n');
  await slicesOf(Promise.resolve(handlers['lists:paste']({ text })));
  await slicesOf(Promise.resolve(handlers['lists:set-change']({ roleId: 'staff', wanted: 'held' })));
  // Rows are taken apart, looked for, matched and tried, and people are gone through.
  expect(looks).toBeGreaterThan(1_700);
  expect(most).toBeLessThan(40);
  const { revision, counts } = it.state().draft ?? {};
  expect(counts).toMatchObject({ rows: 400, 'will-change': 39, already: 1, unknown: 360 });
  const changing = handlers['lists:set-change']({ roleId: 'vendor', wanted: 'absent' });
  await untilQuiet(1);
  // Still being looked at: what is on the screen stays, and is not what would be applied.
  expect(it.state().draft).toMatchObject({ revision, counts });
  await expect(handlers['lists:apply']({ revision: revision ?? 0 })).rejects.toMatchObject({ code: 'list-changed' });
  await changing;
  expect(it.state().draft).toMatchObject({ revision: (revision ?? 0) + 1, counts: { already: 40 } });
});

it('another change while people are still being looked for is the one that is tried', async () => {
  let looks = 0;
  const it = await make(null, { ...systemClock, monotonic: () => ++looks / 10 });
  const pasting = it.lists.handlers['lists:paste']({ text: '1\n2\n3' });
  while (it.state().draft === null) await untilQuiet(1);
  await it.lists.handlers['lists:set-change']({ roleId: 'staff', wanted: 'absent' });
  await pasting;
  expect(it.state().draft?.counts).toMatchObject({ rows: 3, 'will-change': 1, already: 2 });
});

it('says that it was the chosen place which could not be written', async () => {
  const it = await make();
  await rm(it.folder, { recursive: true });
  await writeFile(it.folder, 'a file where the folder was');
  await expect(it.lists.handlers['lists:export-members']({ roleId: 'staff' })).rejects.toMatchObject({
    code: 'file-not-written',
  });
});

it('lists the members of a role by name, and writes them down safely', async () => {
  const it = await make();
  await it.lists.handlers['lists:paste']({ text: '1' });
  const before = await it.lists.handlers['lists:members']({ roleId: 'staff', offset: 0, limit: 50 });
  expect(before).toMatchObject({ total: 1, knownAt: 5, members: [{ userId: '3', displayName: 'First3 Last3' }] });
  expect(await it.lists.handlers['lists:export-members']({ roleId: 'staff' })).toEqual({ saved: true });
  const [name] = await import('node:fs/promises').then(({ readdir }) => readdir(it.folder));
  expect(await readFile(join(it.folder, name ?? ''), 'utf8')).toBe(
    '\ufeffuserId,name,username,roleId,roleName,scope,asOf\r\n3,First3 Last3,user3,staff,Role staff,,1970-01-01T00:00:00.005Z\r\n',
  );
  expect(it.followed).toContain('staff');
  await it.lists.handlers['lists:close-members']({});
});
