/**
 * What the service is measured against: one Fastify route that runs the search's SQL and returns its bytes, with no token,
 * no validation and no cursor; and the SQL of add and remove role without any HTTP. A process of its own, forked with the
 * data folder as its argument.
 */
import fastify from 'fastify';
import { CompiledQuery } from 'kysely';
import { openDatabase } from '../../../service/database/open-database.ts';
import type { UserTable } from '../../../service/database/schema.ts';

export type BareQuestion =
  | { readonly kind: 'write'; readonly userId: string; readonly roleId: string; readonly milliseconds: number }
  | { readonly kind: 'stop' };
export type BareAnswer =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'written'; readonly pairsPerSecond: number };

const { database, close } = await openDatabase({ kind: 'folder', folder: process.argv[2] ?? '' }, undefined, () => {});
const run = <Row>(text: string, parameters: readonly unknown[]) =>
  database.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
const searchSql = 'select "app_user".* from "app_user" where "app_user"."id" > $1 order by "app_user"."id" limit $2';
/** As long as a cursor of the service. */
const nextPage = 'x'.repeat(69);

const app = fastify();
app.post<{ Body: { after?: string; limit?: number } }>('/search', async ({ body }) => {
  const { rows } = await run<Record<keyof UserTable, unknown>>(searchSql, [body.after ?? '0', (body.limit ?? 100) + 1]);
  const data = rows.slice(0, body.limit ?? 100).map((row) => ({
    id: row.id,
    email: row.email,
    preferredName: row.preferred_name,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    verified: row.verified,
    phone: row.phone,
    address: row.address,
  }));
  return { data, nextPage };
});

async function write(userId: string, roleId: string, milliseconds: number): Promise<number> {
  const started = performance.now();
  let pairs = 0;
  for (; performance.now() - started < milliseconds; pairs++) {
    await run('insert into "user_role" ("user_id", "role_id", "scope") values ($1, $2, $3)', [
      userId,
      roleId,
      'global',
    ]);
    await run('delete from "user_role" where "user_id" = $1 and "role_id" = $2', [userId, roleId]);
  }
  return (pairs / (performance.now() - started)) * 1_000;
}

function answer(message: BareAnswer): void {
  process.send?.(message);
}

process.on('message', async (question: BareQuestion) => {
  if (question.kind === 'write') {
    const pairsPerSecond = await write(question.userId, question.roleId, question.milliseconds);
    answer({ kind: 'written', pairsPerSecond });
    return;
  }
  await app.close();
  await close();
  process.exit(0);
});
answer({ kind: 'ready', url: await app.listen({ host: '127.0.0.1', port: 0 }) });
