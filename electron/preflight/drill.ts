/** The offline drill: the real journal and the real delivery, on people and a service that are made up. */
import path from 'node:path';
import type { Publish } from '../../contract/desk/channel-map.ts';
import type { Drill } from '../../contract/desk/preflight.ts';
import type { RoleScope, UserRole } from '../../contract/registration-api/resources.ts';
import { createMemberships } from '../directory/memberships.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import { createRoleChanges, type RoleChanges, type RoleChangesOptions } from '../role-changes/create-role-changes.ts';
import type { Verdict } from './findings.ts';

const people = [
  { userId: 'drill-1', name: 'Ada Example' },
  { userId: 'drill-2', name: 'Ben Sample' },
  { userId: 'drill-3', name: 'Cleo Madeup' },
] as const;
const role = { id: 'drill-checked-in', name: 'Checked in' };
const recipe = {
  id: 'drill-check-in',
  name: 'Check in',
  changes: [{ roleId: role.id, wanted: 'held' as const, roleScope: 'convention' as const }],
};
/** Milliseconds for the changes to arrive once the network is back. */
const arriveWithinMs = 15_000;

/** A service in memory whose network can be off. */
export interface DrillService {
  online: boolean;
  /** People written to, one entry for each write that arrived. */
  readonly writes: string[];
  readonly client: RoleChangesOptions['client'];
}

export function createDrillService(): DrillService {
  const held = new Map<string, RoleScope>();
  const service = {
    online: false,
    writes: [] as string[],
    client: {
      listUserRoles: async (userId: string): Promise<readonly UserRole[]> => {
        reach();
        const scope = held.get(userId);
        return scope === undefined ? [] : [{ ...role, scope }];
      },
      addRole: async (userId: string, _roleId: string, scope: RoleScope): Promise<void> => {
        reach();
        if (held.has(userId)) throw new RolecallError('service-already-has-role', 'Already.', { status: 400 });
        held.set(userId, scope);
        service.writes.push(userId);
      },
      removeRole: async (userId: string): Promise<void> => {
        reach();
        held.delete(userId);
        service.writes.push(userId);
      },
    },
  };
  function reach(): void {
    if (!service.online) throw new RolecallError('network-unreachable', 'The drill has switched the network off.');
  }
  return service;
}

/**
 * Checks three made-up people in while the made-up network is off, ends and starts the desk as a crash would, switches
 * the network on, and looks whether each change arrived exactly once. All of it happens in a folder of its own, which is
 * gone afterwards; the real queue is never touched. Rejects with the signal's reason when it is stopped.
 */
export async function runDrill(given: {
  /** On the disk the real journal is on. */
  readonly folder: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly changed: (drill: Drill) => void;
  /** Milliseconds between two steps, so that somebody can follow. */
  readonly pauseMs?: number;
  /** Stands in for the service in tests. */
  readonly service?: DrillService;
}): Promise<Verdict> {
  const { clock, files, signal, pauseMs = 1_500 } = given;
  const folder = path.join(given.folder, 'preflight-drill');
  const service = given.service ?? createDrillService();
  let desk: RoleChanges | null = null;
  const states = new Map<string, Drill['people'][number]['state']>();
  const tell = (step: Drill['step']): void =>
    given.changed({
      step,
      people: people.map(({ userId, name }) => ({ name, state: states.get(userId) ?? 'not-yet' })),
    });

  const pause = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        cancel();
        reject(signal.reason);
      };
      const cancel = clock.after(pauseMs, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });

  async function openDesk(): Promise<RoleChanges> {
    const publish: Publish = () => undefined;
    const roles = createMemberships(clock.now);
    const opened = createRoleChanges({
      client: service.client,
      clock,
      log: given.log,
      publish,
      journalFolder: path.join(folder, 'journal'),
      station: {
        read: () => ({
          name: 'Drill',
          conventionName: 'Drill',
          primaryRecipe: recipe,
          roles: [],
          allRoles: [role],
        }),
        subscribe: () => () => undefined,
      },
      serviceRoles: () => roles,
      operator: () => ({ id: 'drill', label: 'Drill', initials: 'D' }),
      displayNameOf: (userId) => people.find((person) => person.userId === userId)?.name ?? null,
      random: given.random,
    });
    desk = opened;
    await opened.start();
    return opened;
  }

  /** How each person's change stands, as the desk would show it. */
  async function look(opened: RoleChanges): Promise<void> {
    const { rows } = await opened.handlers['role-changes:list']({ which: 'all', before: null, limit: 50 });
    states.clear();
    for (const { userId, state } of rows) {
      if (state === 'confirmed') states.set(userId, 'confirmed');
      else if (state === 'waiting' || state === 'sending') states.set(userId, 'waiting');
    }
  }
  const all = (state: 'waiting' | 'confirmed'): boolean => people.every(({ userId }) => states.get(userId) === state);

  /** Resolves when all are confirmed, or when that takes too long. */
  function untilConfirmed(opened: RoleChanges): Promise<void> {
    return new Promise((resolve, reject) => {
      let ended = false;
      const end = (settle: () => void): void => {
        ended = true;
        cancel();
        unsubscribe();
        signal.removeEventListener('abort', stop);
        settle();
      };
      const stop = (): void => end(() => reject(signal.reason));
      const check = async (): Promise<void> => {
        await look(opened);
        // A look that began before the end tells nothing after it.
        if (ended) return;
        tell('network-back');
        // Confirmed or refused: nothing more is to come.
        if (![...states.values()].includes('waiting')) end(resolve);
      };
      const unsubscribe = opened.subscribe(() => void check().catch(reject));
      const cancel = clock.after(arriveWithinMs, () => end(resolve));
      signal.addEventListener('abort', stop, { once: true });
      void check().catch(reject);
    });
  }

  try {
    await files.remove(folder);
    tell('network-off');
    let opened = await openDesk();
    for (const { userId } of people) {
      await pause();
      await opened.handlers['role-changes:run-recipe']({ userId, recipeId: recipe.id });
      await look(opened);
      tell('network-off');
    }
    if (!all('waiting') || service.writes.length > 0) return { state: 'failed', finding: 'drill-not-kept' };
    await pause();
    tell('kept');

    await opened.dispose();
    opened = await openDesk();
    await look(opened);
    tell('restarted');
    if (!all('waiting')) return { state: 'failed', finding: 'drill-not-kept' };
    await pause();

    service.online = true;
    tell('network-back');
    opened.resume();
    await untilConfirmed(opened);
    const once = service.writes.length === people.length && new Set(service.writes).size === people.length;
    if (!all('confirmed') || !once) return { state: 'failed', finding: 'drill-not-sent' };
    tell('proved');
    return { state: 'fine', finding: 'fine' };
  } finally {
    await (desk as RoleChanges | null)?.dispose();
    await files.remove(folder).catch(() => given.log.warn('preflight.drill-not-cleared'));
  }
}
