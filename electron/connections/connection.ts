import { z } from 'zod';
import { connectionFileSchema } from '../../contract/desk/connections.ts';
import { linkScheme } from '../app/launch-links.ts';
import { RolecallError } from '../errors.ts';
import { isLoopbackRedirect } from '../sign-in/loopback-redirect.ts';

/** One organisation's service, without its secret: that one rests sealed in a file of its own. */
export const connectionSchema = connectionFileSchema.omit({ clientSecret: true }).extend({
  id: z.string().regex(/^[a-z0-9-]{1,100}$/),
  /** Normalised: no slash at its end. */
  baseUrl: z.string(),
});
export interface Connection extends z.infer<typeof connectionSchema> {
  readonly practice: boolean;
}

/** The id under which practice mode stands among the connections. */
export const practiceId = 'practice';

/**
 * Checks the addresses of a connection file (checklist B01). https only; http is for the practice service and for tests
 * on this machine. Throws `connection-not-understood` or `connection-insecure` with a sentence that says what to change.
 */
export function checkAddresses(given: { readonly baseUrl: string; readonly redirectUri: string }): {
  readonly baseUrl: string;
  readonly redirectUri: string;
} {
  const url = parse(given.baseUrl);
  if (url === null) throw new RolecallError('connection-not-understood', 'baseUrl must be a whole address: https://….');
  const loopback = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !loopback) {
    throw new RolecallError('connection-insecure', 'baseUrl must begin with https://.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new RolecallError('connection-not-understood', 'baseUrl must have no user name, query or fragment.');
  }
  const custom = given.redirectUri === `${linkScheme}://oauth/callback`;
  if (!custom && !(isLoopbackRedirect(given.redirectUri) && !/[?#@\\]/.test(given.redirectUri))) {
    throw new RolecallError(
      'connection-not-understood',
      `redirectUri must be ${linkScheme}://oauth/callback or http://127.0.0.1/ with a path.`,
    );
  }
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
