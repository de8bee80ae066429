import type { Role, RoleScope, User } from '../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../electron/errors.ts';
import type { RegistrationClient, UsersPage } from '../../../electron/registration/registration-client.ts';

export interface MadeUpService {
  readonly client: RegistrationClient;
  people: User[];
  readonly roles: Role[];
  /** role id → user id → scope. */
  readonly memberships: Map<string, Map<string, RoleScope>>;
  /** Every call made, as `operation argument priority`. */
  readonly calls: string[];
  pageSize: number;
  /** Answers instead of the service: return undefined to let it answer itself. */
  intercept: (call: string) => Promise<unknown> | undefined;
}

/** A service in memory behind the client's interface, with a cursor that is the number of people before the page. */
export function createMadeUpService(people: User[] = [], roles: Role[] = []): MadeUpService {
  const service: MadeUpService = {
    people,
    roles,
    memberships: new Map(roles.map(({ id }) => [id, new Map()])),
    calls: [],
    pageSize: 100,
    intercept: () => undefined,
    client: {
      listRoles: async (options) => called(`listRoles ${options.priority}`, () => roles),
      listUserRoles: async (userId, options) =>
        called(`listUserRoles ${userId} ${options.priority}`, () =>
          roles.flatMap(({ id, name }) => {
            const scope = service.memberships.get(id)?.get(userId);
            return scope === undefined ? [] : [{ id, name, scope }];
          }),
        ),
      addRole: async (userId, roleId, roleScope) => {
        service.memberships.get(roleId)?.set(userId, roleScope);
      },
      removeRole: async (userId, roleId) => {
        service.memberships.get(roleId)?.delete(userId);
      },
      getUser: async (userId, options) =>
        called(`getUser ${userId} ${options.priority}`, () => {
          const user = service.people.find(({ id }) => id === userId);
          if (user === undefined) throw new RolecallError('service-not-found', 'No such user.');
          return user;
        }),
      searchUsers: async ({ nextPage, roleId }, options) =>
        called(`searchUsers ${roleId ?? 'all'} ${nextPage ?? 'first'} ${options.priority}`, (): UsersPage => {
          const members = roleId === undefined ? null : service.memberships.get(roleId);
          const all = service.people.filter(({ id }) => members === null || members?.has(id));
          const from = Number(nextPage ?? 0);
          const end = from + service.pageSize;
          return { users: all.slice(from, end), nextPage: end < all.length ? String(end) : null };
        }),
    },
  };
  async function called<Answer>(call: string, answer: () => Answer): Promise<Answer> {
    service.calls.push(call);
    const instead = service.intercept(call);
    return instead === undefined ? answer() : ((await instead) as Answer);
  }
  return service;
}
