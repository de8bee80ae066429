import { randomInt } from 'node:crypto';
import path from 'node:path';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { EventName, RequestName } from '../../contract/desk/channel-names.ts';
import type { Reachability } from '../../contract/desk/connections.ts';
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import { oauthScopes } from '../../contract/registration-api/endpoints.ts';
import { type Connection, practiceId } from '../connections/connection.ts';
import { type SecretPlace, withoutSecret } from '../connections/connection-store.ts';
import type { OpenConnection } from '../connections/create-connection-desk.ts';
import { nextReachability } from '../connections/reachability.ts';
import { createDirectory, type Directory } from '../directory/create-directory.ts';
import { snapshotName } from '../directory/snapshot.ts';
import { RolecallError } from '../errors.ts';
import { createLists } from '../lists/create-lists.ts';
import type { TableReader } from '../lists/table-reader.ts';
import { writeChosenFile } from '../ports/chosen-file.ts';
import type { Clock } from '../ports/clock.ts';
import { exclusiveByFile } from '../ports/exclusive.ts';
import { type Files, removeStaleTemporaryFiles } from '../ports/files.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { LastInput } from '../ports/last-input.ts';
import type { Links } from '../ports/links.ts';
import type { Log } from '../ports/log.ts';
import type { RushDisplay } from '../ports/rush-display.ts';
import { createSaveFile } from '../ports/save-file.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';
import type { SystemBrowser } from '../ports/system-browser.ts';
import { createRegistrationClient } from '../registration/create-registration-client.ts';
import { createRoleChanges } from '../role-changes/create-role-changes.ts';
import { createRushBoard } from '../rush-board/create-rush-board.ts';
import { createRushBoardStore } from '../rush-board/rush-board-store.ts';
import type { CurrentSettings } from '../settings/settings-store.ts';
import { OperatorTokens, operatorRecordSchema } from '../sign-in/operator-tokens.ts';
import { SealedFile } from '../sign-in/sealed-file.ts';
import { createSignIn } from '../sign-in/sign-in.ts';
import { createTokenEndpoint } from '../sign-in/token-endpoint.ts';
import { createCurrentStation } from '../stations/create-current-station.ts';
import { createStations } from '../stations/create-stations.ts';
import { createRoleStore } from '../stations/role-store.ts';
import type { DeskWords } from '../words/desk-words.ts';
import { type Administrator, refuseOutsideStation } from './administrator-guard.ts';
import { createLeftLocked } from './left-locked.ts';

/** Channels of the program itself: reports, licences, new versions (compose-support.ts). */
export type SupportChannel = Extract<RequestName, `updates:${string}` | `diagnostics:${string}`>;

/** Channels one session answers; the others belong to the program around it. */
export type SessionChannel = Exclude<
  RequestName,
  | 'app:read'
  | `connections:${string}`
  | `settings:${string}`
  | SupportChannel
  | `practice:${string}`
  | `preflight:${string}`
>;

/** Everything that belongs to one connection while it is the current one. */
export interface DeskSession extends Pick<OpenConnection, 'clientSecret' | 'tokenUses' | 'operatorAccess'> {
  readonly connection: Connection;
  readonly handlers: RequestHandlers<SessionChannel>;
  reachability(): Reachability;
  /** Who may change stations, settings and connections while this one is open. */
  readonly administrator: Administrator;
  /** The desk was put away: whoever asks gets no answer until the PIN is given (locked-desk.ts). */
  isLocked(): boolean;
  /** Aborted once whoever is at the desk now may not be any more: with a sign-out, a lock, and the end of this session. */
  presence(): AbortSignal;
  /** A link from outside. */
  deliver(link: string): void;
  /** The machine goes to sleep: locks, where there is a PIN to open it again. */
  fallAsleep(): void;
  /** The machine woke up from sleep: everything is looked at anew. */
  wakeUp(): void;
  /** Shows the rush board in full screen while somebody is signed in. */
  showRushBoard(): void;
  /** Takes up the last session and begins to work. */
  start(): Promise<void>;
  /** Ends all work and lets go of its files. */
  close(): Promise<void>;
}

export interface DeskSessionDependencies {
  readonly connection: Connection;
  /** Null where it could not be read: nobody can sign in then. */
  readonly clientSecret: string | null;
  readonly secretPlace: SecretPlace;
  /** Folder of all that is this connection's own. */
  readonly folder: string;
  readonly transport: HttpTransport;
  readonly browser: SystemBrowser;
  readonly cipher: SecretCipher;
  readonly settings: CurrentSettings;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  readonly lastInput: LastInput;
  readonly rushDisplay: RushDisplay;
  readonly copyText: (text: string) => void;
  readonly links: Links;
  readonly bringToFront: () => void;
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
  /** Asks for a list to open; null when the dialog was closed. */
  readonly openListDialog: () => Promise<string | null>;
  readonly readTable: TableReader;
  readonly reachabilityChanged: () => void;
  /** In the language that is spoken now. */
  readonly words: () => DeskWords;
}

const dayMs = 24 * 60 * 60 * 1000;

