import path from 'node:path';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../contract/desk/channel-names.ts';
import type { ConnectionsState } from '../../contract/desk/connections.ts';
import type { PracticeState } from '../../contract/desk/practice.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import { type Connection, practiceId } from '../connections/connection.ts';
import type { ConnectionStore, SecretPlace } from '../connections/connection-store.ts';
import { createConnectionDesk } from '../connections/create-connection-desk.ts';
import { isDeskLink } from '../connections/desk-link.ts';
import type { SnapshotRetention } from '../directory/snapshot-retention.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Log } from '../ports/log.ts';
import { createSaveFile } from '../ports/save-file.ts';
import type { Preflight } from '../preflight/create-preflight.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { readHandedStations } from '../stations/station-store.ts';
import { refuseWithoutAdministrator } from './administrator-guard.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { delegate } from './delegate.ts';
import type { DeskSession, SessionChannel, SupportChannel } from './desk-session.ts';
import { emptyDesk } from './empty-desk.ts';
import type { LaunchLinkInbox } from './launch-link-inbox.ts';
import { refuseWhereLeftLocked, wasLeftLocked } from './left-locked.ts';
import { refuseWhileLocked } from './locked-desk.ts';

/** What is needed to open one connection. */
export interface Opening {
  readonly connection: Connection;
  readonly clientSecret: string | null;
  /** Where that is, and so why it can't be had. */
  readonly secretPlace: SecretPlace;
  readonly folder: string;
}

export interface DeskDependencies {
  readonly appHandlers: RequestHandlers<'app:read' | SupportChannel>;
  readonly commandLine: CommandLine;
  readonly workingDirectory: string;
  readonly store: ConnectionStore;
  /** Read already. */
  readonly settings: SettingsStore;
  readonly retention: SnapshotRetention;
  readonly files: Files;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly copyText: (text: string) => void;
  readonly inbox: LaunchLinkInbox;
  readonly log: Log;
  readonly publish: Publish;
  readonly practice: {
    start(): Promise<Opening>;
    stop(): Promise<void>;
    /** How its service is doing; changes of it are published by whoever runs it. */
    state(): PracticeState;
    /** Starts the service again after it went down for good. */
    startService(): void;
    /** Deletes everything of practice mode. Only while it is stopped. */
    clear(): Promise<void>;
  };
  readonly preflight: Preflight;
  readonly openSession: (
    opening: Opening,
    around: { readonly publish: Publish; readonly reachabilityChanged: () => void },
  ) => DeskSession;
  /** Shows the open dialog; null when it was closed. */
  readonly chooseFile: () => Promise<string | null>;
  /** Shows the save dialog; null when it was closed. */
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
  readonly bringToFront: () => void;
}

/** The desk as main.ts sees it. */
export interface Desk {
  readonly handlers: RequestHandlers<RequestName>;
  /** After the window stands: opens the current connection, or practice mode where there is none. */
  start(): Promise<void>;
  /** A second instance was started with arguments of ours. */
  importFromArguments(args: readonly string[], workingDirectory: string): void;
  /** The machine goes to sleep: a desk with a PIN locks, so that nobody finds it open. */
  fallAsleep(): void;
  /** The machine woke up from sleep. */
  wakeUp(): void;
  /** The rush board in full screen, where there is one to show. */
  showRushBoard(): void;
  isClosed(): boolean;
  close(): Promise<void>;
}

const sessionChannels = requestNames.filter(
  (name): name is SessionChannel =>
    name !== 'app:read' &&
    !name.startsWith('connections:') &&
    !name.startsWith('settings:') &&
    !name.startsWith('updates:') &&
    !name.startsWith('diagnostics:') &&
    !name.startsWith('practice:') &&
    !name.startsWith('preflight:'),
);

/** So long the end of the program waits for what is still being saved; milliseconds. */
const longestEndMs = 30_000;

