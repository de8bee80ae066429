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
  /** `session`: the new session's secret, for the cookie. */
  { readonly kind: 'signed-in'; readonly session: string } | SignInRefusal;

type SignInRefusal =
  | { readonly kind: 'wrong' }
  /** Told only to somebody who knows the password. */
  | { readonly kind: 'disabled' }
  | { readonly kind: 'throttled'; readonly secondsLeft: number };

type CheckedPassword =
  /** `passwordHash`: the one that was compared. */
  { readonly kind: 'right'; readonly userId: string; readonly passwordHash: string } | SignInRefusal;

/** Signs somebody in by e-mail and password. */
export async function signIn(database: Database, email: string, password: string): Promise<SignInOutcome> {
  const checked = await checkPassword(database, email, password);
  if (checked.kind !== 'right') return checked;
  const session = await startSession(database, checked.userId, checked.passwordHash);
  return session === undefined ? { kind: 'wrong' } : { kind: 'signed-in', session };
}

/** Signs one of the made-up operators in. */
export async function signInByClick(database: Database, userId: string): Promise<SignInOutcome> {
  const session = await startSession(database, userId, undefined);
  return session === undefined ? { kind: 'disabled' } : { kind: 'signed-in', session };
}

/** Checks e-mail and password. Tries are counted per e-mail address, known or not, before the password is looked at. */
export async function checkPassword(database: Database, email: string, password: string): Promise<CheckedPassword> {
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
  if (account.disabled_at !== null) return { kind: 'disabled' };
  return { kind: 'right', userId: account.user_id, passwordHash: account.password_hash };
}

/** Opens an account again that too many wrong passwords have closed for a while. */
export async function forgetTries(database: Database, email: string): Promise<void> {
  await forgetHits(database, triesKey(email));
}

function triesKey(email: string): string {
  return `sign-in ${hashSecret(email.trim().toLowerCase())}`;
}

/**
 * Comparing a password takes a while. If the administrator gives another one or disables the account meanwhile, that ends the
 * sessions there are, and this one must not begin after it: hence the condition, with the account's row locked.
 *
 * @param passwordHash the account's when its password was compared; undefined where none was asked for.
 * @returns the new session's secret, for the cookie; undefined when the account is disabled or has another password by now.
 */
export async function startSession(
  database: Database,
  userId: string,
  passwordHash: string | undefined,
): Promise<string | undefined> {
  const secret = newSecret();
  const { numAffectedRows } = await sql`
    insert into session (token_hash, user_id, expires_at)
    select ${hashSecret(secret)}, account.user_id, now() + make_interval(secs => ${sessionLifetimeSeconds})
    from account
    where account.user_id = ${userId} and account.disabled_at is null
      and account.password_hash = coalesce(${passwordHash ?? null}, account.password_hash)
    for share
  `.execute(database);
  return numAffectedRows === 1n ? secret : undefined;
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
        displayName: row.preferred_name ?? `${row.first_name} ${row.last_name}`.trim(),
        email: row.email,
        permissions: row.permissions,
      };
}
