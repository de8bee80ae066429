/** Made-up people, roles and states for the gallery and the renderer's tests. */
import type {
  ConnectionDetails,
  ConnectionForm,
  ConnectionsState,
  ConnectionTest,
  TestFinding,
  TestRow,
  TestStep,
} from '../../contract/desk/connections.ts';
import type {
  DirectoryDiagnostics,
  DirectoryState,
  Hit,
  PersonRole,
  PersonView,
  SearchResult,
} from '../../contract/desk/directory.ts';
import type { DeskError, ErrorCode } from '../../contract/desk/errors.ts';
import type { Candidate, ListDraft, ListRow, ListRun, ListsState, Member } from '../../contract/desk/lists.ts';
import type { PreflightResult, PreflightRow, PreflightRowName, PreflightState } from '../../contract/desk/preflight.ts';
import type { ActivityRow, LastAct, RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { RushBoardState, RushInterval } from '../../contract/desk/rush-board.ts';
import type { Settings, SettingsState } from '../../contract/desk/settings.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { StationBook, StationDefinition, StationState } from '../../contract/desk/stations.ts';

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
  refusedBeside: [],
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

/** Two people of one name, with roles and addresses long enough to take the room of what tells them apart. */
export const sameNames = (): Hit[] =>
  (
    [
      ['noah.price10044', 'noah.price•••@mail.example', 'Portland', 'Press'],
      ['noah.price10283', 'noah.price•••@correspondence.example', 'Port Townsend', 'Volunteers’ coordinator'],
    ] as const
  ).map(([username, email, city, roleName]) =>
    hit('Noah Price', 'noah price', {
      userId: username,
      details: [
        { kind: 'username', value: marked(username, 'noah.price') },
        { kind: 'city', value: marked(city, '') },
        { kind: 'email', value: marked(email, 'noah.price') },
      ],
      roleNames: [roleName],
    }),
  );

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

export const result = (query: string, hits: readonly Hit[], total = hits.length): SearchResult => ({
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
  stationId: 'front-desk',
  name: 'Front desk',
  conventionName: 'Aurora Con 2026',
  primaryRecipe: recipe,
  furtherRecipes: [],
  checkInRoleId: 'checked-in',
  columns: ['username', 'email', 'phone', 'place', 'roles'],
  sounds: true,
  afterAct: 'stay',
  missingRoles: [],
  roles: allTiles().map(({ roleId, roleName }) => ({ roleId, roleName })),
  done: { confirmed: 184, waiting: 0 },
  ...more,
});

export const stationDefinition = (more: Partial<StationDefinition> = {}): StationDefinition => ({
  id: 'front-desk',
  name: 'Front desk',
  primaryRecipe: { ...recipe, scanRunsIt: false },
  furtherRecipes: [],
  roleIds: allTiles().map(({ roleId }) => roleId),
  roleNames: allTiles().map(({ roleId, roleName }) => ({ roleId, roleName })),
  columns: ['username', 'email', 'phone', 'place', 'roles'],
  sounds: true,
  lockAfterMinutes: null,
  afterAct: 'stay',
  ...more,
});

export const stationBook = (more: Partial<StationBook> = {}): StationBook => ({
  stations: [stationDefinition()],
  currentId: 'front-desk',
  builtIn: true,
  roles: [
    { roleId: 'checked-in', roleName: 'Checked in' },
    ...allTiles().map(({ roleId, roleName }) => ({ roleId, roleName })),
  ],
  access: 'free',
  nextTryAt: null,
  removed: null,
  problem: null,
  ...more,
});

export const threeStations = (more: Partial<StationBook> = {}): StationBook =>
  stationBook({
    builtIn: false,
    stations: [
      stationDefinition({
        furtherRecipes: [
          {
            id: 'r2',
            name: 'Check in + NDA signed',
            changes: [
              { roleId: 'checked-in', wanted: 'held', roleScope: 'convention' },
              { roleId: 'nda-signed', wanted: 'held', roleScope: 'global' },
              { roleId: 'late-pass', wanted: 'absent', roleScope: 'convention' },
            ],
            scanRunsIt: false,
          },
        ],
        roleNames: [{ roleId: 'late-pass', roleName: 'Late pass' }],
      }),
      stationDefinition({ id: 's1', name: 'Vendor desk' }),
      stationDefinition({ id: 's2', name: 'Volunteer HQ' }),
    ],
    ...more,
  });

/** A station with buttons of its own that shows little of people. */
export const vendorStation = (): StationState =>
  station({
    stationId: 's1',
    name: 'Vendor desk',
    columns: ['place'],
    furtherRecipes: [
      { ...recipe, id: 'r2', name: 'Check in + NDA signed' },
      { ...recipe, id: 'r3', name: 'Badge given' },
    ],
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

export const connectionDetails = (more: Partial<ConnectionDetails> = {}): ConnectionDetails => ({
  connectionId: 'aurora',
  name: 'Aurora Con 2026',
  host: 'reg.auroracon.example',
  clientId: '4711',
  redirectUri: 'rolecall://oauth/callback',
  dataAccess: 'automatic',
  oboScopes: ['pii:basic'],
  practice: false,
  current: true,
  secret: 'keyring',
  tokens: [
    {
      call: 'read',
      holder: 'application',
      oauthScopes: ['user:read'],
      validUntil: now() + 43 * 60_000,
      lastUsedAt: now() - 12_000,
    },
    {
      call: 'change-roles',
      holder: 'application',
      oauthScopes: ['user:roles:update'],
      validUntil: null,
      lastUsedAt: null,
    },
  ],
  ...more,
});

export const connectionForm = (more: Partial<ConnectionForm> = {}): ConnectionForm => ({
  name: 'Aurora Con 2026',
  baseUrl: 'https://reg.auroracon.example',
  clientId: '4711',
  redirectUri: 'rolecall://oauth/callback',
  oboScopes: 'pii:basic',
  dataAccess: 'automatic',
  pkce: true,
  ...more,
});

const code =
  '048GG0MJ5G5Q2HNBE4LF2P0TS8RMA92PPQ6ENV6TGER91KH7IR191IH50676H3SU70Q90PB3JNS9M2BSGFTE4JB11N4VJC2O4J6Q1IMINH9SA3AT8GEQUDD39G3O26REKJVSJRUBDD9TOQ1SUR5E6K8EFKQTFKVVIMFQGNIKAV7CI2J69EPPM8PAMEE88B86GF0FL6QTGT3KJF13GEHLII8N70GD5L0PV418S8G';
export const deskLink = { code, link: `rolecall://connect?${code}`, passphrase: 'k7m2-9xqd-ht4w-zb8r' };

const stateOf: Partial<Record<TestFinding, TestRow['state']>> = {
  fine: 'fine',
  'not-tried': 'skipped',
  'not-signed-in': 'skipped',
  'not-needed': 'skipped',
  'clock-off': 'warning',
};

const testSteps: readonly TestStep[] = [
  'reachable',
  'secure',
  'clock',
  'service',
  'application',
  'read-scope',
  'change-scope',
  'operator',
  'search',
  'person',
  'person-roles',
  'roles',
];

/** A test in which all is well but what is named. */
export const connectionTest = (
  findings: Partial<Record<TestStep, TestFinding>> = {},
  more: Partial<Record<TestStep, Partial<TestRow>>> = {},
): ConnectionTest => ({
  testId: 1,
  running: Object.values(more).some((row) => row.state === 'running'),
  rows: testSteps.map((step) => {
    const finding = findings[step] ?? 'fine';
    return { step, finding, state: stateOf[finding] ?? 'failed', names: [], minutes: null, ...more[step] };
  }),
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
  checkIn: true,
  userId: '10022',
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
  heldBecause: null,
  unreadable: false,
  newer: false,
  lastAct: null,
  ...more,
});

const usualSettings: Settings = {
  language: 'system',
  latestOpened: false,
  snapshotDays: 14,
  activityDays: 180,
  lateUndoNeedsUnlock: true,
  lockAfterMinutes: 15,
  soundVolume: 'normal',
  keepScreenOn: false,
};

export const settings = (
  more: { readonly [Name in keyof SettingsState]?: SettingsState[Name] | undefined } = {},
): SettingsState => Object.assign({ ...usualSettings }, more);

export const activityRow = (wishId: string, more: Partial<ActivityRow> = {}): ActivityRow => ({
  wishId,
  sequence: Number(wishId),
  actId: `act-${wishId}`,
  time: minutesAgo(Number(wishId)),
  operator: 'Sam R.',
  station: 'Front desk',
  userId: `${10_000 + Number(wishId)}`,
  displayName: 'Mika Aaltonen',
  roleId: 'checked-in',
  roleName: 'Checked in',
  roleScope: 'convention',
  wanted: 'held',
  state: 'confirmed',
  confirmedAt: minutesAgo(Number(wishId)),
  refusal: null,
  undoable: true,
  undoNeedsUnlock: false,
  ...more,
});

export const listRoles = (): { roleId: string; roleName: string }[] =>
  ['Checked in', 'NDA signed', 'Performer', 'Staff', 'Vendor', 'Volunteer'].map((roleName) => ({
    roleId: roleName.toLowerCase().replaceAll(' ', '-'),
    roleName,
  }));

export const listRun = (more: Partial<ListRun> = {}): ListRun => ({
  batchId: 'list-1',
  kind: 'give',
  roleName: 'Staff',
  time: minutesAgo(3),
  operator: 'Sam R.',
  size: 480,
  written: 480,
  waiting: 0,
  sending: 0,
  confirmed: 469,
  already: 8,
  refused: 3,
  withdrawn: 0,
  writing: false,
  paused: false,
  undoable: true,
  ...more,
});

export const listDraft = (more: Partial<ListDraft> = {}): ListDraft => ({
  revision: 1,
  fileName: 'night-crew.csv',
  hasHeader: true,
  columns: [
    { title: 'Name', kind: 'name', examples: ['Mika Aaltonen', 'Anna Mikkelsen', 'Zoë Brontë'] },
    {
      title: 'E-mail',
      kind: 'email',
      examples: ['mika@aalto.example', 'anna@mikkelsen.example', 'zoe@bronte.example'],
    },
    { title: 'Shirt', kind: 'ignored', examples: ['M', 'L', 'S'] },
  ],
  roleId: 'staff',
  wanted: 'held',
  counts: { rows: 500, 'will-change': 463, already: 12, ambiguous: 6, unknown: 11, doubled: 8, everywhere: 0 },
  roleKnownAt: minutesAgo(1),
  ...more,
});

export const lists = (more: Partial<ListsState> = {}): ListsState => ({
  reading: false,
  draft: null,
  runs: [],
  ...more,
});

export const listRows = (): ListRow[] => {
  const row = (number: number, text: string, more: Partial<ListRow> = {}): ListRow => ({
    row: number,
    text,
    status: 'will-change',
    matchedBy: 'email',
    userId: `u-${number}`,
    displayName: text.split(' · ')[0] ?? text,
    fits: 0,
    sameAs: null,
    ...more,
  });
  return [
    row(2, 'Mika Aaltonen · mika@aalto.example'),
    row(3, 'Anna Mikkelsen · anna@mikkelsen.example', { status: 'already' }),
    row(4, 'Alex Novak', { status: 'ambiguous', matchedBy: null, userId: null, displayName: null, fits: 3 }),
    row(5, 'Katarzyna Brzęczyszczykiewicz · kasia@nowhere.example', {
      status: 'unknown',
      matchedBy: null,
      userId: null,
      displayName: null,
    }),
    row(6, 'mika@aalto.example', { status: 'doubled', sameAs: 2, displayName: 'Mika Aaltonen' }),
    row(7, 'محمد عبد الرحمن الخطيب', { matchedBy: 'name' }),
    row(8, '王小明 · xm@wang.example'),
    row(
      9,
      'Maximiliana Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Waldenburg-Schillingsfürst · max@w.example',
    ),
  ];
};

export const candidates = (): Candidate[] => [
  {
    userId: '1204',
    displayName: 'Alex Novak',
    details: ['anovak', 'a•••@novak.example', 'Brno', '1204'],
    chosen: false,
  },
  { userId: '3911', displayName: 'Alex Novák', details: ['lexi', 'l•••@mail.example', 'Graz', '3911'], chosen: false },
  {
    userId: '4402',
    displayName: 'Alex Nowak',
    details: ['nowak', 'n•••@nowak.example', 'Łódź', '4402'],
    chosen: false,
  },
];

export const members = (): Member[] =>
  ['Anna Mikkelsen', 'Mika Aaltonen', 'Zoë Brontë', '王小明'].map((displayName, index) => ({
    userId: String(index + 1),
    displayName,
    username: `user${index + 1}`,
    roleScope: index === 1 ? 'global' : 'convention',
  }));

/** A morning's rush: two waves, the second higher. */
const rush = [
  4, 7, 6, 8, 10, 9, 11, 19, 18, 21, 28, 27, 30, 27, 26, 21, 20, 19, 14, 13, 12, 9, 16, 19, 23, 27, 36, 35, 35, 32, 25,
  20, 12, 11, 7, 9,
];

export const rushIntervals = (): RushInterval[] => {
  const running = Math.floor(now() / 300_000) * 300_000;
  return rush.map((people, index) => ({
    start: running - (rush.length - 1 - index) * 300_000,
    here: Math.round(people * 0.4),
    elsewhere: people - Math.round(people * 0.4),
    estimated: index > 17 && index < 21,
  }));
};

export const rushBoard = (more: Partial<RushBoardState> = {}): RushBoardState => ({
  conventionName: 'Aurora Con 2026',
  practice: false,
  roleName: 'Checked in',
  checkIn: true,
  at: now(),
  checkedIn: { confirmed: 1182, waiting: 2 },
  expected: { people: 2000, from: 'directory' },
  intervals: rushIntervals(),
  stations: [
    { name: null, people: 96 },
    { name: 'Front desk', people: 81 },
    { name: 'Vendor desk', people: 12 },
  ],
  missed: null,
  elsewhereSeenAt: now() - 12_000,
  lastArrival: { kind: 'about', at: now() + 3.4 * 3_600_000, people: 84 },
  pace: { medianMs: 14_200, people: 20 },
  changes: { waiting: 0, refused: 0, oldestAt: null },
  offline: false,
  display: 'closed',
  ...more,
});

const preflightRows: readonly PreflightRowName[] = [
  'keyring',
  'links',
  'connection',
  'people',
  'clock',
  'disk',
  'power',
  'drill',
  'scanner',
  'sound',
];

/** A row of the preflight that was looked at. */
export const checked = (row: PreflightRowName, more: Partial<PreflightResult> = {}): PreflightRow => ({
  row,
  progress: 'resting',
  result: { row, state: 'fine', finding: 'fine', facts: {}, checkedAt: minutesAgo(3), ...more },
});

/** `rows`: those that are not as if nothing had been looked at yet. */
export const preflight = (rows: readonly PreflightRow[] = [], more: Partial<PreflightState> = {}): PreflightState => ({
  rows: preflightRows.map((row) => rows.find((each) => each.row === row) ?? { row, progress: 'resting', result: null }),
  drill: null,
  ...more,
});

export const allReady = (): PreflightRow[] => [
  checked('keyring', { facts: { keyring: 'gnome_libsecret' } }),
  checked('links'),
  checked('connection'),
  checked('people', { facts: { people: 2000, upToDateAt: minutesAgo(2) } }),
  checked('clock', { facts: { skewMs: 400, marginMs: 520 } }),
  checked('disk', { facts: { freeBytes: 48 * 1024 ** 3 } }),
  checked('power'),
  checked('drill'),
  checked('scanner', { facts: { suffix: 'enter' } }),
  checked('sound'),
];

export const shippedPackages = [
  { name: '@electric-sql/pglite', version: '0.5.17', licence: 'Apache-2.0', text: 0 },
  { name: 'electron', version: '45.5.0', licence: 'MIT', text: 1 },
  { name: 'react', version: '19.3.1', licence: 'MIT', text: 2 },
];
