/** The station every desk starts with, made from the names of the service's roles. Pure. */
import { columnSchema, type Recipe, type StationDefinition, stationLimits } from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';

export const frontDeskId = 'front-desk';
export const checkInRecipeId = 'check-in';

/** Lower case, without accents, every run of other signs one space: how names are compared. */
function normalise(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/** The whole name, in the words of the languages conventions are held in. */
const checkedInNames = new Set(
  [
    ...['checked in', 'check in', 'checkedin', 'checkin', 'arrived', 'on site', 'onsite', 'present'],
    ...['eingecheckt', 'angemeldet vor ort', 'angekommen', 'anwesend'],
    ...['registrado en sitio', 'acreditado', 'check in hecho', 'llegado', 'ha llegado', 'llegada registrada'],
    ...['enregistré', 'arrivé', 'présent', 'pointé', 'arrivée enregistrée'],
    ...['check in effettuato', 'arrivato', 'registrato', 'accreditato'],
    ...['check in feito', 'presente', 'credenciado'],
    ...['ingecheckt', 'aangemeld', 'aanwezig'],
    ...[
      'incheckad',
      'innsjekket',
      'indtjekket',
      'kirjautunut',
      'zameldowany',
      'zarejestrowany',
      'přihlášen',
      'odbaven',
    ],
    ...[
      'зарегистрирован',
      'прибыл',
      'チェックイン済み',
      'チェックイン',
      '受付済み',
      '入場済み',
      '已签到',
      '签到',
      '已報到',
      '報到',
      '已报到',
    ],
    ...['체크인', '체크인 완료', 'تم تسجيل الوصول', 'سُجّل الوصول', 'حاضر'],
  ].map(normalise),
);

/** Said about somebody who is not in: such a name holds the words and means the opposite. */
const opposite = /\b(not|no|non|never|nicht|kein|un|pre|awaiting|pending|before|out)\b/;
const checkedInWords = /\bcheck(ed)? ?in\b/;

function rankAsCheckedIn(role: Role): number {
  const name = normalise(role.name);
  if (name === 'checked in') return 3;
  if (checkedInNames.has(name)) return 2;
  return checkedInWords.test(name) && !opposite.test(name) ? 1 : 0;
}

/** The role that says somebody is checked in; null where no name says so. The best fit, of equals the first. */
export function findCheckedInRole(roles: readonly Role[]): Role | null {
  let best: Role | null = null;
  let bestRank = 0;
  for (const role of roles) {
    const rank = rankAsCheckedIn(role);
    if (rank > bestRank) {
      best = role;
      bestRank = rank;
    }
  }
  return best;
}

/** What a button is called that checks people in. */
const checkInButtons = new Set(
  [
    ...[
      'check in',
      'checkin',
      'einchecken',
      'registrar la llegada',
      'registrar llegada',
      'hacer check in',
      'acreditar',
    ],
    ...['enregistrer l’arrivée', "enregistrer l'arrivée", 'enregistrer', 'fare il check in', 'fazer check in'],
    ...['inchecken', '受け付ける', '受付', 'チェックイン', '签到', '報到', '报到', '체크인', 'تسجيل الوصول'],
  ].map(normalise),
);

/**
 * The role that says somebody is in, at a station with these recipes: what the button gives that is called so, else the role
 * whose own name says so. Null where nothing does; then the screen speaks of that role by its name.
 */
export function checkInRoleId(recipes: readonly Recipe[], roles: readonly Role[]): string | null {
  const button = recipes.find(({ name }) => checkInButtons.has(normalise(name)));
  return button === undefined ? (findCheckedInRole(roles)?.id ?? null) : countedRole(button);
}

/** The role a recipe's progress is counted by: the first it gives. */
export function countedRole(recipe: Recipe | null): string | null {
  return recipe?.changes.find(({ wanted }) => wanted === 'held')?.roleId ?? null;
}

/** Roles a front desk asks for most, in that order, by their usual names. */
const usualSwitches: readonly (readonly string[])[] = [
  ['staff'],
  ['vendor', 'dealer'],
  ['nda signed', 'signed nda', 'nda'],
  ['volunteer'],
  ['performer', 'guest performer'],
  ['board member', 'board'],
];

/** The switches: the usual ones first, then the others as the service lists them, nine at most. */
export function chooseSwitches(roles: readonly Role[], primaryRoleId: string | null): readonly Role[] {
  const others = roles.filter(({ id }) => id !== primaryRoleId);
  const place = (role: Role): number => {
    const index = usualSwitches.findIndex((names) => names.includes(normalise(role.name)));
    return index < 0 ? usualSwitches.length : index;
  };
  // Sorting is stable: equals stay in the service's order.
  return [...others].sort((one, other) => place(one) - place(other)).slice(0, stationLimits.roles);
}

/** "Check in": gives the role for this convention. */
export function checkInRecipe(role: Role): Recipe {
  return {
    id: checkInRecipeId,
    name: 'Check in',
    changes: [{ roleId: role.id, wanted: 'held', roleScope: 'convention' }],
  };
}

/** The station there is while nobody made one. */
export function frontDesk(allRoles: readonly Role[]): StationDefinition {
  const checkedIn = findCheckedInRole(allRoles);
  const switches = chooseSwitches(allRoles, checkedIn?.id ?? null);
  return {
    id: frontDeskId,
    name: 'Front desk',
    primaryRecipe: checkedIn === null ? null : { ...checkInRecipe(checkedIn), scanRunsIt: false },
    furtherRecipes: [],
    roleIds: switches.map(({ id }) => id),
    roleNames: [...(checkedIn === null ? [] : [checkedIn]), ...switches].map(({ id, name }) => ({
      roleId: id,
      roleName: name.slice(0, 200),
    })),
    columns: [...columnSchema.options],
    sounds: true,
    lockAfterMinutes: null,
    afterAct: 'stay',
  };
}
