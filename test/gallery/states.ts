import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { App } from '../../renderer/state/app.ts';
import { type Answers, type FakeBridge, never, no, ok } from './fake-bridge.ts';
import * as madeUp from './made-up.ts';

export interface GalleryState {
  readonly id: string;
  readonly answers?: Answers;
  /** The rush board's own window in place of the desk's. */
  readonly wall?: true;
  /** Brings the screen where it should be, once it is mounted. */
  readonly drive?: (app: App, fake: FakeBridge) => void | Promise<void>;
}

const signedOut = {
  kind: 'signed-out',
  notice: null,
  kept: 'keyring',
  comesBackByItself: true,
  linksOpenWith: 'rolecall',
} as const;
const attempt = { attemptId: 'attempt-1', startedAt: madeUp.now() };
const waiting: Extract<SignInState, { kind: 'waiting' }> = {
  kind: 'waiting',
  ...attempt,
  browserFailed: false,
  asked: { clientId: '4711', redirectUri: 'rolecall://oauth/callback', oauthScopes: ['pii:basic'] },
  earlierAnswered: false,
};

const typed =
  (text: string) =>
  (app: App): void =>
    app.desk.typed(text);

const open =
  (displayName: string, text = 'mik') =>
  (app: App): void => {
    app.desk.typed(text);
    app.desk.openPerson(displayName);
  };

/** Types a PIN and sends it, as a person would. */
const typePin = (pin: string): void => {
  const field = document.querySelector<HTMLInputElement>('input[type="password"]');
  if (field === null) return;
  // React listens to the browser's own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, pin);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.form?.requestSubmit();
};

const person = (more: Parameters<typeof madeUp.view>[1]): Answers => ({
  'directory:open': ({ userId }) => ok(madeUp.view(userId, more)),
});

const real: Answers = { 'connections:read': () => ok(madeUp.realOnly()) };
const quietTiles = [madeUp.given('Staff', null), madeUp.role('Vendor'), madeUp.role('NDA signed')];

const activityRows = [
  madeUp.activityRow('1', { state: 'waiting', confirmedAt: null, displayName: 'Anna Mikkelsen' }),
  madeUp.activityRow('2', {
    state: 'refused',
    confirmedAt: null,
    roleName: 'Performer',
    refusal: madeUp.deskError('service-forbidden'),
    undoable: false,
  }),
  madeUp.activityRow('3', { state: 'sending', confirmedAt: null, displayName: 'محمد عبد الرحمن الخطيب' }),
  madeUp.activityRow('9', { displayName: madeUp.longName }),
  madeUp.activityRow('14', {
    wanted: 'absent',
    roleName: 'Board member',
    roleScope: 'global',
    displayName: null,
  }),
  madeUp.activityRow('31', { state: 'undone', undoable: false, displayName: '王小明' }),
];

const showConnections =
  (view: Parameters<App['connectionPages']['show']>[0]) =>
  (app: App): void => {
    app.connectionPages.show(view);
    app.screen.setState({ page: 'connections' });
  };

/** Long pages are photographed from where the test begins. */
const scrollToTest = (): void => {
  setTimeout(() => document.getElementById('connection-test')?.scrollIntoView(), 100);
};

/** The menu in the bar: the last button there. */
const openMenu = (): void => {
  [...document.querySelectorAll<HTMLElement>('.top-bar > .button')].at(-1)?.click();
};

/** Where people spend their time: these are photographed in every view there is. */
export const mainScreens: ReadonlySet<string> = new Set([
  'primitives',
  'sign-in',
  'sign-in-waiting',
  'locked',
  'ready-last-act',
  'desk-typing',
  'desk-open',
  'desk-checked-in',
  'desk-offline-waiting',
  'desk-refused',
  'desk-id-check',
  'desk-global-role',
  'keyboard-map',
  'help-book',
  'activity-all',
  'settings',
  'connections',
  'connection-form-problems',
  'lists-dry-run',
]);

