import type { HttpResponse } from '../ports/http-transport.ts';

/**
 * What the service's clock said when this answer left for us, to whole seconds; milliseconds since the epoch, NaN where the
 * answer does not tell. A cache on the way hands on the date of when the answer was made, and says how long it has kept it
 * (RFC 9110 6.6.1, RFC 9111 5.1).
 */
export function servedAt(headers: HttpResponse['headers']): number {
  const age = /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0;
  return Date.parse(headers.date ?? '') + age * 1_000;
}
