/** OAuth scopes: how they are read, compared and put into words. */
import { oauthScopes } from '../../contract/registration-api/endpoints.ts';

/** One scope: printable ASCII without space, quote and backslash (RFC 6749 3.3). */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Reads a space-separated list; each scope once, in the order given.
 *
 * @returns undefined when the list is empty or holds a letter no scope may have.
 */
export function parseOauthScopes(text: string): string[] | undefined {
  const scopes = [...new Set(text.split(' ').filter((scope) => scope !== ''))];
  return scopes.length > 0 && scopes.every((scope) => scopePattern.test(scope)) ? scopes : undefined;
}

export function missingFrom(allowed: readonly string[], wanted: readonly string[]): string[] {
  return wanted.filter((scope) => !allowed.includes(scope));
}

/**
 * Scopes that open administrative endpoints or other people's data (specification, "OBO flow", rule 3). A scope nobody
 * has described counts as sensitive.
 */
export function isSensitive(oauthScope: string): boolean {
  return oauthScope !== oauthScopes.basicPersonalInformation;
}

export interface ScopeInWords {
  readonly title: string;
  readonly detail: string;
}

/** What granting a scope means, for the person who is asked. */
export function describeScope(oauthScope: string): ScopeInWords {
  switch (oauthScope) {
    case oauthScopes.basicPersonalInformation:
      return { title: 'See who you are', detail: 'Your name, your user name and your permissions here.' };
    case oauthScopes.readUsers:
      return {
        title: 'Look up everybody who is registered',
        detail: 'Names, contact details, addresses and roles of all attendees.',
      };
    case oauthScopes.updateUserRoles:
      return {
        title: 'Give and take roles',
        detail: 'Check people in, make them staff, or take a role away, for anybody.',
      };
    default:
      return { title: oauthScope, detail: 'A permission that this service has no description for.' };
  }
}
