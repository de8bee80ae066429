/** Counters over fixed stretches of time, kept in the database so that all instances count together. */
import { sql } from 'kysely';
import type { Database } from './schema.ts';

export interface Count {
  readonly hits: number;
  /** Whole seconds, at least 1, until counting starts anew. */
  readonly secondsLeft: number;
}

/** Counts one more hit on `key`; the first hit opens a window of `windowSeconds`. */
export async function countHit(database: Database, key: string, windowSeconds: number): Promise<Count> {
  const { rows } = await sql<{ hits: number; seconds_left: number }>`
    insert into counter (key, hits, window_ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      hits = case when counter.window_ends_at <= now() then 1 else counter.hits + 1 end,
      window_ends_at = case
        when counter.window_ends_at <= now() then excluded.window_ends_at
        else counter.window_ends_at
      end
    returning hits, greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer as seconds_left
  `.execute(database);
  return { hits: rows[0]?.hits ?? 1, secondsLeft: rows[0]?.seconds_left ?? windowSeconds };
}

export async function forgetHits(database: Database, key: string): Promise<void> {
  await database.deleteFrom('counter').where('key', '=', key).execute();
}
