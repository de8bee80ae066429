import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { User } from '../../../../contract/registration-api/resources.ts';
import type { RoleMembers } from '../../../../electron/directory/people-reader.ts';
import { membersAfter, type SortedMember, sortedMembers } from '../../../../electron/lists/members.ts';
import { runSteps } from '../../../support/run-steps.ts';

const user = (id: string, firstName: string): User => ({
  id,
  email: '',
  preferredName: null,
  firstName,
  lastName: '',
  username: `user${id}`,
  verified: true,
  phone: null,
  address: null,
});
const names = ['Ada', 'émile', 'Emil', 'Guest 2', 'Guest 10', '陽子', 'Zoë', 'Øyvind'];
/** Every seventh is not in the list of people. */
const userOf = (userId: string): User | null =>
  Number(userId) % 7 === 3 ? null : user(userId, `${names[Number(userId) % names.length]} ${Number(userId) % 5}`);
const holders = (userIds: Iterable<string>): RoleMembers => ({
  members: new Map([...userIds].map((userId) => [userId, { roleScope: null, readAt: 1 }])),
  sweptAt: 1,
});
const idsOf = (list: readonly SortedMember[]): string[] => list.map(({ member }) => member.userId);

it('are sorted by name as people sort, whoever has none at the end', () => {
  const list = runSteps(sortedMembers(holders(['4', '3', '6', '0', '2', '1', '9']), userOf));
  expect(list.map(({ member }) => member.displayName)).toEqual([
    'Ada 0',
    'Emil 2',
    'émile 1',
    'émile 4',
    'Guest 10 4',
    'Zoë 1',
    null,
  ]);
});

it('more than one step sorts are in order too', () => {
  const list = runSteps(sortedMembers(holders(Array.from({ length: 1_730 }, (_none, index) => `${index}`)), userOf));
  const compare = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;
  expect(new Set(idsOf(list)).size).toBe(1_730);
  expect(list.filter(({ name }, index) => compare(list[index - 1]?.name ?? '', name) > 0)).toEqual([]);
});

it('after changes are what sorting anew would give', () => {
  const ids = fc.uniqueArray(fc.nat(60).map(String), { maxLength: 40 });
  fc.assert(
    fc.property(ids, ids, (before, now) => {
      const holdersNow = holders(now);
      const changed = new Set([...before, ...now].filter((id) => before.includes(id) !== now.includes(id)));
      const list = runSteps(
        membersAfter(runSteps(sortedMembers(holders(before), userOf)), changed, holdersNow, userOf),
      );
      const anew = runSteps(sortedMembers(holdersNow, userOf));
      expect(list.map(({ name }) => name)).toEqual(anew.map(({ name }) => name));
      expect(idsOf(list).sort()).toEqual(idsOf(anew).sort());
    }),
  );
});

it('after a change of one, nobody else is looked up again', () => {
  const all = Array.from({ length: 50 }, (_none, index) => `${index}`);
  const before = runSteps(sortedMembers(holders(all), userOf));
  const asked: string[] = [];
  const ask = (userId: string): User | null => {
    asked.push(userId);
    return userOf(userId);
  };
  runSteps(membersAfter(before, new Set(['50', '7']), holders([...all, '50'].filter((id) => id !== '7')), ask));
  expect(asked).toEqual(['50']);
});
