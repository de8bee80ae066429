import { z } from 'zod';
import { type ConnectionProblem, connectionFileSchema } from '../../contract/desk/connections.ts';
import { linkScheme } from '../app/launch-links.ts';
import { isLoopbackRedirect } from '../sign-in/loopback-redirect.ts';
import { ConnectionFileError } from './connection-file-error.ts';

/** One organisation's service, without its secret: that one rests sealed in a file of its own. */
export const connectionSchema = connectionFileSchema.omit({ clientSecret: true, stations: true }).extend({
  id: z.string().regex(/^[a-z0-9-]{1,100}$/),
  /** Normalised: no slash at its end. */
  baseUrl: z.string(),
});
export interface Connection extends z.infer<typeof connectionSchema> {
  readonly practice: boolean;
}

const usualRedirectUri = `${linkScheme}://oauth/callback`;

/** The id under which practice mode stands among the connections. */
export const practiceId = 'practice';

/** What is wrong with one address of a connection. */
export type AddressProblem = Extract<
  ConnectionProblem['what'],
  'address-not-whole' | 'address-not-secure' | 'address-with-extras' | 'redirect-not-ours'
>;

/** https only; http is for the practice service and for tests on this machine (checklist B01). Null: it is all right. */
export function baseUrlProblem(baseUrl: string): AddressProblem | null {
  const url = parse(baseUrl);
  if (url === null) return 'address-not-whole';
  const loopback = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !loopback) return 'address-not-secure';
  const extras = url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '';
  return extras ? 'address-with-extras' : null;
}

/** Only where the browser's answer can arrive here (RFC 8252 7.1, 7.3). Null: it is all right. */
export function redirectUriProblem(redirectUri: string): AddressProblem | null {
  const custom = redirectUri === usualRedirectUri;
  const loopback = isLoopbackRedirect(redirectUri) && !/[?#@\\]/.test(redirectUri);
  return custom || loopback ? null : 'redirect-not-ours';
}

const sentences: Readonly<Record<AddressProblem, string>> = {
  'address-not-whole': 'baseUrl must be a whole address: https://….',
  'address-not-secure': 'baseUrl must begin with https://.',
  'address-with-extras': 'baseUrl must have no user name, query or fragment.',
  'redirect-not-ours': `redirectUri must be ${usualRedirectUri} or http://127.0.0.1/ with a path.`,
};

/**
 * Checks the addresses of a connection. Throws `connection-not-understood` or `connection-insecure` with a sentence that
 * says what to change.
 */
export function checkAddresses(given: { readonly baseUrl: string; readonly redirectUri: string }): {
  readonly baseUrl: string;
  readonly redirectUri: string;
} {
  const ofBase = baseUrlProblem(given.baseUrl);
  if (ofBase !== null) throw new ConnectionFileError({ what: ofBase, field: 'baseUrl' }, sentences[ofBase]);
  const ofRedirect = redirectUriProblem(given.redirectUri);
  if (ofRedirect !== null) {
    throw new ConnectionFileError({ what: ofRedirect, field: 'redirectUri' }, sentences[ofRedirect]);
  }
  const url = new URL(given.baseUrl);
  return { baseUrl: url.origin + url.pathname.replace(/\/+$/, ''), redirectUri: given.redirectUri };
}

/** 127.0.0.1 and [::1]; the name localhost may point anywhere (RFC 8252 8.3). */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === '127.0.0.1' || hostname === '[::1]';
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
