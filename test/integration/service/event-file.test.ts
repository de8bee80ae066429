import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportEvent, importEvent } from '../../../service/database/event-file.ts';
import { StartUpError } from '../../../service/start-up-error.ts';
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
    await expect(importEvent(target.database, other)).rejects.toThrow(/not a (file|line) that --export has written/);
  }
  expect(await everything(target)).toEqual(before);
  await target.stop();
});

test('not into an event that was begun: the file is not to blame, and nothing is mixed', async () => {
  const file = join(folder, 'begun.jsonl');
  await exportEvent(source.database, file);
  const begun = await startService({ attendees: 0 });
  await begun.database.insertInto('role').values({ id: '9999', name: 'Begun here' }).execute();
  await expect(importEvent(begun.database, file)).rejects.toThrow(/holds roles already; --import needs an empty one/);
  expect(await begun.database.selectFrom('role').select('name').execute()).toEqual([{ name: 'Begun here' }]);
  await begun.database.deleteFrom('role').execute();
  await importEvent(begun.database, file);
  expect(await everything(begun)).toEqual(await everything(source));
  await begun.stop();
});

test('an export that fails half-way leaves no file with people in it, and the next one has its name', async () => {
  const file = join(folder, 'half.jsonl');
  const failing = await startService({ attendees: 20 });
  await sql`alter table application rename to elsewhere`.execute(failing.database);
  await expect(exportEvent(failing.database, file)).rejects.toThrow(/application/);
  await expect(stat(file)).rejects.toThrow(/ENOENT/);
  await sql`alter table elsewhere rename to application`.execute(failing.database);
  await exportEvent(failing.database, file);
  await failing.stop();
});

test('a file that somebody changed or cut is refused with the line, and without anybody in it', async () => {
  const file = join(folder, 'whole.jsonl');
  await exportEvent(source.database, file);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const at = (table: string) => lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
  /** The file with one table's first line changed. */
  const changed = (table: string, change: (rows: Record<string, unknown>[]) => void): string[] => {
    const { rows } = JSON.parse(lines[at(table)] ?? '') as { rows: Record<string, unknown>[] };
    change(rows);
    return lines.with(at(table), JSON.stringify({ table, rows }));
  };
  const people = at('app_user') + 1;
  const cases: readonly (readonly [string[], string])[] = [
    [changed('app_user', (rows) => rows.push({ ...rows[0] })), `line ${people}: two rows of app_user are the same`],
    [changed('app_user', (rows) => delete rows[0]?.email), `line ${people}: a row of app_user lacks a value (email)`],
    [
      changed('app_user', (rows) => {
        Object.assign(rows[0] ?? {}, { id: 'x' });
      }),
      `line ${people}: a row of app_user has a value of another kind`,
    ],
    [
      changed('app_user', (rows) => {
        Object.assign(rows[0] ?? {}, { nickname: 'x' });
      }),
      `line ${people}: app_user has no column "nickname"`,
    ],
    [changed('role', (rows) => rows.shift()), 'names somebody or something that is not in the file before it'],
    [lines.slice(0, 3), 'was cut off'],
    [lines.toSpliced(at('application'), 1), 'rows, and holds'],
    [[...lines, lines[1] ?? ''], 'there is more after the end'],
  ];
  const target = await startService({ attendees: 0 });
  const before = await everything(target);
  const someone = (JSON.parse(lines[at('app_user')] ?? '') as { rows: { email: string }[] }).rows[0]?.email ?? '';
  for (const [content, why] of cases) {
    const other = join(folder, 'changed.jsonl');
    await writeFile(other, `${content.join('\n')}\n`);
    const refusal = await importEvent(target.database, other).catch((error: unknown) => error);
    expect(refusal, why).toBeInstanceOf(StartUpError);
    expect((refusal as Error).message).toContain(why);
    expect((refusal as Error).message).not.toContain(someone);
  }
  expect(await everything(target)).toEqual(before);
  // As 0.1.0 wrote it: without an end.
  const older = join(folder, 'older.jsonl');
  await writeFile(older, `${['{"format":"rolecall-event-1"}', ...lines.slice(1, -1)].join('\n')}\n`);
  await importEvent(target.database, older);
  expect(await everything(target)).toEqual(await everything(source));
  await target.stop();
});
