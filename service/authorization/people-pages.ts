/** Routes for people: the authorization page with sign-in and consent, sign-out, connected applications. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../contract/registration-api/endpoints.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Application, findApplication } from './applications.ts';
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts';
import { clearSession, formToken, readOwnForm, sessionSecret, setSession } from './forms.ts';
import { issueCode, listConnectedApplications, revokeApplicationOfUser } from './grants.ts';
import { missingFrom } from './oauth-scopes.ts';
import { applicationsPage, consentPage, onwardPage, type Page, pageHeaders, problemPage, signInPage } from './pages.ts';
import { formActionSource, isRegisteredRedirect, withQuery } from './redirect-uri.ts';
import { endSession, findSignedInUser, type SignedInUser, signIn, signInByClick } from './sessions.ts';

const applicationsPath = '/applications';

export function registerPeoplePages(app: FastifyInstance, context: ServiceContext): void {
  app.get('/', async (_request, reply) => reply.redirect(applicationsPath, 303));

  app.get(paths.authorize, async (request, reply) => {
    const query = queryOf(request.url);
    const checked = await checkAuthorization(context, query);
    if (!checked.ok) return sendPage(reply, invalidRequestPage(context, checked.problem, checked.advice));
    const returnTo = `${paths.authorize}?${query}`;
    const user = await signedInUser(context, request);
    if (user === undefined) return sendSignIn(context, request, reply, { returnTo });
    const token = formToken(context, request, reply);
    const lacking = missingFrom(user.permissions, checked.request.oauthScopes);
    if (lacking.length > 0) return sendPage(reply, lackingPage(context, lacking, user, token, returnTo));
    return sendPage(
      reply,
      consentPage({
        eventName: context.settings.eventName,
        formToken: token,
        applicationName: checked.application.name,
        user,
        oauthScopes: checked.request.oauthScopes,
        query,
        redirectUri: checked.request.redirectUri,
        formAction: formActionSource(checked.request.redirectUri),
      }),
    );
  });

  app.post(paths.authorize, async (request, reply) => {
    const form = readOwnForm(context, request);
    const query = form.get('request') ?? '';
    const returnTo = `${paths.authorize}?${query}`;
    const checked = await checkAuthorization(context, query);
    if (!checked.ok) return sendPage(reply, invalidRequestPage(context, checked.problem, checked.advice));
    const user = await signedInUser(context, request);
    if (user === undefined) return sendSignIn(context, request, reply, { returnTo });
    const state = checked.request.encodedState === undefined ? [] : [`state=${checked.request.encodedState}`];
    if (form.get('decision') !== 'authorize') {
      // RFC 6749 4.1.2.1
      return sendToApplication(context, reply, checked, ['error=access_denied', ...state]);
    }
    const lacking = missingFrom(user.permissions, checked.request.oauthScopes);
    if (lacking.length > 0) {
      return sendPage(reply, lackingPage(context, lacking, user, formToken(context, request, reply), returnTo));
    }
    const code = await issueCode(context.database, checked.application, user.userId, checked.request);
    // Disabled, without a permission or without its application since this request began: asked again, the page says which.
    if (code === undefined) return reply.redirect(returnTo, 303);
    return sendToApplication(context, reply, checked, [`code=${code}`, ...state]);
  });

  app.post('/sign-in', async (request, reply) => {
    const form = readOwnForm(context, request);
    const returnTo = ownPath(form.get('return_to'));
    const practiceOperator = context.settings.practiceOperators.find(
      (operator) => operator.userId === form.get('operator'),
    );
    const email = form.get('email') ?? '';
    const outcome =
      practiceOperator === undefined
        ? await signIn(context.database, email, form.get('password') ?? '')
        : await signInByClick(context.database, practiceOperator.userId);
    switch (outcome.kind) {
      case 'signed-in':
        setSession(context, reply, outcome.session);
        return reply.redirect(returnTo, 303);
      case 'wrong':
        return sendSignIn(context, request, reply, {
          returnTo,
          email,
          status: 401,
          problem: 'E-mail address or password is wrong. Please try again.',
        });
      case 'disabled':
        return sendSignIn(context, request, reply, {
          returnTo,
          email,
          status: 403,
          problem: 'This account may not sign in any more. Please ask the registration lead.',
        });
      case 'throttled': {
        void reply.header('retry-after', outcome.secondsLeft);
        const minutes = Math.ceil(outcome.secondsLeft / 60);
        return sendSignIn(context, request, reply, {
          returnTo,
          email,
          status: 429,
          problem: `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} before the next one.`,
        });
      }
    }
  });

  app.post('/sign-out', async (request, reply) => {
    const form = readOwnForm(context, request);
    const secret = sessionSecret(request);
    if (secret !== undefined) await endSession(context.database, secret);
    clearSession(context, reply);
    return reply.redirect(ownPath(form.get('return_to')), 303);
  });

  app.get(applicationsPath, async (request, reply) => {
    const user = await signedInUser(context, request);
    if (user === undefined) return sendSignIn(context, request, reply, { returnTo: applicationsPath });
    return sendApplications(context, request, reply, user, undefined);
  });

  app.post(applicationsPath, async (request, reply) => {
    const form = readOwnForm(context, request);
    const user = await signedInUser(context, request);
    if (user === undefined) return sendSignIn(context, request, reply, { returnTo: applicationsPath });
    const application = await findApplication(context.database, form.get('client_id') ?? '');
    if (application === undefined) return reply.redirect(applicationsPath, 303);
    await revokeApplicationOfUser(context.database, user.userId, application.clientId);
    return sendApplications(context, request, reply, user, `${application.name} no longer has access.`);
  });
}

interface AcceptedAuthorization {
  readonly application: Application;
  readonly request: AuthorizationRequest;
}

type CheckedAuthorization =
  | ({ readonly ok: true } & AcceptedAuthorization)
  | { readonly ok: false; readonly problem: string; readonly advice?: string };

/** Everything about a request that does not depend on the user. A refusal is shown on a page and never redirects. */
async function checkAuthorization(context: ServiceContext, query: string): Promise<CheckedAuthorization> {
  const read = readAuthorizationRequest(query);
  if (!read.ok) return read;
  const application = await findApplication(context.database, read.request.clientId);
  if (application === undefined) return { ok: false, problem: 'No application with this client_id is registered.' };
  if (application.suspended) {
    return {
      ok: false,
      problem: `${application.name} has been suspended.`,
      advice: 'Nobody signs in with it until those who run this service allow it again. Ask them.',
    };
  }
  if (!isRegisteredRedirect(application.redirectUris, read.request.redirectUri)) {
    return { ok: false, problem: `The redirect_uri is not one that ${application.name} has registered.` };
  }
  const unapproved = missingFrom(application.oboScopes, read.request.oauthScopes);
  if (unapproved.length > 0) {
    return { ok: false, problem: `${application.name} is not approved for: ${unapproved.join(' ')}.` };
  }
  return { ok: true, application, request: read.request };
}

