/**
 * Codes, tokens and the consents behind them. Every decision that must be taken once (use this code, use this refresh
 * token) is one UPDATE with its condition inside, so that the database decides between two requests of the same moment,
 * whichever instance of the service they reach.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Application } from './applications.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Bearer } from './bearer-cache.ts';
import { missingFrom } from './oauth-scopes.ts';
import { verifierHolds } from './pkce.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** A code is exchanged at once or not at all (docs/decisions.md, "code lifetime"). */
export const codeLifetimeSeconds = 60;

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly oauthScopes: readonly string[];
}

/** Why a token request is refused (RFC 6749 5.2), in words for the application's makers. */
export interface TokenRefusal {
  readonly error: 'invalid_client' | 'invalid_grant' | 'invalid_scope';
  readonly description: string;
}

export type TokenOutcome =
  | { readonly ok: true; readonly tokens: IssuedTokens }
  | ({ readonly ok: false } & TokenRefusal);

export interface TokenLifetimes {
  readonly accessTokenSeconds: number;
  /** How long a used refresh token may be used again, for replies lost on the way; 0 means never. */
  readonly refreshGraceSeconds: number;
}

/**
 * A new authorization code for what the user has just allowed; undefined when their account may not allow it any more, or the
 * application is gone.
 *
 * Both rows are locked for this one statement: an administrator who disables the account, takes a permission or removes the
 * application in the same moment either comes first, and there is no code, or waits, and then finds the code and removes it.
 */
export async function issueCode(
  database: Database,
  application: Application,
  userId: string,
  request: AuthorizationRequest,
): Promise<string | undefined> {
  const code = newSecret();
  const scopes = [...request.oauthScopes];
  const { numAffectedRows } = await sql`
    insert into authorization_code
      (code_hash, client_id, user_id, redirect_uri, oauth_scopes, scopes_version, code_challenge, expires_at)
    select ${hashSecret(code)}, application.client_id, account.user_id, ${request.redirectUri}, ${scopes}::text[],
      ${application.scopesVersion}::integer, ${request.codeChallenge ?? null}, ${fromNow(codeLifetimeSeconds)}
    from account, application
    where account.user_id = ${userId} and account.disabled_at is null and account.permissions @> ${scopes}::text[]
      and application.client_id = ${application.clientId}
    for share of account for key share of application
  `.execute(database);
  return numAffectedRows === 1n ? code : undefined;
}

/** Whether a user's account may still allow these scopes: it is not disabled, and holds all of them. */
async function mayAllow(database: Database, userId: string, scopes: readonly string[]): Promise<boolean> {
  // Not locked: whoever changes an account locks it before codes and grants, and here one of those is locked already.
  const account = await database
    .selectFrom('account')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`permissions @> ${[...scopes]}::text[]`)
    .executeTakeFirst();
  return account !== undefined;
}

/**
 * Whether the application is still registered. Ask first of all in a transaction: its row stays locked, so that an administrator
 * who removes it in the same moment either has come first, or waits, and then takes along what is issued here. A removal goes
 * on from the application to its codes and grants; whoever locked one of those before would wait for it, and it for them.
 */
