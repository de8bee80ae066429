/** `POST /api/oauth/token` with its three grants, and the extras: revocation (RFC 7009) and metadata (RFC 8414). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { oauthScopes, paths } from '../../contract/registration-api/endpoints.ts';
import type { OauthError } from '../../contract/registration-api/errors.ts';
import type { TokenResponse } from '../../contract/registration-api/resources.ts';
import type { ServiceContext } from '../service-context.ts';
import { type Application, authenticateApplication } from './applications.ts';
import {
  exchangeCode,
  type IssuedTokens,
  issueIntegrationToken,
  refresh,
  revokeToken,
  type TokenOutcome,
} from './grants.ts';
import { missingFrom, parseOauthScopes } from './oauth-scopes.ts';
import { repeatedName } from './parameters.ts';

/** A refused token request (RFC 6749 5.2). */
export class OauthRefusal extends Error {
  readonly status: number;
  readonly body: OauthError;

  constructor(status: number, error: string, description: string) {
    super(`Refused with ${error}`);
    this.name = 'OauthRefusal';
    this.status = status;
    this.body = { error, error_description: description };
  }
}

export function registerTokenEndpoint(app: FastifyInstance, context: ServiceContext): void {
  app.post(paths.token, async (request, reply): Promise<TokenResponse> => {
    void reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
    const form = readForm(request);
    const application = await authenticate(context, form);
    const tokens = await grant(context, application, form);
    return {
      access_token: tokens.accessToken,
      expires_in: context.settings.accessTokenSeconds,
      scope: tokens.oauthScopes.join(' '),
      ...(tokens.refreshToken === undefined ? {} : { refresh_token: tokens.refreshToken }),
      token_type: 'bearer',
    };
  });

  app.post(paths.revoke, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const form = readForm(request);
    const application = await authenticate(context, form);
    if (!(await revokeToken(context.database, application, required(form, 'token')))) {
      throw invalidGrant('The token was issued to another application.');
    }
    return reply.code(200).send();
  });

  app.get(paths.metadata, async (request) => {
    const issuer = context.settings.baseUrl ?? `${request.protocol}://${request.host}`;
    return {
      issuer,
      authorization_endpoint: issuer + paths.authorize,
      token_endpoint: issuer + paths.token,
      revocation_endpoint: issuer + paths.revoke,
      scopes_supported: Object.values(oauthScopes),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    };
  });
}

async function grant(context: ServiceContext, application: Application, form: URLSearchParams): Promise<IssuedTokens> {
  const { database, settings } = context;
  const requestedScopes = readScopes(form);
  switch (required(form, 'grant_type')) {
    case 'authorization_code': {
      const exchange = {
        code: required(form, 'code'),
        redirectUri: required(form, 'redirect_uri'),
        codeVerifier: optional(form, 'code_verifier'),
        oauthScopes: requestedScopes,
      };
      return settle(await exchangeCode(database, application, exchange, settings));
    }
    case 'refresh_token':
      return settle(
        await refresh(
          database,
          application,
          required(form, 'refresh_token'),
          optional(form, 'redirect_uri'),
          requestedScopes,
          settings,
        ),
      );
    case 'client_credentials': {
      if (requestedScopes === undefined) throw new OauthRefusal(400, 'invalid_scope', 'The field scope is missing.');
      const refused = missingFrom(application.integrationScopes, requestedScopes);
      if (refused.length > 0) throw new OauthRefusal(400, 'invalid_scope', whyNotForIntegration(application, refused));
      return settle(await issueIntegrationToken(database, application, requestedScopes, settings));
    }
    default:
      throw new OauthRefusal(
        400,
        'unsupported_grant_type',
        'grant_type must be authorization_code, refresh_token or client_credentials.',
      );
  }
}

function whyNotForIntegration(application: Application, refused: readonly string[]): string {
  const oboOnly = refused.filter((scope) => application.oboScopes.includes(scope));
  if (oboOnly.length > 0) {
    return `Only on behalf of a user, with the authorization page: ${oboOnly.join(' ')}.`;
  }
  return `Not approved for this application: ${refused.join(' ')}.`;
}

function settle(outcome: TokenOutcome): IssuedTokens {
  if (outcome.ok) return outcome.tokens;
  throw new OauthRefusal(outcome.error === 'invalid_client' ? 401 : 400, outcome.error, outcome.description);
}

/** The form, in which no field may come twice (RFC 6749 3.2). */
function readForm(request: FastifyRequest): URLSearchParams {
  const form = request.body;
  if (!(form instanceof URLSearchParams)) {
    throw new OauthRefusal(400, 'invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  }
  if (repeatedName(form) !== undefined) {
    throw new OauthRefusal(400, 'invalid_request', 'A field was sent more than once.');
  }
  return form;
}

async function authenticate(context: ServiceContext, form: URLSearchParams): Promise<Application> {
  const application = await authenticateApplication(
    context.database,
    required(form, 'client_id'),
    required(form, 'client_secret'),
  );
  if (application === undefined) {
    throw new OauthRefusal(401, 'invalid_client', 'client_id or client_secret is wrong.');
  }
  if (application.suspended) {
    throw new OauthRefusal(400, 'unauthorized_client', 'The organisation has suspended this application.');
  }
  return application;
}

function readScopes(form: URLSearchParams): string[] | undefined {
  const text = optional(form, 'scope');
  if (text === undefined) return undefined;
  const scopes = parseOauthScopes(text);
  if (scopes === undefined) {
    throw new OauthRefusal(400, 'invalid_scope', 'The field scope is not a list of scopes separated by spaces.');
  }
  return scopes;
}

/** An empty field counts as not sent (RFC 6749 3.2). */
function optional(form: URLSearchParams, name: string): string | undefined {
  const value = form.get(name);
  return value === null || value === '' ? undefined : value;
}

function required(form: URLSearchParams, name: string): string {
  const value = optional(form, name);
  if (value === undefined) throw new OauthRefusal(400, 'invalid_request', `The field ${name} is missing.`);
  return value;
}

function invalidGrant(description: string): OauthRefusal {
  return new OauthRefusal(400, 'invalid_grant', description);
}
