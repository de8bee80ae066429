import type { Recipe } from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';

/** The station this desk works as, resolved against the roles the service has. */
export interface Station {
  readonly name: string;
  readonly conventionName: string;
  readonly primaryRecipe: Recipe | null;
  /** Roles shown as switches, in the order of their number keys. */
  readonly roles: readonly Role[];
  /** Every role the service has. */
  readonly allRoles: readonly Role[];
}

/** The current station; it changes when the roles arrive or the administrator changes it. */
export interface CurrentStation {
  read(): Station;
  subscribe(listener: (station: Station) => void): () => void;
}