async function isRegistered(transaction: Database, application: Application): Promise<boolean> {
  const row = await transaction
    .selectFrom('application')
    .select('client_id')
    .where('client_id', '=', application.clientId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string | undefined;
  readonly codeVerifier: string | undefined;
  readonly oauthScopes: readonly string[] | undefined;
}

/**
 * Exchanges a code for tokens: once, by the application and for the redirect address it was made for, within its
 * lifetime. A second use revokes what the first one gave (RFC 6749 4.1.2).
 */
export function exchangeCode(
  database: Database,
  application: Application,
  exchange: CodeExchange,
  lifetimes: TokenLifetimes,
): Promise<TokenOutcome> {
  const codeHash = hashSecret(exchange.code);
  return database.transaction().execute(async (transaction) => {
    if (!(await isRegistered(transaction, application))) return noSuchApplication;
    const code = await transaction
      .selectFrom('authorization_code')
      .selectAll()
      .select(sql<boolean>`expires_at > now()`.as('fresh'))
      .where('code_hash', '=', codeHash)
      .where('client_id', '=', application.clientId)
      .forUpdate()
      .executeTakeFirst();
    if (code === undefined) return invalidGrant('The code is not known, or was issued to another application.');
    if (code.used_at !== null) {
      if (code.grant_id !== null) await revokeGrant(transaction, code.grant_id);
      return invalidGrant('The code was used before. What it gave has been revoked; the user must authorize again.');
    }
    if (!code.fresh) return invalidGrant('The code has expired; the user must authorize again.');
    if (code.scopes_version !== application.scopesVersion) return scopesChanged;
    if (exchange.redirectUri !== code.redirect_uri) {
      return invalidGrant('redirect_uri differs from the one of the authorization request.');
    }
    if (!verifierHolds(code.code_challenge, exchange.codeVerifier)) {
      return invalidGrant(
        code.code_challenge === null
          ? 'code_verifier was sent, but the authorization request had no code_challenge.'
          : 'code_verifier is missing or does not match the code_challenge.',
      );
    }
    const scopes = exchange.oauthScopes ?? code.oauth_scopes;
    const excess = missingFrom(code.oauth_scopes, scopes);
    if (excess.length > 0) return invalidScope(`The user has not granted: ${excess.join(' ')}.`);
    if (!(await mayAllow(transaction, code.user_id, scopes))) return noLongerAllowed;
    const grantId = randomUUID();
    await transaction
      .insertInto('authorization_grant')
      .values({
        id: grantId,
        client_id: application.clientId,
        user_id: code.user_id,
        redirect_uri: code.redirect_uri,
        oauth_scopes: [...scopes],
        scopes_version: application.scopesVersion,
      })
      .execute();
    await transaction
      .updateTable('authorization_code')
      .set({ used_at: sql<Date>`now()`, grant_id: grantId })
      .where('code_hash', '=', codeHash)
      .execute();
    return { ok: true, tokens: await issueTokens(transaction, application, grantId, scopes, lifetimes) };
  });
}

/**
 * Exchanges a refresh token for a new pair. The old refresh token is dead from then on; using it again revokes the
 * whole grant, because one of its two users is not who they should be (RFC 9700 4.14.2).
 */
export function refresh(
  database: Database,
  application: Application,
  refreshToken: string,
  redirectUri: string | undefined,
  requestedScopes: readonly string[] | undefined,
  lifetimes: TokenLifetimes,
): Promise<TokenOutcome> {
  const tokenHash = hashSecret(refreshToken);
  return database.transaction().execute(async (transaction) => {
    if (!(await isRegistered(transaction, application))) return noSuchApplication;
    const token = await transaction
      .selectFrom('refresh_token')
      .innerJoin('authorization_grant', 'authorization_grant.id', 'refresh_token.grant_id')
      .select([
        'refresh_token.grant_id',
        'refresh_token.oauth_scopes',
        'refresh_token.used_at',
        'authorization_grant.user_id',
        'authorization_grant.redirect_uri',
        'authorization_grant.revoked_at',
        'authorization_grant.scopes_version',
      ])
      .select(
        // The clock, not the start of this transaction, which may lie before the other one used the token.
        sql<boolean>`refresh_token.used_at > clock_timestamp() - make_interval(secs => ${lifetimes.refreshGraceSeconds})`.as(
          'within_grace',
        ),
      )
      .where('refresh_token.token_hash', '=', tokenHash)
      .where('authorization_grant.client_id', '=', application.clientId)
      .forUpdate()
      .executeTakeFirst();
    if (token === undefined)
      return invalidGrant('The refresh token is not known, or was issued to another application.');
    if (token.revoked_at !== null) return invalidGrant('Access has been revoked; the user must authorize again.');
    const mayRepeat = lifetimes.refreshGraceSeconds > 0 && token.within_grace;
    if (token.used_at !== null && !mayRepeat) {
      await revokeGrant(transaction, token.grant_id);
      return invalidGrant('The refresh token was used before. Access has been revoked; the user must authorize again.');
    }
    if (token.scopes_version !== application.scopesVersion) return scopesChanged;
    if (redirectUri !== undefined && redirectUri !== token.redirect_uri) {
      return invalidGrant('redirect_uri differs from the one of the authorization request.');
    }
    const scopes = requestedScopes ?? token.oauth_scopes;
    const excess = missingFrom(token.oauth_scopes, scopes);
    if (excess.length > 0) {
      return invalidScope(`A refresh can't add scopes; the user must authorize again for: ${excess.join(' ')}.`);
    }
    if (!(await mayAllow(transaction, token.user_id, scopes))) {
      await revokeGrant(transaction, token.grant_id);
      return noLongerAllowed;
    }
    await transaction
      .updateTable('refresh_token')
      .set({ used_at: sql<Date>`coalesce(used_at, now())` })
      .where('token_hash', '=', tokenHash)
      .execute();
    return { ok: true, tokens: await issueTokens(transaction, application, token.grant_id, scopes, lifetimes) };
  });
}

/** A token of the application's own (client credentials). Others it has stay valid; there is no refresh token. */
export function issueIntegrationToken(
  database: Database,
  application: Application,
  scopes: readonly string[],
  lifetimes: TokenLifetimes,
): Promise<TokenOutcome> {
  return database.transaction().execute(async (transaction) => {
    if (!(await isRegistered(transaction, application))) return noSuchApplication;
    const accessToken = await insertAccessToken(transaction, application, null, scopes, lifetimes);
    return { ok: true, tokens: { accessToken, refreshToken: undefined, oauthScopes: scopes } };
  });
}

async function issueTokens(
  database: Database,
  application: Application,
  grantId: string,
  scopes: readonly string[],
  lifetimes: TokenLifetimes,
): Promise<IssuedTokens> {
  const accessToken = await insertAccessToken(database, application, grantId, scopes, lifetimes);
  const refreshToken = newSecret();
  await database
    .insertInto('refresh_token')
    .values({ token_hash: hashSecret(refreshToken), grant_id: grantId, oauth_scopes: [...scopes] })
    .execute();
  return { accessToken, refreshToken, oauthScopes: scopes };
}

async function insertAccessToken(
  database: Database,
  application: Application,
  grantId: string | null,
  scopes: readonly string[],
  lifetimes: TokenLifetimes,
): Promise<string> {
  const accessToken = newSecret();
  await database
    .insertInto('access_token')
    .values({
      token_hash: hashSecret(accessToken),
      client_id: application.clientId,
      grant_id: grantId,
      oauth_scopes: [...scopes],
      scopes_version: application.scopesVersion,
      expires_at: fromNow(lifetimes.accessTokenSeconds),
    })
    .execute();
  return accessToken;
}

/** Ends a consent: its access tokens and refresh tokens stop working at once. */
export async function revokeGrant(database: Database, grantId: string): Promise<void> {
  await database
    .updateTable('authorization_grant')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', grantId)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Who a valid, unexpired, unrevoked access token stands for. Written as SQL: before every data request comes this one, and
 * building it each time took longer than running it.
 */
export async function findBearer(
  { database, bearers }: Pick<ServiceContext, 'database' | 'bearers'>,
  accessToken: string,
): Promise<Bearer | undefined> {
  const tokenHash = hashSecret(accessToken);
  const known = bearers?.find(tokenHash, Date.now());
  if (known !== undefined) return known;
  const generation = bearers?.generation;
  const { rows } = await sql<{
    client_id: string;
    oauth_scopes: string[];
    user_id: string | null;
    expires_at: Date;
  }>`select access_token.client_id, access_token.oauth_scopes, access_token.expires_at, authorization_grant.user_id
    from access_token
    join application on application.client_id = access_token.client_id
      and application.scopes_version = access_token.scopes_version
    left join authorization_grant on authorization_grant.id = access_token.grant_id
    where access_token.token_hash = ${tokenHash} and access_token.expires_at > now()
      and authorization_grant.revoked_at is null`.execute(database);
  const row = rows[0];
  if (row === undefined) return undefined;
  const bearer: Bearer = { clientId: row.client_id, userId: row.user_id, oauthScopes: row.oauth_scopes };
  if (bearers !== undefined && generation !== undefined) {
    bearers.remember(tokenHash, bearer, row.expires_at.getTime(), generation);
  }
  return bearer;
}

/**
 * Ends a token at its application's wish (RFC 7009). A refresh token takes its whole grant along, an access token only
 * itself. A token nobody knows is already as good as revoked.
 *
 * @returns false when the token belongs to another application.
 */
export async function revokeToken(database: Database, application: Application, token: string): Promise<boolean> {
  const tokenHash = hashSecret(token);
  const refreshToken = await database
    .selectFrom('refresh_token')
    .innerJoin('authorization_grant', 'authorization_grant.id', 'refresh_token.grant_id')
    .select(['refresh_token.grant_id', 'authorization_grant.client_id'])
    .where('refresh_token.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (refreshToken !== undefined) {
    if (refreshToken.client_id !== application.clientId) return false;
    await revokeGrant(database, refreshToken.grant_id);
    return true;
  }
  const accessToken = await database
    .selectFrom('access_token')
    .select('client_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (accessToken !== undefined && accessToken.client_id !== application.clientId) return false;
  await database.deleteFrom('access_token').where('token_hash', '=', tokenHash).execute();
  return true;
}

export interface ConnectedApplication {
  readonly clientId: string;
  readonly name: string;
  readonly oauthScopes: readonly string[];
  readonly since: Date;
}

/** Applications a user has allowed something that still holds. */
export async function listConnectedApplications(database: Database, userId: string): Promise<ConnectedApplication[]> {
  const rows = await database
    .selectFrom('authorization_grant')
    .innerJoin('application', (join) =>
      join
        .onRef('application.client_id', '=', 'authorization_grant.client_id')
        .onRef('application.scopes_version', '=', 'authorization_grant.scopes_version'),
    )
    .select(['application.client_id', 'application.name', 'authorization_grant.oauth_scopes', 'created_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const applications = new Map<string, ConnectedApplication>();
  for (const row of rows) {
    const earlier = applications.get(row.client_id);
    applications.set(row.client_id, {
      clientId: row.client_id,
      name: row.name,
      oauthScopes: [...new Set([...(earlier?.oauthScopes ?? []), ...row.oauth_scopes])],
      since: earlier?.since ?? row.created_at,
    });
  }
  return [...applications.values()];
}

/** The user takes back everything they allowed one application, codes not yet exchanged included. */
export async function revokeApplicationOfUser(database: Database, userId: string, clientId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('authorization_code')
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .where('used_at', 'is', null)
      .execute();
    await transaction
      .updateTable('authorization_grant')
      .set({ revoked_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('client_id', '=', clientId)
      .where('revoked_at', 'is', null)
      .execute();
  });
}

const noSuchApplication: { ok: false } & TokenRefusal = {
  ok: false,
  error: 'invalid_client',
  description: 'The application is not registered any more.',
};
const noLongerAllowed = invalidGrant('The user may not sign in any more, or has lost a permission this needs.');
const scopesChanged = invalidGrant("The application's scopes have changed; the user must authorize again.");

function invalidGrant(description: string): { ok: false } & TokenRefusal {
  return { ok: false, error: 'invalid_grant', description };
}

function invalidScope(description: string): { ok: false } & TokenRefusal {
  return { ok: false, error: 'invalid_scope', description };
}

/** The database's clock decides what has expired, as several instances share it. */
function fromNow(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
