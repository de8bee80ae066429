import type { Role, RoleScope, User, UserRole } from '../../contract/registration-api/resources.ts';

/** Interactive calls (somebody waits) go before background ones (sweeps) in the one request budget of a connection. */
export interface CallOptions {
  readonly priority: 'interactive' | 'background';
  readonly signal?: AbortSignal;
}

export interface UsersPage {
  readonly users: readonly User[];
  /** Cursor of the next page; null when this was the last. */
  readonly nextPage: string | null;
}

/**
 * The service's data operations (specification, "Endpoints"). Answers of other people's instances are read leniently
 * (docs/decisions.md) and come out in the shapes of contract/registration-api.
 *
 * Every operation throws RolecallError of the network, service or OAuth families. A 401 has been refreshed and repeated
 * once before it throws; nothing else is repeated here: whether a write may be sent again is the delivery's decision.
 */
export interface RegistrationClient {
  /** All roles, every page followed. Throws `service-repeated-cursor` when a cursor comes twice. */
  listRoles(options: CallOptions): Promise<readonly Role[]>;
  /** The roles of one person; `nextPage` is followed should an instance send one. */
  listUserRoles(userId: string, options: CallOptions): Promise<readonly UserRole[]>;
  /** Throws `service-already-has-role` when the person has it already, with whichever scope. */
  addRole(userId: string, roleId: string, roleScope: RoleScope, options: CallOptions): Promise<void>;
  /** Throws `service-does-not-have-role` when the person is not in it. */
  removeRole(userId: string, roleId: string, options: CallOptions): Promise<void>;
  getUser(userId: string, options: CallOptions): Promise<User>;
  /** One page of at most 100 people. */
  searchUsers(
    query: { readonly nextPage: string | null; readonly roleId?: string; readonly limit?: number },
    options: CallOptions,
  ): Promise<UsersPage>;
}
