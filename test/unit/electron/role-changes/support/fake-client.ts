import type { RoleScope, UserRole } from '../../../../../contract/registration-api/resources.ts';
import { RolecallError } from '../../../../../electron/errors.ts';
import type { RegistrationClient } from '../../../../../electron/registration/registration-client.ts';

export type Operation = 'read' | 'add' | 'remove';

/** What happens to one request, instead of its going well. */
export type Fault =
  | { readonly kind: 'before'; readonly error: RolecallError }
  /** The service did it, the answer got lost. */
  | { readonly kind: 'after'; readonly error: RolecallError };

export interface FakeService {
  readonly client: Pick<RegistrationClient, 'listUserRoles' | 'addRole' | 'removeRole'>;
  /** Scope by `${userId}/${roleId}`. */
  readonly held: Map<string, RoleScope>;
  /** Every request that was tried, as `read u`, `add u/r convention`, `remove u/r`. */
  readonly requests: string[];
  /** Writes that changed something. */
  readonly writes: string[];
  /** Asked before every request; undefined lets it go well. */
  fault: (operation: Operation, userId: string, roleId: string | null) => Fault | undefined;
  /** Awaited before the request reaches the service. */
  delay: () => Promise<void>;
}

/** The service's rules for memberships, in memory: add twice fails, remove absent fails. */
export function createFakeService(): FakeService {
  const held = new Map<string, RoleScope>();
  const requests: string[] = [];
  const writes: string[] = [];
  const service: FakeService = {
    held,
    requests,
    writes,
    fault: () => undefined,
    delay: async () => {},
    client: {
      listUserRoles: (userId) =>
        exchange('read', userId, null, `read ${userId}`, () => {
          const roles: UserRole[] = [];
          for (const [key, scope] of held) {
            const [holder, roleId] = key.split('/');
            if (holder === userId && roleId !== undefined) roles.push({ id: roleId, name: roleId, scope });
          }
          return roles;
        }),
      addRole: (userId, roleId, roleScope) =>
        exchange('add', userId, roleId, `add ${userId}/${roleId} ${roleScope}`, () => {
          const key = `${userId}/${roleId}`;
          if (held.has(key)) throw new RolecallError('service-already-has-role', 'Already.', { status: 400 });
          held.set(key, roleScope);
          writes.push(`add ${key} ${roleScope}`);
        }),
      removeRole: (userId, roleId) =>
        exchange('remove', userId, roleId, `remove ${userId}/${roleId}`, () => {
          const key = `${userId}/${roleId}`;
          if (!held.delete(key)) throw new RolecallError('service-does-not-have-role', 'Not held.', { status: 400 });
          writes.push(`remove ${key}`);
        }),
    },
  };

  async function exchange<Value>(
    operation: Operation,
    userId: string,
    roleId: string | null,
    line: string,
    work: () => Value,
  ): Promise<Value> {
    requests.push(line);
    const fault = service.fault(operation, userId, roleId);
    await service.delay();
    if (fault?.kind === 'before') throw fault.error;
    const value = work();
    if (fault?.kind === 'after') throw fault.error;
    return value;
  }
  return service;
}
