import { z } from 'zod';
import { paths } from '../../contract/registration-api/endpoints.ts';
import { RolecallError } from '../errors.ts';
import type { HttpResponse, HttpTransport } from '../ports/http-transport.ts';
import { wasSurelyNotSent } from '../ports/not-sent.ts';
import { readRetryAfter } from '../registration/read-error.ts';

/** Tokens as just granted. */
export interface TokenGrant {
  readonly accessToken: string;
  /** Null where the grant brings none; on a refresh the old one then stays (RFC 6749 6). */
  readonly refreshToken: string | null;
  /** What was granted; what was asked for, where the answer does not say (RFC 6749 5.1). */
  readonly oauthScopes: readonly string[];
  readonly lifetimeMs: number;
}

/** What became of a token request. What it means is the caller's: a refresh and an exchange take it differently. */
export type TokenOutcome =
  | { readonly kind: 'granted'; readonly grant: TokenGrant }
  /** RFC 6749 5.2. */
  | { readonly kind: 'refused'; readonly error: string; readonly status: number }
  /** The service answered, but not as a token endpoint does: a captive portal, a proxy, or a broken answer. */
  | { readonly kind: 'not-understood'; readonly status: number; readonly portal: boolean }
  | { readonly kind: 'busy'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'not-sent'; readonly error: RolecallError }
  /** Sent, perhaps; whether the service acted on it nobody knows. */
  | { readonly kind: 'unknown'; readonly error: RolecallError };

export interface TokenEndpoint {
  /** RFC 6749 4.1.3 and RFC 7636 4.5. To be called once for a code. */
  exchange(
    given: { code: string; verifier: string | null; redirectUri: string; oauthScopes: readonly string[] },
    signal?: AbortSignal,
  ): Promise<TokenOutcome>;
  /** RFC 6749 6. `oauthScopes` are those of the token it replaces. */
  refresh(
    given: { refreshToken: string; redirectUri: string; oauthScopes: readonly string[] },
    signal?: AbortSignal,
  ): Promise<TokenOutcome>;
  /** RFC 6749 4.4. */
  forApplication(oauthScope: string, signal?: AbortSignal): Promise<TokenOutcome>;
  /**
   * RFC 7009 where the service says it offers it (RFC 8414); true when the service took it. Never throws. `bearer` goes with
   * the question for the metadata, since some services answer nobody without one.
   */
  revoke(token: string, timeoutMs: number, bearer?: string): Promise<boolean>;
}

/** Where no lifetime is given: short, since a 401 refreshes in any case. */
const usualLifetimeMs = 10 * 60_000;
const longestLifetimeMs = 30 * 24 * 3_600_000;
/** Whole exchange, in milliseconds. */
const timeoutMs = 20_000;
/** A token answer has some hundred bytes. */
const longestAnswer = 64 * 1_024;

const printable = z
  .string()
  .min(1)
  .max(8_192)
  .regex(/^[\x21-\x7e]+$/);
/** RFC 6749 5.1 with checklist B29: what we insist on, and nothing more. */
const grantSchema = z.object({
  access_token: printable,
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ])
    .refine((seconds) => seconds > 0)
    .nullish(),
  refresh_token: printable.nullish(),
  scope: z.string().max(4_096).nullish(),
});
const refusalSchema = z.object({ error: z.string().min(1).max(100) });
const metadataSchema = z.object({ issuer: z.string(), revocation_endpoint: z.string().optional() });

export function createTokenEndpoint(given: {
  readonly transport: HttpTransport;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}): TokenEndpoint {
  const post = (path: string, fields: Readonly<Record<string, string>>, limit: number, signal?: AbortSignal) =>
    given.transport({
      method: 'POST',
      url: given.baseUrl + path,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...fields,
        client_id: given.clientId,
        client_secret: given.clientSecret,
      }).toString(),
      timeoutMs: limit,
      ...(signal === undefined ? {} : { signal }),
    });

  const ask = async (
    fields: Readonly<Record<string, string>>,
    asked: readonly string[],
    signal?: AbortSignal,
  ): Promise<TokenOutcome> => {
    try {
      return readTokenAnswer(await post(paths.token, fields, timeoutMs, signal), asked);
    } catch (error) {
      if (!(error instanceof RolecallError)) throw error;
      return { kind: wasSurelyNotSent(error) ? 'not-sent' : 'unknown', error };
    }
  };

  return {
    exchange: ({ code, verifier, redirectUri, oauthScopes }, signal) =>
      ask(
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          scope: oauthScopes.join(' '),
          ...(verifier === null ? {} : { code_verifier: verifier }),
        },
        oauthScopes,
        signal,
      ),
    refresh: ({ refreshToken, redirectUri, oauthScopes }, signal) =>
      // Without `scope` the scopes of the old token apply; naming fewer could never be undone (specification, OBO 8).
      ask({ grant_type: 'refresh_token', refresh_token: refreshToken, redirect_uri: redirectUri }, oauthScopes, signal),
    forApplication: (oauthScope, signal) =>
      ask({ grant_type: 'client_credentials', scope: oauthScope }, [oauthScope], signal),
    revoke: async (token, limit, bearer) => {
      try {
        if (!(await offersRevocation(given.transport, given.baseUrl, limit, bearer))) return false;
        const answer = await post(paths.revoke, { token }, limit);
        return answer.status >= 200 && answer.status < 300;
      } catch {
        return false;
      }
    },
  };
}

