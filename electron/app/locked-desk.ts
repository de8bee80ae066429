import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../contract/desk/channel-names.ts';
import { RolecallError } from '../errors.ts';

/**
 * What is answered while the desk is locked: how things stand, in numbers, and how to get out. Everything else, channels
 * that are yet to come included, is refused with one code. `role-changes:read` leaves out whom the last act was for
 * (desk-session.ts).
 */
const openWhileLocked: ReadonlySet<RequestName> = new Set<RequestName>([
  'app:read',
  'sign-in:read',
  'sign-in:unlock',
  'sign-in:sign-out',
  'connections:read',
  'settings:read',
  'practice:read',
  'practice:start-service',
  'stations:read',
  'stations:book',
  'directory:read',
  'directory:close',
  'role-changes:read',
  // Numbers for the wall: the board stays there while the desk is put away.
  'rush-board:read',
  'rush-board:watch',
  'rush-board:hide',
]);

/** What it was asked before it was locked, and answers about people: not any more. */
const tellsOfPeople = (name: RequestName): boolean => name.startsWith('directory:') || name === 'role-changes:list';

/** The same handlers, refusing what a locked desk does not answer. */
export function refuseWhileLocked(
  handlers: RequestHandlers<RequestName>,
  isLocked: () => boolean,
): RequestHandlers<RequestName> {
  const entries = requestNames.map((name) => {
    const handler = handlers[name] as (input: never) => unknown;
    if (openWhileLocked.has(name)) return [name, handler];
    const refuse = (): void => {
      if (isLocked()) throw new RolecallError('desk-locked', 'The desk is locked.');
    };
    const guarded = async (input: never): Promise<unknown> => {
      refuse();
      const value = await handler(input);
      if (tellsOfPeople(name)) refuse();
      return value;
    };
    return [name, guarded];
  });
  return Object.fromEntries(entries) as RequestHandlers<RequestName>;
}
