/** What the exchanges of a connection's test mean. Pure: a response or an error goes in, rows of the page come out. */
import type { ConnectionFile, TestFinding, TestRow, TestStep } from '../../contract/desk/connections.ts';
import type { DataOperation } from '../../contract/registration-api/endpoints.ts';
import { RolecallError } from '../errors.ts';
import type { HttpResponse } from '../ports/http-transport.ts';
import { looksLikeHtml, parseJson } from '../registration/read-answer.ts';
import { readError } from '../registration/read-error.ts';
import { readTokenAnswer } from '../sign-in/token-endpoint.ts';
import { networkFault } from './network-fault.ts';
import { servedAt } from './served-at.ts';

/** What became of one request. `at`: this computer's clock when it ended, milliseconds since the epoch. */
export type Exchange =
  | { readonly kind: 'answered'; readonly response: HttpResponse; readonly at: number }
  | { readonly kind: 'failed'; readonly error: RolecallError };

export interface Verdict {
  readonly finding: TestFinding;
  readonly names?: readonly string[];
  /** Of `clock-off`. */
  readonly minutes?: number;
  /** Where it is worse here than the finding usually is. */
  readonly state?: 'warning';
}

/** Beyond this a wrong clock is worth saying: certificates and time stamps are judged by it. */
const mostSkewMs = 5 * 60_000;

const skipped: ReadonlySet<TestFinding> = new Set<TestFinding>([
  'not-needed',
  'not-signed-in',
  'nobody-registered',
  'not-tried',
  'stopped',
  'not-encrypted',
  'clock-unknown',
]);
const warnings: ReadonlySet<TestFinding> = new Set<TestFinding>(['clock-off', 'no-roles', 'slow-down']);

export function rowOf(step: TestStep, { finding, names = [], minutes, state }: Verdict): TestRow {
  const usual =
    finding === 'fine' ? 'fine' : skipped.has(finding) ? 'skipped' : warnings.has(finding) ? 'warning' : 'failed';
  return { step, state: state ?? usual, finding, names: [...names], minutes: minutes ?? null };
}

const aboutTls: ReadonlySet<TestFinding> = new Set<TestFinding>([
  'certificate-name',
  'certificate-expired',
  'certificate-unknown',
  'certificate-other',
  'tls-too-old',
  'no-tls',
]);

/** The way to the service, from the first exchange. Whoever answers: what answered is the next question. */
export function judgeWay(
  exchange: Exchange,
  encrypted: boolean,
): { readonly reachable: Verdict; readonly secure: Verdict; readonly clock: Verdict } {
  if (exchange.kind === 'failed') {
    const finding = networkFault(exchange.error);
    const clock = { finding: 'not-tried' } as const;
    // Nobody sends a certificate who can't be reached.
    if (aboutTls.has(finding)) return { reachable: { finding: 'fine' }, secure: { finding }, clock };
    return { reachable: { finding }, secure: { finding: 'not-tried' }, clock };
  }
  const { response, at } = exchange;
  if (response.status === 407) {
    const later = { finding: 'not-tried' } as const;
    return { reachable: { finding: 'proxy-sign-in' }, secure: later, clock: later };
  }
  return {
    reachable: { finding: 'fine' },
    secure: { finding: encrypted ? 'fine' : 'not-encrypted' },
    clock: judgeClock(response, at),
  };
}

function judgeClock(response: HttpResponse, at: number): Verdict {
  const date = servedAt(response.headers);
  if (Number.isNaN(date)) return { finding: 'clock-unknown' };
  const skewMs = at - date;
  if (Math.abs(skewMs) <= mostSkewMs) return { finding: 'fine' };
  return { finding: 'clock-off', minutes: Math.round(skewMs / 60_000) };
}

/**
 * What a request for a token of the application's own says about the service, about the application and about the OAuth
 * scope that was asked for.
 */
