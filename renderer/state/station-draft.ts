/** A station while it stands in the form. Pure. */
import type { RecipeDraft, StationDefinition, StationDraft } from '../../contract/desk/stations.ts';

export type Change = RecipeDraft['changes'][number];

export const emptyRecipe: RecipeDraft = { id: null, name: '', changes: [], scanRunsIt: false };

/** A station that is about to be made. */
export const newDraft: StationDraft = {
  id: null,
  name: '',
  primaryRecipe: emptyRecipe,
  furtherRecipes: [],
  roleIds: [],
  columns: ['username', 'email', 'phone', 'place', 'roles'],
  sounds: true,
  lockAfterMinutes: null,
  afterAct: 'next',
};

export function draftOf(station: StationDefinition): StationDraft {
  const { id, name, primaryRecipe, furtherRecipes, roleIds, columns, sounds, lockAfterMinutes, afterAct } = station;
  return { id, name, primaryRecipe, furtherRecipes, roleIds, columns, sounds, lockAfterMinutes, afterAct };
}

/** The recipe of this number: 0 the primary one, then the further ones. Null where there is none. */
export function recipeAt(draft: StationDraft, number: number): RecipeDraft | null {
  return number === 0 ? draft.primaryRecipe : (draft.furtherRecipes[number - 1] ?? null);
}

/** The draft with another recipe of this number; null takes it away. */
export function withRecipe(draft: StationDraft, number: number, recipe: RecipeDraft | null): StationDraft {
  if (number === 0) return { ...draft, primaryRecipe: recipe };
  const { furtherRecipes } = draft;
  return {
    ...draft,
    furtherRecipes: recipe === null ? furtherRecipes.toSpliced(number - 1, 1) : furtherRecipes.with(number - 1, recipe),
  };
}

/** Moves one of a list by a step; at the end it stays. */
export function moved<Item>(items: readonly Item[], index: number, step: 1 | -1): Item[] {
  const item = items[index];
  const to = index + step;
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(index, 1).toSpliced(to, 0, item);
}

/** What a role is called: as the service says, else as it was called when the station was saved. */
export function roleNameIn(
  roleId: string,
  roles: readonly { readonly roleId: string; readonly roleName: string }[],
  remembered: readonly { readonly roleId: string; readonly roleName: string }[],
): { readonly name: string; readonly isGone: boolean } {
  const known = roles.find((role) => role.roleId === roleId);
  const name = known?.roleName ?? remembered.find((role) => role.roleId === roleId)?.roleName ?? roleId;
  return { name, isGone: known === undefined && roles.length > 0 };
}
