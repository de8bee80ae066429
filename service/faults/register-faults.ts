/** Makes requests go wrong as a `FaultPlan` says, and lets whoever holds the secret change the plan at run time. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../contract/registration-api/endpoints.ts';
import { equalInConstantTime, hashSecret } from '../authorization/secrets.ts';
import type { Database } from '../database/schema.ts';
import { authenticationRefusal, Refusal, rateLimitRefusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import { type Fault, type FaultEndpoint, type FaultPlan, faultSettingsSchema } from './fault-plan.ts';

export interface FaultControl {
  readonly plan: FaultPlan;
  /** Made anew at each start; the ready line tells it. */
  readonly secret: string;
}

export const faultsPath = '/faults';

const endpointsByRoute: Readonly<Record<string, FaultEndpoint>> = {
  [`GET ${paths.roles}`]: 'listRoles',
  'GET /api/v0/users/:userId/roles': 'listUserRoles',
  'GET /api/v0/users/:userId': 'getUser',
  [`POST ${paths.searchUsers}`]: 'searchUsers',
  'PUT /api/v0/users/:userId/roles/:roleId': 'addRole',
  'DELETE /api/v0/users/:userId/roles/:roleId': 'removeRole',
  [`GET ${paths.currentUser}`]: 'currentUser',
  [`POST ${paths.token}`]: 'token',
  [`POST ${paths.revoke}`]: 'revoke',
};

/** Pieces a slow body comes in. */
const slowPieces = 20;
const portalPage =
  '<!doctype html><title>Welcome</title><h1>Welcome to the venue Wi-Fi</h1><p>Please accept our terms.</p>';

/** Register before the routes: the hooks have to come before theirs. */
export function registerFaults(app: FastifyInstance, database: Database, control: FaultControl): void {
  const faults = new WeakMap<FastifyRequest, Fault>();

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = endpointsByRoute[`${request.method} ${request.routeOptions.url}`];
    const fault = endpoint === undefined ? undefined : control.plan.next(endpoint);
    if (fault === undefined) return undefined;
    faults.set(request, fault);
    return strikeBefore(fault, database, request, reply);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.get(request);
    return fault === undefined ? payload : strikeAfter(fault, request, reply, payload);
  });

  app.put(faultsPath, async (request, reply) => {
    const secret = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!equalInConstantTime(secret, control.secret)) {
      throw authenticationRefusal('Send the secret of the ready line as bearer.', secret !== '');
    }
    control.plan.set(parseBody(faultSettingsSchema, request.body));
    return reply.code(204).send();
  });
}

async function strikeBefore(fault: Fault, database: Database, request: FastifyRequest, reply: FastifyReply) {
  switch (fault.kind) {
    case 'latency':
      await delay(fault.milliseconds);
      return undefined;
    case 'error-before-write':
      throw new Refusal(500, { server: { hash: 'practised-fault' } });
    case 'rate-limited':
      throw rateLimitRefusal(fault.retryAfterSeconds);
    case 'captive-portal':
      return reply.code(200).header('content-type', 'text/html; charset=utf-8').send(portalPage);
    case 'reset':
      request.raw.socket.resetAndDestroy();
      return reply.hijack();
    case 'token-revoked': {
      const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      await database.deleteFrom('access_token').where('token_hash', '=', hashSecret(token)).execute();
      return undefined;
    }
    case 'error-after-write':
    case 'reply-lost':
    case 'truncated-json':
    case 'slow-body':
      return undefined;
  }
}

async function strikeAfter(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const text = typeof payload === 'string' ? payload : '';
  switch (fault.kind) {
    case 'error-after-write': {
      void reply.code(500).header('content-type', 'application/json; charset=utf-8').removeHeader('content-length');
      return JSON.stringify({ errors: { server: { hash: 'practised-fault' } } });
    }
    case 'reply-lost':
      request.raw.socket.resetAndDestroy();
      return payload;
    case 'truncated-json':
      void reply.removeHeader('content-length');
      return text.slice(0, Math.floor(text.length / 2));
    case 'slow-body':
      void reply.removeHeader('content-length');
      return Readable.from(trickle(text, fault.milliseconds));
    case 'latency':
    case 'error-before-write':
    case 'rate-limited':
    case 'captive-portal':
    case 'reset':
    case 'token-revoked':
      return payload;
  }
}

async function* trickle(text: string, milliseconds: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const size = Math.max(1, Math.ceil(bytes.length / slowPieces));
  for (let start = 0; start < bytes.length; start += size) {
    await delay(milliseconds / slowPieces);
    yield bytes.subarray(start, start + size);
  }
}
