/** What the screen shows of the open person: the directory's copy, what the service said, and this desk's own wishes. Pure. */
import type { PersonDetails, PersonRole, PersonView } from '../../contract/desk/directory.ts';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { Recipe } from '../../contract/desk/stations.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { assertNever } from '../errors.ts';
import type { OverlayRole } from '../role-changes/role-overlay.ts';
import { type Station, shows } from '../stations/station.ts';
import { maskEmail, maskPhone } from './masking.ts';
import { displayNameOf, legalNameOf } from './people-index/tokens.ts';
import type { ServiceRole } from './service-roles.ts';

/** What is known of one person's roles. */
export interface KnownRoles {
  readonly service: ReadonlyMap<string, ServiceRole>;
  readonly overlay: ReadonlyMap<string, OverlayRole>;
  /** Whether the service has said since `at` if they hold the role (ServiceRoles). */
  readonly saidSince: (roleId: string, at: number) => boolean;
}

/**
 * One role of one person. An open wish is shown as wished; a refused one as the service has it, with the refusal; a
 * confirmed one keeps its time and operator until the service says something else after it: what is known of the service
 * may be older, as after a crash, when it comes from a snapshot.
 */
export function personRole(roleId: string, roleName: string, { service, overlay, saidSince }: KnownRoles): PersonRole {
  const said = service.get(roleId);
  const wish = overlay.get(roleId);
  const asSaid: PersonRole = {
    roleId,
    roleName,
    held: said !== undefined,
    roleScope: said?.roleScope ?? null,
    state: 'confirmed',
    at: null,
    wishId: null,
    refusal: null,
    by: null,
  };
  if (wish === undefined) return asSaid;
  const { state, at, wishId, by } = wish;
  const wished = wish.wanted === 'held';
  switch (state) {
    case 'waiting':
    case 'sending':
      return { ...asSaid, held: wished, roleScope: wished ? wish.roleScope : null, state, at, wishId, by };
    case 'refused':
      return { ...asSaid, state, at, wishId, by, refusal: wish.refusal };
    case 'confirmed':
      if (asSaid.held !== wished && saidSince(roleId, at)) return asSaid;
      return {
        ...asSaid,
        held: wished,
        roleScope: wished ? (asSaid.roleScope ?? wish.roleScope) : null,
        at,
        wishId,
        by,
      };
    default:
      return assertNever(state);
  }
}

/** What of several changes the screen shows: the one that most needs somebody's eyes. */
const urgency = { refused: 3, sending: 2, waiting: 1, confirmed: 0 } as const;

/**
 * How far a recipe is for one person: `held` when all its changes are as wanted. Where some are not, a state other than
 * `confirmed` is that of a change which keeps the recipe from being run. Null without a recipe.
 */
export function recipeRole(recipe: Recipe | null, station: Station, known: KnownRoles): PersonRole | null {
  if (recipe === null) return null;
  const changes = recipe.changes.map((change) => ({
    change,
    role: personRole(change.roleId, roleNameOf(station, change.roleId), known),
  }));
  const main = changes.find(({ change }) => change.wanted === 'held') ?? changes[0];
  if (main === undefined) return null;
  const { roleId, roleName, roleScope } = main.role;
  if (changes.every(isAsWanted)) return { ...mostUrgent(changes, main).role, roleId, roleName, roleScope, held: true };
  // One role's state is not to be read with another's: a change on its way as wanted says nothing of what is missing, and
  // what nobody asked for yet can be, whatever was refused beside it.
  const canBeDone = main.role.state !== 'refused' && changes.some(isStillToAsk);
  const speaking = changes.filter((one) => isBeingReversed(one) || (!canBeDone && one.role.state === 'refused'));
  const [first] = speaking;
  const shown: PersonRole =
    first === undefined
      ? { ...main.role, state: 'confirmed', at: null, wishId: null, refusal: null, by: null }
      : mostUrgent(speaking, first).role;
  return { ...shown, roleId, roleName, roleScope, held: false };
}

interface ChangeOfOne {
  readonly change: Recipe['changes'][number];
  readonly role: PersonRole;
}