/** One connection is open at a time; changing it closes the one before whole (nothing of two organisations mixes). */
export function createDesk(given: DeskDependencies): Desk {
  const { store, log, publish, inbox } = given;
  let session: DeskSession | null = null;
  let closed = false;
  /** The end of the program, once it began: nothing is opened any more. */
  let closing: Promise<void> | null = null;
  /** What was open before this connection may still be saving. */
  let leaving: Promise<unknown> = Promise.resolve();
  /** What the sign-in channels say while no session is open. */
  let meanwhile: SignInState = { kind: 'starting', waitingFor: 'vault' };
  let practising = false;
  let closeInbox: (() => void) | null = null;
  /** Openings and closings, one after the other. */
  let work: Promise<unknown> = Promise.resolve();

  const inTurn = <Value>(task: () => Promise<Value>): Promise<Value> => {
    const next = work.then(task, task);
    work = next.catch(() => undefined);
    return next;
  };

  /** What changes the connection waits its turn first: only then it is known whether the desk came back locked. */
  const inTurnUnlocked = <Value>(task: () => Promise<Value>): Promise<Value> =>
    inTurn(() => {
      if (session?.isLocked() === true) throw new RolecallError('desk-locked', 'The desk is locked.');
      return task();
    });

  function connectionsState(): ConnectionsState {
    const settings = store.problem();
    const problem = connections.problem();
    const incoming = connections.incoming();
    const currentId = practising ? practiceId : (session?.connection.id ?? store.current()?.id ?? practiceId);
    return {
      all: [
        ...store.all().map(({ id, name, baseUrl }) => ({
          id,
          name,
          host: new URL(baseUrl).host,
          practice: false,
          current: id === currentId,
        })),
        {
          id: practiceId,
          name: 'Practice',
          host: practising && session !== null ? new URL(session.connection.baseUrl).host : '',
          practice: true,
          current: currentId === practiceId,
        },
      ],
      ...(settings === null ? {} : { settings }),
      ...(problem === undefined ? {} : { problem }),
      ...(incoming === undefined ? {} : { incoming }),
      reachability: session?.reachability() ?? { kind: 'unknown' },
    };
  }

  const connectionsChanged = (): void => publish('connections:changed', connectionsState());

  function say(next: SignInState): void {
    meanwhile = next;
    publish('sign-in:changed', next);
  }

  async function closeSession(): Promise<void> {
    closeInbox?.();
    closeInbox = null;
    await given.preflight.follow(null);
    const before = session;
    session = null;
    // Its changes are on the disk already. What goes wrong here must not keep the next one from being opened.
    leaving = (before?.close() ?? Promise.resolve()).catch((error: unknown) => {
      log.error('session-not-closed', { problem: error instanceof Error ? error.stack : typeof error });
    });
    await leaving;
    if (practising) await given.practice.stop();
    practising = false;
  }

  /** The screen says why; asking to sign in is the way to try again. */
  function notOpened(error: unknown): void {
    const notice = error instanceof RolecallError ? error.code : 'bug';
    log.error('connection-not-opened', { code: notice });
    say({ kind: 'signed-out', notice, kept: 'memory', comesBackByItself: false, linksOpenWith: 'nothing' });
  }

  /** Opens what the store says is current; practice where it says nothing. */
  async function open(practice: boolean): Promise<void> {
    await closeSession();
    if (closing !== null) return;
    try {
      await store.load();
    } catch (error) {
      // Not even practice: the desk would look as if there were no connections.
      notOpened(error);
      return;
    }
    const current = practice ? null : store.current();
    practising = current === null;
    say({ kind: 'starting', waitingFor: practising ? 'practice-service' : 'vault' });
    connectionsChanged();
    let opening: Opening;
    try {
      opening =
        current === null
          ? await given.practice.start()
          : {
              connection: current,
              clientSecret: await store.secretOf(current.id),
              secretPlace: await store.secretPlaceOf(current.id),
              folder: store.folderOf(current.id),
            };
    } catch (error) {
      notOpened(error);
      return;
    }
    if (closing !== null) return;
    const opened: DeskSession = given.openSession(opening, {
      // What a closed session still says is about another connection.
      publish: (name, payload) => {
        if (session === opened) publish(name, payload);
      },
      reachabilityChanged: () => {
        if (session === opened) connectionsChanged();
      },
    });
    session = opened;
    publishAll(opened);
    await given.preflight.follow({ connection: opened, folder: opening.folder });
    await opened.start();
    if (session === opened)
      closeInbox = inbox.open((link) => (isDeskLink(link) ? connections.offerLink(link) : opened.deliver(link)));
  }

  /** The screen forgets what it knew of the connection before. */
  function publishAll(opened: DeskSession): void {
    connectionsChanged();
    const { handlers } = opened;
    const tell = async (): Promise<void> => {
      publish('sign-in:changed', await handlers['sign-in:read']({}));
      publish('stations:changed', await handlers['stations:read']({}));
      publish('stations:book-changed', await handlers['stations:book']({}));
      publish('directory:changed', await handlers['directory:read']({}));
      // A long journal takes a while to be read: until then nothing is left of the changes of the connection before.
      publish('role-changes:changed', await emptyDesk['role-changes:read']({}));
      const changes = await handlers['role-changes:read']({});
      if (session === opened) publish('role-changes:changed', changes);
    };
    tell().catch((error: unknown) => log.error('state-not-told', { problem: String(error) }));
  }

  const connections = createConnectionDesk({
    store,
    files: given.files,
    transport: given.transport,
    clock: given.clock,
    log,
    publish,
    copyText: given.copyText,
    chooseFile: given.chooseFile,
    saveFile: createSaveFile({
      saveDialog: given.saveDialog,
      presence: () => session?.presence() ?? null,
      write: (file, content) => given.files.write(file, content.toString('utf8')),
    }),
    bringToFront: given.bringToFront,
    open: () => session,
    inTurn: inTurnUnlocked,
    reopen: open,
    mayReplace: (connectionId) => requireAdministrator(connectionId),
    changed: connectionsChanged,
  });

  const signInMeanwhile: Pick<RequestHandlers<SessionChannel>, Extract<SessionChannel, `sign-in:${string}`>> = {
    'sign-in:read': () => meanwhile,
    'sign-in:start': () => {
      // The practice service did not start, or a file could not be read: this is the way to try again.
      if (meanwhile.kind === 'signed-out') void inTurn(() => open(practising));
      return {};
    },
    'sign-in:cancel': () => ({}),
    'sign-in:open-browser-again': notWaiting,
    'sign-in:copy-link': notWaiting,
    'sign-in:copy-request': notWaiting,
    'sign-in:take-over-links': notWaiting,
    'sign-in:paste-address': notWaiting,
    'sign-in:sign-out': () => ({}),
    'sign-in:lock': nobody,
    'sign-in:unlock': nobody,
    'sign-in:set-pin': nobody,
  };

  const answering = (): RequestHandlers<SessionChannel> => session?.handlers ?? { ...emptyDesk, ...signInMeanwhile };

  /** A keyring may come later than Rolecall, at a login or after a question: a secret it did not give may be there now. */
  async function openedWithSecret(): Promise<boolean> {
    const without = session;
    if (without === null || without.clientSecret !== null || practising) return false;
    if ((await store.secretOf(without.connection.id)) === null) return false;
    await inTurn(async () => {
      if (session === without) await open(false);
    });
    return true;
  }

  /** What is done is on the disk. A keyring that waits for somebody's answer must not keep a program that nobody sees. */
  async function inTime(saving: Promise<unknown>): Promise<void> {
    let cancel = (): void => undefined;
    const limit = new Promise<void>((resolve) => {
      cancel = given.clock.after(longestEndMs, () => {
        log.error('end-took-too-long');
        resolve();
      });
    });
    await Promise.race([saving, limit]).finally(() => cancel());
  }

  /** Not in turn: a practice service that still starts must not hold up the end. */
  async function closeAll(): Promise<void> {
    const last = session;
    closeInbox?.();
    given.retention.dispose();
    void given.preflight.follow(null);
    try {
      await inTime((last?.close() ?? Promise.resolve()).then(() => leaving));
      if (practising) await given.practice.stop();
    } finally {
      closed = true;
    }
  }

  const handlers: RequestHandlers<RequestName> = {
    ...given.appHandlers,
    ...given.settings.handlers,
    ...delegate(sessionChannels, answering),
    'sign-in:start': async (input) => {
      // Opened anew it may have found its operator, or be locked.
      if ((await openedWithSecret()) && (await answering()['sign-in:read']({})).kind !== 'signed-out') return {};
      return answering()['sign-in:start'](input);
    },
    'connections:read': connectionsState,
    ...connections.handlers,
    ...given.preflight.handlers,
    'practice:read': () => given.practice.state(),
    'practice:start-service': () => {
      given.practice.startService();
      return {};
    },
    'practice:start-over': async () => {
      await inTurnUnlocked(async () => {
        if (!practising) throw new RolecallError('bad-input', 'This is not practice mode.');
        await closeSession();
        try {
          await given.practice.clear();
        } finally {
          // Also where the disk did not let go of something: nobody is left with a desk that has no connection at all.
          await open(true);
        }
      });
      return {};
    },
    'connections:remove': async ({ connectionId }) => {
      await inTurnUnlocked(async () => {
        const wasOpen = session?.connection.id === connectionId;
        if (wasOpen) await closeSession();
        try {
          await store.remove(connectionId);
        } finally {
          if (wasOpen) await open(false);
          else connectionsChanged();
        }
      });
      return {};
    },
  };

  /** Null for practice mode and for what is no connection. */
  const folderOf = (connectionId: string | null): string | null =>
    connectionId !== null && store.all().some(({ id }) => id === connectionId) ? store.folderOf(connectionId) : null;

  /** The PIN guards a connection also while another one, or none, is open. */
  const requireAdministrator = async (connectionId: string | null): Promise<void> => {
    session?.administrator.require();
    const folder = folderOf(connectionId);
    if (folder === null || connectionId === session?.connection.id) return;
    const handed = await readHandedStations(given.files, folder);
    if (handed === null || handed.pin === null) return;
    throw new RolecallError('administrator-required', 'That connection has an administrator’s PIN of its own.');
  };

  const isLeftLocked = async (connectionId: string | null): Promise<boolean> => {
    const openId = session?.connection.id ?? null;
    const folder = folderOf(connectionId ?? openId);
    if (folder === null) return false;
    const isOpen = connectionId === null || connectionId === openId;
    if (isOpen && session?.administrator.access() === 'unlocked') return false;
    return wasLeftLocked(given.files, folder);
  };

  return {
    handlers: refuseWhileLocked(
      refuseWhereLeftLocked(refuseWithoutAdministrator(handlers, requireAdministrator), isLeftLocked),
      () => session?.isLocked() ?? false,
    ),
    start: () =>
      inTurn(async () => {
        await given.retention.check();
        const { connectionFile, practice } = given.commandLine;
        if (connectionFile !== null) {
          try {
            await connections.importNamed(path.resolve(given.workingDirectory, connectionFile), 'before-opening');
          } catch (error) {
            const message = error instanceof RolecallError ? error.message : 'It could not be imported.';
            process.stderr.write(`Rolecall: --connection was left out. ${message}\n`);
          }
        }
        await open(practice);
      }),
    importFromArguments: (args, workingDirectory) => {
      const { connectionFile } = parseCommandLine(args);
      if (connectionFile === null) return;
      // What is wrong with it stands on the screen.
      connections.importNamed(path.resolve(workingDirectory, connectionFile), 'at-once').catch(() => undefined);
    },
    fallAsleep: () => session?.fallAsleep(),
    showRushBoard: () => session?.showRushBoard(),
    wakeUp: () => {
      void given.retention.check();
      session?.wakeUp();
    },
    isClosed: () => closed,
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

function notWaiting(): never {
  throw new RolecallError('sign-in-address-not-current', 'No sign-in is waiting.');
}

function nobody(): never {
  throw new RolecallError('sign-in-required', 'Nobody is signed in.');
}
