/** The desk's copy of people: searching it, opening one person, how fresh it is. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { deskErrorSchema, errorCodeSchema } from './errors.ts';
import { roleScopeSchema } from './stations.ts';

const userId = z.string().min(1).max(200);

/** Text with the parts that matched: pairs of UTF-16 offsets [start, end), ascending, never overlapping. */
export const markedTextSchema = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) });
export type MarkedText = z.infer<typeof markedTextSchema>;

/**
 * How far a role of one person has come, seen from this desk.
 * `confirmed`: as the service last said · `waiting`: written down here, not sent · `sending`: on its way ·
 * `refused`: the service said no; `held` then is what the service says.
 */
export const changeStateSchema = z.enum(['confirmed', 'waiting', 'sending', 'refused']);
export type ChangeState = z.infer<typeof changeStateSchema>;

export const personRoleSchema = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** What the desk shows as given: the wish where one is open, else what the service said. */
  held: z.boolean(),
  /** Scope it is (or will be) held with; null while not held. */
  roleScope: roleScopeSchema.nullable(),
  state: changeStateSchema,
  /** When it was confirmed, wished or refused; milliseconds since the epoch; null where this desk doesn't know. */
  at: z.number().nullable(),
  /** The open or last wish behind the state, for undo and dismissing; null where none of this desk's is behind it. */
  wishId: z.string().nullable(),
  /** Set with `refused`. */
  refusal: deskErrorSchema.nullable(),
  /** Label of the operator who wished it here; null where it was not this desk. */
  by: z.string().nullable(),
});
export type PersonRole = z.infer<typeof personRoleSchema>;

/** One row of the result list: enough to tell two people apart, no more (e-mail and phone masked unless typed). */
export const hitSchema = z.object({
  userId,
  displayName: markedTextSchema,
  /** In the order they are shown, already masked. `legal-name` is there only when it differs from the display name. */
  details: z.array(
    z.object({ kind: z.enum(['legal-name', 'username', 'email', 'phone', 'id', 'city']), value: markedTextSchema }),
  ),
  /** Set when it only fits with one or two letters wrong. */
  slip: z.boolean(),
  /** State of the primary recipe for this person, when one is set up. */
  primary: personRoleSchema.nullable(),
  /** Names of the other station roles the person holds. */
  roleNames: z.array(z.string()),
});
export type Hit = z.infer<typeof hitSchema>;

