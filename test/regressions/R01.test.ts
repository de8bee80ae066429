// magfest/ubersystem#1712: a given name of two words and a surname, three words typed, found nobody.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R01: any number of words finds, in any order and with any blanks', async () => {
  const { names } = await deskWith([
    person({ firstName: 'Mary Ann', lastName: 'Smith' }),
    person({ firstName: 'José María', lastName: 'de la Cruz y Ortega' }),
    person({ firstName: 'Lee', lastName: 'Other' }),
  ]);
  for (const query of [
    'Mary Ann Smith',
    'smith mary ann',
    'ann smith mary',
    'Mary  Ann\u00a0Smith',
    ' mary ann s',
    'maryann smith',
  ]) {
    expect(await names(query)).toEqual(['Mary Ann Smith']);
  }
  for (const query of ['jose maria de la cruz y ortega', 'ortega cruz jose maria', 'maria cruz ortega', 'de la cruz']) {
    expect(await names(query)).toEqual(['José María de la Cruz y Ortega']);
  }
});