export function judgeToken(
  exchange: Exchange,
  oauthScope: string,
  connection: Pick<ConnectionFile, 'oboScopes'>,
): { readonly service: Verdict; readonly application: Verdict; readonly oauthScope: Verdict } {
  const fine = { finding: 'fine' } as const;
  const later = { finding: 'not-tried' } as const;
  if (exchange.kind === 'failed') {
    return { service: { finding: networkFault(exchange.error) }, application: later, oauthScope: later };
  }
  const { response } = exchange;
  const outcome = readTokenAnswer(response, [oauthScope]);
  switch (outcome.kind) {
    case 'granted': {
      const given = outcome.grant.oauthScopes.includes(oauthScope);
      return {
        service: fine,
        application: fine,
        oauthScope: given ? fine : { finding: 'scope-missing', names: [oauthScope] },
      };
    }
    case 'refused':
      if (outcome.error === 'invalid_client') {
        return { service: fine, application: { finding: 'wrong-secret' }, oauthScope: later };
      }
      if (outcome.error === 'unauthorized_client') {
        return { service: fine, application: { finding: 'suspended' }, oauthScope: later };
      }
      if (outcome.error === 'invalid_scope') {
        const onBehalf = connection.oboScopes.includes(oauthScope) || saysOnBehalf(response);
        const finding = onBehalf ? 'scope-obo-only' : 'scope-missing';
        return { service: fine, application: fine, oauthScope: { finding, names: [oauthScope] } };
      }
      return { service: fine, application: { finding: 'answer-not-understood' }, oauthScope: later };
    case 'busy':
      return {
        service: { finding: outcome.status === 429 ? 'slow-down' : 'service-broken' },
        application: later,
        oauthScope: later,
      };
    default:
      return { service: { finding: strangerOf(response) }, application: later, oauthScope: later };
  }
}

/** RFC 6749 5.2 has one code for both; what the service writes beside it is looked at and never shown. */
function saysOnBehalf(response: HttpResponse): boolean {
  const body = parseJson(response.body);
  const text = typeof body === 'object' && body !== null && 'error_description' in body ? body.error_description : '';
  return /on behalf|\bobo\b/i.test(String(text));
}

/** Who answered in place of the service. */
function strangerOf(response: HttpResponse): TestFinding {
  const { status } = response;
  if (status === 407) return 'proxy-sign-in';
  if (status === 511) return 'portal';
  if (status >= 300 && status < 400) return 'moved';
  if (status >= 500) return 'service-broken';
  return status < 300 && looksLikeHtml(response) ? 'portal' : 'not-this-service';
}

/** What one read with a token says. `read` throws where the answer is none of the kind. */
export function judgeRead(
  exchange: Exchange,
  operation: DataOperation,
  read: (response: HttpResponse) => unknown,
): Verdict {
  if (exchange.kind === 'failed') return { finding: networkFault(exchange.error) };
  const { response, at } = exchange;
  const error = readError(response, operation, at);
  if (error === null) {
    try {
      read(response);
      return { finding: 'fine' };
    } catch (problem) {
      const portal = problem instanceof RolecallError && problem.code === 'network-captive-portal';
      return { finding: portal ? 'portal' : 'answer-not-understood' };
    }
  }
  switch (error.code) {
    case 'service-unauthorized':
      return { finding: 'token-refused' };
    case 'service-forbidden':
      return { finding: 'permission-missing', names: permissionsIn(response) };
    case 'network-rate-limited':
      return { finding: 'slow-down' };
    case 'network-service-broken':
    case 'network-timeout':
      return { finding: 'service-broken' };
    case 'network-captive-portal':
      return { finding: strangerOf(response) };
    case 'service-not-found':
      return { finding: 'not-this-service' };
    default:
      return { finding: 'answer-not-understood' };
  }
}

/** Names of permissions as the service's error envelope lists them (docs/decisions.md, "error bodies"). */
function permissionsIn(response: HttpResponse): string[] {
  const body = parseJson(response.body) as { errors?: { access?: { permissions?: unknown } } } | null | undefined;
  const permissions = body?.errors?.access?.permissions;
  if (!Array.isArray(permissions)) return [];
  return permissions
    .map(String)
    .filter((name) => /^[\w.:-]{1,100}$/.test(name))
    .slice(0, 20);
}

/** There is no access of the operator's. `only`: the connection has no other, so nothing is proved without it. */
export function judgeNoOperator(error: RolecallError | null, only: boolean): Verdict {
  switch (error?.code) {
    case 'network-rate-limited':
      return { finding: 'slow-down' };
    case 'network-service-broken':
      return { finding: 'service-broken' };
    case 'network-captive-portal':
      return { finding: 'portal' };
    case 'network-unreachable':
    case 'network-timeout':
    case 'network-untrusted-certificate':
      return { finding: networkFault(error) };
    default:
      // Whose sign-in has ended signs in anew, as whoever never did.
      return { finding: 'not-signed-in', ...(only ? { state: 'warning' } : {}) };
  }
}

/** What the service's own description of the operator says; it may not offer one (docs/decisions.md). */
export function judgeOperator(exchange: Exchange, missing: readonly string[]): Verdict {
  if (exchange.kind === 'failed') return { finding: networkFault(exchange.error) };
  const { status } = exchange.response;
  if (status === 401) return { finding: 'token-refused' };
  if (status === 429) return { finding: 'slow-down' };
  if (status >= 500) return { finding: 'service-broken' };
  return missing.length === 0 ? { finding: 'fine' } : { finding: 'scope-missing', names: missing };
}
