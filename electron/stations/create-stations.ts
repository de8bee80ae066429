import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import { administratorPinSchema } from '../../contract/desk/handed-stations.ts';
import type { StationBook } from '../../contract/desk/stations.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import { createIsOtherPin } from '../sign-in/other-pin.ts';
import { hashPin, type PinHash } from '../sign-in/pin.ts';
import { AdministratorLock } from './administrator-lock.ts';
import { checkStation } from './check-station.ts';
import { frontDesk } from './front-desk.ts';
import type { CurrentStation } from './station.ts';
import { type BookEvent, currentOf, freeId, nameForCopy, stationsOf, stepBook } from './station-book.ts';
import { createStationStore, type StationStore } from './station-store.ts';

type BookChannel = `stations:${
  | 'book'
  | 'choose'
  | 'save'
  | 'duplicate'
  | 'move'
  | 'remove'
  | 'restore'
  | 'unlock'
  | 'lock'
  | 'set-pin'}`;

export interface Stations {
  readonly handlers: RequestHandlers<BookChannel>;
  readonly store: StationStore;
  readonly administrator: AdministratorLock;
  /** Whether somebody chooses the administrator's PIN for another one. Throws `pin-wait` where that was asked too often. */
  isAdministratorPin(pin: string): Promise<boolean>;
  /**
   * Reads what is kept. Before it has, nobody may change anything. Never rejects: where the disk does not give it, that stays
   * so, and giving the PIN tries again.
   */
  load(): Promise<void>;
  /** The service's roles are others. */
  rolesChanged(): void;
  dispose(): void;
}

/** The stations of one connection, and who may change them. `folder`: that of the connection. */
export function createStations(given: {
  readonly files: Files;
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  /** Asked for when needed: it is made from these stations. */
  readonly station: () => CurrentStation & { bookChanged(): void };
  readonly hashPin?: (pin: string) => Promise<PinHash>;
  /** What is kept of the PIN of the lock of whoever is signed in; null where there is none. */
  readonly lockPin?: () => PinHash | null;
}): Stations {
  const { files, folder, clock, log, publish, station } = given;
  const store = createStationStore(files, folder, log);
  let loaded = false;
  let removed: Extract<BookEvent, { kind: 'restore' }> | null = null;
  let writing: Promise<unknown> = Promise.resolve();

  /** Changes, one after the other: each starts from what the one before left. */
  const inTurn = <Value>(task: () => Promise<Value>): Promise<Value> => {
    const next = writing.then(task, task);
    writing = next.catch(() => undefined);
    return next;
  };

  const administrator: AdministratorLock = new AdministratorLock({
    store: {
      read: () => (loaded ? store.read() : null),
      write: ({ pin, wrong }) =>
        inTurn(() =>
          store.write({ ...store.read(), pin: pin === null ? null : administratorPinSchema.parse(pin), wrong }),
        ),
    },
    clock,
    hashPin: given.hashPin ?? hashPin,
    log,
    changed,
    isTaken: createIsOtherPin(clock, () => given.lockPin?.() ?? null),
  });

  const roles = () => station().read().allRoles;
  const builtIn = () => frontDesk(roles());

  function readBook(): StationBook {
    const { book } = store.read();
    const access = administrator.access();
    return {
      stations: access === 'locked' ? [] : [...stationsOf(book, builtIn())],
      currentId: currentOf(book, builtIn()).id,
      builtIn: book.stations.length === 0,
      roles: access === 'locked' ? [] : roles().map(({ id, name }) => ({ roleId: id, roleName: name })),
      access,
      nextTryAt: administrator.nextTryAt(),
      removed: access === 'locked' ? null : (removed?.station.name ?? null),
      problem: store.problem(),
    };
  }

  function changed(): void {
    publish('stations:book-changed', readBook());
  }

  async function step(event: BookEvent): Promise<void> {
    const before = store.read();
    const book = stepBook(before.book, event, builtIn());
    if (book === before.book) return;
    await store.write({ ...before, book });
    log.info('stations.changed', { how: event.kind, count: book.stations.length });
    station().bookChanged();
    changed();
  }

  const find = (stationId: string) => {
    const found = stationsOf(store.read().book, builtIn()).find(({ id }) => id === stationId);
    if (found === undefined) throw new RolecallError('bad-input', 'There is no such station.');
    return found;
  };

  const read = async (): Promise<void> => {
    await store.load();
    loaded = true;
    station().bookChanged();
    changed();
  };

  return {
    store,
    administrator,
    isAdministratorPin: createIsOtherPin(clock, () => administrator.keptPin(), {
      read: () => store.read().asked,
      write: (asked) => inTurn(() => store.write({ ...store.read(), asked })),
    }),
    load: () => read().catch(() => undefined),
    rolesChanged: changed,
    dispose: () => administrator.dispose(),
    handlers: {
      'stations:book': () => readBook(),
      'stations:choose': ({ stationId }) =>
        inTurn(async () => {
          find(stationId);
          await step({ kind: 'choose', stationId });
          return {};
        }),
      'stations:save': ({ draft }) =>
        inTurn(async () => {
          const before = draft.id === null ? null : find(draft.id);
          const others = stationsOf(store.read().book, builtIn()).filter(({ id }) => id !== before?.id);
          const checked = checkStation(draft, { others, before, roles: roles() });
          if (checked.kind === 'problems') return checked;
          await step({ kind: 'save', station: checked.station });
          return { kind: 'saved', stationId: checked.station.id, warnings: checked.warnings };
        }),
      'stations:duplicate': ({ stationId }) =>
        inTurn(async () => {
          const found = find(stationId);
          const all = stationsOf(store.read().book, builtIn());
          const id = freeId(
            's',
            all.map((each) => each.id),
          );
          const name = nameForCopy(
            found.name,
            all.map((each) => each.name),
          );
          await step({ kind: 'save', station: { ...found, id, name } });
          if (!store.read().book.stations.some((each) => each.id === id)) {
            throw new RolecallError('bad-input', 'There are as many stations as there may be.');
          }
          return { stationId: id };
        }),
      'stations:move': ({ stationId, to }) =>
        inTurn(async () => {
          find(stationId);
          await step({ kind: 'move', stationId, to });
          return {};
        }),
      'stations:remove': ({ stationId }) =>
        inTurn(async () => {
          const found = find(stationId);
          const { book } = store.read();
          const at = book.stations.findIndex(({ id }) => id === stationId);
          if (at < 0) return {};
          const before = removed;
          removed = { kind: 'restore', station: found, at, wasCurrent: currentOf(book, builtIn()).id === stationId };
          try {
            await step({ kind: 'remove', stationId });
          } catch (error) {
            removed = before;
            throw error;
          }
          return {};
        }),
      'stations:restore': () =>
        inTurn(async () => {
          if (removed === null) return {};
          const event = removed;
          const before = store.read().book;
          await step(event);
          if (store.read().book === before) {
            throw new RolecallError('bad-input', 'There are as many stations as there may be.');
          }
          removed = null;
          changed();
          return {};
        }),
      'stations:unlock': async ({ pin }) => {
        if (!loaded) await read();
        await administrator.unlock(pin);
        return {};
      },
      'stations:lock': () => {
        removed = null;
        administrator.lock();
        return {};
      },
      'stations:set-pin': async ({ pin }) => {
        await administrator.setPin(pin);
        return {};
      },
    },
  };
}
