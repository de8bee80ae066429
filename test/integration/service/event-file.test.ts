import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportEvent, importEvent } from '../../../service/database/event-file.ts';
import { startService, type TestService } from '../../support/service.ts';

// Two whole databases start in each test; on a busy machine that alone can take a minute.
vi.setConfig({ testTimeout: 300_000 });

let folder: string;
let source: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolecall-event-file-'));
  source = await startService({ attendees: 2_100 });
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const tables = ['setting', 'app_user', 'role', 'user_role', 'account', 'application'] as const;
async function everything(service: TestService) {
  const rows = [];
  for (const table of tables) {
    const found = await service.database.selectFrom(table).selectAll().execute();
    rows.push(found.map((row) => JSON.stringify(row)).sort());
  }
  return rows;
}

test('an event moves whole into an empty database, and goes on growing there', async () => {
  const file = join(folder, 'event.jsonl');
  await exportEvent(source.database, file);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
  const target = await startService({ attendees: 0 });
  await importEvent(target.database, file);
  expect(await everything(target)).toEqual(await everything(source));
  const added = await target.database
    .insertInto('role')
    .values({ name: 'New here' })
    .returning('id')
    .executeTakeFirst();
  expect(Number(added?.id)).toBeGreaterThan(113);
  await target.stop();
});

test('not over people who are there, nor from another file; nothing is left half done', async () => {
  const file = join(folder, 'again.jsonl');
  await exportEvent(source.database, file);
  await expect(importEvent(source.database, file)).rejects.toThrow(/empty/);
  const target = await startService({ attendees: 0 });
  const before = await everything(target);
  const broken = join(folder, 'broken.jsonl');
  await writeFile(broken, '{"format":"rolecall-event-1"}\n{"table":"role","rows":[{"id":1,"name":"A"}]}\n{"table":');
  for (const other of [broken, join(folder, 'missing.jsonl'), new URL(import.meta.url).pathname]) {
    await expect(importEvent(target.database, other)).rejects.toThrow(/not a file that --export has written/);
  }
  expect(await everything(target)).toEqual(before);
  await target.stop();
});
