/** Made-up people, roles and states for the gallery and the renderer's tests. */
import type { ConnectionsState } from '../../contract/desk/connections.ts';
import type {
  DirectoryDiagnostics,
  DirectoryState,
  Hit,
  PersonRole,
  PersonView,
  SearchResult,
} from '../../contract/desk/directory.ts';
import type { DeskError, ErrorCode } from '../../contract/desk/errors.ts';
import type { ActivityRow, LastAct, RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { Settings } from '../../contract/desk/settings.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { StationState } from '../../contract/desk/stations.ts';

export const now = (): number => Date.now();
const minutesAgo = (minutes: number): number => now() - minutes * 60_000;

export const deskError = (code: ErrorCode): DeskError => ({
  code,
  message: code,
  retryable: code.startsWith('network'),
});

export const role = (roleName: string, more: Partial<PersonRole> = {}): PersonRole => ({
  roleId: roleName.toLowerCase().replaceAll(' ', '-'),
  roleName,
  held: false,
  roleScope: null,
  state: 'confirmed',
  at: null,
  wishId: null,
  refusal: null,
  by: null,
  ...more,
});

export const given = (roleName: string, minutes: number | null, more: Partial<PersonRole> = {}): PersonRole =>
  role(roleName, {
    held: true,
    roleScope: 'convention',
    at: minutes === null ? null : minutesAgo(minutes),
    ...more,
  });

export const checkedIn = (more: Partial<PersonRole> = {}): PersonRole =>
  given('Checked in', 0, { by: 'Sam R.', wishId: 'wish-1', ...more });

export const allTiles = (): PersonRole[] => [
  given('Staff', 5),
  role('Vendor'),
  given('NDA signed', 0, { state: 'sending', wishId: 'wish-3' }),
  role('Volunteer'),
  role('Performer', { state: 'refused', refusal: deskError('service-forbidden'), wishId: 'wish-5' }),
  given('Board member', null, { roleScope: 'global' }),
];

export const view = (displayName: string, more: Partial<PersonView> = {}): PersonView => ({
  userId: displayName,
  displayName,
  username: 'nordlys',
  maskedEmail: 'm•••••@aalto.example',
  emailVerified: true,
  maskedPhone: '•••• 4417',
  city: 'Oulu',
  country: 'FI',
  primary: role('Checked in'),
  roles: allTiles(),
  otherRoles: [],
  freshAt: now(),
  notFreshBecause: null,
  ...more,
});

const marked = (text: string, query: string): { text: string; marks: [number, number][] } => {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  return { text, marks: query === '' || at === -1 ? [] : [[at, at + query.length]] };
};

export const hit = (
  displayName: string,
  query: string,
  more: Partial<Hit> & { details?: Hit['details'] } = {},
): Hit => ({
  userId: displayName,
  displayName: marked(displayName, query),
  details: [],
  slip: false,
  primary: role('Checked in'),
  roleNames: [],
  ...more,
});

export const detailsOf = (query: string, username: string, city: string, legalName?: string): Hit['details'] => [
  ...(legalName === undefined ? [] : [{ kind: 'legal-name' as const, value: marked(legalName, query) }]),
  { kind: 'username', value: marked(username, query) },
  { kind: 'city', value: marked(city, query) },
];

/** The hits of the sketches. */
export const hitsOfMik = (): Hit[] => [
  hit('Mika Aaltonen', 'mik', {
    details: detailsOf('mik', 'nordlys', 'Oulu', 'Mikael Aaltonen'),
    roleNames: ['Staff'],
  }),
  hit('Mikhail Dvořák', 'mik', { details: detailsOf('mik', 'mdvorak', 'Brno'), primary: given('Checked in', 22) }),
  hit('Miki 🦊 Starfang', 'mik', { details: detailsOf('mik', 'mikifang', 'Graz', 'Michaela Fuchs') }),
  hit('Anna Mikkelsen', 'mik', {
    details: detailsOf('mik', 'anna.m', 'Aarhus'),
    primary: given('Checked in', 0, { state: 'waiting' }),
  }),
  hit('Miku Tanaka', 'mik', { details: detailsOf('mik', 'tanakamiku', 'Osaka', '田中 ミク'), roleNames: ['Vendor'] }),
  hit('Dominika Nowak', 'nika', { details: detailsOf('nika', 'dnowak', 'Łódź'), slip: true }),
];

/** Names in many scripts and lengths, as they come at a door. */
export const manyScripts = [
  'محمد عبد الرحمن الخطيب',
  'דנה כהן־לוי',
  'Александра Каренина-Долгорукова',
  'สมชาย ศรีสุวรรณ',
  'प्रिया शर्मा',
  '王小明',
  '김하늘',
  'Ζωή Παπαδοπούλου',
  'Zoë 🏳️‍🌈✨ the Unbreakable',
  'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Waldenburg-Schillingsfürst',
] as const;

export const longName =
  'Dr. Maximiliana Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Waldenburg-Schillingsfürst the Third';

export const result = (requestId: number, query: string, hits: readonly Hit[], total = hits.length): SearchResult => ({
  requestId,
  query,
  hits: [...hits],
  total,
  searched: 2000,
});

export const recipe = {
  id: 'check-in',
  name: 'Check in',
  changes: [{ roleId: 'checked-in', wanted: 'held' as const, roleScope: 'convention' as const }],
};

export const station = (more: Partial<StationState> = {}): StationState => ({
  name: 'Front desk',
  conventionName: 'Aurora Con 2026',
  primaryRecipe: recipe,
  roles: allTiles().map(({ roleId, roleName }) => ({ roleId, roleName })),
  done: { confirmed: 184, waiting: 0 },
  ...more,
});

export const practiceConnection = {
  id: 'practice',
  name: 'Aurora Con 2026 (practice)',
  host: '127.0.0.1',
  practice: true,
  current: true,
};
export const realConnection = {
  id: 'aurora',
  name: 'Aurora Con 2026',
  host: 'reg.auroracon.example',
  practice: false,
  current: true,
};

export const connections = (more: Partial<ConnectionsState> = {}): ConnectionsState => ({
  all: [practiceConnection, { ...realConnection, current: false }],
  reachability: { kind: 'online', since: minutesAgo(30) },
  ...more,
});

export const realOnly = (more: Partial<ConnectionsState> = {}): ConnectionsState =>
  connections({ all: [{ ...practiceConnection, current: false }, realConnection], ...more });

export const offline = (more: Partial<ConnectionsState> = {}): ConnectionsState =>
  realOnly({
    reachability: { kind: 'offline', since: minutesAgo(2), reason: 'network-unreachable', nextTryAt: now() + 8000 },
    ...more,
  });

export const signedIn = (more: Partial<Extract<SignInState, { kind: 'signed-in' }>> = {}): SignInState => ({
  kind: 'signed-in',
  operator: { id: 'operator-1', label: 'Sam R.', initials: 'SR' },
  kept: 'keyring',
  notice: null,
  mayRead: true,
  mayChangeRoles: true,
  pinSet: false,
  ...more,
});

export const locked = (more: Partial<Extract<SignInState, { kind: 'locked' }>> = {}): SignInState => ({
  kind: 'locked',
  operator: { id: 'operator-1', label: 'Sam R.', initials: 'SR' },
  because: 'asked',
  pinSet: true,
  triesLeft: 10,
  nextTryAt: null,
  ...more,
});

export const directory = (more: Partial<DirectoryState> = {}): DirectoryState => ({
  people: 2000,
  upToDateAt: now() - 12_000,
  sweep: null,
  problem: null,
  ...more,
});

export const diagnostics = (more: Partial<DirectoryDiagnostics> = {}): DirectoryDiagnostics => ({
  ...directory(),
  kept: 'disk',
  savedAt: minutesAgo(4),
  roles: [
    { roleName: 'Checked in', members: 184, sweptAt: now() - 9_000 },
    { roleName: 'Staff', members: 96, sweptAt: now() - 12_000 },
  ],
  requests: { underWay: 2, most: 6, waiting: 0, lastMinute: 148, pausedForMs: 0 },
  ...more,
});

export const lastAct = (more: Partial<LastAct> = {}): LastAct => ({
  actId: 'act-1',
  kind: 'recipe',
  subject: 'Check in',
  displayName: 'Anna Mikkelsen',
  time: now() - 4000,
  state: 'confirmed',
  undoable: true,
  ...more,
});

export const roleChanges = (more: Partial<RoleChangesState> = {}): RoleChangesState => ({
  waiting: 0,
  sending: 0,
  refused: 0,
  oldestAt: null,
  nextTryAt: null,
  lastAct: null,
  ...more,
});

export const settings = (more: { readonly [Name in keyof Settings]?: Settings[Name] | undefined } = {}): Settings =>
  Object.assign(
    { latestOpened: false, snapshotDays: 14, activityDays: 180, lateUndoNeedsUnlock: true, lockAfterMinutes: 15 },
    more,
  );

export const activityRow = (wishId: string, more: Partial<ActivityRow> = {}): ActivityRow => ({
  wishId,
  actId: `act-${wishId}`,
  time: minutesAgo(Number(wishId)),
  operator: 'Sam R.',
  station: 'Front desk',
  userId: `user-${wishId}`,
  displayName: 'Mika Aaltonen',
  roleId: 'checked-in',
  roleName: 'Checked in',
  roleScope: 'convention',
  wanted: 'held',
  state: 'confirmed',
  confirmedAt: minutesAgo(Number(wishId)),
  refusal: null,
  undoable: true,
  ...more,
});
