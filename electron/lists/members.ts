/** Who holds a role, sorted by name, for the screen and for a file. */
import type { Member } from '../../contract/desk/lists.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { displayNameOf } from '../directory/people-index/tokens.ts';
import type { RoleMembers } from '../directory/people-reader.ts';
import { csvOf } from '../role-changes/csv.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
/** So many are sorted in one step; more would take too long, and fewer take longer altogether. */
const sortedAtOnce = 500;

/** Members in their order, with what they are sorted by. */
export interface SortedMember {
  readonly member: Member;
  readonly name: string;
}

type UserOf = (userId: string) => User | null;

/** Everybody who holds the role. A step for each person: a role may have a hundred thousand. */
export function sortedMembers(
  { members }: RoleMembers,
  userOf: UserOf,
): Generator<void, readonly SortedMember[], void> {
  return sorted(members.keys(), members, userOf);
}

/**
 * The same after these people were given or lost the role: whoever else is in `before` stays where they were. Sorting a
 * hundred thousand takes a second, and somebody arrives every few.
 */
export function* membersAfter(
  before: readonly SortedMember[],
  changed: ReadonlySet<string>,
  { members }: RoleMembers,
  userOf: UserOf,
): Generator<void, readonly SortedMember[], void> {
  const fresh = yield* sorted(changed, members, userOf);
  const kept: SortedMember[] = [];
  for (const each of before) {
    if (!changed.has(each.member.userId)) kept.push(each);
    yield;
  }
  return yield* merged(kept, fresh);
}

function* sorted(
  userIds: Iterable<string>,
  members: RoleMembers['members'],
  userOf: UserOf,
): Generator<void, readonly SortedMember[], void> {
  // Sorted in parts that are then merged, so that no step is long.
  let parts: (readonly SortedMember[])[] = [];
  let part: SortedMember[] = [];
  const endPart = (): void => {
    if (part.length > 0) parts.push(part.sort((one, other) => byName.compare(one.name, other.name)));
    part = [];
  };
  for (const userId of userIds) {
    const membership = members.get(userId);
    if (membership !== undefined) part.push(sortedMember(userId, membership.roleScope, userOf(userId)));
    yield;
    if (part.length < sortedAtOnce) continue;
    endPart();
    yield;
  }
  endPart();
  while (parts.length > 1) {
    const larger: (readonly SortedMember[])[] = [];
    for (let index = 0; index < parts.length; index += 2) {
      larger.push(yield* merged(parts[index] ?? [], parts[index + 1] ?? []));
    }
    parts = larger;
  }
  return parts[0] ?? [];
}

function sortedMember(userId: string, roleScope: Member['roleScope'], user: User | null): SortedMember {
  const displayName = user === null ? null : displayNameOf(user);
  return {
    member: { userId, displayName, username: user?.username ?? '', roleScope },
    // Whoever has no name comes last.
    name: displayName ?? `\uffff${userId}`,
  };
}

function* merged(
  one: readonly SortedMember[],
  other: readonly SortedMember[],
): Generator<void, readonly SortedMember[], void> {
  if (other.length === 0) return one;
  const both: SortedMember[] = [];
  for (let left = 0, right = 0; left < one.length || right < other.length; ) {
    const first = one[left];
    const second = other[right];
    const takesFirst = first !== undefined && (second === undefined || byName.compare(first.name, second.name) <= 0);
    const next = takesFirst ? first : second;
    if (takesFirst) left += 1;
    else right += 1;
    if (next !== undefined) both.push(next);
    if (both.length % sortedAtOnce === 0) yield;
  }
  return both;
}

/** The members as CSV, a step for each. `knownAt`: when the service said so; milliseconds since the epoch. */
export function membersCsv(
  members: readonly SortedMember[],
  role: { readonly id: string; readonly name: string },
  knownAt: number | null,
): Generator<void, Buffer, void> {
  return csvOf(
    ['userId', 'name', 'username', 'roleId', 'roleName', 'scope', 'asOf'],
    rowsOf(members, role, knownAt === null ? '' : new Date(knownAt).toISOString()),
  );
}

function* rowsOf(
  members: readonly SortedMember[],
  role: { readonly id: string; readonly name: string },
  asOf: string,
): Iterable<readonly string[]> {
  for (const { member } of members) {
    const { userId, displayName, username, roleScope } = member;
    yield [userId, displayName ?? '', username, role.id, role.name, roleScope ?? '', asOf];
  }
}