export const searchResultSchema = z.object({
  query: z.string(),
  hits: z.array(hitSchema).max(50),
  /** How many fit in all. */
  total: z.number(),
  /** How many people were searched. */
  searched: z.number(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** What a scan found. One person where it can only mean that one. */
export const scanResultSchema = searchResultSchema.extend({
  /** What was looked for, in place of the text that was scanned: of a licence only the name. Empty for noise. */
  searchedFor: z.string(),
  /** Another part of what was scanned is somebody else's id or e-mail address: whoever is opened has to be looked at first. */
  isGuess: z.literal(true).optional(),
});
export type ScanResult = z.infer<typeof scanResultSchema>;

export const personViewSchema = z.object({
  userId,
  displayName: z.string(),
  /** Username without the @. */
  username: z.string(),
  maskedEmail: z.string(),
  emailVerified: z.boolean(),
  /** Null where the service has none. */
  maskedPhone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  primary: personRoleSchema.nullable(),
  /** How far the station's further recipes are for this person, in its order. */
  furtherRecipes: z.array(z.object({ recipeId: z.string(), progress: personRoleSchema })).optional(),
  /**
   * Refused changes of the first step and the further recipes that `primary` does not tell of: what else of a step is missing
   * can still be asked for, or the role is no switch of the station.
   */
  refusedBeside: z.array(personRoleSchema),
  /** The station's roles, in its order. */
  roles: z.array(personRoleSchema),
  /** Roles the person holds that this station does not show as switches. */
  otherRoles: z.array(z.object({ roleName: z.string(), roleScope: roleScopeSchema })),
  /** When the service was last asked about this person; null while it is only the directory's copy. */
  freshAt: z.number().nullable(),
  /** Why the last try to ask failed; null when it did not. `person-not-known`: the service no longer has this person. */
  notFreshBecause: errorCodeSchema.nullable(),
});
export type PersonView = z.infer<typeof personViewSchema>;

/** What "Show for ID check" reveals. Asked for by hand, kept in memory only, gone with the next person. */
export const personDetailsSchema = z.object({
  userId,
  legalName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  addressLines: z.array(z.string()),
});
export type PersonDetails = z.infer<typeof personDetailsSchema>;

export const directoryStateSchema = z.object({
  people: z.number(),
  /** When the last complete sweep ended; milliseconds since the epoch. */
  upToDateAt: z.number().nullable(),
  sweep: z.object({ fetched: z.number(), startedAt: z.number() }).nullable(),
  problem: errorCodeSchema.nullable(),
});
export type DirectoryState = z.infer<typeof directoryStateSchema>;

/** What came of asking the service about somebody who is not in the directory. */
export const lookUpSchema = z.object({
  /**
   * `found`: is in the directory now · `unknown`: the service has nobody by that id · `not-an-id`: it was not asked ·
   * `unreachable`: it could not be asked, or gave no answer in time.
   */
  outcome: z.enum(['found', 'unknown', 'not-an-id', 'unreachable']),
});
export type LookUp = z.infer<typeof lookUpSchema>;

/** How the directory is doing, for whoever looks after the desk. Counts and times, nobody's data. */
export const directoryDiagnosticsSchema = directoryStateSchema.extend({
  /** Whether a start without network finds the people again. */
  kept: z.enum(['disk', 'memory']),
  /** When they were last written to disk; null where they were not since the start. */
  savedAt: z.number().nullable(),
  roles: z.array(z.object({ roleName: z.string(), members: z.number(), sweptAt: z.number().nullable() })),
  /** The one budget of requests that sweeps, open persons and role changes share. */
  requests: z.object({
    underWay: z.number(),
    /** Most under way at once. */
    most: z.number(),
    waiting: z.number(),
    lastMinute: z.number(),
    /** Milliseconds for which the service wants no request (Retry-After); 0 where it takes them. */
    pausedForMs: z.number(),
  }),
});
export type DirectoryDiagnostics = z.infer<typeof directoryDiagnosticsSchema>;

export const directoryRequests = {
  'directory:read': { input: nothing, output: directoryStateSchema },
  'directory:search': {
    input: z.strictObject({
      query: z.string().max(500),
      limit: z.number().int().min(1).max(50).default(50),
      /** The second look, asked for by hand: more slips are forgiven, and one of several words may be wrong altogether. */
      loose: z.boolean().default(false),
    }),
    output: searchResultSchema,
  },
  /** Reads what a scanner typed and looks it up; asks the service about an id nobody here has. Nothing of it is kept. */
  'directory:scan': {
    input: z.strictObject({ text: z.string().max(2000) }),
    output: scanResultSchema,
  },
  /** Asks the service about a typed id nobody here has, for at most three seconds. */
  'directory:look-up': { input: z.strictObject({ text: z.string().max(500) }), output: lookUpSchema },
  'directory:diagnostics': { input: nothing, output: directoryDiagnosticsSchema },
  /** Shows the person at once from the directory and asks the service in the background; changes come as events. */
  'directory:open': { input: z.strictObject({ userId }), output: personViewSchema },
  'directory:close': { input: nothing, output: nothing },
  'directory:reveal': { input: z.strictObject({ userId }), output: personDetailsSchema },
} as const;
export const directoryEvents = {
  'directory:changed': directoryStateSchema,
  /** The open person changed: another desk, a confirmation, a refusal. */
  'directory:person-changed': personViewSchema,
} as const;
