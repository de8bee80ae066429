/** `--rate-limit`: so many requests in a second for each caller, counted in the database for all instances together. */
import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from './authorization/bearer.ts';
import { findBearer } from './authorization/grants.ts';
import { hashSecret } from './authorization/secrets.ts';
import { countHit } from './database/counters.ts';
import { rateLimitRefusal } from './refusal.ts';
import type { ServiceContext } from './service-context.ts';

/** @throws {Refusal} 429 */
export async function limitRate(context: ServiceContext, request: FastifyRequest, perSecond: number): Promise<void> {
  if (request.url === '/healthz') return;
  const count = await countHit(context.database, `rate ${await callerOf(context, request)}`, 1);
  if (count.hits > perSecond) throw rateLimitRefusal(count.secondsLeft);
}

/** A token counts for itself once it is known to be good: whoever makes tokens up would otherwise never be one caller twice. */
async function callerOf(context: ServiceContext, request: FastifyRequest): Promise<string> {
  const token = bearerToken(request);
  const bearer = token === undefined ? undefined : await findBearer(context, token);
  return token === undefined || bearer === undefined ? networkOf(request.ip) : hashSecret(token);
}

/** An address as it is counted. Of IPv6 the first 64 bits: all addresses behind them belong to one connection. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = address.replace(/%.*$/, '');
  // IPv4, at a socket that takes both.
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [front, back] = new URL(`http://[${plain}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - (front?.length ?? 0) - (back?.length ?? 0)).fill('0');
  return `${[...(front ?? []), ...zeros, ...(back ?? [])].slice(0, 4).join(':')}::/64`;
}
