/** Stations: what a desk is for. The one in use, and the book of them that an administrator keeps. */
import { z } from 'zod';
import { nothing } from './app.ts';

export const roleScopeSchema = z.enum(['convention', 'global']);
export type RoleScope = z.infer<typeof roleScopeSchema>;

/** What somebody wants to be true of one person and one role. */
export const wantedSchema = z.enum(['held', 'absent']);
export type Wanted = z.infer<typeof wantedSchema>;

const roleId = z.string().min(1).max(200);
const changeSchema = z.object({ roleId, wanted: wantedSchema, roleScope: roleScopeSchema });

/** One click = a set of role changes. */
export const recipeSchema = z.object({
  id: z.string(),
  name: z.string(),
  changes: z.array(changeSchema).min(1),
  /** A scan that can only mean one person runs it at once; otherwise the scan opens the person and Enter runs it. */
  scanRunsIt: z.boolean().optional(),
});
export type Recipe = z.infer<typeof recipeSchema>;

/** What the card and the result rows say of a person, beside the name. */
export const columnSchema = z.enum(['username', 'email', 'phone', 'place', 'roles']);
export type Column = z.infer<typeof columnSchema>;

/** After an act the desk is ready for the next person, or stays with this one (families). */
export const afterActSchema = z.enum(['next', 'stay']);
export type AfterAct = z.infer<typeof afterActSchema>;

const roleNameSchema = z.object({ roleId: z.string(), roleName: z.string() });

/** The station this desk works as now. */
export const stationStateSchema = z.object({
  /** Id in the book. */
  stationId: z.string(),
  name: z.string(),
  conventionName: z.string(),
  /** The primary act of this desk, usually "Check in". Null until the service's roles are known or where none fits. */
  primaryRecipe: recipeSchema.nullable(),
  /** Buttons under the primary one. */
  furtherRecipes: z.array(recipeSchema),
  /** The role that says somebody is in, whatever it is called; null where none is known to. */
  checkInRoleId: z.string().nullable(),
  /** Roles this desk shows as switches, in the order of their number keys. */
  roles: z.array(roleNameSchema),
  columns: z.array(columnSchema),
  sounds: z.boolean(),
  afterAct: afterActSchema,
  /** Names of roles it was made with and the service no longer has: what needs them is switched off. */
  missingRoles: z.array(z.string()),
  /** People the primary recipe holds for, as the service last said, and those given here and still waiting. */
  done: z.object({ confirmed: z.number(), waiting: z.number() }),
});
export type StationState = z.infer<typeof stationStateSchema>;

/** Most there may be of each; docs/stations.md says why. */
export const stationLimits = {
  stations: 12,
  furtherRecipes: 5,
  changes: 8,
  /** Number keys 1 to 9. */
  roles: 9,
  nameLength: 60,
} as const;

/**
 * Signs that never stand in a name: control characters, line breaks, halves of a sign, and what turns the direction of the text around it
 * (UAX 9: embeddings, overrides, isolates).
 */
export const unseenSigns = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const nameSchema = z
  .string()
  .min(1)
  .max(stationLimits.nameLength)
  .refine((name) => !unseenSigns.test(name) && name.trim() === name);
const keptRecipeSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,20}$/),
  name: nameSchema,
  changes: z.array(z.strictObject(changeSchema.shape)).min(1).max(stationLimits.changes),
  scanRunsIt: z.boolean(),
});
const lockAfterMinutes = z.number().int().min(1).max(240).nullable();

/** A station as it is kept and handed on. */
export const stationDefinitionSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,20}$/),
  name: nameSchema,
  primaryRecipe: keptRecipeSchema.nullable(),
  furtherRecipes: z.array(keptRecipeSchema).max(stationLimits.furtherRecipes),
  /** Switches, in the order of their number keys. */
  roleIds: z.array(roleId).max(stationLimits.roles),
  /** What the roles were called when it was last saved, for those that are gone since. */
  roleNames: z.array(z.strictObject({ roleId, roleName: z.string().max(200) })).max(60),
  columns: z.array(columnSchema).max(columnSchema.options.length),
  sounds: z.boolean(),
  /** Minutes without a touch until the desk locks itself; null: as the settings of the computer say. */
  lockAfterMinutes,
  afterAct: afterActSchema,
});
export type StationDefinition = z.infer<typeof stationDefinitionSchema>;

