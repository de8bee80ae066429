// Attendize/Attendize#1037: a family of several people: the list has to stand while they are checked in one after the other.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { settle } from '../support/directory/hand-clock.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R15: opening and changing one of several leaves the others where they stood', async () => {
  const family = ['Ada', 'Bob', 'Cyd', 'Dov'].map((firstName) =>
    person({ id: firstName, firstName, lastName: 'Fielding' }),
  );
  const { names, directory, overlay, search } = await deskWith(family);
  const before = await names('fielding');
  expect(before).toHaveLength(4);
  for (const { id } of family) {
    await directory.handlers['directory:open']({ userId: id });
    overlay.set(id, '7', {
      wishId: id,
      wanted: 'held',
      roleScope: 'convention',
      state: 'waiting',
      at: 1,
      refusal: null,
      by: 'Ada',
    });
    await settle();
    expect(await names('fielding')).toEqual(before);
  }
  expect(
    (await search('fielding')).hits.every(({ primary }) => primary?.held === true && primary.state === 'waiting'),
  ).toBe(true);
  directory.dispose();
});
