import type { OauthScope } from '../../contract/registration-api/endpoints.ts';

/** A bearer for one call. `id` names it without being it, for the log and for `refused`. */
export interface AccessToken {
  readonly id: string;
  readonly value: string;
}

/**
 * Where the client of the service gets its bearers (least privilege: one OAuth scope each, docs/decisions.md "which
 * token opens data endpoints").
 */
export interface AccessTokens {
  /** Throws RolecallError `sign-in-required`, `oauth-…` or `network-…`. */
  forOauthScope(oauthScope: OauthScope, signal?: AbortSignal): Promise<AccessToken>;
  /**
   * The service answered 401 to this bearer: it is not handed out again. Resolves to true when a fresh one may be asked
   * for and the call repeated once (checklist B31).
   */
  refused(token: AccessToken, oauthScope: OauthScope): Promise<boolean>;
  /** The service answered 403 to this bearer: `automatic` connections try the next kind of token. True: repeat once. */
  forbidden(token: AccessToken, oauthScope: OauthScope): Promise<boolean>;
}
