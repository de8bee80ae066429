/** What an administrator does with operators: people who may sign in, and the OAuth scopes they may grant. */
import { sql } from 'kysely';
import { hashPassword } from '../authorization/passwords.ts';
import { newSecret } from '../authorization/secrets.ts';
import { forgetTries } from '../authorization/sessions.ts';
import type { Database } from '../database/schema.ts';
import { CommandRefusal } from './refusal.ts';

export interface Operator {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly disabled: boolean;
}

export interface NewOperator {
  readonly email: string;
  /** Needed for somebody who is not registered yet. */
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly preferredName: string | undefined;
  readonly username: string | undefined;
  readonly permissions: readonly string[];
}

const shortestPassword = 12;
/** The sign-in page takes no longer one. */
const longestPassword = 1_024;

/** A password nobody has to remember for long: 96 random bits. */
export function newPassword(): string {
  return newSecret().slice(0, 16);
}

/** @throws {CommandRefusal} */
export function checkPasswordLength(password: string): void {
  if (password.length < shortestPassword || password.length > longestPassword) {
    throw new CommandRefusal(
      `The password has to be ${shortestPassword} to ${longestPassword} letters long. A sentence is easy to remember.`,
    );
  }
}

/**
 * Lets somebody sign in. A person who is registered already gets an account; anybody else is registered first.
 *
 * @throws {CommandRefusal}
 */
export async function addOperator(database: Database, operator: NewOperator, password: string): Promise<Operator> {
  const email = operator.email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new CommandRefusal(`“${email}” is not an e-mail address. Write it like robin@example.org.`);
  }
  const passwordHash = await hashPassword(password);
  return database.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('app_user')
      .leftJoin('account', 'account.user_id', 'app_user.id')
      .select(['app_user.id', 'account.user_id'])
      .where(sql`lower(app_user.email)`, '=', email.toLowerCase())
      .executeTakeFirst();
    if (known !== undefined && known.user_id !== null) {
      throw new CommandRefusal(
        `${email} is an operator already. Use “operator permissions”, “operator password” or “operator enable”.`,
      );
    }
    const userId = known?.id ?? (await registerPerson(transaction, operator, email));
    await transaction
      .insertInto('account')
      .values({
        user_id: userId,
        password_hash: passwordHash,
        permissions: [...operator.permissions],
        admin: false,
      })
      .execute();
    return findOperator(transaction, email);
  });
}

async function registerPerson(database: Database, operator: NewOperator, email: string): Promise<string> {
  const { firstName, lastName } = operator;
  if (firstName === undefined || lastName === undefined) {
    throw new CommandRefusal(`${email} is not registered yet. Give --first-name and --last-name too.`);
  }
  // One of the two may be empty, for whoever has one name only; an empty preferred name would hide both.
  const preferredName = operator.preferredName?.trim() ?? '';
  if (`${firstName}${lastName}`.trim() === '') {
    throw new CommandRefusal('The operator needs a name: give --first-name or --last-name something to read.');
  }
  const username = operator.username?.trim() ?? email.slice(0, email.indexOf('@'));
  if (username === '') throw new CommandRefusal('The user name is empty. Give one with --username, or leave it out.');
  const taken = await database.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirst();
  if (taken !== undefined) {
    throw new CommandRefusal(`Somebody else has the user name ${username}. Give another one with --username.`);
  }
  const { id } = await database
    .insertInto('app_user')
    .values({
      email,
      preferred_name: preferredName === '' ? null : preferredName,
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      username,
      verified: true,
      phone: null,
      address: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function listOperators(database: Database): Promise<Operator[]> {
  const rows = await operators(database).orderBy('app_user.email').execute();
  return rows.map(toOperator);
}

/** @throws {CommandRefusal} when nobody with this address may sign in. */
export async function findOperator(database: Database, email: string): Promise<Operator> {
  const row = await operators(database)
    .where(sql`lower(app_user.email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst();
  if (row === undefined) {
    throw new CommandRefusal(`There is no operator ${email}. The command “operator list” shows them.`);
  }
  return toOperator(row);
}

/**
 * Replaces what an operator may grant. A consent that goes beyond it ends, with its tokens.
 *
 * @throws {CommandRefusal} when nobody with this address may sign in.
 */
export async function setPermissions(
  database: Database,
  email: string,
  permissions: readonly string[],
): Promise<Operator> {
  return database.transaction().execute(async (transaction) => {
    const { userId } = await findOperator(transaction, email);
    await transaction
      .updateTable('account')
      .set({ permissions: [...permissions] })
      .where('user_id', '=', userId)
      .execute();
    await endConsentsBeyond(transaction, userId, permissions);
    return findOperator(transaction, email);
  });
}

/**
 * Replaces the password, ends every session of the operator and forgets wrong tries.
 *
 * @throws {CommandRefusal} when nobody with this address may sign in.
 */
export async function setPassword(database: Database, email: string, password: string): Promise<Operator> {
  const passwordHash = await hashPassword(password);
  return database.transaction().execute(async (transaction) => {
    const operator = await findOperator(transaction, email);
    await transaction
      .updateTable('account')
      .set({ password_hash: passwordHash })
      .where('user_id', '=', operator.userId)
      .execute();
    await transaction.deleteFrom('session').where('user_id', '=', operator.userId).execute();
    await forgetTries(transaction, operator.email);
    return operator;
  });
}

/**
 * Keeps an operator from signing in; sessions, consents and their tokens end at once. The person stays registered.
 *
 * @throws {CommandRefusal} when nobody with this address has an account.
 */
export async function disableOperator(database: Database, email: string): Promise<Operator> {
  return database.transaction().execute(async (transaction) => {
    const { userId } = await findOperator(transaction, email);
    await transaction
      .updateTable('account')
      .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
      .where('user_id', '=', userId)
      .execute();
    await transaction.deleteFrom('session').where('user_id', '=', userId).execute();
    await endConsentsBeyond(transaction, userId, []);
    return findOperator(transaction, email);
  });
}

/** @throws {CommandRefusal} when nobody with this address has an account. */
export async function enableOperator(database: Database, email: string): Promise<Operator> {
  return database.transaction().execute(async (transaction) => {
    const { userId } = await findOperator(transaction, email);
    await transaction.updateTable('account').set({ disabled_at: null }).where('user_id', '=', userId).execute();
    return findOperator(transaction, email);
  });
}

/**
 * Ends consents of a user that hold more than `permissions`, codes not yet exchanged included; all of them where it is
 * empty. Call it after the account was changed in the same transaction: its row, locked by that, keeps new codes waiting.
 */
async function endConsentsBeyond(database: Database, userId: string, permissions: readonly string[]): Promise<void> {
  const beyond = sql<boolean>`not oauth_scopes <@ ${[...permissions]}::text[]`;
  await database
    .deleteFrom('authorization_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where(beyond)
    .execute();
  await database
    .updateTable('authorization_grant')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(beyond)
    .execute();
}

function operators(database: Database) {
  return database
    .selectFrom('account')
    .innerJoin('app_user', 'app_user.id', 'account.user_id')
    .select([
      'app_user.id',
      'app_user.email',
      'app_user.preferred_name',
      'app_user.first_name',
      'app_user.last_name',
      'account.permissions',
      'account.disabled_at',
    ]);
}

function toOperator(row: Awaited<ReturnType<ReturnType<typeof operators>['executeTakeFirstOrThrow']>>): Operator {
  return {
    userId: row.id,
    email: row.email,
    name: row.preferred_name ?? `${row.first_name} ${row.last_name}`.trim(),
    permissions: row.permissions,
    disabled: row.disabled_at !== null,
  };
}
