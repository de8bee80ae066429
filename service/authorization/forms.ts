/** Forms of the service's pages: cookies, and the token that shows a form is our own (against forged requests). */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../service-context.ts';
import { equalInConstantTime, newSecret } from './secrets.ts';

const visitorCookie = 'rolecall_visitor';
const sessionCookie = 'rolecall_session';

/** A form that was not sent from a page of ours, or from one of an earlier session. */
export class ForgedForm extends Error {}

/**
 * The token for forms on a page for this browser. It binds to a random cookie and to the session, so a form that was
 * made for one visitor or one session is worthless to another.
 */
export function formToken(context: ServiceContext, request: FastifyRequest, reply: FastifyReply): string {
  let visitor = request.cookies[visitorCookie];
  if (visitor === undefined || !/^[A-Za-z0-9_-]{43}$/.test(visitor)) {
    visitor = newSecret();
    setCookie(context, reply, visitorCookie, visitor);
  }
  return sign(context, visitor, sessionSecret(request));
}

/**
 * The fields of a form, once it is shown to be ours.
 *
 * @throws {ForgedForm}
 */
export function readOwnForm(context: ServiceContext, request: FastifyRequest): URLSearchParams {
  const form = request.body;
  const visitor = request.cookies[visitorCookie];
  const site = request.headers['sec-fetch-site'];
  if (!(form instanceof URLSearchParams) || visitor === undefined) throw new ForgedForm();
  // Origin is no help here: under Referrer-Policy no-referrer browsers send "null" even to ourselves.
  if (site !== undefined && site !== 'same-origin') throw new ForgedForm();
  if (!equalInConstantTime(form.get('form_token') ?? '', sign(context, visitor, sessionSecret(request)))) {
    throw new ForgedForm();
  }
  return form;
}

export function sessionSecret(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie];
}

export function setSession(context: ServiceContext, reply: FastifyReply, secret: string): void {
  setCookie(context, reply, sessionCookie, secret);
}

export function clearSession(context: ServiceContext, reply: FastifyReply): void {
  void reply.clearCookie(sessionCookie, { path: '/', secure: context.settings.secureCookies });
}

function setCookie(context: ServiceContext, reply: FastifyReply, name: string, value: string): void {
  void reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    // Lax: the authorization page is opened from another site or program, and must see the session.
    sameSite: 'lax',
    secure: context.settings.secureCookies,
  });
}

function sign(context: ServiceContext, visitor: string, session: string | undefined): string {
  return createHmac('sha256', context.signingKey)
    .update(`form\0${visitor}\0${session ?? ''}`)
    .digest('base64url');
}
