/**
 * Makes the template from which new embedded databases start: an initialised and migrated cluster, compressed. Initialising
 * one from nothing takes seconds; unpacking one does not. It holds no data and no secrets.
 */
import { rename, rm, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Name of the template beside the built service's main.js. */
export const templateFileName = 'database-template.tar.gz';

/** Writes the template to `file`, whole or not at all. */
export async function makeTemplate(file: string): Promise<void> {
  const embedded = new PGlite({ dataDir: 'memory://' });
  await embedded.waitReady;
  const pool = new pg.Pool({ ...createPgConfig(embedded), max: 1 });
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  await migrate(database);
  // Databases nobody will ever open, and more than half of all files: unpacking costs by the file. The checkpoint spares the
  // first start replaying what was done here.
  await sql`update pg_database set datistemplate = false where datname <> current_database()`.execute(database);
  await sql`drop database template0`.execute(database);
  await sql`drop database template1`.execute(database);
  await sql`checkpoint`.execute(database);
  await database.destroy();
  const dump = await embedded.dumpDataDir('gzip');
  await embedded.close();
  const unfinished = `${file}.${process.pid}`;
  try {
    await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}
