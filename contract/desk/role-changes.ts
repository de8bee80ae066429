/** Wishes ("this person should hold this role") and what became of them. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { changeStateSchema } from './directory.ts';
import { deskErrorSchema, errorCodeSchema } from './errors.ts';
import { roleScopeSchema, wantedSchema } from './stations.ts';

const id = z.string().min(1).max(200);

/** One wish as the screen shows it. `undone`: collapsed before it was sent, or taken back by a later wish that is confirmed. */
export const activityRowSchema = z.object({
  wishId: id,
  /** Order of making; the next page begins before the last row's. */
  sequence: z.number(),
  /** The click it belongs to: a recipe's wishes share one, and are undone together. */
  actId: id,
  /** Time of the click; milliseconds since the epoch. */
  time: z.number(),
  operator: z.string(),
  station: z.string(),
  userId: id,
  /** From the directory's memory; null when this person is not in it (names are never in the journal). */
  displayName: z.string().nullable(),
  roleId: id,
  roleName: z.string(),
  roleScope: roleScopeSchema,
  wanted: wantedSchema,
  state: z.enum([...changeStateSchema.options, 'undone']),
  confirmedAt: z.number().nullable(),
  refusal: deskErrorSchema.nullable(),
  undoable: z.boolean(),
  /** Undoing it asks for the PIN first: it is from another shift. */
  undoNeedsUnlock: z.boolean(),
});
export type ActivityRow = z.infer<typeof activityRowSchema>;

/** The last thing done here, for the bar at the foot of the desk. */
export const lastActSchema = z.object({
  actId: id,
  kind: z.enum(['recipe', 'give', 'take', 'undo']),
  /** Name of the recipe or of the role. */
  subject: z.string(),
  /** All it did was to check somebody in. */
  checkIn: z.boolean(),
  /** The person's number: two people may have one name. Null where the act changed nobody. */
  userId: id.nullable(),
  displayName: z.string().nullable(),
  time: z.number(),
  state: changeStateSchema,
  undoable: z.boolean(),
});
export type LastAct = z.infer<typeof lastActSchema>;

export const roleChangesStateSchema = z.object({
  waiting: z.number(),
  sending: z.number(),
  refused: z.number(),
  /** Time of the oldest change that is not confirmed. */
  oldestAt: z.number().nullable(),
  nextTryAt: z.number().nullable(),
  /** Why changes wait although the service answers: what only somebody can settle. */
  heldBecause: errorCodeSchema.nullable(),
  /** Some of what this desk wrote down could not be read at its start, and was set aside. */
  unreadable: z.boolean(),
  /** A newer Rolecall wrote some of it down: this one leaves that alone, and can neither send nor undo it. */
  newer: z.boolean(),
  lastAct: lastActSchema.nullable(),
});
export type RoleChangesState = z.infer<typeof roleChangesStateSchema>;

const act = z.object({ actId: id });

/** What of the activity is shown. All that is set must fit. */
export const activityFilterSchema = z.strictObject({
  /** Part of the person's name, or the beginning of their id. */
  person: z.string().max(200).optional(),
  operator: z.string().max(200).optional(),
  roleId: id.optional(),
  state: z.enum([...changeStateSchema.options, 'undone']).optional(),
  /** Clicks from here on; milliseconds since the epoch. */
  from: z.number().optional(),
  /** Clicks before this. */
  to: z.number().optional(),
  /** The list they belong to. */
  batchId: id.optional(),
});
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

export const roleChangesRequests = {
  'role-changes:read': { input: nothing, output: roleChangesStateSchema },
  /** Answers once the wish is on disk (fsync). */
  'role-changes:wish': {
    input: z.strictObject({
      userId: id,
      roleId: id,
      wanted: wantedSchema,
      roleScope: roleScopeSchema,
      /** Held with the other scope does not do: a role held everywhere becomes one for this convention, as one wish. */
      exactScope: z.boolean().optional(),
    }),
    output: act,
  },
  'role-changes:run-recipe': { input: z.strictObject({ userId: id, recipeId: id }), output: act },
  /** Takes back every wish of the act; without an id, of the last undoable act. */
  'role-changes:undo': { input: z.strictObject({ actId: id.optional() }), output: act },
  /** "I have dealt with it": a refused wish leaves the list of open ones, never the journal. */
  'role-changes:dismiss': { input: z.strictObject({ wishId: id }), output: nothing },
  'role-changes:list': {
    input: z.strictObject({
      which: z.enum(['open', 'all']),
      filter: activityFilterSchema.optional(),
      /** Rows made before the one of this `sequence`; null begins with the newest. */
      before: z.number().nullable().default(null),
      limit: z.number().int().min(1).max(50).default(50),
    }),
    output: z.object({ rows: z.array(activityRowSchema).max(50), more: z.boolean() }),
  },
  /** Who and what the activity can be filtered by. */
  'role-changes:facets': {
    input: nothing,
    output: z.object({
      operators: z.array(z.string()).max(200),
      roles: z.array(z.object({ roleId: id, roleName: z.string() })).max(500),
    }),
  },
  /** Main shows the save dialog and writes the CSV; the columns stand in docs/administrator-guide.md. */
  'role-changes:export': {
    input: z.strictObject({ filter: activityFilterSchema.optional() }),
    output: z.object({ saved: z.boolean() }),
  },
} as const;
export const roleChangesEvents = { 'role-changes:changed': roleChangesStateSchema } as const;