/** Every screen in every state worth a look. `primitives` is the page of the design system. */
export const states: readonly GalleryState[] = [
  { id: 'primitives' },
  { id: 'starting-program', answers: { 'sign-in:read': () => never() } },
  {
    id: 'starting-practice',
    answers: { 'sign-in:read': () => ok({ kind: 'starting', waitingFor: 'practice-service' }) },
  },
  { id: 'starting-failed', answers: { 'sign-in:read': () => no('bug') } },
  { id: 'sign-in', answers: { ...real, 'sign-in:read': () => ok(signedOut) } },
  { id: 'sign-in-practice', answers: { 'sign-in:read': () => ok({ ...signedOut, kept: 'memory' }) } },
  {
    id: 'signed-out',
    answers: {
      ...real,
      'sign-in:read': () => ok(signedOut),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 2 })),
    },
    drive: (app) => app.screen.setState({ signedOutAt: madeUp.now() }),
  },
  {
    id: 'sign-in-denied',
    answers: { ...real, 'sign-in:read': () => ok({ ...signedOut, notice: 'sign-in-denied' }) },
  },
  {
    id: 'sign-in-no-return',
    answers: {
      ...real,
      'sign-in:read': () =>
        ok({
          ...signedOut,
          notice: 'sign-in-timed-out',
          comesBackByItself: false,
          linksOpenWith: 'nothing',
          kept: 'memory',
        }),
    },
  },
  {
    id: 'sign-in-waiting',
    answers: { ...real, 'sign-in:read': () => ok(waiting) },
  },
  {
    id: 'sign-in-waiting-paste',
    answers: {
      ...real,
      'sign-in:read': () => ok({ ...signedOut, comesBackByItself: false, linksOpenWith: 'nothing' }),
    },
    async drive(app, fake) {
      await app.session.read();
      fake.publish('sign-in:changed', waiting);
    },
  },
  {
    id: 'sign-in-browser-failed',
    answers: { ...real, 'sign-in:read': () => ok({ ...waiting, browserFailed: true }) },
  },
  {
    id: 'sign-in-waiting-explained',
    answers: { ...real, 'sign-in:read': () => ok({ ...waiting, startedAt: madeUp.now() - 30_000 }) },
  },
  {
    id: 'sign-in-waiting-earlier-answered',
    answers: { ...real, 'sign-in:read': () => ok({ ...waiting, earlierAnswered: true }) },
  },
  {
    id: 'sign-in-links-elsewhere',
    answers: {
      ...real,
      'sign-in:read': () => ok({ ...signedOut, comesBackByItself: false, linksOpenWith: 'another-program' }),
    },
  },
  {
    id: 'sign-in-given-up',
    answers: { ...real, 'sign-in:read': () => ok({ ...signedOut, notice: 'sign-in-given-up' }) },
  },
  {
    id: 'laptop-lost',
    answers: { ...real, 'sign-in:read': () => ok(signedOut) },
    drive: (app) => app.screen.setState({ page: 'laptop-lost' }),
  },
  { id: 'sign-in-exchanging', answers: { ...real, 'sign-in:read': () => ok({ kind: 'exchanging', ...attempt }) } },

  { id: 'locked', answers: { ...real, 'sign-in:read': () => ok(madeUp.locked()) } },
  {
    id: 'locked-unsent',
    answers: {
      ...real,
      'sign-in:read': () => ok(madeUp.locked()),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 3, oldestAt: madeUp.now() - 61_000 })),
    },
  },
  {
    id: 'locked-wrong-pin',
    answers: {
      ...real,
      'sign-in:read': () => ok(madeUp.locked({ triesLeft: 6 })),
      'sign-in:unlock': () => no('pin-wrong'),
    },
    drive(_app, fake) {
      typePin('2468');
      fake.publish('sign-in:changed', madeUp.locked({ triesLeft: 5, nextTryAt: madeUp.now() + 20_000 }));
    },
  },
  {
    id: 'locked-without-pin',
    answers: { 'sign-in:read': () => ok(madeUp.locked({ because: 'idle', pinSet: false })) },
  },
  {
    id: 'choose-pin',
    answers: real,
    async drive(app) {
      await app.session.read();
      app.lock.lock();
    },
  },
  {
    id: 'change-pin',
    answers: { ...real, 'sign-in:read': () => ok(madeUp.signedIn({ pinSet: true })) },
    async drive(app) {
      await app.session.read();
      app.lock.changePin();
    },
  },

  { id: 'ready', answers: { 'stations:read': () => ok(madeUp.station({ done: { confirmed: 1184, waiting: 3 } })) } },
  {
    id: 'ready-fetching',
    answers: {
      'directory:read': () =>
        ok(madeUp.directory({ people: 0, upToDateAt: null, sweep: { fetched: 700, startedAt: 0 } })),
      'stations:read': () => ok(madeUp.station({ primaryRecipe: null, roles: [] })),
      'role-changes:read': () => never(),
    },
  },
  {
    id: 'ready-last-act',
    answers: {
      ...real,
      'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct() })),
    },
  },
  { id: 'menu', answers: { 'sign-in:read': () => ok(madeUp.signedIn({ pinSet: true })) }, drive: openMenu },
  { id: 'desk-typing', drive: typed('mik') },
  {
    id: 'desk-same-name',
    answers: {
      'directory:search': ({ query }) => ok(madeUp.result(query, madeUp.sameNames())),
    },
    drive: typed('noah price'),
  },
  {
    id: 'desk-many-scripts',
    answers: {
      'directory:search': ({ query }) =>
        ok(
          madeUp.result(
            query,
            madeUp.manyScripts.map((name) =>
              madeUp.hit(name, '', { details: madeUp.detailsOf('', 'somebody', 'Kraków') }),
            ),
            321,
          ),
        ),
    },
    drive: open(madeUp.manyScripts[0], 'a'),
  },
  {
    id: 'desk-nobody',
    answers: {
      'directory:search': ({ query }) => ok(madeUp.result(query, [])),
      'directory:read': () =>
        ok(madeUp.directory({ upToDateAt: madeUp.now() - 14 * 60_000, problem: 'network-unreachable' })),
    },
    drive: typed('Katarzyna Brzęczyszczykiewicz'),
  },
  {
    id: 'desk-similar',
    answers: {
      'directory:search': ({ query }) => ok(madeUp.result(query, [madeUp.hit('Henry Miller', '', { slip: true })])),
    },
    drive: typed('Herr Müler'),
  },
  { id: 'desk-search-failed', answers: { 'directory:search': () => no('bug') }, drive: typed('mik') },
  {
    id: 'desk-scan-several',
    answers: {
      'directory:scan': ({ text }) => ok({ ...madeUp.result(text, madeUp.hitsOfMik()), searchedFor: text }),
    },
    async drive(app) {
      await app.desk.scan('100200', 0);
    },
  },
  { id: 'desk-opening', answers: { 'directory:open': () => never() }, drive: open('Mika Aaltonen') },
  { id: 'desk-open-failed', answers: { 'directory:open': () => no('person-not-known') }, drive: open('Mika Aaltonen') },
  {
    id: 'desk-open',
    answers: {
      'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct({ state: 'waiting' }) })),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-checked-in',
    answers: {
      ...real,
      ...person({ primary: madeUp.checkedIn(), roles: madeUp.allTiles() }),
      'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct({ displayName: 'Mika Aaltonen' }) })),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-checked-in-elsewhere',
    answers: { ...real, ...person({ primary: madeUp.given('Checked in', null), roles: quietTiles }) },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-gone',
    answers: { ...real, ...person({ roles: quietTiles, notFreshBecause: 'person-not-known' }) },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-offline-waiting',
    answers: {
      'connections:read': () => ok(madeUp.offline()),
      ...person({
        primary: madeUp.checkedIn({ state: 'waiting' }),
        roles: [madeUp.given('Staff', null), madeUp.role('Vendor', { state: 'waiting', wishId: 'w' })],
        notFreshBecause: 'network-unreachable',
        freshAt: null,
      }),
      'directory:read': () =>
        ok(madeUp.directory({ upToDateAt: madeUp.now() - 120_000, problem: 'network-unreachable' })),
      'role-changes:read': () =>
        ok(
          madeUp.roleChanges({
            waiting: 3,
            oldestAt: madeUp.now() - 125_000,
            lastAct: madeUp.lastAct({ state: 'waiting', displayName: 'Mika Aaltonen' }),
          }),
        ),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-refused',
    answers: {
      ...person({
        primary: madeUp.role('Checked in', {
          state: 'refused',
          refusal: madeUp.deskError('service-forbidden'),
          wishId: 'wish-1',
        }),
      }),
      'role-changes:read': () =>
        ok(madeUp.roleChanges({ refused: 2, lastAct: madeUp.lastAct({ state: 'refused', undoable: false }) })),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-refused-beside',
    answers: {
      ...person({
        refusedBeside: [
          madeUp.role('NDA signed', {
            state: 'refused',
            refusal: madeUp.deskError('service-forbidden'),
            wishId: 'wish-2',
          }),
        ],
      }),
      'role-changes:read': () => ok(madeUp.roleChanges({ refused: 1 })),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-taking-back',
    answers: {
      ...person({ primary: madeUp.role('Checked in', { state: 'sending', wishId: 'wish-1' }), roles: quietTiles }),
      'role-changes:read': () =>
        ok(
          madeUp.roleChanges({
            sending: 1,
            lastAct: madeUp.lastAct({ kind: 'undo', state: 'sending', undoable: false }),
          }),
        ),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-id-check',
    async drive(app) {
      await open('Mika Aaltonen')(app);
      await Promise.resolve();
      await new Promise((done) => setTimeout(done, 30));
      await app.person.reveal();
    },
  },
  {
    id: 'desk-long-name',
    answers: person({
      username: 'maximiliana.wolfeschlegelsteinhausenbergerdorff.the.third',
      maskedEmail: 'm••••••••••••••••••••••••@a-very-long-subdomain.university.example',
      emailVerified: false,
      maskedPhone: null,
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      country: 'GB',
      otherRoles: [
        { roleName: 'Guest of honour', roleScope: 'convention' },
        { roleName: 'Lifetime member', roleScope: 'global' },
      ],
      roles: [
        madeUp.given('Volunteer coordination and night shift relief (weekend)', 3),
        madeUp.role('Vendor'),
        madeUp.given('NDA signed', 0, { state: 'waiting' }),
      ],
    }),
    drive: open(madeUp.longName),
  },
  {
    id: 'desk-right-to-left',
    answers: person({ username: 'mkhatib', city: 'الإسكندرية', country: 'EG' }),
    drive: open('محمد عبد الرحمن الخطيب'),
  },
  {
    id: 'desk-may-not-change',
    answers: {
      'sign-in:read': () => ok(madeUp.signedIn({ mayChangeRoles: false })),
      ...person({ roles: quietTiles }),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-session-ended',
    answers: {
      ...real,
      'sign-in:read': () => ok(madeUp.signedIn({ notice: 'oauth-invalid-grant' })),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 1, oldestAt: madeUp.now() - 61_000 })),
      ...person({ primary: madeUp.checkedIn({ state: 'waiting' }), roles: quietTiles }),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-act-failed',
    answers: { 'role-changes:run-recipe': () => no('journal-unwritable'), ...person({ roles: quietTiles }) },
    async drive(app) {
      await open('Mika Aaltonen')(app);
      await new Promise((done) => setTimeout(done, 30));
      app.desk.runPrimary();
    },
  },
  {
    id: 'desk-no-recipe',
    answers: {
      'stations:read': () => ok(madeUp.station({ primaryRecipe: null, roles: [] })),
      ...person({ primary: null, roles: [] }),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-global-role',
    async drive(app) {
      await open('Mika Aaltonen')(app);
      await new Promise((done) => setTimeout(done, 30));
      app.desk.toggleRoleAt(5);
    },
  },
  { id: 'keyboard-map', drive: (app) => app.screen.setState({ help: true }) },
  { id: 'help-book', drive: (app) => app.screen.setState({ helpTopic: 'check-in' }) },
  {
    id: 'activity-open',
    answers: {
      'role-changes:list': () => ok({ rows: activityRows.slice(0, 3), more: false }),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 1, sending: 1, refused: 1 })),
    },
    drive(app) {
      app.activity.store.setState({ which: 'open' });
      app.screen.setState({ page: 'activity' });
    },
  },
  {
    id: 'activity-all',
    answers: {
      'role-changes:list': () => ok({ rows: activityRows, more: true }),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 1, sending: 1, refused: 1 })),
    },
    async drive(app) {
      app.screen.setState({ page: 'activity' });
      await new Promise((done) => setTimeout(done, 50));
      await app.activity.show('all');
    },
  },
  {
    id: 'activity-empty',
    drive(app) {
      app.activity.store.setState({ which: 'open' });
      app.screen.setState({ page: 'activity' });
    },
  },
  { id: 'about', drive: (app) => app.screen.setState({ page: 'about' }) },
  {
    id: 'about-update-waits',
    answers: {
      'updates:read': () => ok({ kind: 'deferred', version: '0.2.0', because: 'changes-waiting' }),
    },
    drive: (app) => app.screen.setState({ page: 'about' }),
  },
  {
    id: 'about-update-refused',
    answers: { 'updates:read': () => ok({ kind: 'failed', reason: 'not-verified', at: 1 }) },
    drive: (app) => app.screen.setState({ page: 'about' }),
  },
  {
    id: 'settings-set-aside',
    answers: { 'settings:read': () => ok(madeUp.settings({ problem: 'set-aside' })) },
    drive: (app) => app.screen.setState({ page: 'settings' }),
  },
  { id: 'settings', drive: (app) => app.screen.setState({ page: 'settings' }) },
  {
    id: 'settings-not-kept',
    answers: { 'settings:change': () => no('storage-full') },
    async drive(app) {
      app.screen.setState({ page: 'settings' });
      await new Promise((done) => setTimeout(done, 50));
      document.querySelector<HTMLElement>('.settings input:not(:checked)')?.click();
    },
  },
  { id: 'connections', drive: (app) => app.screen.setState({ page: 'connections' }) },
  {
    id: 'connections-left-out-file',
    answers: {
      'connections:read': () =>
        ok(madeUp.connections({ problem: { what: 'field-missing', field: 'clientSecret' }, settings: 'set-aside' })),
    },
    drive: (app) => app.screen.setState({ page: 'connections' }),
  },
  {
    id: 'connection-details',
    answers: real,
    drive: showConnections({ kind: 'details', connectionId: 'aurora' }),
  },
  {
    id: 'connection-test-fine',
    answers: real,
    async drive(app, fake) {
      showConnections({ kind: 'details', connectionId: 'aurora' })(app);
      await new Promise((done) => setTimeout(done, 50));
      fake.publish('connections:test-changed', madeUp.connectionTest());
      scrollToTest();
    },
  },
  {
    id: 'connection-test-running',
    answers: real,
    async drive(app, fake) {
      showConnections({ kind: 'details', connectionId: 'aurora' })(app);
      await new Promise((done) => setTimeout(done, 50));
      const waiting = { state: 'waiting', finding: null } as const;
      fake.publish(
        'connections:test-changed',
        madeUp.connectionTest(
          {},
          {
            'change-scope': { state: 'running', finding: null },
            operator: waiting,
            search: waiting,
            person: waiting,
            'person-roles': waiting,
            roles: waiting,
          },
        ),
      );
      scrollToTest();
    },
  },
  {
    id: 'connection-test-failed',
    answers: real,
    async drive(app, fake) {
      showConnections({ kind: 'details', connectionId: 'aurora' })(app);
      await new Promise((done) => setTimeout(done, 50));
      fake.publish(
        'connections:test-changed',
        madeUp.connectionTest(
          {
            clock: 'clock-off',
            'change-scope': 'scope-missing',
            operator: 'not-signed-in',
            search: 'permission-missing',
            person: 'not-tried',
            'person-roles': 'not-tried',
          },
          {
            clock: { minutes: 63 },
            'change-scope': { names: ['user:roles:update'] },
            search: { names: ['users.view', 'users.search'] },
          },
        ),
      );
      scrollToTest();
    },
  },
  {
    id: 'connection-form-problems',
    answers: {
      'connections:save': () =>
        ok({
          kind: 'problems',
          problems: [
            { field: 'name', what: 'missing' },
            { field: 'baseUrl', what: 'not-secure' },
            { field: 'clientSecret', what: 'missing' },
          ],
        }),
    },
    async drive(app) {
      showConnections({ kind: 'form', connectionId: null })(app);
      await new Promise((done) => setTimeout(done, 50));
      document.querySelector('form')?.requestSubmit();
    },
  },
  { id: 'connection-form-edit', answers: real, drive: showConnections({ kind: 'form', connectionId: 'aurora' }) },
  { id: 'desk-link-made', answers: real, drive: showConnections({ kind: 'desk-link', connectionId: 'aurora' }) },
  { id: 'desk-link-paste', drive: showConnections({ kind: 'paste' }) },
  {
    id: 'desk-link-sealed',
    answers: {
      'sign-in:read': () => ok(signedOut),
      'connections:read': () =>
        ok(
          madeUp.connections({
            incoming: { kind: 'sealed', from: 'link', wrong: 3, nextTryAt: madeUp.now() + 4_900, opening: false },
          }),
        ),
    },
  },
  {
    id: 'desk-link-opened',
    answers: {
      'connections:read': () =>
        ok(
          madeUp.realOnly({
            incoming: {
              kind: 'opened',
              name: 'Aurora Con 2026',
              host: 'reg.auroracon.example',
              replaces: 'Aurora Con (test)',
            },
          }),
        ),
    },
  },
  {
    id: 'connection-remove',
    answers: {
      'connections:unsent': () =>
        ok({
          waiting: 14,
          refused: 1,
          first: ['Checked in', 'Staff', 'Vendor'].map((roleName, index) => ({
            time: madeUp.now() - index * 300_000,
            operator: 'Sam R.',
            userId: String(10_042 + index),
            displayName: null,
            roleName,
            roleScope: 'convention' as const,
            wanted: index === 1 ? ('absent' as const) : ('held' as const),
          })),
        }),
    },
    async drive(app) {
      showConnections({ kind: 'list' })(app);
      await new Promise((done) => setTimeout(done, 50));
      document.querySelector<HTMLButtonElement>('[aria-label^="Remove"]')?.click();
    },
  },
  { id: 'rush-board', answers: real, drive: (app) => app.screen.setState({ page: 'rush-board' }) },
  {
    id: 'rush-board-today',
    answers: real,
    async drive(app) {
      app.screen.setState({ page: 'rush-board' });
      await new Promise((done) => setTimeout(done, 60));
      [...document.querySelectorAll<HTMLElement>('.board label')][1]?.click();
    },
  },
  {
    id: 'rush-board-table',
    answers: real,
    async drive(app) {
      app.screen.setState({ page: 'rush-board' });
      await new Promise((done) => setTimeout(done, 60));
      document.querySelectorAll<HTMLButtonElement>('.page__head button')[1]?.click();
    },
  },
  {
    id: 'rush-board-offline',
    answers: {
      'connections:read': () => ok(madeUp.offline()),
      'rush-board:watch': () =>
        ok(
          madeUp.rushBoard({
            offline: true,
            changes: { waiting: 14, refused: 0, oldestAt: madeUp.now() - 7 * 60_000 },
            lastArrival: { kind: 'none', because: 'not-seen' },
            missed: { people: 43, from: madeUp.now() - 15 * 3_600_000, to: madeUp.now() - 5 * 3_600_000 },
            display: 'own',
          }),
        ),
    },
    drive: (app) => app.screen.setState({ page: 'rush-board' }),
  },
  {
    id: 'rush-board-empty',
    answers: {
      'rush-board:watch': () =>
        ok(
          madeUp.rushBoard({
            checkedIn: { confirmed: 0, waiting: 0 },
            intervals: [],
            stations: [],
            expected: null,
            lastArrival: { kind: 'none', because: 'nobody-expected' },
            pace: null,
            elsewhereSeenAt: null,
          }),
        ),
    },
    drive: (app) => app.screen.setState({ page: 'rush-board' }),
  },
  {
    id: 'rush-board-no-role',
    answers: { 'rush-board:watch': () => ok(madeUp.rushBoard({ roleName: null, intervals: [], stations: [] })) },
    drive: (app) => app.screen.setState({ page: 'rush-board' }),
  },
  {
    id: 'rush-board-expected',
    answers: real,
    async drive(app) {
      app.screen.setState({ page: 'rush-board' });
      await new Promise((done) => setTimeout(done, 60));
      document.querySelector<HTMLButtonElement>('.board__foot button')?.click();
    },
  },
  { id: 'rush-board-wall', wall: true },
  {
    id: 'rush-board-wall-busy',
    wall: true,
    answers: {
      'rush-board:read': () =>
        ok(
          madeUp.rushBoard({
            practice: true,
            offline: true,
            changes: { waiting: 4, refused: 2, oldestAt: madeUp.now() - 60_000 },
            checkedIn: { confirmed: 21_184, waiting: 4 },
            expected: { people: 25_000, from: 'set' },
          }),
        ),
    },
  },
  {
    id: 'offline-explained',
    answers: {
      'connections:read': () => ok(madeUp.offline()),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 3, oldestAt: madeUp.now() - 125_000 })),
    },
    async drive() {
      await new Promise((done) => setTimeout(done, 60));
      document.querySelector<HTMLButtonElement>('.top-bar__open')?.click();
    },
  },
  { id: 'lists-empty', drive: (app) => app.screen.setState({ page: 'lists' }) },
  {
    id: 'lists-dry-run',
    answers: {
      'lists:read': () => ok(madeUp.lists({ draft: madeUp.listDraft() })),
      'lists:rows': ({ offset }) => ok({ revision: 1, total: 500, rows: offset === 0 ? madeUp.listRows() : [] }),
    },
    drive: (app) => app.screen.setState({ page: 'lists' }),
  },
  {
    id: 'lists-choose',
    answers: {
      'lists:read': () => ok(madeUp.lists({ draft: madeUp.listDraft({ fileName: null }) })),
      'lists:rows': () => ok({ revision: 1, total: 8, rows: madeUp.listRows() }),
    },
    async drive(app) {
      app.screen.setState({ page: 'lists' });
      await new Promise((done) => setTimeout(done, 150));
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Choose')?.click();
    },
  },
  {
    id: 'lists-running',
    answers: {
      'lists:read': () =>
        ok(
          madeUp.lists({
            runs: [
              madeUp.listRun({ confirmed: 210, already: 4, refused: 1, waiting: 261, sending: 4 }),
              madeUp.listRun({
                batchId: 'list-0',
                roleName: 'Vendor',
                kind: 'take',
                size: 12,
                written: 12,
                confirmed: 12,
                already: 0,
                refused: 0,
              }),
            ],
          }),
        ),
      'role-changes:read': () => ok(madeUp.roleChanges({ waiting: 261, sending: 4, refused: 1 })),
    },
    drive: (app) => app.screen.setState({ page: 'lists' }),
  },
  {
    id: 'lists-paused',
    answers: {
      'lists:read': () =>
        ok(
          madeUp.lists({
            runs: [
              madeUp.listRun({ confirmed: 210, already: 4, refused: 0, waiting: 266, paused: true }),
              madeUp.listRun({ batchId: 'list-0', written: 300, confirmed: 290, already: 10, refused: 0 }),
            ],
          }),
        ),
    },
    drive: (app) => app.screen.setState({ page: 'lists' }),
  },
  {
    id: 'lists-done',
    answers: { 'lists:read': () => ok(madeUp.lists({ runs: [madeUp.listRun()] })) },
    drive: (app) => app.screen.setState({ page: 'lists' }),
  },
  {
    id: 'lists-members',
    answers: {
      'lists:members': () => ok({ total: 4, knownAt: madeUp.now() - 60_000, members: madeUp.members() }),
    },
    async drive(app) {
      app.screen.setState({ page: 'lists' });
      await new Promise((done) => setTimeout(done, 60));
      [...document.querySelectorAll('label')].find((label) => label.textContent === 'Members of a role')?.click();
      app.lists.showMembers('staff');
    },
  },
  {
    id: 'activity-late-undo',
    answers: {
      'sign-in:read': () => ok(madeUp.signedIn({ pinSet: true })),
      'role-changes:list': () =>
        ok({ rows: [madeUp.activityRow('1500', { undoNeedsUnlock: true, operator: 'Robin L.' })], more: false }),
    },
    async drive(app) {
      app.screen.setState({ page: 'activity' });
      await new Promise((done) => setTimeout(done, 80));
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Undo, with your PIN')?.click();
    },
  },
  {
    id: 'stations',
    answers: { 'stations:book': () => ok(madeUp.threeStations()) },
    drive: (app) => app.screen.setState({ page: 'stations' }),
  },
  {
    id: 'stations-problems',
    answers: {
      'stations:book': () => ok(madeUp.threeStations({ removed: 'Late desk' })),
      'stations:save': () =>
        ok({
          kind: 'problems',
          problems: [
            { at: 'name', recipe: null, what: 'taken', other: null },
            { at: 'recipe', recipe: 0, what: 'no-role', other: null },
            { at: 'recipe', recipe: 1, what: 'same-as-another', other: 'Check in' },
            { at: 'roles', recipe: null, what: 'nothing-to-do', other: null },
          ],
        }),
    },
    async drive(app) {
      app.screen.setState({ page: 'stations' });
      await new Promise((done) => setTimeout(done, 60));
      await app.stations.save();
    },
  },
  {
    id: 'stations-unsaved',
    answers: { 'stations:book': () => ok(madeUp.threeStations()) },
    async drive(app) {
      app.screen.setState({ page: 'stations' });
      await new Promise((done) => setTimeout(done, 60));
      const { form } = app.stations.store.getState();
      if (form !== null) app.stations.change({ ...form.draft, name: 'Late desk' });
      app.stations.startNew();
    },
  },
  {
    id: 'stations-locked',
    answers: { 'stations:book': () => ok(madeUp.stationBook({ access: 'locked', stations: [], roles: [] })) },
    drive: (app) => app.screen.setState({ page: 'stations' }),
  },
  {
    id: 'stations-ask-administrator',
    answers: {
      'stations:book': () =>
        ok(madeUp.stationBook({ access: 'locked', stations: [], roles: [], nextTryAt: madeUp.now() + 20_000 })),
      'stations:unlock': () => no('pin-wait'),
    },
    async drive(app) {
      app.stations.asAdministrator(() => undefined);
      await new Promise((done) => setTimeout(done, 60));
      typePin('1111');
    },
  },
  {
    id: 'stations-choose-pin',
    answers: { 'stations:book': () => ok(madeUp.threeStations()) },
    async drive(app) {
      app.screen.setState({ page: 'stations' });
      await new Promise((done) => setTimeout(done, 60));
      [...document.querySelectorAll('button')].find((button) => button.textContent === 'Set a PIN')?.click();
    },
  },
  {
    id: 'desk-station-buttons',
    answers: {
      'stations:read': () => ok(madeUp.vendorStation()),
      'directory:open': ({ userId }) =>
        ok(
          madeUp.view(userId, {
            furtherRecipes: [
              { recipeId: 'r2', progress: madeUp.role('NDA signed') },
              { recipeId: 'r3', progress: madeUp.given('Badge', 1) },
            ],
          }),
        ),
    },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-station-missing-role',
    answers: { 'stations:read': () => ok(madeUp.station({ missingRoles: ['Vendor', 'Late pass'] })) },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'desk-link-made-stations',
    answers: {
      ...real,
      'connections:make-desk-link': () =>
        ok({
          ...madeUp.deskLink,
          stations: madeUp.threeStations().stations.map(({ id, name }) => ({ id, name })),
          startsWith: 's1',
        }),
    },
    drive: showConnections({ kind: 'desk-link', connectionId: 'aurora' }),
  },
  { id: 'preflight-new', drive: (app) => app.screen.setState({ page: 'preflight' }) },
  {
    id: 'preflight-running',
    answers: {
      'preflight:read': () =>
        ok(
          madeUp.preflight(
            [
              ...madeUp.allReady().filter(({ row }) => row !== 'drill' && row !== 'scanner' && row !== 'sound'),
              { row: 'drill', progress: 'running', result: null },
            ],
            {
              drill: {
                step: 'network-off',
                people: [
                  { name: 'Ada Example', state: 'waiting' },
                  { name: 'Ben Sample', state: 'waiting' },
                  { name: 'Cleo Madeup', state: 'not-yet' },
                ],
              },
            },
          ),
        ),
    },
    drive(app) {
      app.screen.setState({ page: 'preflight' });
      setTimeout(() => document.querySelector('.drill')?.scrollIntoView({ block: 'center' }), 100);
    },
  },
  {
    id: 'preflight-ready',
    answers: { 'preflight:read': () => ok(madeUp.preflight(madeUp.allReady())) },
    drive: (app) => app.screen.setState({ page: 'preflight' }),
  },
  {
    id: 'preflight-trouble',
    answers: {
      'preflight:read': () =>
        ok(
          madeUp.preflight([
            madeUp.checked('keyring', {
              state: 'warning',
              finding: 'keyring-none',
              facts: { keyring: 'basic_text' },
            }),
            madeUp.checked('links', { state: 'warning', finding: 'links-elsewhere' }),
            madeUp.checked('connection', {
              state: 'failed',
              finding: 'connection-failed',
              facts: {
                tests: [
                  { step: 'change-scope', state: 'failed', finding: 'scope-missing', names: [], minutes: null },
                  { step: 'roles', state: 'warning', finding: 'no-roles', names: [], minutes: null },
                ],
              },
            }),
            madeUp.checked('people', {
              state: 'warning',
              finding: 'people-old',
              facts: { people: 2000, upToDateAt: madeUp.now() - 3 * 3_600_000 },
            }),
            madeUp.checked('clock', {
              state: 'warning',
              finding: 'clock-off',
              facts: { skewMs: -182_000, marginMs: 640 },
            }),
            madeUp.checked('disk', { state: 'failed', finding: 'disk-low', facts: { freeBytes: 120 * 1024 ** 2 } }),
            madeUp.checked('power', { state: 'warning', finding: 'on-battery' }),
            madeUp.checked('drill', { state: 'failed', finding: 'drill-not-sent' }),
            madeUp.checked('scanner', {
              state: 'warning',
              finding: 'scanner-layout',
              facts: { suffix: 'none', scannerLayout: 'us', computerLayout: 'de' },
            }),
            madeUp.checked('sound', { state: 'warning', finding: 'sound-not-heard' }),
          ]),
        ),
    },
    drive: (app) => app.screen.setState({ page: 'preflight' }),
  },
  {
    id: 'preflight-scanner',
    async drive(app) {
      app.screen.setState({ page: 'preflight' });
      await new Promise((done) => setTimeout(done, 100));
      [...document.querySelectorAll('button')]
        .find((button) => button.closest('li')?.querySelector('#check-scanner') != null)
        ?.click();
      setTimeout(() => document.querySelector('.scanner-test')?.scrollIntoView({ block: 'center' }), 100);
    },
  },
  {
    id: 'practice-down',
    answers: { 'practice:read': () => ok({ service: 'down' }) },
    drive: open('Mika Aaltonen'),
  },
  {
    id: 'practice-start-over',
    async drive() {
      [...document.querySelectorAll<HTMLButtonElement>('.top-bar button[aria-haspopup]')].at(-1)?.click();
      await new Promise((done) => setTimeout(done, 100));
      document.querySelector<HTMLElement>('[data-key="start-over"]')?.click();
    },
  },
  { id: 'guide-offered', drive: (app) => app.guide.store.setState({ kind: 'offered' }, true) },
  { id: 'guide-find', drive: (app) => app.guide.begin() },
  {
    id: 'guide-check-in',
    drive(app) {
      app.guide.begin();
      app.desk.typed('mik');
      app.desk.openPerson('Mika Aaltonen');
    },
  },
  {
    id: 'guide-undo',
    answers: { 'role-changes:read': () => ok(madeUp.roleChanges({ lastAct: madeUp.lastAct() })) },
    drive: (app) =>
      app.guide.store.setState(
        { kind: 'step', step: 'undo', userId: 'a', actId: madeUp.lastAct().actId, scans: 0 },
        true,
      ),
  },
  {
    id: 'guide-scan',
    drive: (app) =>
      app.guide.store.setState({ kind: 'step', step: 'scan', userId: '10442', actId: null, scans: 0 }, true),
  },
  { id: 'guide-finished', drive: (app) => app.guide.store.setState({ kind: 'finished' }, true) },
];
