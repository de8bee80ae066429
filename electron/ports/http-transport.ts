export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the whole exchange is given up; the transport then throws `network-timeout`. */
  readonly timeoutMs: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * One HTTP exchange. Follows no redirects (a bearer must not travel: checklist B30), keeps no cookies and no cache, and
 * stops reading after `maximumBodyBytes`.
 *
 * Throws RolecallError `network-unreachable`, `network-timeout`, `network-untrusted-certificate` or
 * `service-unexpected-answer` (body too large); an aborted signal rejects with the signal's reason.
 */
export type HttpTransport = (request: HttpRequest) => Promise<HttpResponse>;

/** 32 MiB: a page of 100 people is some 60 KB; anything near this is not an answer of the service. */
export const maximumBodyBytes = 32 * 1024 * 1024;
