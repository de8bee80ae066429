/** How data endpoints say no: a status and the envelope of contract/registration-api/errors.ts. */
import { type ErrorEnvelope, logicCodes } from '../contract/registration-api/errors.ts';

/** Thrown by handlers and turned into the answer by build-service.ts. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: ErrorEnvelope['errors'];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errors: ErrorEnvelope['errors'], headers: Readonly<Record<string, string>> = {}) {
    super(`Refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** 400: the request is understood, but the state of things, or its form, rules it out. */
export function logicRefusal(code: keyof typeof logicCodes, message: string): Refusal {
  return new Refusal(400, { logic: { code: logicCodes[code], message } });
}

/** 401 (RFC 6750 3.1). Without a token at all the challenge names no error. */
export function authenticationRefusal(message: string, tokenWasSent: boolean): Refusal {
  const challenge = tokenWasSent ? `Bearer realm="api", error="invalid_token"` : 'Bearer realm="api"';
  return new Refusal(401, { authentication: { message } }, { 'www-authenticate': challenge });
}

/** 403: the token is good but lacks the scopes named (RFC 6750 3.1). */
export function accessRefusal(message: string, permissions: readonly string[]): Refusal {
  return new Refusal(
    403,
    { access: { message, permissions: [...permissions] } },
    { 'www-authenticate': `Bearer realm="api", error="insufficient_scope", scope="${permissions.join(' ')}"` },
  );
}

export function resourceRefusal(message: string): Refusal {
  return new Refusal(404, { resource: { message } });
}

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** 422: a field is missing, of the wrong type or out of range. */
export function validationRefusal(message: string, fields: readonly FieldProblem[] = []): Refusal {
  return new Refusal(422, { validation: { message, fields: [...fields] } });
}

export function rateLimitRefusal(retryAfterSeconds: number): Refusal {
  return new Refusal(
    429,
    { rateLimit: { message: `Too many requests. Try again in ${retryAfterSeconds} s.` } },
    { 'retry-after': String(retryAfterSeconds) },
  );
}

/** 405, 413, 415, 421 …: the way the service was used is wrong. */
export function usageRefusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal(status, { usage: { message } }, headers);
}
