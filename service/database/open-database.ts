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
import { BearerCache } from '../authorization/bearer-cache.ts';
import { StartUpError } from '../start-up-error.ts';
import { cacheParameters, DurableNodeFileSystem, durableStartParameters } from './durable-file-system.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { gatheringMessages } from './gathered-messages.ts';
import { makeFolder } from './make-folder.ts';
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
  /** Whom tokens stand for; only where no other process can change that. */
  readonly bearers: BearerCache | undefined;
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
 * @throws {StartUpError} when the folder is in use, its database or the template is damaged, or the server can't be reached
 *   or refuses.
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

const createdMark = (folder: string): string => join(folder, 'database-created');

/** Whether a data folder holds a database whose making was finished. */
export function holdsDatabase(folder: string): boolean {
  return existsSync(createdMark(folder));
}

/** @throws {StartUpError} when the folder can't be made or written to, or is in use. */
async function takeFolder(folder: string): Promise<FolderLock> {
  try {
    await makeFolder(folder);
    return lockFolder(folder);
  } catch (cause) {
    if (cause instanceof StartUpError) throw cause;
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new StartUpError(
      'data-folder-unusable',
      `The data folder ${folder} can't be created or written to (${code}). Give a --data-dir that can.`,
      { cause },
    );
  }
}

async function openFolder(
  folder: string,
  templateFile: string | undefined,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const clusterFolder = join(folder, 'database');
  const lock = await takeFolder(folder);
  try {
    const isNew = !holdsDatabase(folder);
    const beginningMark = join(folder, 'database-beginning');
    if (isNew) {
      if (!existsSync(beginningMark) && existsSync(clusterFolder) && (await readdir(clusterFolder)).length > 0) {
        throw new StartUpError(
          'data-folder-unusable',
          `${clusterFolder} holds files that are not this service's. Give another --data-dir, or move them away.`,
        );
      }
      await writeFile(beginningMark, '', { flush: true });
      // A first start that was interrupted left half a cluster, in which nothing was ever promised to anybody.
      await rm(clusterFolder, { recursive: true, force: true });
      await mkdir(clusterFolder, { mode: 0o700 });
    }
    const fileSystem = new DurableNodeFileSystem(clusterFolder, { syncs: !isNew });
    const embedded = await newEmbedded(
      { fs: fileSystem, startParams: durableStartParameters() },
      isNew ? templateFile : undefined,
    ).catch((cause: unknown) => {
      throw isNew ? cause : unopenable(clusterFolder, cause);
    });
    const opened = await openEmbedded(embedded, 'folder', () => lock.release(), report);
    if (isNew) {
      await sql`checkpoint`.execute(opened.database);
      fileSystem.syncs = true;
      await syncTree(clusterFolder);
      await writeFile(createdMark(folder), '', { flush: true });
    }
    await rm(beginningMark, { force: true });
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
  try {
    await embedded.waitReady;
  } catch (cause) {
    if (template === undefined) throw cause;
    throw new StartUpError(
      'template-unusable',
      `A new database can't be begun from ${templateFile}. Make the template anew, or move it away: without it the first start is slower.`,
      { cause },
    );
  }
  return embedded;
}

/** What PGlite throws says nothing to anybody, unless the system gave a reason (no space, no permission). */
function unopenable(clusterFolder: string, cause: unknown): StartUpError {
  const { code = 'its files are damaged or missing' } = cause as NodeJS.ErrnoException;
  return new StartUpError(
    'data-folder-unusable',
    `The database in ${clusterFolder} can't be opened (${code}). Put a copy of the data folder back, or give another --data-dir.`,
    { cause },
  );
}

async function openEmbedded(
  embedded: PGlite,
  kind: 'memory' | 'folder',
  release: () => void,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({ ...createPgConfig(gatheringMessages(embedded) as PGlite), max: 1 });
  pool.on('error', report);
  const bearers = new BearerCache();
  const pooled = preparing(pool, (text) => bearers.noticeStatement(text));
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pooled }) });
  await migrate(database);
  return {
    database,
    kind,
    bearers,
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
  return { database, kind: 'server', bearers: undefined, close: () => database.destroy() };
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
