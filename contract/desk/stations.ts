/** The station: what this desk is for. */
import { z } from 'zod';
import { nothing } from './app.ts';

export const roleScopeSchema = z.enum(['convention', 'global']);
export type RoleScope = z.infer<typeof roleScopeSchema>;

/** What somebody wants to be true of one person and one role. */
export const wantedSchema = z.enum(['held', 'absent']);
export type Wanted = z.infer<typeof wantedSchema>;

/** One click = a set of role changes. */
export const recipeSchema = z.object({
  id: z.string(),
  name: z.string(),
  changes: z.array(z.object({ roleId: z.string(), wanted: wantedSchema, roleScope: roleScopeSchema })).min(1),
});
export type Recipe = z.infer<typeof recipeSchema>;

export const stationStateSchema = z.object({
  name: z.string(),
  conventionName: z.string(),
  /** The primary act of this desk, usually "Check in". Null until the service's roles are known or where none fits. */
  primaryRecipe: recipeSchema.nullable(),
  /** Roles this desk shows as switches, in the order of their number keys. */
  roles: z.array(z.object({ roleId: z.string(), roleName: z.string() })),
  /** People the primary recipe holds for, as the service last said, and those given here and still waiting. */
  done: z.object({ confirmed: z.number(), waiting: z.number() }),
});
export type StationState = z.infer<typeof stationStateSchema>;

export const stationsRequests = { 'stations:read': { input: nothing, output: stationStateSchema } } as const;
export const stationsEvents = { 'stations:changed': stationStateSchema } as const;
