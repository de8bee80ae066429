/** Lets a request through to a data endpoint only with a token that carries the endpoint's scope. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessRefusal, authenticationRefusal } from '../refusal.ts';
import type { ServiceContext } from '../service-context.ts';
import type { Bearer } from './bearer-cache.ts';
import { findBearer } from './grants.ts';

/** The token's letters (RFC 6750 2.1); the scheme's name in any case (RFC 9110 11.1). */
const headerPattern = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

const bearers = new WeakMap<FastifyRequest, Bearer>();

/** The token a request was sent with; undefined when it has none, or something that can't be one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return headerPattern.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * A hook that runs before the body is read, so that strangers are turned away first.
 *
 * @param oauthScope what the token must carry (specification, "Authentication", rule 3).
 */
export function requireBearer(context: ServiceContext, oauthScope: string) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.headers.authorization === undefined) {
      throw authenticationRefusal('Send the header Authorization: Bearer <ACCESS_TOKEN> with every request.', false);
    }
    const token = bearerToken(request);
    const bearer = token === undefined ? undefined : await findBearer(context, token);
    if (bearer === undefined) {
      throw authenticationRefusal(
        'The access token is not valid, has expired or was revoked. Request a new one.',
        true,
      );
    }
    if (!bearer.oauthScopes.includes(oauthScope)) {
      throw accessRefusal(`This needs a token with the scope ${oauthScope}.`, [oauthScope]);
    }
    bearers.set(request, bearer);
  };
}

/** Whose request it is, once `requireBearer` has let it through. */
export function bearerOf(request: FastifyRequest): Bearer {
  const bearer = bearers.get(request);
  if (bearer === undefined) throw new Error('This route has no requireBearer hook.');
  return bearer;
}
