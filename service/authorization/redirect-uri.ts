/** Which addresses the browser may be sent back to. */

const loopbackPattern = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)?$/;

/**
 * Whether `requested` is registered: letter for letter, except that a loopback address may use any port, as desktop
 * applications learn theirs when they start (RFC 8252 7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], requested: string): boolean {
  return registered.some((uri) => uri === requested || sameLoopback(uri, requested));
}

function sameLoopback(registered: string, requested: string): boolean {
  const left = loopbackPattern.exec(registered);
  const right = loopbackPattern.exec(requested);
  // A port may have five digits and still be none.
  return left !== null && right !== null && left[1] === right[1] && left[2] === right[2] && URL.canParse(requested);
}

/**
 * Whether an address can be registered: absolute and without a fragment (RFC 6749 3.1.2), no script in disguise, no
 * pattern, since addresses are compared letter by letter, no blank, which nobody sees, and no letter that a redirect's header
 * can't hold, and plain HTTP to this computer only (RFC 9700 2.6): a code that travels unencrypted is anybody's.
 */
export function canBeRegistered(uri: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri) || uri.includes('#') || uri.includes('*')) return false;
  const { protocol, hostname } = new URL(uri);
  if (protocol === 'http:') return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return !['javascript:', 'data:', 'vbscript:', 'file:', 'about:', 'blob:'].includes(protocol);
}

/** What `canBeRegistered` asks for, to be told to whoever gave another. */
export const whatCanBeRegistered =
  "an absolute address without a fragment, a star, blanks or letters outside ASCII, https unless it is this computer's";

/**
 * What a page's `form-action` has to name for the redirect after the form: Chromium checks the whole chain.
 *
 * @returns undefined for an IPv6 address, which a policy can't name (CSP 3, "host-source"): no form may end there.
 */
export function formActionSource(redirectUri: string): string | undefined {
  const { protocol, origin, hostname } = new URL(redirectUri);
  if (hostname.startsWith('[')) return undefined;
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol;
}

/** Adds already encoded `name=value` pairs to an address that may have a query of its own (RFC 6749 4.1.2). */
export function withQuery(redirectUri: string, pairs: readonly string[]): string {
  const separator = redirectUri.includes('?') ? '&' : '?';
  return `${redirectUri}${separator}${pairs.join('&')}`;
}
