import type { RolecallError } from '../errors.ts';

/** Names of Chromium's and Node's network errors after which no byte of the request can have reached the service. */
const neverLeft =
  /ERR_(?:NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|CONNECTION_REFUSED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|CONNECTION_TIMED_OUT|CERT_\w+)|\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/;

/** Whether a request that failed surely never arrived. Anything doubtful is no. */
export function wasSurelyNotSent(error: RolecallError): boolean {
  if (error.code === 'network-untrusted-certificate') return true;
  if (error.code !== 'network-unreachable') return false;
  for (
    let cause: unknown = error.cause, depth = 0;
    cause instanceof Error && depth < 4;
    cause = cause.cause, depth += 1
  ) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (neverLeft.test(`${cause.message} ${code}`)) return true;
  }
  return false;
}
