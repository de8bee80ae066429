/** The directory's people and members for work on many of them at once: lists, and the members of a role. */
import type { User } from '../../contract/registration-api/resources.ts';
import type { Memberships } from './memberships.ts';
import type { PeopleIndex } from './people-index/people-index.ts';
import { type Segment, userOf } from './people-index/segment.ts';
import type { ServiceRole } from './service-roles.ts';

export interface PeopleReader {
  get(userId: string): User | null;
  /** The best `limit` people for a text, as the search box would find them; at most 50. */
  search(text: string, limit: number): readonly User[];
  /**
   * Everybody, one at a step; the index may change between two steps. Whoever is there from the beginning to the end
   * comes at least once.
   */
  all(): Generator<User, void, void>;
}

/** Who holds a role. */
export interface RoleMembers {
  readonly members: ReadonlyMap<string, ServiceRole>;
  /** When the last complete sweep began; milliseconds since the epoch. Null before the first. */
  readonly sweptAt: number | null;
}

export function createPeopleReader(people: PeopleIndex): PeopleReader {
  return {
    get: (userId) => people.get(userId)?.user ?? null,
    search: (text, limit) => people.search(text, Math.min(limit, 50)).people.map(({ user }) => user),
    *all() {
      const seen = new Set<Segment>();
      for (;;) {
        // Who says something new meanwhile moves to a segment that was not there at the beginning.
        const fresh = people.segments.filter((segment) => !seen.has(segment));
        if (fresh.length === 0) return;
        for (const segment of fresh) {
          seen.add(segment);
          for (let person = 0; person < segment.people; person += 1) {
            // A segment that was forgotten is overwritten.
            if (segment.dead[person] !== 1) yield userOf(segment, person);
          }
        }
      }
    },
  };
}

/** Roles somebody looks at although the station does not show them. */
export interface FollowedRoles {
  readonly ids: ReadonlySet<string>;
  /** Answers with the function that ends it. */
  follow(roleId: string): () => void;
}

/** `onChange`: there is one more, or one fewer. */
export function createFollowedRoles(onChange: () => void): FollowedRoles {
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  return {
    ids,
    follow(roleId) {
      counts.set(roleId, (counts.get(roleId) ?? 0) + 1);
      ids.add(roleId);
      onChange();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (counts.get(roleId) ?? 1) - 1;
        counts.set(roleId, left);
        if (left > 0) return;
        counts.delete(roleId);
        ids.delete(roleId);
        onChange();
      };
    },
  };
}

export function membersOf(memberships: Memberships, roleId: string): RoleMembers {
  return { members: memberships.members(roleId), sweptAt: memberships.sweptAt(roleId) };
}
