/**
 * Moves an event from one database to another: people, roles, memberships, accounts, applications and settings, as lines
 * of JSON. Tokens and sessions stay behind. The file holds personal data and password hashes, so only its owner may read it.
 */
import { open, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { StartUpError } from '../start-up-error.ts';
import { gatherStatistics } from './housekeeping.ts';
import type { Database } from './schema.ts';

/** In the order of their foreign keys. */
const tables = ['setting', 'app_user', 'role', 'user_role', 'account', 'application'] as const;
const rowsPerLine = 2_000;
const format = 'rolecall-event-1';

/** `ends`: the last line says how many rows there were. Files of 0.1.0 have no such line. */
const headSchema = z.object({ format: z.literal(format), ends: z.boolean().default(false) });
const endSchema = z.object({ end: z.object({ rows: z.number().int().nonnegative() }) });
const lineSchema = z.object({ table: z.enum(tables), rows: z.array(z.record(z.string(), z.unknown())) });

/**
 * Writes the event as it is at one moment, although others may go on changing it.
 *
 * @throws {StartUpError} when the file is there already or can't be written.
 */
export async function exportEvent(database: Database, file: string): Promise<void> {
  // Never over another file: it may be the only good copy of an event.
  const handle = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    const why =
      (cause as NodeJS.ErrnoException).code === 'EEXIST' ? 'is there already; give another name' : "can't be written";
    throw new StartUpError('event-file-unusable', `${file} ${why}.`, { cause });
  });
  try {
    await handle.write(`${JSON.stringify({ format, ends: true })}\n`);
    let written = 0;
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        for (const table of tables) {
          for (let offset = 0; ; offset += rowsPerLine) {
            const { rows } = await sql<{ row: unknown }>`
              select to_jsonb(source) as row from ${sql.table(table)} as source
              order by 1 limit ${rowsPerLine} offset ${offset}
            `.execute(transaction);
            if (rows.length === 0) break;
            await handle.write(`${JSON.stringify({ table, rows: rows.map(({ row }) => row) })}\n`);
            written += rows.length;
          }
        }
      });
    await handle.write(`${JSON.stringify({ end: { rows: written } })}\n`);
    await handle.sync();
    await handle.close();
  } catch (error) {
    // Half an event is of no use, is somebody's data, and would stand in the way of the next try.
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Fills an empty database from an exported file, whole or not at all.
 *
 * @throws {StartUpError} when the database holds an event already, or the file is not an exported event, was cut off, or has
 *   a row that the database refuses; the line is named, and no row is shown: it is somebody's.
 */
export async function importEvent(database: Database, file: string): Promise<void> {
  const unusable = (cause: unknown) =>
    new StartUpError('event-file-unusable', `${file} can't be read, or is not a file that --export has written.`, {
      cause,
    });
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw unusable(cause);
  });
  const fill = async (transaction: Database): Promise<void> => {
    // Settings are there from the first start on, and the file has its own.
    for (const [table, what] of Object.entries({ app_user: 'people', role: 'roles', application: 'applications' })) {
      const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(transaction);
      if (rows.length > 0) {
        throw new StartUpError(
          'event-file-unusable',
          `The database holds ${what} already; --import needs an empty one.`,
        );
      }
    }
    await transaction.deleteFrom('setting').execute();
    const columns = await columnsOf(transaction);
    let head: z.output<typeof headSchema> | null = null;
    let line = 0;
    let read = 0;
    let ended = false;
    for await (const text of handle.readLines()) {
      line += 1;
      if (head === null) {
        head = parseLine(headSchema, text, unusable);
        continue;
      }
      const refuse = (why: string, cause?: unknown) =>
        new StartUpError('event-file-unusable', `${file}, line ${line}: ${why} Nothing was imported.`, { cause });
      if (ended) throw refuse('there is more after the end.');
      const end = head.ends ? endOf(text) : null;
      if (end !== null) {
        if (end.rows !== read) throw refuse(`the file says ${end.rows} rows, and holds ${read}.`);
        ended = true;
        continue;
      }
      const { table, rows } = parseLine(lineSchema, text, (cause) =>
        refuse('this is not a line that --export has written.', cause),
      );
      for (const row of rows) {
        const strange = Object.keys(row).find((name) => columns.get(table)?.has(name) !== true);
        if (strange !== undefined) throw refuse(`${table} has no column "${strange}".`);
      }
      try {
        await sql`
          insert into ${sql.table(table)}
          select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
        `.execute(transaction);
      } catch (cause) {
        const why = whyRefused(cause, table);
        throw why === null ? cause : refuse(why, cause);
      }
      read += rows.length;
    }
    if (head === null) throw unusable(undefined);
    if (head.ends && !ended) {
      throw new StartUpError(
        'event-file-unusable',
        `${file} was cut off: its last line is missing. Nothing was imported.`,
      );
    }
    for (const table of ['app_user', 'role'] as const) {
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))
      `.execute(transaction);
    }
  };
  try {
    await database.transaction().execute(fill);
  } finally {
    await handle.close();
  }
  await gatherStatistics(database);
}

/** What the tables' columns are called. */
async function columnsOf(database: Database): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns where table_schema = current_schema()
  `.execute(database);
  return new Map(
    tables.map((table) => [
      table,
      new Set(rows.filter(({ table_name }) => table_name === table).map(({ column_name }) => column_name)),
    ]),
  );
}

function endOf(text: string): z.output<typeof endSchema>['end'] | null {
  try {
    return endSchema.safeParse(JSON.parse(text)).data?.end ?? null;
  } catch {
    return null;
  }
}

/** Why the database refused rows, from its error code (PostgreSQL, appendix A); null where it is no matter of the rows. */
function whyRefused(error: unknown, table: string): string | null {
  const { code, column, constraint } = error as { code?: string; column?: string; constraint?: string };
  const where = column ?? constraint;
  const at = where === undefined ? '' : ` (${where})`;
  switch (code) {
    case '23505':
      return `two rows of ${table} are the same where they must differ${at}.`;
    case '23503':
      return `a row of ${table} names somebody or something that is not in the file before it${at}.`;
    case '23502':
      return `a row of ${table} lacks a value${at}.`;
    case '23514':
      return `a row of ${table} has a value that is not allowed${at}.`;
    default:
      // Class 22: values of another kind than their column.
      return code?.startsWith('22') === true ? `a row of ${table} has a value of another kind than its column.` : null;
  }
}

function parseLine<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  unusable: (cause: unknown) => StartUpError,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw unusable(cause);
  }
}
