/** The OpenAPI description of the service, generated from the schemas that the endpoints themselves use. */
import { z } from 'zod';
import {
  addRoleRequestSchema,
  listRolesResponseSchema,
  listUserRolesResponseSchema,
  oauthScopes,
  paths,
  requiredOauthScope,
  searchUsersRequestSchema,
  searchUsersResponseSchema,
} from '../../contract/registration-api/endpoints.ts';
import { errorEnvelopeSchema, oauthErrorSchema } from '../../contract/registration-api/errors.ts';
import { currentUserSchema, tokenResponseSchema, userSchema } from '../../contract/registration-api/resources.ts';

export interface DescribedOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly detail: string;
  /** OAuth scope of the bearer; undefined where none is looked at. */
  readonly oauthScope: string | undefined;
  readonly query?: readonly string[];
  readonly request?: { readonly type: string; readonly schema: z.ZodType };
  /** Undefined for an answer without a body. */
  readonly response: z.ZodType | undefined;
  readonly errors: z.ZodType;
}

const tokenRequestSchema = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token', 'client_credentials']),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

export const operations: readonly DescribedOperation[] = [
  {
    method: 'post',
    path: paths.token,
    summary: 'Token',
    detail: 'Exchanges a code, a refresh token, or the application’s own credentials for a bearer token.',
    oauthScope: undefined,
    request: { type: form, schema: tokenRequestSchema },
    response: tokenResponseSchema,
    errors: oauthErrorSchema,
  },
  {
    method: 'post',
    path: paths.revoke,
    summary: 'Revoke a token',
    detail: 'Ends a token at its application’s wish (RFC 7009).',
    oauthScope: undefined,
    request: {
      type: form,
      schema: z.object({ client_id: z.string(), client_secret: z.string(), token: z.string() }),
    },
    response: undefined,
    errors: oauthErrorSchema,
  },
  {
    method: 'get',
    path: paths.roles,
    summary: 'List roles',
    detail: 'All roles of the event.',
    oauthScope: requiredOauthScope.listRoles,
    query: ['nextPage'],
    response: listRolesResponseSchema,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'get',
    path: '/api/v0/users/{userId}/roles',
    summary: 'List user roles',
    detail: 'The roles a user holds, with their scope.',
    oauthScope: requiredOauthScope.listUserRoles,
    response: listUserRolesResponseSchema,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'put',
    path: '/api/v0/users/{userId}/roles/{roleId}',
    summary: 'Add role to a user',
    detail: 'Fails when the user already has the role, whatever its scope.',
    oauthScope: requiredOauthScope.addRole,
    request: { type: json, schema: addRoleRequestSchema },
    response: undefined,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'delete',
    path: '/api/v0/users/{userId}/roles/{roleId}',
    summary: 'Remove role from a user',
    detail: 'Fails when the user does not have the role.',
    oauthScope: requiredOauthScope.removeRole,
    response: undefined,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'get',
    path: '/api/v0/users/{userId}',
    summary: 'Get user',
    detail: 'One user.',
    oauthScope: requiredOauthScope.getUser,
    response: userSchema,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'post',
    path: paths.searchUsers,
    summary: 'Search users',
    detail: 'All users, or the holders of one role, page by page.',
    oauthScope: requiredOauthScope.searchUsers,
    request: { type: json, schema: searchUsersRequestSchema },
    response: searchUsersResponseSchema,
    errors: errorEnvelopeSchema,
  },
  {
    method: 'get',
    path: paths.currentUser,
    summary: 'Current user',
    detail: 'Who a token on behalf of a user stands for.',
    oauthScope: oauthScopes.basicPersonalInformation,
    response: currentUserSchema,
    errors: errorEnvelopeSchema,
  },
];

/** @param url the service's base address. */
export function describeApi(url: string): Record<string, unknown> {
  const described: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    described[operation.path] = { ...described[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Event Registration Service', version: '0' },
    servers: [{ url }],
    paths: described,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeOperation(operation: DescribedOperation): Record<string, unknown> {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name ?? '', 'path'));
  const inQuery = (operation.query ?? []).map((name) => parameter(name, 'query'));
  return {
    summary: operation.summary,
    description: operation.detail,
    parameters: [...inPath, ...inQuery],
    ...(operation.oauthScope === undefined ? {} : { security: [{ bearer: [operation.oauthScope] }] }),
    ...(operation.request === undefined
      ? {}
      : {
          requestBody: { required: true, content: content(operation.request.type, operation.request.schema, 'input') },
        }),
    responses: {
      ...(operation.response === undefined
        ? { [operation.path === paths.revoke ? '200' : '204']: { description: 'Done' } }
        : { '200': { description: 'Success', content: content(json, operation.response, 'output') } }),
      '4XX': { description: 'Refused', content: content(json, operation.errors, 'output') },
      '5XX': { description: 'The service failed', content: content(json, operation.errors, 'output') },
    },
  };
}

function parameter(name: string, place: 'path' | 'query'): Record<string, unknown> {
  return { name, in: place, required: place === 'path', schema: { type: 'string' } };
}

function content(type: string, schema: z.ZodType, direction: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: direction });
  return { [type]: { schema: described } };
}
