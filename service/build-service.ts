/** The service as a Fastify application: routes and errors, no listening, so that tests and main.ts share it. */
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { paths } from '../contract/registration-api/endpoints.ts';
import { ForgedForm } from './authorization/forms.ts';
import { problemPage } from './authorization/pages.ts';
import { registerPeoplePages, sendPage } from './authorization/people-pages.ts';
import { OauthRefusal, registerTokenEndpoint } from './authorization/token-endpoint.ts';
import { registerDescription } from './description/register-description.ts';
import { type FaultControl, faultsPath, registerFaults } from './faults/register-faults.ts';
import { knownRoutes } from './known-routes.ts';
import { describeFault, type Log } from './log.ts';
import { limitRate } from './rate-limit.ts';
import { logicRefusal, Refusal, resourceRefusal, usageRefusal } from './refusal.ts';
import { maximumBodyBytes, readBodies } from './request-body.ts';
import { registerRoles } from './roles/roles.ts';
import type { ServiceContext } from './service-context.ts';
import { registerUsers } from './users/users.ts';

export interface ServiceOptions {
  readonly log: Log;
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Whether a Host header is one of this service's names; guards against DNS rebinding. */
  readonly isOwnHost: (host: string) => boolean;
  /** Addresses or networks of proxies that are believed when they say whose request they pass on (X-Forwarded-For). */
  readonly trustedProxies: readonly string[];
  /** Faults for practice and tests; undefined outside them. */
  readonly faults: FaultControl | undefined;
}

/** Longest address: an authorization request with a generous state. Node's own limit on all headers is 16 KB. */
const maximumParameterLength = 8_192;
/** Milliseconds in which a request must have arrived whole. */
const requestTimeout = 30_000;

function noSchemas(): never {
  throw new Error('Routes have no schemas of the framework.');
}

export async function buildService(context: ServiceContext, options: ServiceOptions): Promise<FastifyInstance> {
  const sendError = (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerError(context, options.log, error, request, reply);
  const common = {
    bodyLimit: maximumBodyBytes,
    trustProxy: options.trustedProxies.length === 0 ? false : options.trustedProxies.join(','),
    requestTimeout,
    routerOptions: { maxParamLength: maximumParameterLength },
    forceCloseConnections: 'idle',
    // Bodies are checked against the contract's own schemas; loading Fastify's schema compilers only costs time at start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      void sendError(error, request, reply);
    },
  } as const;
  const app: FastifyInstance =
    options.tls === undefined
      ? fastify(common)
      : (fastify({
          ...common,
          // Specification, "Authentication", rule 1.
          https: { cert: options.tls.certificate, key: options.tls.key, minVersion: 'TLSv1.2' },
        }) as unknown as FastifyInstance);

  const methodsOf = knownRoutes(app);
  readBodies(app);
  await app.register(cookie);

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff');
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    if (!options.isOwnHost(request.headers.host ?? '')) {
      throw usageRefusal(421, 'The Host header names another server.');
    }
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity')
      throw usageRefusal(415, 'Send the body as it is, without Content-Encoding.');
    if (context.settings.rateLimit !== undefined) await limitRate(context, request, context.settings.rateLimit);
    // Before the body is read: what it is does not matter to an address that takes none of that kind, or none at all.
    if (request.is404) throw notFoundRefusal(methodsOf(pathOf(request)));
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the address: ids, codes and states stay out of the log.
    options.log.info('request', {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));

  if (options.faults !== undefined) registerFaults(app, context.database, options.faults);
  app.get('/healthz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(context.database);
      return { status: 'ok' };
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
  registerPeoplePages(app, context);
  registerDescription(app, context);
  registerTokenEndpoint(app, context);
  registerRoles(app, context);
  registerUsers(app, context);
  return app;
}

/** `methods`: those the address takes; none where there is nothing. */
function notFoundRefusal(methods: readonly string[]): Refusal {
  return methods.length === 0
    ? resourceRefusal('There is nothing here.')
    : usageRefusal(405, `This address takes ${methods.join(', ')}.`, { allow: methods.join(', ') });
}

/** One place for every refusal and every failure; what is sent depends on who reads it: a program or a person. */
function answerError(
  context: ServiceContext,
  log: Log,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = pathOf(request);
  if (error instanceof OauthRefusal) return reply.code(error.status).send(error.body);
  if (error instanceof ForgedForm) {
    return sendProblem(
      context,
      reply,
      403,
      'This form has expired',
      'It belongs to an earlier visit, or came from another site.',
    );
  }
  const refusal = error instanceof Refusal ? error : refusalOf(log, error, request);
  if (path === paths.token || path === paths.revoke) {
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .send({ error: oauthErrorOf(refusal.status), error_description: messageOf(refusal) });
  }
  if (/^\/+api(\/|$)/.test(path) || path.startsWith('/.well-known/') || path === '/healthz' || path === faultsPath) {
    return reply.code(refusal.status).headers(refusal.headers).send({ errors: refusal.errors });
  }
  void reply.headers(refusal.headers);
  return sendProblem(
    context,
    reply,
    refusal.status,
    refusal.status === 404 ? 'Not found' : 'That did not work',
    messageOf(refusal),
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Answers bytes that never became a request: too many headers, too slow, or no HTTP at all. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = unreadableRefusal(error.code);
  const body = JSON.stringify({ errors: refusal.errors });
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function unreadableRefusal(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return usageRefusal(431, 'The address and headers together are larger than 16 KB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return usageRefusal(408, `The request did not arrive whole within ${requestTimeout / 1_000} s.`);
    default:
      return logicRefusal('invalidRequest', 'This is not a request in HTTP/1.1.');
  }
}

function sendProblem(context: ServiceContext, reply: FastifyReply, status: number, title: string, problem: string) {
  const advice = 'Go back to the application you came from and start again.';
  return sendPage(reply, problemPage({ eventName: context.settings.eventName, status, title, problem, advice }));
}

/** Turns the framework's own errors into ours. Whatever is left is a fault of the service and is logged under a hash. */
function refusalOf(log: Log, error: Error, request: FastifyRequest): Refusal {
  // The connection was lost before the request was here whole: nobody reads the answer.
  if (error === request.raw.errored) {
    log.info('request-cut-off', { route: request.routeOptions.url });
    return logicRefusal('invalidRequest', 'The request did not arrive whole.');
  }
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return usageRefusal(413, `The body is larger than ${maximumBodyBytes / 1024} KB.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return usageRefusal(415, 'Send the body as application/json, or as a form where one is expected.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return logicRefusal('invalidRequest', 'The body is not as long as Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return logicRefusal('invalidRequest', 'The address is not properly encoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return resourceRefusal('There is nothing here.');
    default: {
      const hash = randomBytes(8).toString('hex');
      log.error('request-failed', { hash, route: request.routeOptions.url, ...describeFault(error) });
      return new Refusal(500, { server: { hash } });
    }
  }
}

function oauthErrorOf(status: number): string {
  if (status >= 500) return 'server_error';
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request';
}

function messageOf(refusal: Refusal): string {
  const { server, ...others } = refusal.errors;
  if (server !== undefined) return `The service failed. If you report it, name ${server.hash}.`;
  return Object.values(others)[0]?.message ?? 'The request was refused.';
}
