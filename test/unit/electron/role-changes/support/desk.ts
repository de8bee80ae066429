/** A desk's role changes with everything around them under the test's hand. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventPayload, Publish } from '../../../../../contract/desk/channel-map.ts';
import type { RoleChangesState } from '../../../../../contract/desk/role-changes.ts';
import type { Operator } from '../../../../../contract/desk/sign-in.ts';
import type { Recipe } from '../../../../../contract/desk/stations.ts';
import type { ServiceRole, ServiceRoles } from '../../../../../electron/directory/service-roles.ts';
import type { Clock } from '../../../../../electron/ports/clock.ts';
import { silentLog } from '../../../../../electron/ports/log.ts';
import {
  createRoleChanges,
  type RoleChanges,
  type RoleChangesOptions,
} from '../../../../../electron/role-changes/create-role-changes.ts';
import type { CurrentStation, Station } from '../../../../../electron/stations/station.ts';

/** A clock that goes only when told, or as fast as the timers want when let run. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Changes the wall clock only, as an administrator or NTP does. */
  jump(ms: number): void;
  /** Milliseconds until the next timer; null where none waits. */
  untilNext(): number | null;
}

export function createManualClock(start = Date.UTC(2026, 5, 12, 9, 0, 0)): ManualClock {
  let elapsed = 0;
  let offset = start;
  const timers = new Set<{ at: number; task: () => void }>();
  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    after: (delayMs, task) => {
      const timer = { at: elapsed + delayMs, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      const end = elapsed + ms;
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
        if (due === undefined) break;
        elapsed = Math.max(elapsed, due.at);
        timers.delete(due);
        due.task();
      }
      elapsed = end;
    },
    jump: (ms) => {
      offset += ms;
    },
    untilNext: () => (timers.size === 0 ? null : Math.max(0, Math.min(...[...timers].map(({ at }) => at)) - elapsed)),
  };
}

/** What the directory would keep: whole lists by person, the later read winning. */
export function createServiceRoles(): ServiceRoles {
  const people = new Map<string, { readonly readAt: number; readonly roles: ReadonlyMap<string, ServiceRole> }>();
  const listeners = new Set<(userIds: ReadonlySet<string>) => void>();
  return {
    of: (userId) => people.get(userId)?.roles ?? new Map(),
    record: (userId, roles, readAt) => {
      people.set(userId, {
        readAt,
        roles: new Map(roles.map(({ id, scope }) => [id, { roleScope: scope, readAt }])),
      });
      for (const listener of listeners) listener(new Set([userId]));
    },
    saidSince: (userId, _roleId, at) => (people.get(userId)?.readAt ?? Number.NEGATIVE_INFINITY) >= at,
    readSince: (userId, at) => (people.get(userId)?.readAt ?? Number.NEGATIVE_INFINITY) >= at,
    count: (roleId) => [...people.values()].filter(({ roles }) => roles.has(roleId)).length,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const roles = ['checked-in', 'staff', 'vendor', 'nda'].map((id) => ({ id, name: `Role ${id}` }));
export const checkIn: Recipe = {
  id: 'check-in',
  name: 'Check in',
  changes: [{ roleId: 'checked-in', wanted: 'held', roleScope: 'convention' }],
};

export function fixedStation(changes: Partial<Station> = {}): CurrentStation {
  const station: Station = {
    name: 'Front desk',
    conventionName: 'Testcon',
    primaryRecipe: checkIn,
    roles: roles.slice(1),
    allRoles: roles,
    ...changes,
  };
  return { read: () => station, subscribe: () => () => {} };
}

export const robin: Operator = { id: 'op-1', label: 'Robin', initials: 'R' };
export const sasha: Operator = { id: 'op-2', label: 'Sasha', initials: 'S' };

export interface Desk {
  readonly changes: RoleChanges;
  readonly clock: ManualClock;
  readonly serviceRoles: ServiceRoles;
  readonly journalFolder: string;
  readonly published: RoleChangesState[];
  operator: Operator | null;
  /** Lets everything that is ready happen, timers as far as `withinMs`. */
  settle(withinMs?: number): Promise<void>;
  wish(
    userId: string,
    roleId: string,
    wanted?: 'held' | 'absent',
    roleScope?: 'convention' | 'global',
  ): Promise<{ actId: string }>;
  rows(which?: 'open' | 'all'): Promise<import('../../../../../contract/desk/role-changes.ts').ActivityRow[]>;
  state(): Promise<RoleChangesState>;
}

export async function newFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'rolecall-journal-'));
}

/** Lets callbacks of promises, immediates and the disk run until `quiet` says so or they have had their chance. */
export async function untilQuiet(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export async function createDesk(
  options: Pick<RoleChangesOptions, 'client'> & Partial<RoleChangesOptions> & { readonly clock?: ManualClock },
  begin: 'started' | 'not started' = 'started',
): Promise<Desk> {
  const clock = options.clock ?? createManualClock();
  const serviceRoles = createServiceRoles();
  const published: RoleChangesState[] = [];
  const publish: Publish = (name, payload) => {
    if (name === 'role-changes:changed') published.push(payload as EventPayload<'role-changes:changed'>);
  };
  const journalFolder = options.journalFolder ?? (await newFolder());
  const desk: Desk = {
    operator: robin,
    clock,
    serviceRoles,
    journalFolder,
    published,
    changes: createRoleChanges({
      log: silentLog,
      publish,
      station: fixedStation(),
      serviceRoles: () => serviceRoles,
      operator: () => desk.operator,
      displayNameOf: (userId) => `Name of ${userId}`,
      random: () => 0.5,
      ...options,
      clock,
      journalFolder,
    }),
    settle: async (withinMs = 0) => {
      await untilQuiet();
      const end = clock.monotonic() + withinMs;
      for (;;) {
        const next = clock.untilNext();
        if (next === null || clock.monotonic() + next > end) break;
        clock.advance(next);
        await untilQuiet();
      }
      if (clock.monotonic() < end) clock.advance(end - clock.monotonic());
      await untilQuiet();
    },
    wish: async (userId, roleId, wanted = 'held', roleScope = 'convention') =>
      await desk.changes.handlers['role-changes:wish']({ userId, roleId, wanted, roleScope }),
    rows: async (which = 'all') =>
      (await desk.changes.handlers['role-changes:list']({ which, before: null, limit: 50 })).rows,
    state: async () => await desk.changes.handlers['role-changes:read']({}),
  };
  if (begin === 'started') await desk.changes.start();
  return desk;
}
