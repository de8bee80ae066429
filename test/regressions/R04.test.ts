// indico/indico#1496: lower-case í did not find a stored Í.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R04: case never matters, whatever the letter', async () => {
  const stored = ['ÍRIS', 'İPEK', 'ISIL', 'ßTRAUSS', 'ΣΊΣΥΦΟΣ', 'ЁЛКИН', 'ŁÓDŹ', 'ÅSA', 'ﬁnn', 'ǅemal', 'ԱՆԻ', 'Ꭰꮒ'];
  for (const name of stored) {
    const { names } = await deskWith([person({ preferredName: name })]);
    for (const query of [
      name,
      name.toLowerCase(),
      name.toUpperCase(),
      name.normalize('NFD'),
      name.toLowerCase().normalize('NFC'),
    ]) {
      expect(await names(query), query).toEqual([name]);
    }
  }
});
