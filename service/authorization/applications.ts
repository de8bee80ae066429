/** Applications that may use the service, and how they prove who they are. */
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { canBeRegistered } from './redirect-uri.ts';
import { equalInConstantTime, hashSecret } from './secrets.ts';

export interface Application {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Scopes users can be asked for. */
  readonly oboScopes: readonly string[];
  /** Scopes the application can have for itself by client credentials. */
  readonly integrationScopes: readonly string[];
  readonly scopesVersion: number;
  /** Shut out by the organisation (specification, "OBO flow", rule 3: misuse leads to suspension). */
  readonly suspended: boolean;
}

export interface ApplicationRegistration {
  readonly clientId: string;
  readonly name: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly oboScopes: readonly string[];
  readonly integrationScopes: readonly string[];
}

/**
 * Registers an application or brings its registration up to date. When its scopes change, everything that was issued
 * to it ends: users authenticate again (specification, "OBO flow", rule 2).
 *
 * @throws {RangeError} when a redirect address can't be used.
 */
export async function registerApplication(database: Database, registration: ApplicationRegistration): Promise<void> {
  for (const uri of registration.redirectUris) {
    if (!canBeRegistered(uri)) throw new RangeError(`The redirect address ${uri} can't be registered.`);
  }
  const values = {
    name: registration.name,
    client_secret_hash: hashSecret(registration.clientSecret),
    redirect_uris: [...registration.redirectUris],
    obo_scopes: [...registration.oboScopes],
    integration_scopes: [...registration.integrationScopes],
  };
  await database
    .insertInto('application')
    .values({ client_id: registration.clientId, ...values })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({
        ...values,
        scopes_version: sql<number>`application.scopes_version + case
          when (application.obo_scopes, application.integration_scopes)
            is distinct from (excluded.obo_scopes, excluded.integration_scopes) then 1
          else 0
        end`,
      }),
    )
    .execute();
}

export async function findApplication(database: Database, clientId: string): Promise<Application | undefined> {
  const found = await findWithSecretHash(database, clientId);
  return found?.application;
}

/** The application whose id and secret these are, or undefined. */
export async function authenticateApplication(
  database: Database,
  clientId: string,
  clientSecret: string,
): Promise<Application | undefined> {
  const found = await findWithSecretHash(database, clientId);
  // Compared even when there is no such application, so that the delay does not tell.
  const matches = equalInConstantTime(hashSecret(clientSecret), found?.secretHash ?? '');
  return matches ? found?.application : undefined;
}

async function findWithSecretHash(
  database: Database,
  clientId: string,
): Promise<{ application: Application; secretHash: string } | undefined> {
  // Ids are bigint: anything else can't be one, and would be an error of the database.
  if (!/^[1-9]\d{0,17}$/.test(clientId)) return undefined;
  const row = await database.selectFrom('application').selectAll().where('client_id', '=', clientId).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    secretHash: row.client_secret_hash,
    application: {
      clientId: row.client_id,
      name: row.name,
      redirectUris: row.redirect_uris,
      oboScopes: row.obo_scopes,
      integrationScopes: row.integration_scopes,
      scopesVersion: row.scopes_version,
      suspended: row.suspended_at !== null,
    },
  };
}
