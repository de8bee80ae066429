/** What an answer that is not a success means (docs/decisions.md, "error body"; security checklist B31). */

import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { DataOperation } from '../../contract/registration-api/endpoints.ts';
import { logicCodes } from '../../contract/registration-api/errors.ts';
import { RolecallError, type RolecallErrorOptions } from '../errors.ts';
import type { HttpResponse } from '../ports/http-transport.ts';
import { looksLikeHtml, parseJson } from './read-answer.ts';

/** The longest a service can make the desk wait; milliseconds. */
export const longestRetryAfterMs = 60_000;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/**
 * Milliseconds to wait by the header Retry-After (RFC 9110 10.2.3), seconds or a date, between 0 and 60 s. Undefined
 * where there is none or it says nothing. `now`: milliseconds since the epoch.
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(wait)) return undefined;
  return Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

/** Words of the service that may go into our own messages: names of permissions and hashes, never free text. */
function safeWord(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = String(value);
  return /^[\w.:-]{1,100}$/.test(word) ? word : undefined;
}

interface Refusal {
  readonly code: ErrorCode;
  readonly says: string;
  readonly traceHash?: string;
}

/** Some services write out every member of the envelope, null where it says nothing. */
function says(member: unknown): boolean {
  return member !== undefined && member !== null;
}

/** The members of the envelope, most telling first. */
function readEnvelope(errors: Fields): Refusal | null {
  const logic = fieldsOf(errors.logic);
  if (logic !== null) {
    const code = Number(logic.code);
    if (code === logicCodes.alreadyHasRole)
      return { code: 'service-already-has-role', says: 'the role is already held' };
    if (code === logicCodes.doesNotHaveRole)
      return { code: 'service-does-not-have-role', says: 'the role is not held' };
    return { code: 'service-invalid-request', says: `logic code ${safeWord(logic.code) ?? 'unknown'}` };
  }
  const access = fieldsOf(errors.access);
  if (access !== null) {
    const permissions = Array.isArray(access.permissions) ? access.permissions.map(safeWord).filter(Boolean) : [];
    const missing = permissions.length === 0 ? 'no permission' : `missing permission ${permissions.join(', ')}`;
    return { code: 'service-forbidden', says: missing };
  }
  if (says(errors.authentication)) return { code: 'service-unauthorized', says: 'the access token is not valid' };
  if (says(errors.rateLimit)) return { code: 'network-rate-limited', says: 'too many requests' };
  if (says(errors.resource)) return { code: 'service-not-found', says: 'no such resource' };
  if (says(errors.validation)) return { code: 'service-invalid-request', says: 'the request is not valid' };
  const server = fieldsOf(errors.server);
  if (server !== null) {
    const hash = safeWord(server.hash);
    const says = hash === undefined ? 'it broke' : `it broke, trace ${hash}`;
    return { code: 'network-service-broken', says, ...(hash === undefined ? {} : { traceHash: hash }) };
  }
  if (says(errors.usage)) return { code: 'service-invalid-request', says: 'the request was not understood' };
  return null;
}

const oauthFormCodes: Readonly<Record<string, ErrorCode>> = {
  invalid_token: 'service-unauthorized',
  insufficient_scope: 'service-forbidden',
  invalid_request: 'service-invalid-request',
};

function readBody(answer: Fields | null): Refusal | null {
  if (answer === null) return null;
  const errors = fieldsOf(answer.errors);
  const refusal = errors === null ? null : readEnvelope(errors);
  if (refusal !== null) return refusal;
  const word = typeof answer.error === 'string' ? safeWord(answer.error) : undefined;
  const code = word === undefined ? undefined : oauthFormCodes[word];
  return code === undefined || word === undefined ? null : { code, says: word };
}

function isWrite(operation: DataOperation): boolean {
  return operation === 'addRole' || operation === 'removeRole';
}

function byStatus(status: number, operation: DataOperation): Refusal {
  if (status === 401) return { code: 'service-unauthorized', says: 'the access token is not valid' };
  if (status === 403) return { code: 'service-forbidden', says: 'no permission' };
  // Services differ in how they say "already" and "not in it". The delivery reads the person's roles to find out.
  if (status === 404) {
    return isWrite(operation)
      ? { code: 'service-invalid-request', says: 'nothing there' }
      : { code: 'service-not-found', says: 'nothing there' };
  }
  if (status === 408) return { code: 'network-timeout', says: 'the request took too long' };
  if (status === 425 || status >= 500) return { code: 'network-service-broken', says: 'it broke' };
  if (status === 429) return { code: 'network-rate-limited', says: 'too many requests' };
  if (status >= 400) return { code: 'service-invalid-request', says: 'the request was refused' };
  return { code: 'service-unexpected-answer', says: 'a status without meaning here' };
}

/** Whether the answer came from something in front of the service: a hotspot's sign-in page, a proxy, a redirect. */
function isCaptivePortal(response: HttpResponse): boolean {
  const { status } = response;
  if (status === 511 || status === 407 || (status >= 300 && status < 400)) return true;
  // Our service never answers with a page below /api; a 401 stays what it says, so that the token is looked after.
  return looksLikeHtml(response) && status !== 401 && status !== 429 && status < 500;
}

/**
 * The RolecallError for an answer, or null where it is a success. Its message carries the status, the names of missing
 * permissions and the trace hash, never the service's own sentence: that may name people. `now`: milliseconds since the
 * epoch, to read Retry-After.
 */
export function readError(response: HttpResponse, operation: DataOperation, now: number): RolecallError | null {
  const { status } = response;
  if (isCaptivePortal(response)) {
    return new RolecallError('network-captive-portal', `Something other than the service answered ${status}.`, {
      status,
    });
  }
  const success = status >= 200 && status < 300;
  // Most successes carry no such member; looking for the word first keeps whole pages of people from being parsed twice.
  const mayCarryError = !success || response.body.slice(0, 200).includes('"errors"');
  const said = mayCarryError ? readBody(fieldsOf(parseJson(response.body))) : null;
  if (success && said === null) return null;
  // Logic, validation and the like say more than the status; but a 5xx or 429 is never the request's fault.
  const refusal = said !== null && !(status >= 500 || status === 429) ? said : byStatus(status, operation);
  const traceHash = said?.traceHash;
  // A date is by the clock of whoever sent it; this one's may be minutes off.
  const sentAt = Date.parse(response.headers.date ?? '');
  const retryAfterMs = readRetryAfter(response.headers['retry-after'], Number.isNaN(sentAt) ? now : sentAt);
  const options: RolecallErrorOptions = {
    status,
    ...(traceHash === undefined ? {} : { traceHash }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const says = traceHash === undefined ? refusal.says : `it broke, trace ${traceHash}`;
  return new RolecallError(refusal.code, `The service answered ${status}: ${says}.`, options);
}
