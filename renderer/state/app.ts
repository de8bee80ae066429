import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppInfo } from '../../contract/desk/app.ts';
import type { ConnectionsState } from '../../contract/desk/connections.ts';
import type { DirectoryState } from '../../contract/desk/directory.ts';
import type { PracticeState } from '../../contract/desk/practice.ts';
import type { PreflightState } from '../../contract/desk/preflight.ts';
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { SettingsState } from '../../contract/desk/settings.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { StationState } from '../../contract/desk/stations.ts';
import type { Program } from '../bridge.ts';
import { createDeskSounds } from '../sounds/desk-sounds.ts';
import type { Sounds } from '../sounds/sounds.ts';
import { createSpeaker, type Speaker } from '../sounds/speaker.ts';
import { type Activity, createActivity } from './activity.ts';
import { type Acts, createActs } from './acts.ts';
import { type ConnectionPages, createConnectionPages, looksLikeDeskLink } from './connections.ts';
import { createDesk, type Desk } from './desk.ts';
import { createFedStore, type FedStore, known } from './fed-store.ts';
import { createGuide, type Guide, type GuideMemory, noGuideMemory } from './guide.ts';
import type { HelpTopic } from './help-topics.ts';
import { createLists, type Lists } from './lists.ts';
import { createLock, type Lock } from './lock.ts';
import { createLookUp, type LookUpState } from './look-up.ts';
import type { Page } from './page.ts';
import { createPerson, type Person } from './person.ts';
import { rowsInSight } from './rows-in-sight.ts';
import { createSearch, mostRows, type Search } from './search.ts';
import { createStations, type Stations } from './stations.ts';
import type { ThemeChoice } from './theme.ts';

export interface Screen {
  readonly page: Page;
  /** The keyboard map is open. */
  readonly help: boolean;
  /** Where the book of help is open; null while it is not. */
  readonly helpTopic: HelpTopic | null;
  /** Scans so far: what was open over the page closes with each. */
  readonly scans: number;
  /** Somebody has seen that some of what was written down here can't be read. */
  readonly unreadableSeen: boolean;
  /** What goes on once unsaved changes may be discarded; null: nobody is asked. */
  readonly leaving: (() => void) | null;
  /** The scanner is being tested: what it types is the test's, not the desk's. */
  readonly scannerTest: boolean;
  /** When somebody signed out here by hand, milliseconds since the epoch; null once somebody signs in. */
  readonly signedOutAt: number | null;
}

/** Everything the screens read and call. */
export interface App {
  readonly program: Program;
  readonly info: FedStore<AppInfo>;
  readonly session: FedStore<SignInState>;
  readonly connections: FedStore<ConnectionsState>;
  readonly connectionPages: ConnectionPages;
  readonly station: FedStore<StationState>;
  /** All stations, for whoever may change them, and the administrator's PIN. */
  readonly stations: Stations;
  readonly directory: FedStore<DirectoryState>;
  readonly roleChanges: FedStore<RoleChangesState>;
  readonly settings: FedStore<SettingsState>;
  readonly practice: FedStore<PracticeState>;
  readonly preflight: FedStore<PreflightState>;
  readonly sounds: Sounds;
  readonly guide: Guide;
  readonly search: Search;
  /** What the service said about a typed id that nobody here has. */
  readonly lookUp: StoreApi<LookUpState>;
  readonly person: Person;
  readonly acts: Acts;
  readonly desk: Desk;
  readonly lock: Lock;
  readonly activity: Activity;
  readonly lists: Lists;
  readonly theme: ThemeChoice;
  readonly screen: StoreApi<Screen>;
  /** Goes on at once where nothing in any form is unsaved, else once somebody said that it may be discarded. */
  leaveForms(goOn: () => void): void;
  /** A scan, whatever is on the screen: the desk comes back, an open question is answered with no. */
  scan(text: string, at: number): void;
  start(): () => void;
}

/** Who sees people here now. */
const operatorOf = (session: SignInState | null): string | null =>
  session?.kind === 'signed-in' ? session.operator.id : null;

