/** What came back from the browser, told apart without believing any of it (checklist B26, RFC 6749 4.1.2). */
export type CallbackLink =
  | { readonly kind: 'code'; readonly state: string; readonly code: string }
  | { readonly kind: 'refused'; readonly state: string; readonly error: string }
  /** Ours by its state, but it says yes and no at once: the attempt ends. */
  | { readonly kind: 'malformed'; readonly state: string }
  /** Not an answer to us. Ignored and counted, never shown: any page can send such links. */
  | { readonly kind: 'unrecognised'; readonly reason: UnrecognisedReason };

export type UnrecognisedReason =
  | 'too-long'
  | 'characters'
  | 'other-address'
  | 'doubled-parameter'
  | 'no-state'
  | 'no-answer'
  | 'bad-value'
  | 'other-issuer';

const longest = { link: 8_192, code: 2_048, state: 512, error: 100 } as const;

/** RFC 6749 appendix A.11 and A.5: visible characters and the space. */
const visible = /^[\x20-\x7e]+$/;
/** RFC 6749 appendix A.7. */
const errorCharacters = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Reads a callback link. Everything before the question mark must be the redirect address letter by letter (the scheme
 * in either case, as systems write it differently), so that no user information, port, dot segment or other spelling
 * gets by. Each parameter may come once (RFC 6749 3.1); an empty one counts as missing; an error needs the state as well.
 */
export function parseCallbackLink(
  link: string,
  expected: { readonly redirectUri: string; readonly issuer: string },
): CallbackLink {
  const unrecognised = (reason: UnrecognisedReason): CallbackLink => ({ kind: 'unrecognised', reason });
  if (link.length > longest.link) return unrecognised('too-long');
  if (!/^[\x21-\x7e]+$/.test(link)) return unrecognised('characters');
  const question = link.indexOf('?');
  if (question < 0 || link.includes('#')) return unrecognised('other-address');
  if (withLowerScheme(link.slice(0, question)) !== withLowerScheme(expected.redirectUri)) {
    return unrecognised('other-address');
  }

  const parameters = new URLSearchParams(link.slice(question + 1));
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) return unrecognised('doubled-parameter');

  const state = parameters.get('state') ?? '';
  const code = parameters.get('code') ?? '';
  const error = parameters.get('error') ?? '';
  const issuer = parameters.get('iss') ?? '';
  if (state === '') return unrecognised('no-state');
  if (state.length > longest.state || !visible.test(state)) return unrecognised('bad-value');
  // RFC 9207 2.4: an answer of another server is a mix-up.
  if (issuer !== '' && issuer !== expected.issuer) return unrecognised('other-issuer');
  if (code !== '' && error !== '') return { kind: 'malformed', state };
  if (code !== '') {
    if (code.length > longest.code || !visible.test(code)) return unrecognised('bad-value');
    return { kind: 'code', state, code };
  }
  if (error === '') return unrecognised('no-answer');
  if (error.length > longest.error || !errorCharacters.test(error)) return unrecognised('bad-value');
  return { kind: 'refused', state, error };
}

function withLowerScheme(address: string): string {
  const colon = address.indexOf(':');
  return colon < 0 ? address : address.slice(0, colon).toLowerCase() + address.slice(colon);
}