const mistakenApplication =
  'The application that sent you here made a mistake. Go back to it and tell its makers what is written above.';

function invalidRequestPage(context: ServiceContext, problem: string, advice = mistakenApplication): Page {
  return problemPage({
    eventName: context.settings.eventName,
    status: 400,
    title: 'Invalid request',
    problem,
    advice,
  });
}

function lackingPage(
  context: ServiceContext,
  lacking: readonly string[],
  user: SignedInUser,
  token: string,
  returnTo: string,
): Page {
  return problemPage({
    eventName: context.settings.eventName,
    status: 400,
    title: 'Invalid request',
    problem: `Your account lacks a permission that the application asks for: ${lacking.join(' ')}.`,
    advice: 'Ask the registration lead to give you the permission, or sign in with an account that has it.',
    switchUser: { user, formToken: token, returnTo },
  });
}

interface SignInDetails {
  readonly returnTo: string;
  readonly email?: string;
  readonly problem?: string;
  readonly status?: number;
}

function sendSignIn(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  details: SignInDetails,
): FastifyReply {
  return sendPage(
    reply,
    signInPage({
      eventName: context.settings.eventName,
      formToken: formToken(context, request, reply),
      returnTo: details.returnTo,
      email: details.email ?? '',
      problem: details.problem,
      status: details.status ?? 200,
      practiceOperators: context.settings.practiceOperators,
    }),
  );
}

async function sendApplications(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SignedInUser,
  notice: string | undefined,
): Promise<FastifyReply> {
  return sendPage(
    reply,
    applicationsPage({
      eventName: context.settings.eventName,
      formToken: formToken(context, request, reply),
      user,
      applications: await listConnectedApplications(context.database, user.userId),
      notice,
    }),
  );
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.code(page.status).headers(pageHeaders(page)).send(page.html);
}

function sendToApplication(
  context: ServiceContext,
  reply: FastifyReply,
  { application, request }: AcceptedAuthorization,
  pairs: readonly string[],
): FastifyReply {
  const location = withQuery(request.redirectUri, pairs);
  if (formActionSource(request.redirectUri) === undefined) {
    const { eventName } = context.settings;
    return sendPage(reply, onwardPage({ eventName, applicationName: application.name, location }));
  }
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(location, 303);
}

async function signedInUser(context: ServiceContext, request: FastifyRequest): Promise<SignedInUser | undefined> {
  const secret = sessionSecret(request);
  return secret === undefined ? undefined : findSignedInUser(context.database, secret);
}

/** The two pages that ask for a sign-in; anything else would be an open door to other sites. */
function ownPath(returnTo: string | null): string {
  return returnTo?.startsWith(`${paths.authorize}?`) === true && /^[\x21-\x7e]*$/.test(returnTo)
    ? returnTo
    : applicationsPath;
}

/**
 * What follows the question mark. Letters that may not stand in a header are encoded: Node hands them over as one
 * character for each byte.
 */
function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1).replace(/[^\x21\x22\x24-\x7e]/g, percentEncodeByte);
}

function percentEncodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
