import type { EventPayload } from '../../../contract/desk/channel-map.ts';
import type { EventName } from '../../../contract/desk/channel-names.ts';
import type { Settings } from '../../../contract/desk/settings.ts';
import type { Recipe } from '../../../contract/desk/stations.ts';
import type { Role } from '../../../contract/registration-api/resources.ts';
import { createDirectory, type DirectoryParts } from '../../../electron/directory/create-directory.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import type { OverlayRole, RoleOverlay } from '../../../electron/role-changes/role-overlay.ts';
import { type CurrentSettings, usualSettings } from '../../../electron/settings/settings-store.ts';
import type { CurrentStation, Station } from '../../../electron/stations/station.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';
import { createMadeUpService, type MadeUpService } from './made-up-service.ts';

export interface MadeUpOverlay extends RoleOverlay {
  set(userId: string, roleId: string, wish: OverlayRole): void;
}

export function createMadeUpOverlay(): MadeUpOverlay {
  const wishes = new Map<string, Map<string, OverlayRole>>();
  const listeners = new Set<(userIds: ReadonlySet<string>) => void>();
  return {
    of: (userId) => wishes.get(userId) ?? new Map(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(userId, roleId, wish) {
      wishes.set(userId, new Map([...(wishes.get(userId) ?? []), [roleId, wish]]));
      for (const listener of listeners) listener(new Set([userId]));
    },
  };
}

export const checkedIn: Role = { id: '7', name: 'Checked in' };
export const staff: Role = { id: '8', name: 'Staff' };
export const vendor: Role = { id: '9', name: 'Vendor' };
const checkIn: Recipe = {
  id: 'check-in',
  name: 'Check in',
  changes: [{ roleId: checkedIn.id, wanted: 'held', roleScope: 'convention' }],
};

export function createMadeUpStation(
  station: Partial<Station> = {},
): CurrentStation & { change(next: Partial<Station>): void } {
  let current: Station = {
    name: 'Front desk',
    conventionName: 'Made-up Con',
    primaryRecipe: checkIn,
    roles: [checkedIn, staff],
    allRoles: [checkedIn, staff, vendor],
    ...station,
  };
  const listeners = new Set<(station: Station) => void>();
  return {
    read: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      current = { ...current, ...next };
      for (const listener of listeners) listener(current);
    },
  };
}

/** Settings as usual, until a test changes them. */
export function createMadeUpSettings(): CurrentSettings & { change(next: Partial<Settings>): void } {
  let settings = usualSettings;
  const listeners = new Set<(settings: Settings) => void>();
  return {
    read: () => settings,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      settings = { ...settings, ...next };
      for (const listener of listeners) listener(settings);
    },
  };
}

export interface Published {
  readonly name: EventName;
  readonly payload: EventPayload<EventName>;
}

/** A directory on a made-up service, with a clock in the hand of the test. */
export function createMadeUpDirectory(
  service: MadeUpService = createMadeUpService([], [checkedIn, staff, vendor]),
  more: Partial<DirectoryParts> = {},
) {
  const clock: HandClock = createHandClock();
  const overlay = createMadeUpOverlay();
  const station = createMadeUpStation();
  const published: Published[] = [];
  const directory = createDirectory({
    client: service.client,
    clock,
    log: silentLog,
    publish: (name, payload) => published.push({ name, payload }),
    station,
    overlay,
    random: () => 0.5,
    settings: createMadeUpSettings(),
    budget: () => ({ underWay: 0, most: 6, waiting: 0, lastMinute: 0, pausedForMs: 0 }),
    ...more,
  });
  const of = <Name extends EventName>(name: Name) =>
    published.filter((event) => event.name === name).map(({ payload }) => payload as EventPayload<Name>);
  const search = async (query: string, limit = 50, loose = false) =>
    await directory.handlers['directory:search']({ query, limit, loose });
  return { directory, service, clock, overlay, station, published, of, search };
}
