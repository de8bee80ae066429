import { paths } from '../../contract/registration-api/endpoints.ts';

/** The page on which the operator signs in and agrees (specification, "Authorization page"; RFC 7636 4.3). */
export function authorizationUrl(given: {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly oauthScopes: readonly string[];
  readonly state: string;
  /** S256 challenge, or null where the connection leaves it out. */
  readonly challenge: string | null;
}): URL {
  const url = new URL(given.baseUrl + paths.authorize);
  url.searchParams.set('client_id', given.clientId);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('redirect_uri', given.redirectUri);
  url.searchParams.set('scope', given.oauthScopes.join(' '));
  url.searchParams.set('state', given.state);
  if (given.challenge !== null) {
    url.searchParams.set('code_challenge', given.challenge);
    url.searchParams.set('code_challenge_method', 'S256');
  }
  // The specification asks for percent-encoded spaces; a plus sign is read as one by forms only.
  url.search = url.search.replaceAll('+', '%20');
  return url;
}