/** A station as it stands in the form. */
export const stationDraftSchema = z.strictObject({
  /** Null: a new one. */
  id: z.string().max(20).nullable(),
  name: z.string().max(500),
  primaryRecipe: z
    .strictObject({
      id: z.string().max(20).nullable(),
      name: z.string().max(500),
      changes: z.array(z.strictObject(changeSchema.shape)).max(50),
      scanRunsIt: z.boolean(),
    })
    .nullable(),
  furtherRecipes: z
    .array(
      z.strictObject({
        id: z.string().max(20).nullable(),
        name: z.string().max(500),
        changes: z.array(z.strictObject(changeSchema.shape)).max(50),
        scanRunsIt: z.boolean(),
      }),
    )
    .max(20),
  roleIds: z.array(roleId).max(200),
  columns: z.array(columnSchema).max(20),
  sounds: z.boolean(),
  lockAfterMinutes,
  afterAct: afterActSchema,
});
export type StationDraft = z.infer<typeof stationDraftSchema>;
export type RecipeDraft = StationDraft['furtherRecipes'][number];

/** What is wrong with a draft, or (`opposite`) only worth a second look. */
export const stationProblemSchema = z.object({
  at: z.enum(['name', 'roles', 'recipe']),
  /** Which recipe: 0 the primary one, then the further ones. Null where it is about none. */
  recipe: z.number().nullable(),
  what: z.enum([
    'missing',
    'too-long',
    'unseen-signs',
    'taken',
    'nothing-to-do',
    'no-role',
    'role-twice',
    'too-many',
    'same-as-another',
    'opposite',
  ]),
  /** The other recipe or role it is about. */
  other: z.string().nullable(),
});
export type StationProblem = z.infer<typeof stationProblemSchema>;

/**
 * Whether somebody may change stations, settings and connections. `free`: no administrator's PIN was set, nothing asks ·
 * `locked` · `unlocked`: the PIN was given a short while ago.
 */
export const administratorAccessSchema = z.enum(['free', 'locked', 'unlocked']);
export type AdministratorAccess = z.infer<typeof administratorAccessSchema>;

/** All stations of the connection, for whoever may change them. */
export const stationBookSchema = z.object({
  /** In their order. None while the access is `locked`: a helper needs the one in use only. */
  stations: z.array(stationDefinitionSchema),
  currentId: z.string(),
  /** Nobody made one yet: the only one is Rolecall's own, made from the service's roles. */
  builtIn: z.boolean(),
  /** Every role the service has; empty until it is known. */
  roles: z.array(roleNameSchema),
  access: administratorAccessSchema,
  /** No PIN is tried before; milliseconds since the epoch. */
  nextTryAt: z.number().nullable(),
  /** Name of the station that was removed last and can be brought back. */
  removed: z.string().nullable(),
  /** What became of the file, where it could not be used: kept under another name, or left as it is. */
  problem: z.enum(['set-aside', 'newer']).nullable(),
});
export type StationBook = z.infer<typeof stationBookSchema>;

const stationId = z.string().min(1).max(20);
const ofOne = z.strictObject({ stationId });

export const stationsRequests = {
  'stations:read': { input: nothing, output: stationStateSchema },
  'stations:book': { input: nothing, output: stationBookSchema },
  'stations:choose': { input: ofOne, output: nothing },
  'stations:save': {
    input: z.strictObject({ draft: stationDraftSchema }),
    output: z.discriminatedUnion('kind', [
      /** `warnings`: what was saved all the same. */
      z.object({ kind: z.literal('saved'), stationId: z.string(), warnings: z.array(stationProblemSchema) }),
      z.object({ kind: z.literal('problems'), problems: z.array(stationProblemSchema).min(1) }),
    ]),
  },
  'stations:duplicate': { input: ofOne, output: z.object({ stationId: z.string() }) },
  /** `to`: its place among all, from 0. */
  'stations:move': { input: z.strictObject({ stationId, to: z.number().int().min(0).max(50) }), output: nothing },
  'stations:remove': { input: ofOne, output: nothing },
  /** Brings back what was removed last. */
  'stations:restore': { input: nothing, output: nothing },
  /** Gives the administrator's PIN. Refused with `pin-wrong`, `pin-wait` or `pin-not-set`. */
  'stations:unlock': { input: z.strictObject({ pin: z.string().regex(/^[0-9]{1,12}$/) }), output: nothing },
  /** The administrator is done. */
  'stations:lock': { input: nothing, output: nothing },
  /** Sets the administrator's PIN; null takes it away, and nothing asks any more. */
  'stations:set-pin': {
    input: z.strictObject({
      pin: z
        .string()
        .regex(/^[0-9]{4,12}$/)
        .nullable(),
    }),
    output: nothing,
  },
} as const;
export const stationsEvents = {
  'stations:changed': stationStateSchema,
  'stations:book-changed': stationBookSchema,
} as const;
