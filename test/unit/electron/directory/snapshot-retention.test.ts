import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { snapshotName } from '../../../../electron/directory/snapshot.ts';
import { createSnapshotRetention } from '../../../../electron/directory/snapshot-retention.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createHandClock } from '../../../support/directory/hand-clock.ts';
import { createMadeUpSettings } from '../../../support/directory/made-up-directory.ts';

const day = 24 * 60 * 60_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-retention-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A connection whose snapshot was last used at that time. */
async function connection(name: string, usedAt: number): Promise<void> {
  await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, name, snapshotName), 'x');
  await writeFile(path.join(folder, name, 'roles.json'), '{}');
  await utimes(path.join(folder, name, snapshotName), usedAt / 1000, usedAt / 1000);
}

const kept = async (name: string) => (await readdir(path.join(folder, name))).includes(snapshotName);

function retention(at = folder) {
  const clock = createHandClock(100 * day);
  const settings = createMadeUpSettings();
  return { clock, settings, made: createSnapshotRetention({ folder: at, settings, clock, log: silentLog }) };
}

it('deletes the copy of people of every connection that was not used for so long, and nothing else', async () => {
  await connection('long-ago', 100 * day - 14 * day - 1000);
  await connection('just-in-time', 100 * day - 14 * day);
  const { made } = retention();
  await made.check();
  made.dispose();
  expect(await kept('long-ago')).toBe(false);
  expect(await readdir(path.join(folder, 'long-ago'))).toEqual(['roles.json']);
  expect(await kept('just-in-time')).toBe(true);
});

it('deletes what a killed program was about to write, once it is as old', async () => {
  await connection('one', 100 * day);
  const unfinished = path.join(folder, 'one', `${snapshotName}.new`);
  await writeFile(unfinished, 'x');
  await utimes(unfinished, 100 * 86_400, 100 * 86_400);
  const { made, clock } = retention();
  await made.check();
  expect(await readdir(path.dirname(unfinished))).toContain(path.basename(unfinished));
  clock.sleep(15 * day);
  await made.check();
  made.dispose();
  expect(await readdir(path.dirname(unfinished))).toEqual(['roles.json']);
});

it('looks again every hour, after the machine slept, and when fewer days are set', async () => {
  await connection('one', 100 * day - 14 * day);
  await connection('two', 100 * day - 3 * day);
  await connection('three', 100 * day);
  const { made, clock, settings } = retention();
  await made.check();
  await clock.pass(60 * 60_000);
  await until(async () => !(await kept('one')));
  expect(await kept('two')).toBe(true);
  settings.change({ snapshotDays: 2 });
  await until(async () => !(await kept('two')));
  clock.sleep(2 * day);
  await made.check();
  expect(await kept('three')).toBe(false);
  made.dispose();
  expect(clock.waiting).toBe(0);
});

it('is content with a folder that is not there', async () => {
  const { made } = retention(path.join(folder, 'nowhere'));
  await made.check();
  made.dispose();
});

/** The disk is a real one: waits for what was set off. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}
