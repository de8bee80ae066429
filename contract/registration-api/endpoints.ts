/** Paths, requests and responses of the service (specification, "Endpoints"). All paths are relative to the base URL. */
import { z } from 'zod';
import { roleSchema, roleScopeSchema, userRoleSchema, userSchema } from './resources.ts';

/** OAuth scopes the specification names. `oauthScope` is always spelt out, so that it is never taken for a role scope. */
export const oauthScopes = {
  basicPersonalInformation: 'pii:basic',
  readUsers: 'user:read',
  updateUserRoles: 'user:roles:update',
} as const;
export type OauthScope = string;

/** The path of every endpoint. Ids are percent-encoded here and nowhere else. */
export const paths = {
  authorize: '/oauth/authorize',
  token: '/api/oauth/token',
  /** RFC 7009, an extra of our service. */
  revoke: '/api/oauth/revoke',
  /** RFC 8414, an extra of our service. */
  metadata: '/.well-known/oauth-authorization-server',
  currentUser: '/api/users/current',
  roles: '/api/v0/roles',
  searchUsers: '/api/v0/users/search',
  user: (userId: string) => `/api/v0/users/${encodeURIComponent(userId)}`,
  userRoles: (userId: string) => `/api/v0/users/${encodeURIComponent(userId)}/roles`,
  userRole: (userId: string, roleId: string) =>
    `/api/v0/users/${encodeURIComponent(userId)}/roles/${encodeURIComponent(roleId)}`,
} as const;

/** The OAuth scope each data operation needs (specification, "Authentication", rule 3). */
export const requiredOauthScope = {
  listRoles: oauthScopes.readUsers,
  listUserRoles: oauthScopes.readUsers,
  getUser: oauthScopes.readUsers,
  searchUsers: oauthScopes.readUsers,
  addRole: oauthScopes.updateUserRoles,
  removeRole: oauthScopes.updateUserRoles,
} as const;
export type DataOperation = keyof typeof requiredOauthScope;

/** Users on one search page (specification, "Limits"). */
export const searchLimit = { minimum: 1, maximum: 100, default: 100 } as const;

export const addRoleRequestSchema = z.object({ scope: roleScopeSchema });
export type AddRoleRequest = z.infer<typeof addRoleRequestSchema>;

/** `filter.roleId` is declared a number while role ids are strings: both are accepted (docs/decisions.md). */
export const searchUsersRequestSchema = z.object({
  nextPage: z.string().nullish(),
  limit: z.number().int().min(searchLimit.minimum).max(searchLimit.maximum).nullish(),
  filter: z.object({ roleId: z.union([z.number(), z.string()]).nullish() }).nullish(),
});
export type SearchUsersRequest = z.infer<typeof searchUsersRequestSchema>;

const nextPage = z.string().nullable();
export const listRolesResponseSchema = z.object({ data: z.array(roleSchema), nextPage });
export const listUserRolesResponseSchema = z.object({ data: z.array(userRoleSchema) });
export const searchUsersResponseSchema = z.object({ data: z.array(userSchema), nextPage });
export type ListRolesResponse = z.infer<typeof listRolesResponseSchema>;
export type ListUserRolesResponse = z.infer<typeof listUserRolesResponseSchema>;
export type SearchUsersResponse = z.infer<typeof searchUsersResponseSchema>;
