import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { RolecallError } from '../../../../electron/errors.ts';
import { encodeLine, type JournalRecord } from '../../../../electron/role-changes/journal-record.ts';
import { createDesk, type Desk, newFolder, untilQuiet } from './support/desk.ts';
import { createFakeService } from './support/fake-client.ts';

let desk: Desk | null = null;
afterEach(async () => {
  await desk?.changes.dispose();
  desk = null;
});

function click(number: number, userId: string, wanted: 'held' | 'absent'): JournalRecord {
  return {
    v: 1,
    kind: 'act',
    act: {
      actId: `act-${number}`,
      kind: 'give',
      subject: 'Staff',
      time: number,
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
