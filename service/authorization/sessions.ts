/** Who is signed in on the service's own pages. */
import { sql } from 'kysely';
import { countHit, forgetHits } from '../database/counters.ts';
import type { Database } from '../database/schema.ts';
import { verifyPassword } from './passwords.ts';
import { hashSecret, newSecret } from './secrets.ts';

export const sessionLifetimeSeconds = 8 * 60 * 60;
/** Wrong passwords per account in one window, then it is closed for the rest of it. Seconds. */
export const signInLimit = { tries: 8, windowSeconds: 15 * 60 } as const;

export interface SignedInUser {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string;
  /** OAuth scopes the user has access to themselves, and may therefore grant. */
  readonly permissions: readonly string[];
}

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly userId: string }
  | { readonly kind: 'wrong' }
  /** Told only to somebody who knows the password. */
  | { readonly kind: 'disabled' }
  | { readonly kind: 'throttled'; readonly secondsLeft: number };

/** Checks e-mail and password. Tries are counted per e-mail address, known or not, before the password is looked at. */
export async function checkPassword(database: Database, email: string, password: string): Promise<SignInOutcome> {
  const address = email.trim().toLowerCase();
  const count = await countHit(database, triesKey(address), signInLimit.windowSeconds);
  if (count.hits > signInLimit.tries) return { kind: 'throttled', secondsLeft: count.secondsLeft };
  // PostgreSQL's text can't hold NUL, so nobody has such an address.
  if (address.includes('\0')) return { kind: 'wrong' };
  const account = await database
    .selectFrom('account')
    .innerJoin('app_user', 'app_user.id', 'account.user_id')
    .select(['account.user_id', 'account.password_hash', 'account.disabled_at'])
    .where(sql`lower(app_user.email)`, '=', address)
    .executeTakeFirst();
  if (!(await verifyPassword(password, account?.password_hash)) || account === undefined) return { kind: 'wrong' };
  await forgetTries(database, address);
  return account.disabled_at === null ? { kind: 'signed-in', userId: account.user_id } : { kind: 'disabled' };
}

/** Opens an account again that too many wrong passwords have closed for a while. */
export async function forgetTries(database: Database, email: string): Promise<void> {
  await forgetHits(database, triesKey(email));
}

function triesKey(email: string): string {
  return `sign-in ${hashSecret(email.trim().toLowerCase())}`;
}

/** @returns the new session's secret, for the cookie. */
export async function startSession(database: Database, userId: string): Promise<string> {
  const secret = newSecret();
  await database
    .insertInto('session')
    .values({
      token_hash: hashSecret(secret),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${sessionLifetimeSeconds})`,
    })
    .execute();
  return secret;
}

export async function endSession(database: Database, secret: string): Promise<void> {
  await database.deleteFrom('session').where('token_hash', '=', hashSecret(secret)).execute();
}

export async function findSignedInUser(database: Database, secret: string): Promise<SignedInUser | undefined> {
  const row = await database
    .selectFrom('session')
    .innerJoin('account', 'account.user_id', 'session.user_id')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(['app_user.id', 'app_user.email', 'preferred_name', 'first_name', 'last_name', 'account.permissions'])
    .where('session.token_hash', '=', hashSecret(secret))
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : {
        userId: row.id,
        displayName: row.preferred_name ?? `${row.first_name} ${row.last_name}`,
        email: row.email,
        permissions: row.permissions,
      };
}
