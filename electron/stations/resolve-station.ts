/** A station as it was made, held against the roles the service has. Pure. */
import type { Recipe, StationDefinition } from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';
import { checkInRoleId } from './front-desk.ts';
import type { Station } from './station.ts';

export interface ResolvedStation {
  readonly station: Station;
  /** Names of the roles that are gone. */
  readonly missingRoles: readonly string[];
}

/**
 * While the roles are not known yet, all of them count as there. A recipe of which one role is gone is left out whole: half
 * of an act is worse than none, and the screen says why it is not there.
 */
export function resolveStation(
  definition: StationDefinition,
  conventionName: string,
  allRoles: readonly Role[],
): ResolvedStation {
  const { name, primaryRecipe, furtherRecipes, roleIds, roleNames, columns, lockAfterMinutes, afterAct } = definition;
  const known = new Map(allRoles.map((role) => [role.id, role]));
  const isThere = (roleId: string): boolean => allRoles.length === 0 || known.has(roleId);
  const rememberedName = (roleId: string): string =>
    roleNames.find((each) => each.roleId === roleId)?.roleName ?? roleId;
  const runs = (recipe: Recipe): boolean => recipe.changes.every(({ roleId }) => isThere(roleId));
  const recipes = [...(primaryRecipe === null ? [] : [primaryRecipe]), ...furtherRecipes];
  const used = new Set([...recipes.flatMap(({ changes }) => changes.map(({ roleId }) => roleId)), ...roleIds]);
  return {
    station: {
      name,
      conventionName,
      primaryRecipe: primaryRecipe !== null && runs(primaryRecipe) ? primaryRecipe : null,
      furtherRecipes: furtherRecipes.filter(runs),
      roles: roleIds.filter(isThere).map((roleId) => known.get(roleId) ?? { id: roleId, name: rememberedName(roleId) }),
      allRoles,
      checkInRoleId: checkInRoleId(recipes.filter(runs), allRoles),
      columns,
      afterAct,
      lockAfterMinutes,
    },
    missingRoles: [...used].filter((roleId) => !isThere(roleId)).map(rememberedName),
  };
}
