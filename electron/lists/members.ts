/** Who holds a role, sorted by name, for the screen and for a file. */
import type { Member } from '../../contract/desk/lists.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { displayNameOf } from '../directory/people-index/tokens.ts';
import type { RoleMembers } from '../directory/people-reader.ts';
import { csvOf } from '../role-changes/csv.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Everybody who holds the role. A step for each person: a role may have a hundred thousand. */
export function* sortedMembers(
  { members }: RoleMembers,
  userOf: (userId: string) => User | null,
): Generator<void, readonly Member[], void> {
  const all: Member[] = [];
  for (const [userId, { roleScope }] of [...members]) {
    const user = userOf(userId);
    all.push({
      userId,
      displayName: user === null ? null : displayNameOf(user),
      username: user?.username ?? '',
      roleScope,
    });
    yield;
  }
  const keyed = all.map((member) => ({ member, name: member.displayName ?? `\uffff${member.userId}` }));
  // Sorted in parts that are then merged, so that no step is long.
  let parts: (typeof keyed)[] = [];
  for (let start = 0; start < keyed.length; start += 500) {
    parts.push(keyed.slice(start, start + 500).sort((one, other) => byName.compare(one.name, other.name)));
    yield;
  }
  while (parts.length > 1) {
    const merged: (typeof keyed)[] = [];
    for (let index = 0; index < parts.length; index += 2) {
      const one = parts[index] ?? [];
      const other = parts[index + 1] ?? [];
      const both: typeof keyed = [];
      for (let left = 0, right = 0; left < one.length || right < other.length; ) {
        const first = one[left];
        const second = other[right];
        const takesFirst =
          first !== undefined && (second === undefined || byName.compare(first.name, second.name) <= 0);
        const next = takesFirst ? first : second;
        if (takesFirst) left += 1;
        else right += 1;
        if (next !== undefined) both.push(next);
        if (both.length % 500 === 0) yield;
      }
      merged.push(both);
    }
    parts = merged;
  }
  return (parts[0] ?? []).map(({ member }) => member);
}

/** The members as CSV. `knownAt`: when the service said so; milliseconds since the epoch. */
export function membersCsv(
  members: readonly Member[],
  role: { readonly id: string; readonly name: string },
  knownAt: number | null,
): string {
  return csvOf(
    ['userId', 'name', 'username', 'roleId', 'roleName', 'scope', 'asOf'],
    members.map((member) => [
      member.userId,
      member.displayName ?? '',
      member.username,
      role.id,
      role.name,
      member.roleScope ?? '',
      knownAt === null ? '' : new Date(knownAt).toISOString(),
    ]),
  );
}
