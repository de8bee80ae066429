// WordPress/wordcamp.org PR#143: "first last" in the one box found nothing, as fields were compared one by one.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R03: words of one query may come from different fields', async () => {
  const { names } = await deskWith([
    person({
      firstName: 'Ada',
      lastName: 'King',
      preferredName: 'Countess',
      username: 'engine_1843',
      email: 'lovelace@example.org',
      phone: '+441234567890',
    }),
    person({ firstName: 'Ada', lastName: 'Other' }),
  ]);
  for (const query of [
    'ada king',
    'king ada',
    'countess king',
    'ada engine',
    'king lovelace',
    'countess lovelace@example.org',
    'ada 7890',
  ]) {
    expect(await names(query)).toEqual(['Countess']);
  }
});
