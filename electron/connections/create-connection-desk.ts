import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type {
  ConnectionDetails,
  ConnectionFile,
  ConnectionForm,
  ConnectionProblem,
  Incoming,
  TestRow,
  TokenUse,
  UnsentChange,
} from '../../contract/desk/connections.ts';
import { type ActivityRow, roleChangesRequests } from '../../contract/desk/role-changes.ts';
import { runInSlices } from '../directory/slices.ts';
import { RolecallError } from '../errors.ts';
import { localDay } from '../local-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Log } from '../ports/log.ts';
import type { SaveFile } from '../ports/save-file.ts';
import { toCsv } from '../role-changes/activity.ts';
import { readHandedStations, writeHandedStations } from '../stations/station-store.ts';
import { type Connection, practiceId } from './connection.ts';
import { ConnectionFileError, problemOf } from './connection-file-error.ts';
import { checkForm, formOf } from './connection-form.ts';
import { type ConnectionStore, withoutSecret } from './connection-store.ts';
import { sealConnection } from './desk-code.ts';
import { deskLinkOf, findDeskCode } from './desk-link.ts';
import { DeskLinkOffers } from './desk-link-offers.ts';
import { readJournalAtRest } from './journal-at-rest.ts';
import { newPassphrase } from './passphrase.ts';
import { parseConnectionFile, readChosenFile } from './read-connection-file.ts';
import { type OperatorAccess, testConnection } from './test-connection.ts';

/** Channels answered here; `connections:read` and `connections:remove` are the desk's, which knows what is open. */
export type ConnectionDeskChannel =
  | `connections:${'choose-file' | 'dismiss-problem' | 'use' | 'details' | 'form' | 'save' | 'test' | 'test-form'}`
  | `connections:${'stop-test' | 'unsent' | 'export-journal' | 'make-desk-link' | 'copy-desk-link'}`
  | `connections:${'save-desk-link' | 'forget-desk-link' | 'offer' | 'unseal' | 'accept-offer' | 'decline-offer'}`;

/** What is asked of the connection that is open. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly clientSecret: string | null;
  tokenUses(): TokenUse[];
  /** Null while nobody is signed in. Throws what renewing a token throws. */
  operatorAccess(signal: AbortSignal): Promise<OperatorAccess | null>;
  readonly handlers: RequestHandlers<'role-changes:list' | 'role-changes:read' | 'role-changes:export'>;
}

export interface ConnectionDesk {
  readonly handlers: RequestHandlers<ConnectionDeskChannel>;
  /** Parts of `connections:changed`. */
  problem(): ConnectionProblem | undefined;
  incoming(): Incoming | undefined;
  /**
   * A connection file or a desk link somebody named on the command line; `before-opening`: it is only put into the list.
   * Throws what is wrong with it, and shows it.
   */
  importNamed(file: string, when: 'at-once' | 'before-opening'): Promise<void>;
  /** A desk link from outside. */
  offerLink(link: string): void;
  close(): void;
}

/** Unsent changes the question before a removal names. */
const mostNamed = 10;

