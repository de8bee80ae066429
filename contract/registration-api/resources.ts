/**
 * The resources of the Event Registration Service as it sends them (specification, "Resources and their fields").
 *
 * These are the exact shapes our own service promises. The desk reads other instances more leniently
 * (docs/decisions.md, "reading other people's instances"); that leniency lives in electron/registration.
 */
import { z } from 'zod';

/** Where a role holds: for the current convention only, or across every convention of the organisation. */
export const roleScopeSchema = z.enum(['convention', 'global']);
export type RoleScope = z.infer<typeof roleScopeSchema>;

/** A named group of users. */
export const roleSchema = z.object({ id: z.string(), name: z.string() });
export type Role = z.infer<typeof roleSchema>;

/** A role as held by one user. */
export const userRoleSchema = z.object({ id: z.string(), name: z.string(), scope: roleScopeSchema });
export type UserRole = z.infer<typeof userRoleSchema>;

/**
 * Postal address of a user. Every field may be null where an organisation does not ask for personal information
 * (specification, "User", row address).
 */
export const addressSchema = z.object({
  addressCity: z.string().nullable(),
  /** Two-letter country code. */
  addressCountry: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressState: z.string().nullable(),
  addressZipcode: z.string().nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** An end-user of the event organisation. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** Used instead of first and last name except where the law wants the legal name. */
  preferredName: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  /** Whether the user confirmed the e-mail address. */
  verified: z.boolean(),
  /** E.164. The specification declares a boolean and describes E.164; the description stands. Null where none is known. */
  phone: z.string().nullable(),
  address: addressSchema.nullable(),
});
export type User = z.infer<typeof userSchema>;

/** Answer of the token endpoint (RFC 6749 5.1; specification, "Token response"). */
export const tokenResponseSchema = z.object({
  access_token: z.string(),
  /** Seconds until the access token expires (RFC 6749 5.1). */
  expires_in: z.number(),
  /** Granted OAuth scopes, separated by single spaces. */
  scope: z.string(),
  /** Absent from client credentials. */
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
});
export type TokenResponse = z.infer<typeof tokenResponseSchema>;

/** Who a token belongs to: the extra endpoint GET /api/users/current (docs/decisions.md, "who the operator is"). */
export const currentUserSchema = z.object({
  id: z.string(),
  sub: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  preferredName: z.string().nullable().optional(),
  username: z.string(),
  permissions: z.array(z.string()),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;
