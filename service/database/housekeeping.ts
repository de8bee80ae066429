/** Removes what has run out. Nothing depends on it but the size of the tables. */
import { sql } from 'kysely';
import type { Database } from './schema.ts';

/** Used refresh tokens are kept this long to recognise somebody who comes back with one. */
const usedTokenDays = 90;

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
