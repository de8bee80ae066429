/**
 * Opens the service's database: PGlite in memory, PGlite in a folder, or a PostgreSQL server. All three are reached
 * through the same `pg` and kysely, so the rest of the service can't tell them apart.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StartUpError } from '../start-up-error.ts';
import { cacheParameters, DurableNodeFileSystem, durableStartParameters } from './durable-file-system.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrations.ts';
import { preparing } from './prepared-statements.ts';
import type { Database, Schema } from './schema.ts';

export type DatabaseLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'server'; readonly url: string };

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: DatabaseLocation['kind'];
  /** Closes every connection and gives the folder back. */
  close(): Promise<void>;
}

/** Connections to a PostgreSQL server. PGlite has exactly one. */
const serverPoolSize = 10;
const connectTimeoutMilliseconds = 5_000;
const syncsAtOnce = 16;

/**
 * Opens the database and brings its tables to the newest version.
 *
 * @param templateFile a compressed, initialised and migrated PGlite cluster (make-template.ts); where there is no such
 *   file, a new embedded database is initialised from nothing, which takes seconds longer.
 * @param report told about background errors of idle connections, which have no caller to throw to.
 * @throws {StartUpError} when the folder is in use, or the server can't be reached or refuses.
 */
export async function openDatabase(
  location: DatabaseLocation,
  templateFile: string | undefined,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  switch (location.kind) {
    case 'memory':
      return openEmbedded(
        await newEmbedded(
          { dataDir: 'memory://', startParams: [...PGlite.defaultStartParams, ...cacheParameters] },
          templateFile,
        ),
        'memory',
        () => {},
        report,
      );
    case 'folder':
      return openFolder(location.folder, templateFile, report);
    case 'server':
      return openServer(location.url, report);
  }
}

async function openFolder(
  folder: string,
  templateFile: string | undefined,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const clusterFolder = join(folder, 'database');
  try {
    await mkdir(clusterFolder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartUpError('data-folder-unusable', `The data folder ${folder} can't be created or used.`, { cause });
  }
  const lock = lockFolder(folder);
  try {
    const createdMark = join(folder, 'database-created');
    const isNew = !existsSync(createdMark);
    if (isNew) {
      // A first start that was interrupted left half a cluster, in which nothing was ever promised to anybody.
      await rm(clusterFolder, { recursive: true, force: true });
      await mkdir(clusterFolder, { mode: 0o700 });
    }
    const fileSystem = new DurableNodeFileSystem(clusterFolder, { syncs: !isNew });
    const embedded = await newEmbedded(
      { fs: fileSystem, startParams: durableStartParameters() },
      isNew ? templateFile : undefined,
    );
    const opened = await openEmbedded(embedded, 'folder', () => lock.release(), report);
    if (isNew) {
      await sql`checkpoint`.execute(opened.database);
      fileSystem.syncs = true;
      await syncTree(clusterFolder);
      await writeFile(createdMark, '', { flush: true });
    }
    return opened;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Puts a new cluster's files and folders on the disk: unpacking the template does not sync them. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const next = entries.values();
  // Several at a time: the disk answers many waiting syncs with one of its own.
  const work = async (): Promise<void> => {
    for (const entry of next) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) await syncPath(path, 'r+');
      // Windows can't sync folders, and needs not.
      else if (entry.isDirectory() && process.platform !== 'win32') await syncPath(path, 'r');
    }
  };
  await Promise.all(Array.from({ length: syncsAtOnce }, work));
  if (process.platform !== 'win32') await syncPath(folder, 'r');
}

async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function newEmbedded(
  options: ConstructorParameters<typeof PGlite>[0] & object,
  templateFile: string | undefined,
): Promise<PGlite> {
  // Read whole: a blob that stands on a file breaks when the file is replaced under it.
  const template =
    templateFile !== undefined && existsSync(templateFile) ? new Blob([await readFile(templateFile)]) : undefined;
  const embedded = new PGlite({ ...options, ...(template === undefined ? {} : { loadDataDir: template }) });
  await embedded.waitReady;
  return embedded;
}

async function openEmbedded(
  embedded: PGlite,
  kind: 'memory' | 'folder',
  release: () => void,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({ ...createPgConfig(embedded), max: 1 });
  pool.on('error', report);
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  await migrate(database);
  return {
    database,
    kind,
    async close() {
      await database.destroy();
      await embedded.close();
      release();
    },
  };
}

async function openServer(url: string, report: (error: Error) => void): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: serverPoolSize,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
  });
  pool.on('error', report);
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  try {
    await sql`select 1`.execute(database);
  } catch (cause) {
    await database.destroy();
    throw serverRefusal(url, cause);
  }
  await migrate(database);
  return { database, kind: 'server', close: () => database.destroy() };
}

/** Names host and database, never the password that the URL may hold. */
function serverRefusal(url: string, cause: unknown): StartUpError {
  const code = (cause as { code?: string }).code ?? '';
  const { host, pathname } = new URL(url);
  const where = `${pathname.slice(1) || 'the default database'} on ${host || 'the local socket'}`;
  // Class 28 is a refused sign-in, 3D000 a database that does not exist (PostgreSQL, appendix A).
  if (code.startsWith('28')) {
    return new StartUpError(
      'database-refused',
      `PostgreSQL refused to open ${where}: check user name and password in --database-url.`,
      { cause },
    );
  }
  if (code === '3D000') {
    return new StartUpError(
      'database-refused',
      `PostgreSQL has no such database: ${where}. Create it first (createdb).`,
      { cause },
    );
  }
  return new StartUpError(
    'database-unreachable',
    `No PostgreSQL server answers for ${where}. Is it running, and is the address in --database-url right?`,
    { cause },
  );
}
