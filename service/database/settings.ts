/** Settings of the event that every instance on one database shares. */
import { randomBytes } from 'node:crypto';
import type { Database } from './schema.ts';

export async function readSetting(database: Database, key: string): Promise<string | undefined> {
  const row = await database.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

export async function writeSetting(database: Database, key: string, value: string): Promise<void> {
  await database
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * The key that signs cursors and forms: 32 random bytes, made by whichever instance comes first. It is no part of the
 * template, or every installation would share it.
 */
export async function signingKey(database: Database): Promise<Buffer> {
  await database
    .insertInto('setting')
    .values({ key: 'signing-key', value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const value = await readSetting(database, 'signing-key');
  if (value === undefined) throw new Error('The signing key could not be stored.');
  return Buffer.from(value, 'base64');
}
