/** Connections: one organisation's service each. The secret and the application id stay in the main process. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { errorCodeSchema } from './errors.ts';

/** The connection file an administrator hands out (docs/administrator-guide.md, "Connection file"). Read by main only. */
export const connectionFileSchema = z.object({
  name: z.string().min(1).max(120),
  baseUrl: z.string().max(2048),
  clientId: z.union([z.string().min(1).max(200), z.number()]).transform(String),
  clientSecret: z.string().min(1).max(1000),
  redirectUri: z.string().max(2048).default('rolecall://oauth/callback'),
  oboScopes: z.array(z.string().min(1).max(200)).max(50).default(['pii:basic']),
  dataAccess: z.enum(['automatic', 'service-integration', 'operator']).default('automatic'),
  /** RFC 7636; off only for services that choke on unknown parameters. */
  pkce: z.boolean().default(true),
});
export type ConnectionFile = z.infer<typeof connectionFileSchema>;

export const connectionSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Host shown beside the sign-in button; never the whole address with a path. */
  host: z.string(),
  practice: z.boolean(),
  current: z.boolean(),
});
export type ConnectionSummary = z.infer<typeof connectionSummarySchema>;

/** Whether the service can be reached, decided from real outcomes only. */
export const reachabilitySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('online'), since: z.number() }),
  z.object({
    kind: z.literal('offline'),
    since: z.number(),
    reason: errorCodeSchema,
    /** Milliseconds since the epoch of the next try. */
    nextTryAt: z.number().nullable(),
  }),
]);
export type Reachability = z.infer<typeof reachabilitySchema>;

export const connectionsStateSchema = z.object({
  all: z.array(connectionSummarySchema),
  /** What became of the file of connections, where it could not be used: kept under another name, or left as it is. */
  settings: z.enum(['set-aside', 'newer']).optional(),
  reachability: reachabilitySchema,
});
export type ConnectionsState = z.infer<typeof connectionsStateSchema>;

export const connectionsRequests = {
  'connections:read': { input: nothing, output: connectionsStateSchema },
  /** Main shows the file dialog; `chosen: false` when it was closed without a file. */
  'connections:choose-file': { input: nothing, output: z.object({ chosen: z.boolean() }) },
  'connections:use': { input: z.strictObject({ connectionId: z.string().max(100) }), output: nothing },
  'connections:remove': { input: z.strictObject({ connectionId: z.string().max(100) }), output: nothing },
} as const;
export const connectionsEvents = { 'connections:changed': connectionsStateSchema } as const;
