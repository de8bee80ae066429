/** Tables of the service as kysely sees them; migrations.ts holds the SQL that makes them. */
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Address, RoleScope } from '../../contract/registration-api/resources.ts';

/** bigint: comes back as a string of digits, so that no id is ever rounded; goes in as one. */
type Id = ColumnType<string, string, never>;
type GeneratedId = ColumnType<string, string | undefined, never>;
/** timestamptz whose default is the database's clock. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export interface SettingTable {
  key: string;
  value: string;
}

export interface UserTable {
  id: GeneratedId;
  email: string;
  preferred_name: string | null;
  first_name: string;
  last_name: string;
  username: string;
  verified: boolean;
  phone: string | null;
  address: ColumnType<Address | null, string | null, string | null>;
}

export interface RoleTable {
  id: GeneratedId;
  name: string;
}

export interface UserRoleTable {
  user_id: Id;
  role_id: Id;
  scope: RoleScope;
  given_at: CreatedAt;
}

/** A user who may sign in on the authorization page, and the OAuth scopes they have access to themselves. */
export interface AccountTable {
  user_id: Id;
  password_hash: string;
  permissions: string[];
  admin: boolean;
  /** Since when the user may not sign in; null for as long as they may. */
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface ApplicationTable {
  client_id: Id;
  name: string;
  client_secret_hash: string;
  redirect_uris: string[];
  obo_scopes: string[];
  integration_scopes: string[];
  /** Raised whenever the scopes change; whatever was issued under an older version is void. */
  scopes_version: Generated<number>;
  /** Since when the organisation has shut the application out; null for as long as it may in. */
  suspended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** What one user allowed one application: every token of the consent hangs on it and dies with it. */
export interface GrantTable {
  id: string;
  client_id: Id;
  user_id: Id;
  redirect_uri: string;
  oauth_scopes: string[];
  scopes_version: number;
  created_at: CreatedAt;
  revoked_at: Date | null;
}

export interface AuthorizationCodeTable {
  code_hash: string;
  client_id: Id;
  user_id: Id;
  redirect_uri: string;
  oauth_scopes: string[];
  scopes_version: number;
  code_challenge: string | null;
  expires_at: Date;
  used_at: Date | null;
  grant_id: string | null;
}

export interface AccessTokenTable {
  token_hash: string;
  client_id: Id;
  /** Null for tokens of a service integration. */
  grant_id: string | null;
  oauth_scopes: string[];
  scopes_version: number;
  expires_at: Date;
}

export interface RefreshTokenTable {
  token_hash: string;
  grant_id: string;
  oauth_scopes: string[];
  used_at: Date | null;
}

export interface SessionTable {
  token_hash: string;
  user_id: Id;
  expires_at: Date;
}

/** Counters that several instances share: failed sign-ins and rate limits. */
export interface CounterTable {
  key: string;
  window_ends_at: Date;
  hits: number;
}

export interface Schema {
  setting: SettingTable;
  app_user: UserTable;
  role: RoleTable;
  user_role: UserRoleTable;
  account: AccountTable;
  application: ApplicationTable;
  authorization_grant: GrantTable;
  authorization_code: AuthorizationCodeTable;
  access_token: AccessTokenTable;
  refresh_token: RefreshTokenTable;
  session: SessionTable;
  counter: CounterTable;
}

export type Database = Kysely<Schema>;
