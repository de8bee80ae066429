import type { RolecallError } from '../errors.ts';

/** Why an exchange never brought an answer, in the words of a test's findings. */
export type NetworkFault =
  | 'name-not-found'
  | 'refused-connection'
  | 'timed-out'
  | 'offline'
  | 'cut-off'
  | 'proxy'
  | 'proxy-sign-in'
  | 'not-reached'
  | 'certificate-name'
  | 'certificate-expired'
  | 'certificate-unknown'
  | 'certificate-other'
  | 'tls-too-old'
  | 'no-tls';

/**
 * Names of Chromium's (net_error_list.h), Node's and OpenSSL's errors. The first that fits; so what is special stands
 * before what is general.
 */
const kinds: readonly (readonly [RegExp, NetworkFault])[] = [
  [/ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID/, 'certificate-name'],
  [/ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, 'certificate-expired'],
  [
    /ERR_CERT_AUTHORITY_INVALID|SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF|UNABLE_TO_GET_ISSUER_CERT|CERT_UNTRUSTED/,
    'certificate-unknown',
  ],
  [/ERR_CERT_|CERT_REVOKED|CERT_SIGNATURE_FAILURE|INVALID_CA|INVALID_PURPOSE/, 'certificate-other'],
  [
    /ERR_SSL_(?:VERSION_OR_CIPHER_MISMATCH|OBSOLETE_VERSION)|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|HANDSHAKE_FAILURE|ERR_TLS_PROTOCOL_VERSION/,
    'tls-too-old',
  ],
  [/ERR_SSL_PROTOCOL_ERROR|WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/, 'no-tls'],
  [/ERR_(?:UNEXPECTED_)?PROXY_AUTH/, 'proxy-sign-in'],
  [/ERR_PROXY_|ERR_TUNNEL_CONNECTION_FAILED|ERR_SOCKS_|ERR_MANDATORY_PROXY|ERR_NO_SUPPORTED_PROXIES/, 'proxy'],
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|\bENETDOWN\b/, 'offline'],
  [/ERR_NAME_|ERR_DNS_|\bENOTFOUND\b|\bEAI_AGAIN\b/, 'name-not-found'],
  [/TIMED_OUT|ETIMEDOUT|TIMEOUT/, 'timed-out'],
  [/ERR_CONNECTION_REFUSED|\bECONNREFUSED\b/, 'refused-connection'],
  [
    /ERR_CONNECTION_(?:RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|\bECONNRESET\b|UND_ERR_SOCKET|\bEPIPE\b|CONTENT_LENGTH_MISMATCH/,
    'cut-off',
  ],
];

/** What lies behind a network error of ours: only its cause tells, which never leaves the main process. */
export function networkFault(error: RolecallError): NetworkFault {
  const text = namesIn(error.cause);
  const found = kinds.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return found[1];
  if (error.code === 'network-timeout') return 'timed-out';
  return error.code === 'network-untrusted-certificate' ? 'certificate-other' : 'not-reached';
}

/** Codes and messages of an error and of what caused it; several at once where several addresses were tried. */
function namesIn(error: unknown): string {
  let text = '';
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    text += ` ${cause.message} ${'code' in cause ? String(cause.code) : ''}`;
    if (cause instanceof AggregateError) text += cause.errors.map(namesIn).join(' ');
  }
  return text;
}
