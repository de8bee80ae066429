import type { AfterAct, Column, Recipe } from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';

/** The station this desk works as, resolved against the roles the service has. */
export interface Station {
  readonly name: string;
  readonly conventionName: string;
  readonly primaryRecipe: Recipe | null;
  /** Buttons under the primary recipe; none where absent. */
  readonly furtherRecipes?: readonly Recipe[];
  /** Roles shown as switches, in the order of their number keys. */
  readonly roles: readonly Role[];
  /** Every role the service has. */
  readonly allRoles: readonly Role[];
  /** What is shown of people; everything where absent. */
  readonly columns?: readonly Column[];
  /** The role that says somebody is in; null, or absent: none is known to. */
  readonly checkInRoleId?: string | null;
  readonly afterAct?: AfterAct;
  /** Minutes until the desk locks itself; null, or absent: as the settings say. */
  readonly lockAfterMinutes?: number | null;
}

/** Whether a station shows this of people. */
export function shows({ columns }: Pick<Station, 'columns'>, column: Column): boolean {
  return columns === undefined || columns.includes(column);
}

/** The roles that somebody at this station may change: its switches, and what its recipes are made of. */
export function rolesOfStation(station: Station): ReadonlySet<string> {
  const recipes = [
    ...(station.primaryRecipe === null ? [] : [station.primaryRecipe]),
    ...(station.furtherRecipes ?? []),
  ];
  return new Set([
    ...station.roles.map(({ id }) => id),
    ...recipes.flatMap(({ changes }) => changes.map(({ roleId }) => roleId)),
  ]);
}

/** The current station; it changes when the roles arrive or the administrator changes it. */
export interface CurrentStation {
  read(): Station;
  subscribe(listener: (station: Station) => void): () => void;
}