/** The metadata must name exactly this issuer, and its revocation must be where we would look (checklist B34). */
async function offersRevocation(
  transport: HttpTransport,
  baseUrl: string,
  limit: number,
  bearer: string | undefined,
): Promise<boolean> {
  const answer = await transport({
    method: 'GET',
    url: baseUrl + paths.metadata,
    headers: {
      accept: 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    timeoutMs: limit,
  });
  if (answer.status !== 200) return false;
  const metadata = metadataSchema.safeParse(parseJson(answer.body));
  return (
    metadata.success && metadata.data.issuer === baseUrl && metadata.data.revocation_endpoint === baseUrl + paths.revoke
  );
}

/** Reads an answer of the token endpoint (checklist B29). `asked` are the scopes of the request. */
export function readTokenAnswer(answer: HttpResponse, asked: readonly string[]): TokenOutcome {
  const { status } = answer;
  const contentType = answer.headers['content-type'] ?? '';
  const json = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType);
  if (status === 429 || status === 503) {
    // A date counts from the service's own clock: this machine's may be wrong.
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], Date.parse(answer.headers.date ?? ''));
    return { kind: 'busy', status, retryAfterMs: retryAfterMs ?? null };
  }
  if (status >= 300 && status < 400) return { kind: 'not-understood', status, portal: true };
  const body = json && answer.body.length <= longestAnswer ? parseJson(answer.body) : undefined;
  if (status >= 200 && status < 300) {
    const parsed = grantSchema.safeParse(body);
    if (!parsed.success) return { kind: 'not-understood', status, portal: /^text\/html\b/i.test(contentType) };
    const { data } = parsed;
    const lifetimeMs = data.expires_in == null ? usualLifetimeMs : data.expires_in * 1_000;
    return {
      kind: 'granted',
      grant: {
        accessToken: data.access_token,
        refreshToken: data.refresh_token ?? null,
        oauthScopes: data.scope == null ? asked : data.scope.split(' ').filter((scope) => scope !== ''),
        lifetimeMs: Math.min(lifetimeMs, longestLifetimeMs),
      },
    };
  }
  const refusal = refusalSchema.safeParse(body);
  if (refusal.success && status < 500) return { kind: 'refused', error: refusal.data.error, status };
  return { kind: 'not-understood', status, portal: status === 511 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error of an outcome that is not a grant, for whoever asked for the token. */
export function errorOfOutcome(outcome: Exclude<TokenOutcome, { kind: 'granted' }>): RolecallError {
  switch (outcome.kind) {
    case 'refused':
      return refusalError(outcome.error, outcome.status);
    case 'not-understood':
      if (outcome.portal) {
        return new RolecallError('network-captive-portal', 'Something else answered in place of the service.');
      }
      return outcome.status >= 500
        ? new RolecallError('network-service-broken', 'The service failed.', { status: outcome.status })
        : new RolecallError('service-unexpected-answer', 'The token endpoint gave an answer that is none.', {
            status: outcome.status,
          });
    case 'busy':
      return new RolecallError(
        outcome.status === 429 ? 'network-rate-limited' : 'network-service-broken',
        'The service asks to wait.',
        { status: outcome.status, ...(outcome.retryAfterMs === null ? {} : { retryAfterMs: outcome.retryAfterMs }) },
      );
    case 'not-sent':
    case 'unknown':
      return outcome.error;
  }
}

function refusalError(error: string, status: number): RolecallError {
  const options = { status };
  switch (error) {
    case 'invalid_client':
    // What a service says of an application that it has suspended (RFC 6749, section 5.2).
    case 'unauthorized_client':
      return new RolecallError('oauth-invalid-client', 'The service does not accept this application.', options);
    case 'invalid_grant':
      return new RolecallError('oauth-invalid-grant', 'The service does not accept this sign-in any more.', options);
    case 'invalid_scope':
      return new RolecallError('oauth-invalid-scope', 'The service does not grant this OAuth scope.', options);
    default:
      return new RolecallError('oauth-refused', 'The service refused to give a token.', options);
  }
}