/** Refused changes of the station's recipes, without the one that `primary` tells of. */
function refusedBeside(station: Station, known: KnownRoles, primary: PersonRole | null): PersonRole[] {
  const changes = [station.primaryRecipe, ...(station.furtherRecipes ?? [])].flatMap((recipe) => recipe?.changes ?? []);
  return [...new Set(changes.map(({ roleId }) => roleId))]
    .map((roleId) => personRole(roleId, roleNameOf(station, roleId), known))
    .filter(({ state, wishId }) => state === 'refused' && wishId !== primary?.wishId);
}

/** Held here does not do where the recipe gives it for all conventions. */
function isAsWanted({ change: { wanted, roleScope }, role }: ChangeOfOne): boolean {
  return wanted === 'held' ? role.held && (roleScope !== 'global' || role.roleScope !== 'convention') : !role.held;
}

function isOnItsWay({ state }: PersonRole): boolean {
  return state === 'waiting' || state === 'sending';
}

/** On its way to the opposite of what the recipe wants. */
function isBeingReversed({ change, role }: ChangeOfOne): boolean {
  return isOnItsWay(role) && role.held !== (change.wanted === 'held');
}

/** Missing, and neither refused nor on its way back: running the recipe asks for it. */
function isStillToAsk(one: ChangeOfOne): boolean {
  return !isAsWanted(one) && one.role.state !== 'refused' && !isBeingReversed(one);
}

/** The first of those that most need somebody's eyes; `main` where none needs them more. */
function mostUrgent(changes: readonly ChangeOfOne[], main: ChangeOfOne): ChangeOfOne {
  let shown = main;
  for (const one of changes) if (urgency[one.role.state] > urgency[shown.role.state]) shown = one;
  return shown;
}

function roleNameOf(station: Station, roleId: string): string {
  return (
    station.allRoles.find(({ id }) => id === roleId)?.name ??
    station.roles.find(({ id }) => id === roleId)?.name ??
    roleId
  );
}

/** How fresh a person's data is. */
export interface Freshness {
  readonly freshAt: number | null;
  readonly notFreshBecause: ErrorCode | null;
}

export function personView(
  user: User,
  station: Station,
  known: KnownRoles,
  { freshAt, notFreshBecause }: Freshness,
): PersonView {
  const roles = station.roles.map(({ id, name }) => personRole(id, name, known));
  const shown = new Set(station.roles.map(({ id }) => id));
  const otherRoles = (shows(station, 'roles') ? [...known.service] : [])
    .filter(([roleId]) => !shown.has(roleId))
    .map(([roleId, { roleScope }]) => ({ roleName: roleNameOf(station, roleId), roleScope: roleScope ?? 'convention' }))
    .sort((one, other) => (one.roleName < other.roleName ? -1 : 1));
  const primary = recipeRole(station.primaryRecipe, station, known);
  // What the station does not show does not leave for the page at all.
  const place = shows(station, 'place') ? user.address : null;
  return {
    userId: user.id,
    displayName: displayNameOf(user),
    username: shows(station, 'username') ? user.username : '',
    maskedEmail: shows(station, 'email') ? maskEmail(user.email) : '',
    emailVerified: user.verified,
    maskedPhone: user.phone === null || !shows(station, 'phone') ? null : maskPhone(user.phone),
    city: place?.addressCity ?? null,
    country: place?.addressCountry ?? null,
    primary,
    furtherRecipes: (station.furtherRecipes ?? []).flatMap((recipe) => {
      const progress = recipeRole(recipe, station, known);
      return progress === null ? [] : [{ recipeId: recipe.id, progress }];
    }),
    refusedBeside: refusedBeside(station, known, primary),
    roles,
    otherRoles,
    freshAt,
    notFreshBecause,
  };
}

/** What is revealed for an ID check, by hand. */
export function personDetails(user: User): PersonDetails {
  const { address } = user;
  const place = address === null ? '' : [address.addressZipcode, address.addressCity].filter(isText).join(' ');
  const lines =
    address === null
      ? []
      : [address.addressLine1, address.addressLine2, place, address.addressState, address.addressCountry].filter(
          isText,
        );
  return { userId: user.id, legalName: legalNameOf(user), email: user.email, phone: user.phone, addressLines: lines };
}

function isText(value: string | null): value is string {
  return value !== null && value.trim() !== '';
}
