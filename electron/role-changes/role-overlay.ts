import type { ChangeState } from '../../contract/desk/directory.ts';
import type { DeskError } from '../../contract/desk/errors.ts';
import type { RoleScope, Wanted } from '../../contract/desk/stations.ts';

/** What this desk's own wishes say about one role of one person, to be laid over what the service said. */
export interface OverlayRole {
  readonly wishId: string;
  readonly wanted: Wanted;
  readonly roleScope: RoleScope;
  /** `confirmed` wishes stay in the overlay as "since when and by whom" until the service says something else. */
  readonly state: ChangeState;
  /** When it was confirmed, or wished while it is open; milliseconds since the epoch. */
  readonly at: number;
  readonly refusal: DeskError | null;
  /** Label of the operator who wished it. */
  readonly by: string;
}

/** Read side of the wishes, for everything that shows people. */
export interface RoleOverlay {
  /** Keyed by role id. Empty for people nothing was wished for. */
  of(userId: string): ReadonlyMap<string, OverlayRole>;
  /** Told the ids of people whose overlay changed. Answers with the function that unsubscribes. */
  subscribe(listener: (userIds: ReadonlySet<string>) => void): () => void;
}
