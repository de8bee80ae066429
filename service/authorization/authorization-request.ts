/** Reads what an application asks for on the authorization page (specification, "Authorization page"; RFC 6749 4.1.1). */
import { parseOauthScopes } from './oauth-scopes.ts';
import { repeatedName } from './parameters.ts';
import { codeChallengePattern } from './pkce.ts';

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly oauthScopes: readonly string[];
  /** As it stood in the address, still encoded, so that it goes back letter for letter; undefined when none was sent. */
  readonly encodedState: string | undefined;
  readonly codeChallenge: string | undefined;
}

export type ReadAuthorizationRequest =
  | { readonly ok: true; readonly request: AuthorizationRequest }
  | { readonly ok: false; readonly problem: string };

const clientIdPattern = /^[1-9]\d{0,17}$/;

/**
 * @param query what follows the question mark, as it came; ASCII only.
 * @returns the request, or what is wrong with it in words for the person in front of the browser and the application's
 *   makers. Nothing here is a reason to redirect: the address to go to is not trusted yet.
 */
export function readAuthorizationRequest(query: string): ReadAuthorizationRequest {
  if (/[^\x21-\x7e]/.test(query)) return refuse('The address is not properly encoded.');
  const parameters = new URLSearchParams(query);
  const repeated = repeatedName(parameters);
  if (repeated !== undefined) return refuse(`The parameter ${shown(repeated)} was sent more than once.`);
  const clientId = parameters.get('client_id') ?? '';
  if (!clientIdPattern.test(clientId)) return refuse('The parameter client_id is missing or is not a number.');
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (redirectUri === '') return refuse('The parameter redirect_uri is missing.');
  const responseType = parameters.get('response_type') ?? '';
  if (responseType !== 'code') return refuse('The parameter response_type must be “code”.');
  const oauthScopes = parseOauthScopes(parameters.get('scope') ?? '');
  if (oauthScopes === undefined) {
    return refuse('The parameter scope is missing or is not a list of scopes separated by spaces.');
  }
  const codeChallenge = parameters.get('code_challenge') ?? undefined;
  const method = parameters.get('code_challenge_method') ?? undefined;
  if (codeChallenge === undefined && method !== undefined) return refuse('The parameter code_challenge is missing.');
  // Without a method the challenge would be "plain" (RFC 7636 4.3), which protects nothing.
  if (codeChallenge !== undefined && method !== 'S256') {
    return refuse('The parameter code_challenge_method must be “S256”.');
  }
  if (codeChallenge !== undefined && !codeChallengePattern.test(codeChallenge)) {
    return refuse('The parameter code_challenge is not a SHA-256 in base64url.');
  }
  return {
    ok: true,
    request: { clientId, redirectUri, oauthScopes, encodedState: encodedValue(query, 'state'), codeChallenge },
  };
}

/** The value of a parameter as the query spells it. */
function encodedValue(query: string, name: string): string | undefined {
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const key = equals === -1 ? pair : pair.slice(0, equals);
    if (new URLSearchParams(`${key}=`).has(name)) {
      return equals === -1 ? '' : pair.slice(equals + 1);
    }
  }
  return undefined;
}

function refuse(problem: string): ReadAuthorizationRequest {
  return { ok: false, problem };
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