export function createDeskSession(given: DeskSessionDependencies): DeskSession {
  const { connection, clock, log, files, cipher, folder, transport } = given;
  const isLocked = (): boolean => signIn.state().kind === 'locked';
  /** Nothing about people leaves while the desk is locked. */
  const publish: Publish = (name, payload) => {
    if (name === 'role-changes:changed' && isLocked())
      given.publish(name, { ...payload, lastAct: null } as typeof payload);
    else if (!(['directory:person-changed', 'lists:changed'] as EventName[]).includes(name) || !isLocked())
      given.publish(name, payload);
  };
  const random = (): number => randomInt(2 ** 32) / 2 ** 32;
  let presence = new AbortController();
  const endPresence = (): void => {
    presence.abort();
    presence = new AbortController();
  };
  const saveFile = createSaveFile({
    saveDialog: given.saveDialog,
    presence: () => presence.signal,
    write: writeChosenFile,
  });

  const endpoint = createTokenEndpoint({
    transport,
    baseUrl: connection.baseUrl,
    clientId: connection.clientId,
    clientSecret: given.clientSecret ?? '',
  });
  const vault = new SealedFile({
    files,
    cipher,
    file: path.join(folder, 'sign-in.json'),
    schema: operatorRecordSchema,
    now: clock.now,
    log,
  });
  const signIn = createSignIn({
    connection,
    endpoint,
    transport,
    browser: given.browser,
    copyText: given.copyText,
    clock,
    log,
    kept: async () => ((await cipher.backend()).strength === 'strong' ? 'keyring' : 'memory'),
    links: given.links,
    bringToFront: given.bringToFront,
    lastInput: given.lastInput,
    isAdministratorPin: (pin) => stations.isAdministratorPin(pin),
    lockAfterMinutes: () => station.read().lockAfterMinutes ?? given.settings.read().lockAfterMinutes,
    answerWords: given.words,
    unusable: given.clientSecret === null ? withoutSecret(given.secretPlace).code : null,
    random,
    createTokens: (listener) =>
      new OperatorTokens({
        endpoint,
        vault,
        files,
        markerFile: path.join(folder, 'refresh-marker.json'),
        exclusive: exclusiveByFile(path.join(folder, 'refresh.lock'), log),
        redirectUri: connection.redirectUri,
        clock,
        log,
        listener,
      }),
  });

  let reachability: Reachability = { kind: 'unknown' };
  const client = createRegistrationClient({
    transport,
    baseUrl: new URL(connection.baseUrl),
    accessTokens: signIn.accessTokens,
    clock,
    log,
    report: (outcome) => {
      const before = reachability;
      reachability = nextReachability(
        before,
        outcome.kind === 'ok'
          ? { kind: 'answered', at: clock.now() }
          : { kind: 'failed', at: clock.now(), code: outcome.error.code, nextTryAt: null },
      );
      if (reachability === before) return;
      log.info('reachability', { kind: reachability.kind });
      given.reachabilityChanged();
      rushBoard.changed();
      if (before.kind === 'offline' && reachability.kind === 'online' && signIn.operator() !== null)
        roleChanges.resume();
    },
  });

  const stations = createStations({
    files,
    folder,
    clock,
    log,
    publish,
    station: () => station,
    lockPin: () => signIn.lockPin(),
  });
  const station = createCurrentStation({
    connectionName: connection.name,
    client,
    clock,
    log,
    publish,
    serviceRoles: () => directory.serviceRoles,
    overlay: () => roleChanges.overlay,
    roleStore: createRoleStore(files, path.join(folder, 'roles.json'), log),
    book: () => stations.store.read().book,
    random,
  });
  const roleChanges = createRoleChanges({
    client,
    clock,
    log,
    publish,
    journalFolder: path.join(folder, 'journal'),
    station,
    serviceRoles: () => directory.serviceRoles,
    operator: signIn.operator,
    displayNameOf: (userId) => directory.displayNameOf(userId),
    saveFile,
    random,
    clockSkewMs: () => client.clockSkewMs(),
    keepMs: () => {
      const { activityDays } = given.settings.read();
      return activityDays === null ? null : activityDays * dayMs;
    },
    lateUndo: {
      needsUnlock: () => given.settings.read().lateUndoNeedsUnlock,
      unlockedSince: signIn.unlockedSince,
    },
  });
  const directory: Directory = createDirectory({
    client,
    clock,
    log,
    publish,
    station,
    overlay: roleChanges.overlay,
    random,
    settings: given.settings,
    budget: client.budget,
    // Removing the connection removes its folder, and the sealed key with the file. Practice has no network to lose.
    ...(connection.id === practiceId ? {} : { snapshot: { file: path.join(folder, snapshotName), cipher } }),
  });

  const lists = createLists({
    batches: roleChanges.batches,
    onWishes: roleChanges.subscribe,
    overlay: roleChanges.overlay,
    directory,
    station,
    readTable: given.readTable,
    clock,
    log,
    publish,
    openDialog: given.openListDialog,
    saveFile,
  });

  const rushBoard = createRushBoard({
    conventionName: connection.name,
    practice: connection.id === practiceId,
    station,
    membersOf: directory.membersOf,
    waitingFor: (roleId) => roleChanges.overlay.waitingFor(roleId),
    actsSince: roleChanges.actsSince,
    people: directory.countedPeople,
    changes: roleChanges.counts,
    offline: () => reachability.kind === 'offline',
    store: createRushBoardStore(files, path.join(folder, 'rush-board.json'), log),
    display: given.rushDisplay,
    clock,
    publish: (state) => publish('rush-board:changed', state),
  });

  /** Work runs while somebody is signed in; a sign-out forgets everybody (checklist B82). */
  let working = false;
  let everWorked = false;
  let wasLocked = false;
  const leftLocked = createLeftLocked(files, folder, log);
  const followSignIn = (state: SignInState): void => {
    given.publish('sign-in:changed', state);
    leftLocked.follow(state.kind);
    followLock(state.kind === 'locked');
    const signedIn = state.kind === 'signed-in' || state.kind === 'locked';
    if (signedIn === working) return;
    working = signedIn;
    if (signedIn) {
      if (everWorked) station.refresh();
      else station.start();
      everWorked = true;
      directory.start();
      roleChanges.resume();
      startRushBoard().catch((error: unknown) => log.error('rush-board-not-started', { problem: String(error) }));
      // A desk that may not change roles says so before somebody tries; reading begins by itself.
      signIn.accessTokens.forOauthScope(oauthScopes.updateUserRoles).catch(() => undefined);
    } else {
      endPresence();
      stations.administrator.lock();
      roleChanges.pause('signed out');
      lists.clear();
      rushBoard.stop();
      directory.clear();
    }
  };
  /** It tells own arrivals from others' by the journal. */
  const startRushBoard = async (): Promise<void> => {
    await roleChanges.whenOpen();
    if (working) await rushBoard.start();
  };
  /** A locked desk forgets whom it showed; sending and fetching go on. */
  const followLock = (locked: boolean): void => {
    if (locked === wasLocked) return;
    wasLocked = locked;
    if (locked) {
      endPresence();
      stations.administrator.lock();
    }
    const tell = async (): Promise<void> => {
      if (locked) await directory.handlers['directory:close']({});
      publish('role-changes:changed', await roleChanges.handlers['role-changes:read']({}));
    };
    tell().catch((error: unknown) => log.error('lock-not-followed', { problem: String(error) }));
  };
  const unsubscribes = [
    signIn.subscribe(followSignIn),
    // The rush board counts by all of these.
    roleChanges.subscribe(rushBoard.changed),
    directory.serviceRoles.subscribe(rushBoard.changed),
    station.subscribe(rushBoard.changed),
    station.subscribe(() => stations.rolesChanged()),
  ];

  return {
    connection,
    clientSecret: given.clientSecret,
    tokenUses: signIn.tokenUses,
    operatorAccess: signIn.operatorAccess,
    administrator: stations.administrator,
    handlers: {
      ...signIn.handlers,
      ...station.handlers,
      ...stations.handlers,
      ...directory.handlers,
      ...refuseOutsideStation(roleChanges.handlers, station.read, () => stations.administrator.access()),
      ...lists.handlers,
      ...rushBoard.handlers,
      'role-changes:read': async (input) => {
        const state = await roleChanges.handlers['role-changes:read'](input);
        return isLocked() ? withoutLastAct(state) : state;
      },
    },
    isLocked,
    presence: () => presence.signal,
    reachability: () => reachability,
    deliver: signIn.deliver,
    fallAsleep: () => {
      const state = signIn.state();
      if (state.kind !== 'signed-in' || !state.pinSet) return;
      void Promise.resolve(signIn.handlers['sign-in:lock']({})).catch((error: unknown) =>
        log.error('desk-not-locked', { code: error instanceof RolecallError ? error.code : 'bug' }),
      );
    },
    showRushBoard: () => {
      if (working) given.rushDisplay.show();
    },
    wakeUp: () => {
      directory.wakeUp();
      signIn.wakeUp();
      if (!working) return;
      // The network was away as long as the machine slept: waits that began before it are over.
      roleChanges.resume();
      station.refresh();
    },
    start: async () => {
      directory.readAhead();
      await removeStaleTemporaryFiles(folder);
      await stations.load();
      roleChanges.pause('signed out');
      const opening = roleChanges.start().catch((error: unknown) => {
        log.error('journal-not-opened', { problem: error instanceof Error ? error.message : 'unknown' });
      });
      // A long journal takes seconds to be read; nobody should wait for it to sign in and to search.
      await signIn.start();
      if (!working) directory.clear();
      await opening;
    },
    close: async () => {
      endPresence();
      for (const unsubscribe of unsubscribes) unsubscribe();
      await signIn.close();
      await leftLocked.settled();
      lists.dispose();
      await rushBoard.dispose();
      station.dispose();
      stations.dispose();
      directory.stop();
      await directory.save();
      directory.dispose();
      await roleChanges.dispose();
      client.dispose();
    },
  };
}

/** What is left of the state of the changes while the desk is locked: numbers, nobody's name. */
function withoutLastAct(state: RoleChangesState): RoleChangesState {
  return { ...state, lastAct: null };
}
