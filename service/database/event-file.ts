/**
 * Moves an event from one database to another: people, roles, memberships, accounts, applications and settings, as lines
 * of JSON. Tokens and sessions stay behind. The file holds personal data and password hashes, so only its owner may read it.
 */
import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { StartUpError } from '../start-up-error.ts';
import { gatherStatistics } from './housekeeping.ts';
import type { Database } from './schema.ts';

/** In the order of their foreign keys. */
const tables = ['setting', 'app_user', 'role', 'user_role', 'account', 'application'] as const;
const rowsPerLine = 2_000;
const format = 'rolecall-event-1';

const headSchema = z.object({ format: z.literal(format) });
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
    await handle.write(`${JSON.stringify({ format })}\n`);
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
          }
        }
      });
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Fills an empty database from an exported file, whole or not at all.
 *
 * @throws {StartUpError} when the database holds people already, or the file is not an exported event.
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
    const anybody = await transaction.selectFrom('app_user').select('id').limit(1).executeTakeFirst();
    if (anybody !== undefined) {
      throw new StartUpError('event-file-unusable', 'The database holds people already; --import needs an empty one.');
    }
    await transaction.deleteFrom('setting').execute();
    let headSeen = false;
    for await (const text of handle.readLines()) {
      if (!headSeen) {
        headSeen = parseLine(headSchema, text, unusable).format === format;
        continue;
      }
      const { table, rows } = parseLine(lineSchema, text, unusable);
      await sql`
        insert into ${sql.table(table)}
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      `.execute(transaction);
    }
    if (!headSeen) throw unusable(undefined);
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
