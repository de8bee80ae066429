import type { ConnectionFile, TokenUse } from '../../contract/desk/connections.ts';
import { type OauthScope, oauthScopes } from '../../contract/registration-api/endpoints.ts';
import { RolecallError } from '../errors.ts';
import type { AccessToken, AccessTokens } from '../registration/access-tokens.ts';
import type { IntegrationTokens } from './integration-tokens.ts';
import type { OperatorTokens } from './operator-tokens.ts';

/** What this session can't do with any token it may have, as far as it is known. */
export interface Abilities {
  readonly mayRead: boolean;
  readonly mayChangeRoles: boolean;
}

/**
 * Chooses the token for each call (docs/decisions.md, "which token opens data endpoints"). `automatic` tries the
 * operator's token where its granted scopes cover the call and remembers for the session when the service wants
 * another. Nothing is handed out while nobody is signed in.
 */
export class ConnectionAccessTokens implements AccessTokens {
  readonly #dataAccess: ConnectionFile['dataAccess'];
  readonly #operator: OperatorTokens;
  readonly #integration: IntegrationTokens;
  readonly #changed: () => void;
  readonly #now: () => number;
  /** Scopes for which the service did not take the operator's token. */
  readonly #notByOperator = new Set<OauthScope>();
  /** Scopes no token opens. */
  readonly #closed = new Set<OauthScope>();
  /** Scopes whose calls the service refused to every token there is: until the next sign-in (checklist B31). */
  readonly #forbidden = new Set<OauthScope>();
  /** When a token was last handed out for each scope; milliseconds since the epoch. */
  readonly #lastUsedAt = new Map<OauthScope, number>();

  constructor(given: {
    readonly dataAccess: ConnectionFile['dataAccess'];
    readonly operator: OperatorTokens;
    readonly integration: IntegrationTokens;
    /** Told when `abilities()` changed. */
    readonly changed: () => void;
    readonly now: () => number;
  }) {
    this.#dataAccess = given.dataAccess;
    this.#operator = given.operator;
    this.#integration = given.integration;
    this.#changed = given.changed;
    this.#now = given.now;
  }

  async forOauthScope(oauthScope: OauthScope, signal?: AbortSignal): Promise<AccessToken> {
    const record = this.#operator.current();
    if (record === null) throw new RolecallError('sign-in-required', 'Nobody is signed in.');
    if (this.#byOperator(oauthScope)) {
      const fresh = await this.#operator.accessToken(signal);
      // A renewal may have brought fewer scopes.
      if (fresh.oauthScopes.includes(oauthScope)) {
        this.#lastUsedAt.set(oauthScope, this.#now());
        return { id: operatorTokenId, value: fresh.accessToken };
      }
    }
    if (this.#dataAccess === 'operator') {
      this.#close(oauthScope);
      throw new RolecallError('oauth-invalid-scope', `The sign-in was not granted ${oauthScope}.`);
    }
    try {
      const token = await this.#integration.forOauthScope(oauthScope, signal);
      this.#open(oauthScope);
      this.#lastUsedAt.set(oauthScope, this.#now());
      return token;
    } catch (error) {
      if (error instanceof RolecallError && error.code === 'oauth-invalid-scope') this.#close(oauthScope);
      throw error;
    }
  }

  async refused(token: AccessToken, oauthScope: OauthScope): Promise<boolean> {
    if (token.id === operatorTokenId) return this.#operator.refused(token.value);
    this.#integration.refused(token.value, oauthScope);
    return this.#operator.current() !== null;
  }

  forbidden(token: AccessToken, oauthScope: OauthScope): Promise<boolean> {
    if (token.id === operatorTokenId && this.#dataAccess === 'automatic') {
      this.#notByOperator.add(oauthScope);
      return Promise.resolve(true);
    }
    if (!this.#forbidden.has(oauthScope)) {
      this.#forbidden.add(oauthScope);
      this.#changed();
    }
    return Promise.resolve(false);
  }

  abilities(): Abilities {
    const may = (oauthScope: OauthScope): boolean =>
      !this.#closed.has(oauthScope) &&
      !this.#forbidden.has(oauthScope) &&
      (this.#dataAccess !== 'operator' || this.#byOperator(oauthScope));
    return { mayRead: may(oauthScopes.readUsers), mayChangeRoles: may(oauthScopes.updateUserRoles) };
  }

  /** Whose token opens which calls, for whoever wants to see how little each may do. Empty while nobody is signed in. */
  uses(): TokenUse[] {
    const record = this.#operator.current();
    if (record === null) return [];
    const use = (call: TokenUse['call'], oauthScope: OauthScope): TokenUse => {
      const lastUsedAt = this.#lastUsedAt.get(oauthScope) ?? null;
      if (this.#closed.has(oauthScope) || this.#forbidden.has(oauthScope)) {
        return { call, holder: 'none', oauthScopes: [oauthScope], validUntil: null, lastUsedAt };
      }
      if (this.#byOperator(oauthScope)) {
        const { oauthScopes: granted, expiresAt } = record;
        return { call, holder: 'operator', oauthScopes: [...granted], validUntil: expiresAt, lastUsedAt };
      }
      const holder = this.#dataAccess === 'operator' ? 'none' : 'application';
      const validUntil = this.#integration.validUntil(oauthScope);
      return { call, holder, oauthScopes: [oauthScope], validUntil, lastUsedAt };
    };
    return [use('read', oauthScopes.readUsers), use('change-roles', oauthScopes.updateUserRoles)];
  }

  /** What was learnt about one session does not hold for the next. */
  clear(): void {
    this.#notByOperator.clear();
    this.#closed.clear();
    this.#forbidden.clear();
    this.#lastUsedAt.clear();
    this.#integration.clear();
  }

  #byOperator(oauthScope: OauthScope): boolean {
    if (this.#dataAccess === 'service-integration' || this.#notByOperator.has(oauthScope)) return false;
    return this.#operator.current()?.oauthScopes.includes(oauthScope) ?? false;
  }

  #close(oauthScope: OauthScope): void {
    if (this.#closed.has(oauthScope)) return;
    this.#closed.add(oauthScope);
    this.#changed();
  }

  #open(oauthScope: OauthScope): void {
    if (this.#closed.delete(oauthScope)) this.#changed();
  }
}

const operatorTokenId = 'operator';
