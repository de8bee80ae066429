/** What may be wrong with a station as somebody filled it in. Pure. */
import { nameKey } from '../../contract/desk/handed-stations.ts';
import {
  type RecipeDraft,
  type StationDefinition,
  type StationDraft,
  type StationProblem,
  stationLimits,
  unseenSigns,
} from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';
import { freeId } from './station-book.ts';

export type CheckedStation =
  | { readonly kind: 'fine'; readonly station: StationDefinition; readonly warnings: StationProblem[] }
  | { readonly kind: 'problems'; readonly problems: StationProblem[] };

/**
 * Checks a draft and makes the station of it, or says everything that is wrong. `others`: the stations beside it.
 * `roles`: what the service has, for the names. `before`: the station as it was, whose names of roles that are gone stay.
 */
export function checkStation(
  draft: StationDraft,
  given: {
    readonly others: readonly StationDefinition[];
    readonly before: StationDefinition | null;
    readonly roles: readonly Role[];
  },
): CheckedStation {
  const { others, before, roles } = given;
  const problems: StationProblem[] = [];
  const say = (problem: Partial<StationProblem> & Pick<StationProblem, 'at' | 'what'>): void => {
    problems.push({ recipe: null, other: null, ...problem });
  };
  const recipes = [...(draft.primaryRecipe === null ? [] : [draft.primaryRecipe]), ...draft.furtherRecipes];
  const place = (index: number): number => (draft.primaryRecipe === null ? index + 1 : index);

  const ofName = nameProblem(draft.name);
  if (ofName !== null) say({ at: 'name', what: ofName });
  else if (others.some(({ name }) => nameKey(name) === nameKey(draft.name))) say({ at: 'name', what: 'taken' });
  else if (before === null && others.length >= stationLimits.stations) say({ at: 'name', what: 'too-many' });

  if (recipes.length === 0 && draft.roleIds.length === 0) say({ at: 'roles', what: 'nothing-to-do' });
  if (new Set(draft.roleIds).size !== draft.roleIds.length) say({ at: 'roles', what: 'role-twice' });
  if (draft.roleIds.length > stationLimits.roles) say({ at: 'roles', what: 'too-many' });
  if (draft.furtherRecipes.length > stationLimits.furtherRecipes) {
    say({ at: 'recipe', recipe: place(recipes.length - 1), what: 'too-many' });
  }

  for (const [index, recipe] of recipes.entries()) {
    const at = { at: 'recipe', recipe: place(index) } as const;
    const what = nameProblem(recipe.name);
    if (what !== null) say({ ...at, what });
    const roleIds = recipe.changes.map(({ roleId }) => roleId);
    if (roleIds.length === 0) say({ ...at, what: 'no-role' });
    if (roleIds.length > stationLimits.changes) say({ ...at, what: 'too-many' });
    if (new Set(roleIds).size !== roleIds.length) say({ ...at, what: 'role-twice' });
    const twin = recipes.slice(0, index).find((other) => sameChanges(other, recipe) || sameName(other, recipe));
    if (twin !== undefined && roleIds.length > 0) say({ ...at, what: 'same-as-another', other: twin.name.trim() });
  }
  if (problems.length > 0) return { kind: 'problems', problems };

  const warnings = recipes.flatMap((recipe, index) => {
    const against = recipes.slice(0, index).find((other) => isOpposite(other, recipe));
    return against === undefined
      ? []
      : [{ at: 'recipe', recipe: place(index), what: 'opposite', other: against.name.trim() } as const];
  });
  return { kind: 'fine', station: stationOf(draft, recipes, given.others, before, roles), warnings };
}

function stationOf(
  draft: StationDraft,
  recipes: readonly RecipeDraft[],
  others: readonly StationDefinition[],
  before: StationDefinition | null,
  roles: readonly Role[],
): StationDefinition {
  const taken = recipes.flatMap(({ id }) => id ?? []);
  const seen = new Set<string>();
  const kept = recipes.map(({ id, name, changes, scanRunsIt }) => {
    // An id that stands twice, or none of ours: what runs by it must mean one recipe.
    const usable = id !== null && /^[a-z0-9-]{1,20}$/.test(id) && !seen.has(id);
    const mine = usable ? id : freeId('r', [...taken, ...seen]);
    seen.add(mine);
    return { id: mine, name: name.trim(), changes: changes.map((change) => ({ ...change })), scanRunsIt };
  });
  const primary = draft.primaryRecipe === null ? null : (kept[0] ?? null);
  const used = new Set([...draft.roleIds, ...kept.flatMap(({ changes }) => changes.map(({ roleId }) => roleId))]);
  const nameOf = (roleId: string): string =>
    roles.find(({ id }) => id === roleId)?.name ??
    before?.roleNames.find((each) => each.roleId === roleId)?.roleName ??
    roleId;
  return {
    id:
      before?.id ??
      freeId(
        's',
        others.map(({ id }) => id),
      ),
    name: draft.name.trim(),
    primaryRecipe: primary,
    furtherRecipes: primary === null ? kept : kept.slice(1),
    roleIds: [...draft.roleIds],
    roleNames: [...used].map((roleId) => ({ roleId, roleName: nameOf(roleId).slice(0, 200) })),
    columns: [...new Set(draft.columns)],
    sounds: draft.sounds,
    lockAfterMinutes: draft.lockAfterMinutes,
    afterAct: draft.afterAct,
  };
}

function nameProblem(name: string): 'missing' | 'too-long' | 'unseen-signs' | null {
  if (name.trim() === '') return 'missing';
  if (unseenSigns.test(name.trim())) return 'unseen-signs';
  return name.trim().length > stationLimits.nameLength ? 'too-long' : null;
}

function sameName(one: RecipeDraft, other: RecipeDraft): boolean {
  return nameKey(one.name) === nameKey(other.name);
}

function sameChanges(one: RecipeDraft, other: RecipeDraft): boolean {
  const keyOf = ({ changes }: RecipeDraft): string =>
    changes
      .map(({ roleId, wanted, roleScope }) => JSON.stringify([roleId, wanted, wanted === 'held' ? roleScope : '']))
      .sort()
      .join();
  return keyOf(one) === keyOf(other);
}

/** One gives what the other takes. It may be meant ("Check in", "Check out"), so it is only said. */
function isOpposite(one: RecipeDraft, other: RecipeDraft): boolean {
  return one.changes.some(({ roleId, wanted }) =>
    other.changes.some((change) => change.roleId === roleId && change.wanted !== wanted),
  );
}
