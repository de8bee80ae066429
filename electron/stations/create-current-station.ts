import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import { columnSchema, type StationState } from '../../contract/desk/stations.ts';
import type { Role } from '../../contract/registration-api/resources.ts';
import type { ServiceRoles } from '../directory/service-roles.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { RegistrationClient } from '../registration/registration-client.ts';
import { backoffMs } from '../role-changes/backoff.ts';
import type { CountingOverlay } from '../role-changes/create-overlay.ts';
import { countedRole, frontDesk } from './front-desk.ts';
import { resolveStation } from './resolve-station.ts';
import type { RoleStore } from './role-store.ts';
import type { CurrentStation, Station } from './station.ts';
import { type Book, currentOf, emptyBook } from './station-book.ts';

export interface CurrentStationOptions {
  /** The convention is called what the connection is called: the service names none. */
  readonly connectionName: string;
  readonly client: Pick<RegistrationClient, 'listRoles'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  /** Asked for when needed: both are made after the station they depend on. */
  readonly serviceRoles: () => ServiceRoles;
  readonly overlay: () => CountingOverlay;
  /** Where the service's last list of roles is kept, for a start without network. */
  readonly roleStore: RoleStore;
  /** The stations that were made; absent: none. */
  readonly book?: () => Book;
  /** From 0 up to 1. */
  readonly random: () => number;
}

export interface CreatedStation extends CurrentStation {
  readonly handlers: RequestHandlers<'stations:read'>;
  /** Asks the service for its roles, again and again until it answers, works with the last list until then, and follows the counts. Once, after both exist. */
  start(): void;
  /** Signed in, or the service is back: asks for the roles at once. */
  refresh(): void;
  /** The book is another one, or another of its stations is in use. */
  bookChanged(): void;
  dispose(): void;
}

/** Counts go to the screen at most this often, however fast a backlog is delivered; milliseconds. */
const countsEveryMs = 100;
/** Roles change rarely; milliseconds until they are asked for again. */
const rolesAgeMs = 10 * 60 * 1000;

function sameRoles(one: readonly Role[], other: readonly Role[]): boolean {
  return (
    one.length === other.length &&
    one.every((role, index) => role.id === other[index]?.id && role.name === other[index]?.name)
  );
}

/** The station this desk works as: the one in use of those that were made, or "Front desk" while nobody made one. */
export function createCurrentStation(options: CurrentStationOptions): CreatedStation {
  const { client, clock, log, publish, serviceRoles, overlay, roleStore, random } = options;
  const listeners = new Set<(station: Station) => void>();
  const stop = new AbortController();
  const unsubscribes: (() => void)[] = [];
  let allRoles: readonly Role[] = [];
  const resolve = () => {
    const definition = currentOf(options.book?.() ?? emptyBook, frontDesk(allRoles));
    return { definition, ...resolveStation(definition, options.connectionName, allRoles) };
  };
  let resolved = resolve();
  let started = false;
  let loading = false;
  let answered = false;
  /** Whether what the service said last lies on the disk. */
  let isKept = false;
  let failures = 0;
  let cancelNext = (): void => {};
  let cancelPublish: (() => void) | null = null;
  let published = '';

  function readState(): StationState {
    const { station, definition, missingRoles } = resolved;
    const roleId = countedRole(station.primaryRecipe);
    return {
      stationId: definition.id,
      name: station.name,
      conventionName: station.conventionName,
      primaryRecipe: station.primaryRecipe,
      furtherRecipes: [...(station.furtherRecipes ?? [])],
      checkInRoleId: station.checkInRoleId ?? null,
      columns: [...(station.columns ?? columnSchema.options)],
      sounds: definition.sounds,
      afterAct: definition.afterAct,
      missingRoles: [...missingRoles],
      roles: station.roles.map(({ id, name }) => ({ roleId: id, roleName: name })),
      done:
        roleId === null || !started
          ? { confirmed: 0, waiting: 0 }
          : { confirmed: serviceRoles().count(roleId), waiting: overlay().waitingFor(roleId) },
    };
  }

  function changed(): void {
    cancelPublish ??= clock.after(countsEveryMs, () => {
      cancelPublish = null;
      const state = readState();
      const text = JSON.stringify(state);
      // Most changes of people leave the counts as they are.
      if (text === published) return;
      published = text;
      publish('stations:changed', state);
    });
  }

  function scheduleLoad(delayMs: number): void {
    cancelNext();
    cancelNext = clock.after(delayMs, () => void load());
  }

  function take(roles: readonly Role[], from: 'service' | 'disk'): void {
    allRoles = roles;
    follow();
    log.info('station.roles', { count: roles.length, primary: resolved.station.primaryRecipe !== null, from });
  }

  function follow(): void {
    resolved = resolve();
    for (const listener of listeners) listener(resolved.station);
    changed();
  }

  /** Until the service answers, the roles are those it had last time. */
  async function recall(): Promise<void> {
    const roles = await roleStore.read();
    if (roles === null || answered || stop.signal.aborted) return;
    isKept = true;
    take(roles, 'disk');
  }

  async function load(): Promise<void> {
    if (loading || stop.signal.aborted) return;
    loading = true;
    cancelNext();
    try {
      const roles = await client.listRoles({ priority: 'interactive', signal: stop.signal });
      answered = true;
      failures = 0;
      scheduleLoad(rolesAgeMs);
      if (!sameRoles(roles, allRoles)) {
        isKept = false;
        take(roles, 'service');
      }
      // Also the same ones once more, where the disk did not take them.
      if (!isKept) isKept = await roleStore.write(roles);
    } catch (error) {
      if (stop.signal.aborted) return;
      failures += 1;
      const code = error instanceof RolecallError ? error.code : 'bug';
      log.warn('station.roles-not-read', { code, failures });
      scheduleLoad(backoffMs(failures, random(), error instanceof RolecallError ? error.retryAfterMs : undefined));
    } finally {
      loading = false;
    }
  }

  return {
    read: () => resolved.station,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handlers: { 'stations:read': () => readState() },
    start: () => {
      if (started) return;
      started = true;
      unsubscribes.push(serviceRoles().subscribe(changed), overlay().subscribe(changed));
      void recall();
      void load();
    },
    refresh: () => {
      if (started) void load();
    },
    bookChanged: follow,
    dispose: () => {
      stop.abort();
      cancelNext();
      cancelPublish?.();
      for (const unsubscribe of unsubscribes) unsubscribe();
      listeners.clear();
    },
  };
}
