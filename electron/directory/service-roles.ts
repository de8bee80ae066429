import type { RoleScope, UserRole } from '../../contract/registration-api/resources.ts';

/** A role the service last said somebody holds. Sweeps by role don't tell the scope: it is null until the person was read. */
export interface ServiceRole {
  readonly roleScope: RoleScope | null;
  /** When the service said so; milliseconds since the epoch. */
  readonly readAt: number;
}

/** What the service last said about who holds which role. The directory keeps it; deliveries and openings feed it. */
export interface ServiceRoles {
  /** Keyed by role id. */
  of(userId: string): ReadonlyMap<string, ServiceRole>;
  /** The whole list of one person's roles, as just read from the service at `readAt`. Older reads than the known one are dropped. */
  record(userId: string, roles: readonly UserRole[], readAt: number): void;
  /**
   * Whether the service has said since `at` if this person holds the role. Also where `at` has not come yet: a clock that
   * was set back says nothing about what is newer.
   */
  saidSince(userId: string, roleId: string, at: number): boolean;
  /** Whether this person's own list was read since `at`: only that tells how far a role reaches. */
  readSince(userId: string, at: number): boolean;
  /** How many people hold the role, as last swept. */
  count(roleId: string): number;
  subscribe(listener: (userIds: ReadonlySet<string>) => void): () => void;
}
