import type { ParsedInput, RequestHandlers } from '../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../contract/desk/channel-names.ts';
import type { AdministratorAccess } from '../../contract/desk/stations.ts';
import { RolecallError } from '../errors.ts';
import { rolesOfStation, type Station } from '../stations/station.ts';

/** What somebody at the desk may choose for themselves, although it is a setting. */
const settingsOfAnybody: ReadonlySet<string> = new Set(['language', 'soundVolume']);

const always = (): boolean => true;

/**
 * What needs the administrator's PIN where one was set: changing what the desk is for, where it is connected to and how it
 * behaves, and what takes people or changes out of it or into it by the hundred. Working at the desk never does.
 */
const guarded: { readonly [Name in RequestName]?: (input: ParsedInput<Name>) => boolean } = {
  'settings:change': (changes) => Object.keys(changes).some((name) => !settingsOfAnybody.has(name)),
  'stations:choose': always,
  'stations:save': always,
  'stations:duplicate': always,
  'stations:move': always,
  'stations:remove': always,
  'stations:restore': always,
  'stations:set-pin': always,
  'connections:choose-file': always,
  'connections:use': always,
  'connections:form': always,
  'connections:save': always,
  'connections:test-form': always,
  'connections:unsent': always,
  'connections:export-journal': always,
  'connections:remove': always,
  'connections:make-desk-link': always,
  'connections:copy-desk-link': always,
  'connections:save-desk-link': always,
  'connections:accept-offer': always,
  'role-changes:export': always,
  'rush-board:expect': always,
  'lists:roles': always,
  'lists:choose-file': always,
  'lists:paste': always,
  'lists:set-columns': always,
  'lists:set-change': always,
  'lists:rows': always,
  'lists:candidates': always,
  'lists:choose': always,
  'lists:apply': always,
  'lists:pause': always,
  'lists:resume': always,
  'lists:cancel': always,
  'lists:undo': always,
  'lists:members': always,
  'lists:export-members': always,
};

/** The names of the guarded channels, for the test that looks at all of them. */
export const guardedChannels: readonly RequestName[] = requestNames.filter((name) => guarded[name] !== undefined);

/** Who may change things: that of the connection that is open. */
export interface Administrator {
  access(): AdministratorAccess;
  /** Throws `administrator-required` where the PIN is needed first. */
  require(): void;
}

/** Which connection it is about; null is the one that is open. Changing over is asked of the one that is left. */
function connectionOf(name: RequestName, input: unknown): string | null {
  if (name === 'connections:use' || !name.startsWith('connections:')) return null;
  return (input as { readonly connectionId?: string | null }).connectionId ?? null;
}

/**
 * The same handlers, refusing what needs the administrator's PIN. `require` throws `administrator-required` where the PIN is
 * needed first: that of the connection that is open, and that of the one it is about.
 */
export function refuseWithoutAdministrator(
  handlers: RequestHandlers<RequestName>,
  require: (connectionId: string | null) => Promise<void>,
): RequestHandlers<RequestName> {
  const entries = requestNames.map((name) => {
    const handler = handlers[name] as (input: never) => unknown;
    const isGuarded = guarded[name] as ((input: never) => boolean) | undefined;
    if (isGuarded === undefined) return [name, handler];
    const asked = async (input: never): Promise<unknown> => {
      if (isGuarded(input)) await require(connectionOf(name, input));
      return handler(input);
    };
    return [name, asked];
  });
  return Object.fromEntries(entries) as RequestHandlers<RequestName>;
}

/**
 * The same handlers, refusing wishes that are none of the station's: whatever the page asks for, a vendor desk gives the
 * roles of a vendor desk. An administrator who has just given the PIN may wish any. Undo always goes.
 */
export function refuseOutsideStation<Handlers extends RequestHandlers<'role-changes:wish'>>(
  handlers: Handlers,
  station: () => Station,
  access: () => AdministratorAccess,
): Handlers {
  return {
    ...handlers,
    'role-changes:wish': (input: ParsedInput<'role-changes:wish'>) => {
      if (access() !== 'unlocked' && !rolesOfStation(station()).has(input.roleId)) {
        throw new RolecallError('not-at-this-station', 'This role is not one of this station’s.');
      }
      return handlers['role-changes:wish'](input);
    },
  };
}