export function createConnectionDesk(given: {
  readonly store: ConnectionStore;
  readonly files: Files;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  readonly copyText: (text: string) => void;
  readonly chooseFile: () => Promise<string | null>;
  readonly saveFile: SaveFile;
  readonly bringToFront: () => void;
  readonly open: () => OpenConnection | null;
  /** Runs what changes the list of connections in turn with opening and closing; not while the desk is locked. */
  readonly inTurn: <Value>(task: () => Promise<Value>) => Promise<Value>;
  /** Opens what is current now; `practice`: practice mode, whatever is current. Only inside `inTurn`. */
  readonly reopen: (practice: boolean) => Promise<void>;
  /** Throws `administrator-required` where somebody at the desk may not bring this connection up to date. */
  readonly mayReplace: (connectionId: string) => Promise<void>;
  /** Something of `connections:changed` is another. */
  readonly changed: () => void;
  readonly sealConnection?: typeof sealConnection;
}): ConnectionDesk {
  const { store, files, clock, log, publish, inTurn, changed } = given;
  const seal = given.sealConnection ?? sealConnection;
  let problem: ConnectionProblem | undefined;
  let made: { readonly link: string; readonly connectionId: string } | null = null;
  /** Counts what was asked for and what was forgotten: a link that takes until after that is nobody's any more. */
  let makings = 0;
  let testing: AbortController | null = null;
  let tests = 0;

  const offers = new DeskLinkOffers({
    clock,
    log,
    replaces: (file) => store.sameAs(file)?.name ?? null,
    changed,
  });

  const become = (next: ConnectionProblem | undefined): void => {
    problem = next;
    changed();
  };

  function stored(connectionId: string): Connection {
    const found = store.all().find(({ id }) => id === connectionId);
    if (found === undefined) throw new RolecallError('bad-input', 'There is no such connection.');
    return found;
  }

  /** Of the practice connection only while it is open: its service is not there before. */
  function known(connectionId: string): { readonly connection: Connection; readonly open: OpenConnection | null } {
    const open = given.open();
    if (open?.connection.id === connectionId) return { connection: open.connection, open };
    return { connection: stored(connectionId), open: null };
  }

  /** Puts a connection into the list, and its stations where the next opening finds them. */
  async function keep(file: ConnectionFile): Promise<string> {
    const { id } = await store.add(file);
    if (file.stations !== undefined) await writeHandedStations(files, store.folderOf(id), file.stations);
    return id;
  }

  async function add(file: ConnectionFile): Promise<string> {
    const id = await keep(file);
    await given.reopen(false);
    return id;
  }

  /** The same for somebody at the screen: its stations and their PIN would go with the connection it replaces. */
  async function addAtTheDesk(file: ConnectionFile): Promise<void> {
    const same = store.sameAs(file);
    if (same !== null) await given.mayReplace(same.id);
    await add(file);
  }

  /**
   * A connection file or a desk link: the one is taken, the other waits for its passphrase. Throws what is wrong, which
   * the screen then shows too.
   */
  async function importFile(name: string, take: (file: ConnectionFile) => Promise<unknown>): Promise<void> {
    try {
      const text = await readChosenFile(files, name);
      if (findDeskCode(text, text.length) !== null) offers.offer(text, 'file');
      else await take(parseConnectionFile(text));
      become(undefined);
    } catch (error) {
      log.error('connection-not-imported', { code: error instanceof RolecallError ? error.code : 'bug' });
      if (!isRefusal(error)) become(problemOf(error));
      throw error;
    }
  }

  async function fileOf(connectionId: string, startWith: string | undefined): Promise<ConnectionFile> {
    const { id: _id, practice: _practice, ...rest } = stored(connectionId);
    const stations = await readHandedStations(files, store.folderOf(connectionId));
    const clientSecret = await store.secretOf(connectionId);
    if (clientSecret === null) {
      throw withoutSecret(await store.secretPlaceOf(connectionId));
    }
    if (stations === null) return { ...rest, clientSecret };
    const currentId = stations.book.stations.find(({ id }) => id === startWith)?.id ?? stations.book.currentId;
    return { ...rest, clientSecret, stations: { ...stations, book: { ...stations.book, currentId } } };
  }

  async function check(connectionId: string | null, form: ConnectionForm, clientSecret: string) {
    if (connectionId === null) return checkForm(form, clientSecret, null);
    const connection = stored(connectionId);
    return checkForm(form, clientSecret, { connection, keptSecret: await store.secretOf(connectionId) });
  }

  function startTest(
    connection: Omit<ConnectionFile, 'clientSecret'>,
    clientSecret: string | null,
    connectionId: string | null,
  ): number {
    testing?.abort(new RolecallError('bad-input', 'Another test began.'));
    const stop = new AbortController();
    testing = stop;
    tests += 1;
    const testId = tests;
    let last: readonly TestRow[] = [];
    const tell = (rows: readonly TestRow[], running: boolean): void => {
      last = rows;
      publish('connections:test-changed', { testId, running, rows: [...rows] });
    };
    testConnection({
      transport: given.transport,
      clock,
      connection,
      clientSecret,
      signal: stop.signal,
      operator: async (signal) => {
        const open = given.open();
        if (open === null || open.connection.id !== connectionId) return null;
        return open.operatorAccess(signal);
      },
      changed: (rows) => tell(rows, true),
    })
      .catch((error: unknown) => {
        log.error('connection-test-broke', { problem: error instanceof Error ? error.stack : 'unknown' });
      })
      .finally(() => {
        const failed = last.filter(({ state }) => state === 'failed');
        log.info('connection-tested', { failed: failed.map(({ finding }) => finding).join(' ') });
        tell(last, false);
        if (testing === stop) testing = null;
      });
    return testId;
  }

  async function rowsAtRest(connectionId: string): Promise<readonly ActivityRow[]> {
    stored(connectionId);
    return readJournalAtRest({ folder: store.journalFolderOf(connectionId), clock, log });
  }

  return {
    problem: () => problem,
    incoming: () => offers.state(),
    // Whoever gives arguments has the computer's account, which no PIN keeps out.
    importNamed: (file, when) => importFile(file, when === 'at-once' ? (content) => inTurn(() => add(content)) : keep),
    offerLink: (link) => {
      try {
        if (offers.offer(link, 'link')) given.bringToFront();
      } catch {
        // Whoever sent it is not at this screen; somebody who pastes it is told.
        log.warn('desk-link-not-understood');
      }
    },
    close: () => testing?.abort(new RolecallError('bad-input', 'Rolecall is closing.')),
    handlers: {
      'connections:choose-file': async () => {
        const file = await given.chooseFile();
        if (file === null) return { chosen: false };
        await importFile(file, (content) => inTurn(() => addAtTheDesk(content))).catch((error: unknown) => {
          // What is wrong with the file stands in the state, for whichever page is open.
          if (isRefusal(error) || !(error instanceof RolecallError)) throw error;
        });
        return { chosen: true };
      },
      'connections:dismiss-problem': () => {
        become(undefined);
        return {};
      },
      'connections:use': async ({ connectionId }) => {
        await inTurn(async () => {
          await store.use(connectionId === practiceId ? null : connectionId);
          await given.reopen(connectionId === practiceId);
        });
        return {};
      },
      'connections:details': async ({ connectionId }) => {
        const { connection, open } = known(connectionId);
        const { name, clientId, redirectUri, dataAccess, oboScopes, practice } = connection;
        return {
          connectionId,
          name,
          host: new URL(connection.baseUrl).host,
          clientId,
          redirectUri,
          dataAccess,
          oboScopes: [...oboScopes],
          practice,
          current: open !== null,
          secret: practice ? 'memory' : await store.secretPlaceOf(connectionId),
          tokens: open?.tokenUses() ?? [],
        } satisfies ConnectionDetails;
      },
      'connections:form': ({ connectionId }) => formOf(stored(connectionId)),
      'connections:save': ({ connectionId, form, clientSecret }) =>
        inTurn(async () => {
          const checked = await check(connectionId, form, clientSecret);
          if (checked.kind === 'problems') return checked;
          if (connectionId === null) {
            // Through the form somebody means a new one; a file or a desk link brings an old one up to date.
            if (store.sameAs(checked.file) !== null) {
              return { kind: 'problems', problems: [{ field: 'clientId', what: 'there-already' }] };
            }
            return { kind: 'saved', connectionId: await add(checked.file) };
          }
          await store.update(connectionId, checked.file);
          if (given.open()?.connection.id === connectionId) await given.reopen(false);
          else changed();
          return { kind: 'saved', connectionId };
        }),
      'connections:test': async ({ connectionId }) => {
        const { connection, open } = known(connectionId);
        const secret = open?.clientSecret ?? (connection.practice ? null : await store.secretOf(connectionId));
        return { testId: startTest(connection, secret, connectionId) };
      },
      'connections:test-form': async ({ connectionId, form, clientSecret }) => {
        const checked = await check(connectionId, form, clientSecret);
        if (checked.kind === 'problems') return checked;
        const { clientSecret: secret, ...connection } = checked.file;
        return { kind: 'testing', testId: startTest(connection, secret, connectionId) };
      },
      'connections:stop-test': () => {
        testing?.abort(new RolecallError('bad-input', 'Stopped.'));
        return {};
      },
      'connections:unsent': async ({ connectionId }) => {
        const { open } = known(connectionId);
        if (open !== null) {
          const which = roleChangesRequests['role-changes:list'].input.parse({ which: 'open' });
          const { rows } = await open.handlers['role-changes:list'](which);
          const { waiting, sending, refused } = await open.handlers['role-changes:read']({});
          return { waiting: waiting + sending, refused, first: rows.slice(0, mostNamed).map(unsentOf) };
        }
        const rows = (await rowsAtRest(connectionId)).filter(isUnsent);
        const refused = rows.filter(({ state }) => state === 'refused').length;
        return { waiting: rows.length - refused, refused, first: rows.slice(0, mostNamed).map(unsentOf) };
      },
      'connections:export-journal': async ({ connectionId }) => {
        const { open } = known(connectionId);
        if (open !== null)
          return open.handlers['role-changes:export'](roleChangesRequests['role-changes:export'].input.parse({}));
        const rows = await rowsAtRest(connectionId);
        const day = localDay(clock.now());
        const csv = () => runInSlices(toCsv(rows), clock);
        return { saved: await given.saveFile(`rolecall-activity-${day}.csv`, csv) };
      },
      'connections:make-desk-link': async ({ connectionId, startWith }) => {
        makings += 1;
        const mine = makings;
        const passphrase = newPassphrase();
        const file = await fileOf(connectionId, startWith);
        const code = await seal(file, passphrase);
        const link = deskLinkOf(code);
        if (mine === makings) made = { link, connectionId };
        log.info('desk-link-made', { stations: file.stations?.book.stations.length ?? 0, characters: code.length });
        const { stations = [], currentId = null } = file.stations?.book ?? {};
        return {
          link,
          code,
          passphrase,
          stations: stations.map(({ id, name }) => ({ id, name })),
          startsWith: currentId ?? stations[0]?.id ?? null,
        };
      },
      'connections:copy-desk-link': () => {
        given.copyText(madeLink());
        return {};
      },
      'connections:save-desk-link': async () => {
        const link = madeLink();
        return { saved: await given.saveFile('rolecall-desk-link.txt', () => Buffer.from(`${link}\n`)) };
      },
      'connections:forget-desk-link': () => {
        makings += 1;
        made = null;
        return {};
      },
      'connections:offer': ({ text }) => {
        offers.offer(text, 'typed');
        return {};
      },
      'connections:unseal': async ({ passphrase }) => {
        try {
          await offers.unseal(passphrase);
        } catch (error) {
          if (error instanceof ConnectionFileError) become(error.problem);
          throw error;
        }
        return {};
      },
      'connections:accept-offer': async () => {
        const file = offers.opened();
        await inTurn(() => addAtTheDesk(file));
        offers.decline();
        return {};
      },
      'connections:decline-offer': () => {
        offers.decline();
        return {};
      },
    },
  };

  function madeLink(): string {
    if (made === null) throw new RolecallError('bad-input', 'No desk link was made.');
    return made.link;
  }
}

/** Nothing is wrong with what was to be taken; it is not the time, or not for this person. */
function isRefusal(error: unknown): boolean {
  return error instanceof RolecallError && (error.code === 'desk-locked' || error.code === 'administrator-required');
}

function isUnsent({ state }: ActivityRow): boolean {
  return state === 'waiting' || state === 'sending' || state === 'refused';
}

function unsentOf(row: ActivityRow): UnsentChange {
  const { time, operator, userId, displayName, roleName, roleScope, wanted } = row;
  return { time, operator, userId, displayName, roleName, roleScope, wanted };
}
