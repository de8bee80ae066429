/** What an administrator does with applications: register, list, change, renew the secret, suspend, remove. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { canBeRegistered, whatCanBeRegistered } from '../authorization/redirect-uri.ts';
import { hashSecret, newSecret } from '../authorization/secrets.ts';
import type { Database } from '../database/schema.ts';
import { parseId } from '../ids.ts';
import { checkedName } from './names.ts';
import { CommandRefusal } from './refusal.ts';

export interface ApplicationDetails {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly oboScopes: readonly string[];
  readonly integrationScopes: readonly string[];
}

export interface RegisteredApplication extends ApplicationDetails {
  readonly clientId: string;
  readonly suspended: boolean;
}

/** Nine digits: long enough that an id is never given twice by chance, short enough to be read out. */
const clientIdRange = [100_000_000, 1_000_000_000] as const;

/** @throws {CommandRefusal} when the details don't make an application that could do anything. */
export async function addApplication(
  database: Database,
  details: ApplicationDetails,
): Promise<{ readonly application: RegisteredApplication; readonly clientSecret: string }> {
  const kept = checkedDetails(details);
  const clientSecret = newSecret();
  for (;;) {
    const clientId = String(randomInt(...clientIdRange));
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('application')
      .values({ client_id: clientId, client_secret_hash: hashSecret(clientSecret), ...columns(kept) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) {
      return { application: { clientId, suspended: false, ...kept }, clientSecret };
    }
  }
}

export async function listApplications(database: Database): Promise<RegisteredApplication[]> {
  const rows = await database.selectFrom('application').selectAll().orderBy('client_id').execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    name: row.name,
    redirectUris: row.redirect_uris,
    oboScopes: row.obo_scopes,
    integrationScopes: row.integration_scopes,
    suspended: row.suspended_at !== null,
  }));
}

/**
 * Changes what is given and leaves the rest. Other scopes end everything that was issued: users authenticate again
 * (specification, "OBO flow", rule 2).
 *
 * @throws {CommandRefusal} when there is no such application, or the outcome could not do anything.
 */
export async function changeApplication(
  database: Database,
  clientId: string,
  changes: { readonly [Key in keyof ApplicationDetails]: ApplicationDetails[Key] | undefined },
): Promise<{ readonly application: RegisteredApplication; readonly scopesChanged: boolean }> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('application')
      .selectAll()
      .where('client_id', '=', parseId(clientId) ?? '0')
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw noSuchApplication(clientId);
    const details = checkedDetails({
      name: changes.name ?? row.name,
      redirectUris: changes.redirectUris ?? row.redirect_uris,
      oboScopes: changes.oboScopes ?? row.obo_scopes,
      integrationScopes: changes.integrationScopes ?? row.integration_scopes,
    });
    const scopesChanged =
      !sameScopes(details.oboScopes, row.obo_scopes) || !sameScopes(details.integrationScopes, row.integration_scopes);
    await transaction
      .updateTable('application')
      .set({ ...columns(details), scopes_version: row.scopes_version + (scopesChanged ? 1 : 0) })
      .where('client_id', '=', row.client_id)
      .execute();
    return {
      application: { clientId: row.client_id, suspended: row.suspended_at !== null, ...details },
      scopesChanged,
    };
  });
}

/**
 * @returns the new secret; the old one is refused from now on, tokens that were issued live on.
 * @throws {CommandRefusal} when there is no such application.
 */
export async function renewClientSecret(database: Database, clientId: string): Promise<string> {
  const clientSecret = newSecret();
  const { numUpdatedRows } = await database
    .updateTable('application')
    .set({ client_secret_hash: hashSecret(clientSecret) })
    .where('client_id', '=', parseId(clientId) ?? '0')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noSuchApplication(clientId);
  return clientSecret;
}

/**
 * Shuts an application out: its tokens end at once and it gets no others. A new version of its scopes is what ends them, so
 * they stay dead when the application is let in again.
 *
 * @throws {CommandRefusal} when there is no such application.
 */
export async function suspendApplication(database: Database, clientId: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('application')
    .set({
      suspended_at: sql<Date>`coalesce(suspended_at, now())`,
      scopes_version: sql<number>`scopes_version + 1`,
    })
    .where('client_id', '=', parseId(clientId) ?? '0')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noSuchApplication(clientId);
}

/** @throws {CommandRefusal} when there is no such application. */
export async function resumeApplication(database: Database, clientId: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('application')
    .set({ suspended_at: null })
    .where('client_id', '=', parseId(clientId) ?? '0')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noSuchApplication(clientId);
}

/**
 * Removes an application with every consent and token of it.
 *
 * @throws {CommandRefusal} when there is no such application.
 */
export async function removeApplication(database: Database, clientId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('application')
      .select('client_id')
      .where('client_id', '=', parseId(clientId) ?? '0')
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw noSuchApplication(clientId);
    // Codes before consents, as everybody else locks them; the other way round, two would wait for each other.
    await transaction.deleteFrom('authorization_code').where('client_id', '=', row.client_id).execute();
    await transaction.deleteFrom('application').where('client_id', '=', row.client_id).execute();
  });
}

/** @throws {CommandRefusal} */
function checkedDetails(details: ApplicationDetails): ApplicationDetails {
  const { redirectUris, oboScopes, integrationScopes } = details;
  const name = checkedName('An application', details.name, '--name "Registration desk"');
  for (const uri of redirectUris) {
    if (!canBeRegistered(uri)) {
      throw new CommandRefusal(`--redirect-uri must be ${whatCanBeRegistered}, not “${uri}”.`);
    }
  }
  if (oboScopes.length > 0 && redirectUris.length === 0) {
    throw new CommandRefusal(
      'OBO scopes need an address to send users back to: --redirect-uri rolecall://oauth/callback for the desk.',
    );
  }
  if (oboScopes.length === 0 && integrationScopes.length === 0) {
    throw new CommandRefusal(
      'An application without scopes can do nothing. Give --obo-scopes, --integration-scopes, or both.',
    );
  }
  return { ...details, name };
}

function columns(details: ApplicationDetails) {
  return {
    name: details.name,
    redirect_uris: [...details.redirectUris],
    obo_scopes: [...details.oboScopes],
    integration_scopes: [...details.integrationScopes],
  };
}

function sameScopes(left: readonly string[], right: readonly string[]): boolean {
  return [...left].sort().join(' ') === [...right].sort().join(' ');
}

function noSuchApplication(clientId: string): CommandRefusal {
  return new CommandRefusal(
    `There is no application with the client id ${clientId}. The command “application list” shows them.`,
  );
}
