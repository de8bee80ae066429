/** Who holds which role, as the service last said: one table for each role, fed by sweeps and by reads of single people. */
import { z } from 'zod';
import { roleScopeSchema, type UserRole } from '../../contract/registration-api/resources.ts';
import type { ServiceRole, ServiceRoles } from './service-roles.ts';

export interface Memberships extends ServiceRoles {
  /**
   * A whole sweep of one role. `members`: when the page each stood on was asked for. Whoever was read on their own after
   * that keeps what that read said. In steps, for a role may have a hundred thousand members; seen whole, at the end.
   */
  recordSweep(roleId: string, members: ReadonlyMap<string, number>, startedAt: number): Generator<void, void, void>;
  /** When the last complete sweep of the role began; null before the first. */
  sweptAt(roleId: string): number | null;
  /** Who holds the role now. */
  members(roleId: string): ReadonlyMap<string, ServiceRole>;
  /** Everything known, as lines for the snapshot; a step for each. */
  write(): Generator<void, readonly string[], void>;
  /** Takes over lines of a snapshot, a step for each. What is known already stays. */
  restore(lines: readonly string[]): Generator<void, void, void>;
  clear(): void;
}

/** One line of the snapshot: some members of one role, with scope (null: not known) and time of reading. */
const lineSchema = z.tuple([
  z.string(),
  z.number().nullable(),
  z.array(z.tuple([z.string(), roleScopeSchema.nullable(), z.number()])),
]);
const membersPerLine = 1000;
/** A part of a millisecond's work. */
const membersPerStep = 256;

interface Role {
  members: Map<string, ServiceRole>;
  sweptAt: number | null;
}

const noRoles: ReadonlyMap<string, ServiceRole> = new Map();

/** `now`: milliseconds since the epoch. Facts from later than that are from before the clock was set back, and give way. */
export function createMemberships(now: () => number = () => Number.POSITIVE_INFINITY): Memberships {
  const roles = new Map<string, Role>();
  /** When somebody's own list was last read. */
  const personReads = new Map<string, number>();
  /** Whose own lists were read while a sweep is being taken in. */
  const sweepsTakenIn = new Set<Set<string>>();
  const listeners = new Set<(userIds: ReadonlySet<string>) => void>();

  const never = Number.NEGATIVE_INFINITY;
  const past = (at: number | null | undefined): number => (at === null || at === undefined || at > now() ? never : at);
  const personReadAt = (userId: string): number => past(personReads.get(userId));

  const roleOf = (roleId: string): Role => {
    let role = roles.get(roleId);
    if (role === undefined) {
      role = { members: new Map(), sweptAt: null };
      roles.set(roleId, role);
    }
    return role;
  };
  const tell = (userIds: ReadonlySet<string>) => {
    if (userIds.size > 0) for (const listener of [...listeners]) listener(userIds);
  };

  return {
    of(userId) {
      let held: Map<string, ServiceRole> | undefined;
      for (const [roleId, { members }] of roles) {
        const membership = members.get(userId);
        if (membership === undefined) continue;
        held ??= new Map();
        held.set(roleId, membership);
      }
      return held ?? noRoles;
    },
    saidSince(userId, roleId, at) {
      if (at > now()) return true;
      const role = roles.get(roleId);
      return Math.max(personReadAt(userId), past(role?.sweptAt), past(role?.members.get(userId)?.readAt)) >= at;
    },
    readSince: (userId, at) => personReadAt(userId) >= at,
    count: (roleId) => roles.get(roleId)?.members.size ?? 0,
    sweptAt: (roleId) => roles.get(roleId)?.sweptAt ?? null,
    members: (roleId) => roles.get(roleId)?.members ?? noRoles,
    record(userId, list, readAt) {
      if (readAt < personReadAt(userId)) return;
      personReads.set(userId, readAt);
      for (const readMeanwhile of sweepsTakenIn) readMeanwhile.add(userId);
      let changed = false;
      const listed = new Map(list.map((role: UserRole) => [role.id, role.scope]));
      for (const roleId of listed.keys()) roleOf(roleId);
      for (const [roleId, role] of roles) {
        const known = role.members.get(userId);
        if (past(known === undefined ? role.sweptAt : known.readAt) > readAt) continue;
        const roleScope = listed.get(roleId);
        if (roleScope === undefined) {
          if (role.members.delete(userId)) changed = true;
        } else {
          if (known?.roleScope !== roleScope) changed = true;
          role.members.set(userId, { roleScope, readAt });
        }
      }
      if (changed) tell(new Set([userId]));
    },
    *recordSweep(roleId, members, startedAt) {
      const role = roleOf(roleId);
      if (past(role.sweptAt) > startedAt) return;
      const changed = new Set<string>();
      const next = new Map<string, ServiceRole>();
      // One object for all who were read at one time: a large role is mostly a list of ids.
      const shared = new Map<number, ServiceRole>();
      const take = (userId: string, readAt: number): void => {
        const known = role.members.get(userId);
        if (personReadAt(userId) >= readAt) {
          if (known !== undefined) next.set(userId, known);
          return;
        }
        if (known === undefined) changed.add(userId);
        if (known !== undefined && known.roleScope !== null) {
          next.set(userId, { roleScope: known.roleScope, readAt });
          return;
        }
        let membership = shared.get(readAt);
        if (membership === undefined) {
          membership = { roleScope: null, readAt };
          shared.set(readAt, membership);
        }
        next.set(userId, membership);
      };
      const readMeanwhile = new Set<string>();
      sweepsTakenIn.add(readMeanwhile);
      try {
        let taken = 0;
        for (const [userId, readAt] of members) {
          take(userId, readAt);
          taken += 1;
          if (taken % membersPerStep === 0) yield;
        }
        for (const [userId, known] of role.members) {
          taken += 1;
          if (taken % membersPerStep === 0) yield;
          if (next.has(userId) || members.has(userId)) continue;
          if (personReadAt(userId) >= startedAt) next.set(userId, known);
          else changed.add(userId);
        }
        // Everything was forgotten meanwhile.
        if (roles.get(roleId) !== role) return;
        for (const userId of readMeanwhile) {
          const known = role.members.get(userId);
          if (known === undefined) next.delete(userId);
          else next.set(userId, known);
        }
        role.members = next;
        role.sweptAt = startedAt;
        tell(changed);
      } finally {
        sweepsTakenIn.delete(readMeanwhile);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    *write() {
      const lines: string[] = [];
      for (const [roleId, { members, sweptAt }] of [...roles]) {
        const all = [...members].map(([userId, { roleScope, readAt }]) => [userId, roleScope, readAt]);
        for (let at = 0; at === 0 || at < all.length; at += membersPerLine) {
          lines.push(JSON.stringify([roleId, sweptAt, all.slice(at, at + membersPerLine)]));
          yield;
        }
      }
      return lines;
    },
    *restore(lines) {
      const changed = new Set<string>();
      for (const line of lines) {
        if (line === '') continue;
        yield;
        const [roleId, sweptAt, members] = lineSchema.parse(JSON.parse(line));
        const role = roleOf(roleId);
        if (role.sweptAt !== null && (sweptAt === null || sweptAt < role.sweptAt)) continue;
        role.sweptAt = sweptAt;
        for (const [userId, roleScope, readAt] of members) {
          if (role.members.has(userId) || personReads.has(userId)) continue;
          role.members.set(userId, { roleScope, readAt });
          changed.add(userId);
        }
      }
      tell(changed);
    },
    clear() {
      roles.clear();
      personReads.clear();
    },
  };
}
