import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { User } from '../../../../../contract/registration-api/resources.ts';
import {
  buildSegment,
  findPerson,
  kill,
  mergeSegments,
  type Segment,
} from '../../../../../electron/directory/people-index/segment.ts';
import { peopleOfAlikeNames } from '../../../../support/directory/arbitrary-people.ts';
import { person } from '../../../../support/directory/made-up-people.ts';

function merge(segments: readonly Segment[]): Segment {
  const steps = mergeSegments(segments);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function killAll(users: readonly User[], segments: readonly Segment[]): void {
  for (const { id } of users) {
    const found = findPerson(segments, id);
    if (found !== null) kill(found.segment, found.person);
  }
}

it('merges to what it would have built of the living, and keeps who dies meanwhile as dead', () => {
  fc.assert(
    fc.property(
      peopleOfAlikeNames,
      fc.array(fc.record({ segment: fc.nat(8), dies: fc.constantFrom('never', 'never', 'before', 'meanwhile') }), {
        minLength: 40,
        maxLength: 40,
      }),
      (all, fates) => {
        const dying = (when: string) => all.filter((_, index) => fates[index]?.dies === when);
        const parts = new Map<number, User[]>();
        for (const [index, user] of all.entries()) {
          const { segment } = fates[index] as (typeof fates)[number];
          parts.set(segment, [...(parts.get(segment) ?? []), user]);
        }
        const segments = [...parts.values()].map((users, index) => buildSegment(users, index + 1, index + 10));
        if (segments.length === 0) return;
        killAll(dying('before'), segments);

        const steps = mergeSegments(segments);
        // All people are numbered in the first steps; this few are in the very first.
        let step = steps.next();
        killAll(dying('meanwhile'), segments);
        while (step.done !== true) step = steps.next();

        const merged = step.value;
        const carriedOver = all.filter((user) => !dying('before').includes(user));
        expect(merged.data).toEqual(buildSegment(carriedOver, 1, 1).data);
        expect(merged.deadCount).toBe(dying('meanwhile').length);
        for (const user of carriedOver) {
          const found = findPerson([merged], user.id);
          expect(found === null).toBe(dying('meanwhile').includes(user));
          if (found === null) continue;
          const from = [...parts.values()].findIndex((users) => users.includes(user));
          expect(merged.readAt[found.person]).toBe(from + 1);
          expect(merged.sweeps[found.person]).toBe(from + 10);
        }
      },
    ),
  );
});

it('orders words of any length, and words of which one begins the other', () => {
  const lastNames = ['a', 'ab', 'abc', 'abcd', 'abcde', 'abce', '\u4e00', '\u4e00b', 'zz', '\u{1f98a}'];
  const users = lastNames.map((lastName, index) => person({ id: `${index}`, lastName }));
  expect(merge(users.map((user) => buildSegment([user], 1, 1))).data).toEqual(buildSegment(users, 1, 1).data);
});

it('merges hundreds of segments of one person each, as many single people read one after the other leave them', () => {
  const users = Array.from({ length: 300 }, (_, index) => person({ id: `${index}`, lastName: `Name${index % 7}` }));
  expect(merge(users.map((user) => buildSegment([user], 1, 1))).data).toEqual(buildSegment(users, 1, 1).data);
});
