/**
 * Lets the database keep the plans of statements that come again and again. The bearer's lookup precedes every data request;
 * planned anew each time, its three tables cost more than the request itself.
 */
import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * No stars: when another instance's migration adds a column, a kept statement with a star fails until the connection ends.
 */
const preparable = /^\s*(?:select|insert|update|delete)\s[^*]*$/;
/** Statements that are different each time would fill the server's memory. */
const maximumStatements = 200;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maximumStatements || !preparable.test(text)) return undefined;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #notice: NoticeStatement;

  constructor(client: pg.PoolClient, notice: NoticeStatement) {
    this.#client = client;
    this.#notice = notice;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Nothing of the service reads by cursor.');
    return this.#run(text, values);
  }

  async #run(text: string, values: readonly unknown[]): Promise<unknown> {
    const name = nameOf(text);
    this.#notice(text);
    try {
      return await this.#client.query({ ...(name === undefined ? {} : { name }), text, values: [...values] });
    } finally {
      this.#notice(text);
    }
  }

  release(): void {
    this.#client.release();
  }
}

/** Told of each statement before it runs and once it ran. */
export type NoticeStatement = (text: string) => void;

/** The pool for kysely whose clients name the statements they send: each is parsed and planned once in a connection. */
export function preparing(pool: pg.Pool, notice: NoticeStatement = () => {}): PostgresPool {
  return {
    connect: async () => new PreparingClient(await pool.connect(), notice),
    end: () => pool.end(),
  };
}