/** Whose desk it is, locked or not. */
const ownerOf = (session: SignInState | null): string | null =>
  session?.kind === 'locked' ? session.operator.id : operatorOf(session);

/** Builds all stores over the program and ties them together. */
export function createApp(
  program: Program,
  theme: ThemeChoice,
  around: {
    readonly speaker?: Speaker;
    readonly guideMemory?: GuideMemory;
    /** Pixels; by default those of a small laptop. */
    readonly windowHeight?: () => number;
  } = {},
): App {
  const info = createFedStore<AppInfo>({ read: () => program.ask('app:read', {}), subscribe: () => () => undefined });
  const session = createFedStore<SignInState>({
    read: () => program.ask('sign-in:read', {}),
    subscribe: (listener) => program.listen('sign-in:changed', listener),
  });
  const connections = createFedStore<ConnectionsState>({
    read: () => program.ask('connections:read', {}),
    subscribe: (listener) => program.listen('connections:changed', listener),
  });
  const station = createFedStore<StationState>({
    read: () => program.ask('stations:read', {}),
    subscribe: (listener) => program.listen('stations:changed', listener),
  });
  const directory = createFedStore<DirectoryState>({
    read: () => program.ask('directory:read', {}),
    subscribe: (listener) => program.listen('directory:changed', listener),
  });
  const roleChanges = createFedStore<RoleChangesState>({
    read: () => program.ask('role-changes:read', {}),
    subscribe: (listener) => program.listen('role-changes:changed', listener),
  });

  const settings = createFedStore<SettingsState>({
    read: () => program.ask('settings:read', {}),
    subscribe: (listener) => program.listen('settings:changed', listener),
  });
  const practice = createFedStore<PracticeState>({
    read: () => program.ask('practice:read', {}),
    subscribe: (listener) => program.listen('practice:changed', listener),
  });
  const preflight = createFedStore<PreflightState>({
    read: () => program.ask('preflight:read', {}),
    subscribe: (listener) => program.listen('preflight:changed', listener),
  });

  const search = createSearch((query, loose, limit) => program.askAtOnce('directory:search', { query, limit, loose }), {
    askAhead: (query, loose, limit) => program.askAhead('directory:search', { query, limit, loose }),
    listsWithoutText: () => known(settings.store.getState())?.latestOpened === true,
    rowsInSight: () => Math.min(mostRows, rowsInSight(around.windowHeight?.() ?? 768)),
  });
  const lookUp = createLookUp(search, (text) => program.ask('directory:look-up', { text }));
  const person = createPerson(program);
  const acts = createActs(program, (userId) => {
    const open = person.store.getState();
    return open.kind === 'open' && open.userId === userId ? open.view.displayName : null;
  });
  const askToDiscard = (leaving: () => void): void => screen.setState({ leaving });
  const connectionPages = createConnectionPages(program, askToDiscard);
  const activity = createActivity(program);
  const lists = createLists(program);
  const stations = createStations(program, askToDiscard);
  const lock = createLock(program, { session: () => known(session.store.getState()), report: acts.report });
  const desk = createDesk({
    search,
    person,
    acts,
    askScan: (text) => program.ask('directory:scan', { text }),
    surroundings: {
      primaryRecipe: () => known(station.store.getState())?.primaryRecipe ?? null,
      afterAct: () => known(station.store.getState())?.afterAct ?? 'stay',
      mayChangeRoles: () => {
        const signedIn = known(session.store.getState());
        return signedIn?.kind === 'signed-in' && signedIn.mayChangeRoles;
      },
    },
  });
  const screen = createStore<Screen>(() => ({
    page: 'desk',
    help: false,
    helpTopic: null,
    scans: 0,
    unreadableSeen: false,
    leaving: null,
    scannerTest: false,
    signedOutAt: null,
  }));
  const sounds = createDeskSounds(
    { roleChanges, connections, station, settings, acts, desk, person, search, screen },
    around.speaker ?? createSpeaker(),
  );
  const guide = createGuide(around.guideMemory ?? noGuideMemory, () => {
    const { text, answer } = search.store.getState();
    const open = person.store.getState();
    return {
      letters: [...text].length,
      hits: answer?.text === text ? answer.result.hits.length : 0,
      openUserId: open.kind === 'open' ? open.userId : null,
      lastAct: known(roleChanges.store.getState())?.lastAct ?? null,
      scans: screen.getState().scans,
    };
  });
  const followGuide = (): void => {
    const practising = known(connections.store.getState())?.all.some((each) => each.current && each.practice) === true;
    guide.look(practising && known(session.store.getState())?.kind === 'signed-in');
  };

  const forgetPeople = (): void => {
    desk.reset();
    activity.clear();
    lists.clear();
    connectionPages.forget();
    stations.stopAsking();
    lock.close();
    screen.setState({ page: 'desk', help: false, helpTopic: null, leaving: null });
  };

  return {
    program,
    info,
    session,
    connections,
    connectionPages,
    station,
    stations,
    directory,
    roleChanges,
    settings,
    practice,
    preflight,
    sounds,
    guide,
    search,
    lookUp: lookUp.store,
    person,
    acts,
    desk,
    lock,
    activity,
    lists,
    theme,
    screen,
    leaveForms: (goOn) => stations.leave(() => connectionPages.leave(goOn)),
    scan(text, at) {
      // A desk link is no person: it is asked about where one is.
      if (looksLikeDeskLink(text)) {
        void program.ask('connections:offer', { text }).then((result) => {
          if (!result.ok) acts.report(result.error);
        });
        return;
      }
      if (desk.store.getState().confirming !== null) desk.answerConfirming(false);
      screen.setState(({ scans }) => ({ page: 'desk', help: false, helpTopic: null, leaving: null, scans: scans + 1 }));
      void desk.scan(text, at);
    },
    start() {
      const stops = [
        desk.start(),
        lists.start(),
        stations.start(),
        connectionPages.start(),
        lookUp.start(),
        () => search.dispose(),
        sounds.start(),
        ...[search.store, person.store, roleChanges.store, connections.store, session.store].map((each) =>
          each.subscribe(followGuide),
        ),
        settings.store.subscribe((now, before) => {
          if (known(now)?.latestOpened !== known(before)?.latestOpened) search.refresh();
        }),
        // Another station shows other things of people.
        station.store.subscribe((now, before) => {
          if (known(now)?.stationId !== known(before)?.stationId) search.refresh();
        }),
        // B82: another operator, or nobody, sees nothing of the one before.
        session.store.subscribe((now, before) => {
          if (operatorOf(known(now)) !== operatorOf(known(before))) forgetPeople();
          // What stands in their form is about nobody, and waits for them behind the lock.
          if (ownerOf(known(now)) !== ownerOf(known(before))) stations.forget();
        }),
        session.store.subscribe((now, before) => {
          const [after, earlier] = [known(now), known(before)];
          if (after === null || after.kind === earlier?.kind) return;
          const wasIn = earlier?.kind === 'signed-in' || earlier?.kind === 'locked';
          // Where a session ended by itself, the sign-in screen says why.
          const byHand = wasIn && after.kind === 'signed-out' && after.notice === null;
          screen.setState({ signedOutAt: byHand ? Date.now() : null });
        }),
        connections.store.subscribe((now, before) => {
          const current = (fed: typeof now): string | undefined => known(fed)?.all.find((each) => each.current)?.id;
          if (before.kind !== 'known' || current(now) === current(before)) return;
          forgetPeople();
          stations.forget();
        }),
        roleChanges.store.subscribe(() => {
          search.refresh();
          if (screen.getState().page === 'activity') void activity.refresh();
        }),
        directory.store.subscribe((now, before) => {
          const after = known(now);
          const earlier = known(before);
          if (after?.people !== earlier?.people || after?.upToDateAt !== earlier?.upToDateAt) search.refresh();
        }),
        ...[info, session, connections, station, directory, roleChanges, settings, practice, preflight].map((fed) =>
          fed.start(),
        ),
      ];
      return () => {
        for (const stop of stops.reverse()) stop();
      };
    },
  };
}
