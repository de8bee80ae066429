/** Removes what has run out, and keeps what the database knows about its tables. */
import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** Used refresh tokens are kept this long to recognise somebody who comes back with one. */
const usedTokenDays = 90;

/**
 * After an event has been filled in: PGlite has no autovacuum, and without statistics pages are sorted instead of read from
 * an index. Only the tables that were filled: going through the database's own ones as well takes an embedded database a second.
 */
export async function gatherStatistics(database: Database): Promise<void> {
  await sql`vacuum (analyze) app_user, role, user_role`.execute(database);
}

/** Nothing depends on it but the size of the tables. */
export async function removeExpired(database: Database): Promise<void> {
  await database.deleteFrom('access_token').where('expires_at', '<', sql<Date>`now()`).execute();
  await database.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute();
  await database.deleteFrom('counter').where('window_ends_at', '<', sql<Date>`now()`).execute();
  // A used code is remembered for a day, so that its second use still revokes what the first one gave.
  await database
    .deleteFrom('authorization_code')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await database
    .deleteFrom('refresh_token')
    .where('used_at', '<', sql<Date>`now() - make_interval(days => ${usedTokenDays})`)
    .execute();
}
