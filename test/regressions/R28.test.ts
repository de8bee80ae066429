/** R28 (alfio-event/alf.io-PI#40): an upgrade overwrote what had been recorded before it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDesk, newFolder } from '../unit/electron/role-changes/support/desk.ts';
import { createFakeService } from '../unit/electron/role-changes/support/fake-client.ts';

/** A journal as version 1 wrote it. Never to be changed: desks out there hold such files. */
const versionOne = [
  '{"v":1,"kind":"act","act":{"actId":"a1","kind":"give","subject":"Staff","time":1781254800000,"clockSkewMs":null,"operator":{"id":"op","label":"Robin"},"station":"Front desk","undoes":null},"wishes":[{"wishId":"w1","userId":"u1","roleId":"staff","roleName":"Staff","wanted":"held","roleScope":"convention","exactScope":false,"base":{"held":false,"roleScope":null},"undoes":null}],"collapses":[],"supersedes":[]',
  '{"v":1,"kind":"confirmed","wishId":"w1","at":1781254801000,"clockSkewMs":0,"how":"written","heldScope":"convention"',
  '{"v":1,"kind":"act","act":{"actId":"a2","kind":"give","subject":"Staff","time":1781254802000,"clockSkewMs":1000,"operator":{"id":"op","label":"Robin"},"station":"Front desk","undoes":null},"wishes":[{"wishId":"w2","userId":"u2","roleId":"staff","roleName":"Staff","wanted":"held","roleScope":"convention","exactScope":false,"base":null,"undoes":null}],"collapses":[],"supersedes":[]',
];
const sums = ['4058706fa7889598', '1ee87d5a2e82abb5', 'cd6b0e6c3d1ce7c1'];

it('a journal of the first version is read, its open change delivered', async () => {
  const journalFolder = await newFolder();
  const lines = versionOne.map((line, index) => `${line},"sum":"${sums[index]}"}\n`);
  await writeFile(join(journalFolder, 'journal-000001.jsonl'), lines.join(''));
  const service = createFakeService();
  const desk = await createDesk({ client: service.client, journalFolder });
  await desk.settle(1_000);
  expect((await desk.rows()).map(({ wishId, state }) => [wishId, state])).toEqual([
    ['w2', 'confirmed'],
    ['w1', 'confirmed'],
  ]);
  expect(service.writes).toEqual(['add u2/staff convention']);
  await desk.changes.dispose();
  expect(await readFile(join(journalFolder, 'journal-000001.jsonl'), 'utf8')).toContain(lines.join(''));
});

it('records of a newer version are left where they are', async () => {
  const journalFolder = await newFolder();
  const newer = '{"v":2,"kind":"something-new","sum":"36461e16785b5968"}\n';
  await writeFile(join(journalFolder, 'journal-000001.jsonl'), newer);
  const desk = await createDesk({ client: createFakeService().client, journalFolder });
  await desk.wish('u1', 'staff');
  await desk.changes.dispose();
  expect((await readFile(join(journalFolder, 'journal-000001.jsonl'), 'utf8')).startsWith(newer)).toBe(true);
});
