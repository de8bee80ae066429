import type { PersonRole, PersonView } from '../../contract/desk/directory.ts';
import type { Recipe, StationState } from '../../contract/desk/stations.ts';

/**
 * How the primary recipe stands for the open person, which decides the card's shape, its one filled button and Enter.
 * `not-set-up`: the station has none · `open`: not done, can be done · `done`: confirmed · `under-way`: done here, not
 * confirmed yet · `taking-back`: being taken back · `refused`: the service said no to doing it · `refused-taking-back`:
 * it said no to taking it back.
 */
export type PrimaryStage =
  | 'not-set-up'
  | 'open'
  | 'done'
  | 'under-way'
  | 'taking-back'
  | 'refused'
  | 'refused-taking-back';

export function primaryStage(primary: PersonRole | null, recipe: Recipe | null): PrimaryStage {
  if (primary === null || recipe === null) return 'not-set-up';
  switch (primary.state) {
    case 'confirmed':
      return primary.held ? 'done' : 'open';
    case 'waiting':
    case 'sending':
      return primary.held ? 'under-way' : 'taking-back';
    case 'refused':
      return primary.held ? 'refused-taking-back' : 'refused';
  }
}

/** Whether Enter, and the filled button, run the recipe; otherwise they mean the next person. */
export function primaryIsPossible(
  { primary }: Pick<PersonView, 'primary'>,
  recipe: Recipe | null,
  mayChangeRoles: boolean,
): boolean {
  const stage = primaryStage(primary, recipe);
  // Asking again for what was refused for good is no step forward: Enter then means the next person.
  const worthRepeating = stage === 'refused' && primary?.refusal?.retryable === true;
  return mayChangeRoles && (stage === 'open' || worthRepeating);
}

/** Whether what a station's primary recipe counts is who is in, rather than who holds some role. */
export function countsCheckIns({ primaryRecipe, checkInRoleId }: StationState): boolean {
  const counted = primaryRecipe?.changes.find(({ wanted }) => wanted === 'held');
  return counted !== undefined && counted.roleId === checkInRoleId;
}

/**
 * Whether the person was in before the card was opened at `openedAt`: somebody else's badge, or one that was handed out
 * before. The card then looks, and the desk sounds, unlike after a check-in just made.
 */
export function wasInBefore(primary: PersonRole, openedAt: number): boolean {
  if (!primary.held || primary.state === 'refused') return false;
  return primary.by === null || primary.at === null || primary.at < openedAt;
}
