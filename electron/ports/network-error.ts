import { RolecallError } from '../errors.ts';

const untrusted = /ERR_CERT_|ERR_SSL_(?:VERSION|OBSOLETE)|CERT_|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS_CERT/;
const late = /ERR_(?:CONNECTION_)?TIMED_OUT|ETIMEDOUT|TIMEOUT/;

/** Chromium's or Node's network error as one of ours. What it was stays in `cause`, for the log only. */
export function networkError(error: unknown): RolecallError {
  const text = wordsOf(error);
  if (untrusted.test(text)) {
    return new RolecallError('network-untrusted-certificate', 'The certificate of the service is not trusted.', {
      cause: error,
    });
  }
  if (late.test(text)) return timeoutError(error);
  return new RolecallError('network-unreachable', 'The service could not be reached.', { cause: error });
}

export function timeoutError(cause?: unknown): RolecallError {
  return new RolecallError('network-timeout', 'The service did not answer in time.', { cause });
}

export function tooLargeError(): RolecallError {
  return new RolecallError('service-unexpected-answer', 'The answer of the service is too large.');
}

function wordsOf(error: unknown): string {
  let text = '';
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    text += ` ${cause.message} ${'code' in cause ? String(cause.code) : ''}`;
  }
  return text;
}
