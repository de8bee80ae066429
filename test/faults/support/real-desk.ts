/** Role changes as the app puts them together, over HTTP, without Electron: for tests with the real service. */
import type { RoleChangesState } from '../../../contract/desk/role-changes.ts';
import type { Operator } from '../../../contract/desk/sign-in.ts';
import type { Role } from '../../../contract/registration-api/resources.ts';
import type { ServiceRoles } from '../../../electron/directory/service-roles.ts';
import { systemClock } from '../../../electron/ports/clock.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../../electron/ports/node-http-transport.ts';
import type { AccessTokens } from '../../../electron/registration/access-tokens.ts';
import {
  type CreatedRegistrationClient,
  createRegistrationClient,
} from '../../../electron/registration/create-registration-client.ts';
import {
  createRoleChanges,
  type RoleChanges,
  type RoleChangesOptions,
} from '../../../electron/role-changes/create-role-changes.ts';
import { checkInRecipe, findCheckedInRole } from '../../../electron/stations/front-desk.ts';
import { createServiceRoles } from '../../unit/electron/role-changes/support/desk.ts';

export interface RealDeskOptions {
  readonly url: string;
  /** Bearer by OAuth scope, or one for all. */
  readonly token: string | ((oauthScope: string) => string);
  readonly journalFolder: string;
  readonly roles: readonly Role[];
  readonly station?: string;
  readonly more?: Partial<RoleChangesOptions>;
}

export interface RealDesk {
  readonly changes: RoleChanges;
  readonly client: CreatedRegistrationClient;
  readonly serviceRoles: ServiceRoles;
  operator: Operator | null;
  wish(
    userId: string,
    roleId: string,
    wanted?: 'held' | 'absent',
    roleScope?: 'convention' | 'global',
  ): Promise<{ actId: string }>;
  /** Resolves when a published state, or the present one, fits. */
  until(fits: (state: RoleChangesState) => boolean): Promise<RoleChangesState>;
  /** Nothing waits any more. */
  untilSent(): Promise<RoleChangesState>;
  close(): Promise<void>;
}

export function fixedTokens(token: RealDeskOptions['token']): AccessTokens {
  return {
    forOauthScope: async (oauthScope) => ({
      id: 'test',
      value: typeof token === 'string' ? token : token(oauthScope),
    }),
    refused: async () => false,
    forbidden: async () => false,
  };
}

export async function openRealDesk(options: RealDeskOptions): Promise<RealDesk> {
  const serviceRoles = createServiceRoles();
  const listeners = new Set<(state: RoleChangesState) => void>();
  const client = createRegistrationClient({
    transport: nodeHttpTransport,
    baseUrl: new URL(options.url),
    accessTokens: fixedTokens(options.token),
    clock: systemClock,
    log: silentLog,
    report: () => {},
  });
  const checkedIn = findCheckedInRole(options.roles);
  const desk: RealDesk = {
    operator: { id: 'op-1', label: 'Robin', initials: 'R' },
    client,
    serviceRoles,
    changes: createRoleChanges({
      client,
      clock: systemClock,
      log: silentLog,
      publish: (name, payload) => {
        if (name !== 'role-changes:changed') return;
        for (const listener of listeners) listener(payload as RoleChangesState);
      },
      journalFolder: options.journalFolder,
      station: {
        read: () => ({
          name: options.station ?? 'Front desk',
          conventionName: 'Testcon',
          primaryRecipe: checkedIn === null ? null : checkInRecipe(checkedIn),
          roles: options.roles,
          allRoles: options.roles,
        }),
        subscribe: () => () => {},
      },
      serviceRoles: () => serviceRoles,
      operator: () => desk.operator,
      displayNameOf: () => 'Somebody',
      random: Math.random,
      clockSkewMs: () => client.clockSkewMs(),
      ...options.more,
    }),
    wish: async (userId, roleId, wanted = 'held', roleScope = 'convention') =>
      await desk.changes.handlers['role-changes:wish']({ userId, roleId, wanted, roleScope }),
    until: async (fits) => {
      const present = await desk.changes.handlers['role-changes:read']({});
      if (fits(present)) return present;
      return await new Promise((resolve) => {
        const listener = (state: RoleChangesState): void => {
          if (!fits(state)) return;
          listeners.delete(listener);
          resolve(state);
        };
        listeners.add(listener);
      });
    },
    untilSent: () => desk.until(({ waiting, sending }) => waiting + sending === 0),
    close: async () => {
      await desk.changes.dispose();
      client.dispose();
    },
  };
  await desk.changes.start();
  return desk;
}
