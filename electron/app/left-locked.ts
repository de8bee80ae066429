/**
 * A desk that was signed out of while it was locked. That asks for no PIN, as the PIN may be forgotten; so it opens nothing
 * that was shut: what tells of people, or hands out the application's secret, waits until somebody signs in. Noted in the
 * connection's folder, so that a restart does not help.
 */
import path from 'node:path';
import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import { type RequestName, requestNames } from '../../contract/desk/channel-names.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';

const fileOf = (folder: string): string => path.join(folder, 'left-locked.json');

/** `folder`: that of the connection. */
export async function wasLeftLocked(files: Files, folder: string): Promise<boolean> {
  return (await files.read(fileOf(folder))) !== null;
}

export interface LeftLocked {
  /** To be told every state of the sign-in, in order. */
  follow(kind: SignInState['kind']): void;
  /** Resolves when the disk has what it was told so far. */
  settled(): Promise<void>;
}

/** `folder`: that of the connection. */
export function createLeftLocked(files: Files, folder: string, log: Log): LeftLocked {
  let before: SignInState['kind'] | null = null;
  let writing: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>): void => {
    writing = writing.then(task).catch((error: unknown) => {
      log.error('left-locked-not-noted', { code: error instanceof RolecallError ? error.code : 'bug' });
    });
  };
  return {
    follow(kind) {
      if (before === 'locked' && kind === 'signed-out') inTurn(() => files.write(fileOf(folder), '{}\n'));
      if (kind === 'signed-in' && before !== 'signed-in') inTurn(() => files.remove(fileOf(folder)));
      before = kind;
    },
    settled: () => writing,
  };
}

/** What would give away a connection's secret or its people, or the changes it has not sent. */
const ofOneConnection: ReadonlySet<RequestName> = new Set<RequestName>([
  'connections:save',
  'connections:test-form',
  'connections:unsent',
  'connections:export-journal',
  'connections:remove',
  'connections:make-desk-link',
]);
/** The same of the connection that is open. */
const ofTheOpenOne: ReadonlySet<RequestName> = new Set<RequestName>([
  'connections:copy-desk-link',
  'connections:save-desk-link',
  'role-changes:list',
  'role-changes:facets',
  'role-changes:export',
]);

/**
 * The same handlers, refusing what a desk that was left locked keeps to itself. `isLeftLocked`: of that connection; null is
 * the one that is open.
 */
export function refuseWhereLeftLocked(
  handlers: RequestHandlers<RequestName>,
  isLeftLocked: (connectionId: string | null) => Promise<boolean>,
): RequestHandlers<RequestName> {
  const entries = requestNames.map((name) => {
    const handler = handlers[name] as (input: never) => unknown;
    const isOfTheOpenOne = ofTheOpenOne.has(name);
    if (!isOfTheOpenOne && !ofOneConnection.has(name)) return [name, handler];
    const asked = async (input: { readonly connectionId?: string | null }): Promise<unknown> => {
      const connectionId = isOfTheOpenOne ? null : (input.connectionId ?? null);
      // Null in a form is a connection that is yet to be.
      if ((isOfTheOpenOne || connectionId !== null) && (await isLeftLocked(connectionId))) {
        throw new RolecallError('sign-in-required', 'The desk was locked when somebody signed out of it.');
      }
      return handler(input as never);
    };
    return [name, asked];
  });
  return Object.fromEntries(entries) as RequestHandlers<RequestName>;
}
