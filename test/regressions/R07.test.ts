// magfest/ubersystem#483: a nickname in straight double quotes inside the first name broke later pages.
import { expect, it } from 'vitest';
import { hitSchema, personViewSchema } from '../../contract/desk/directory.ts';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R07: quotes and every other sign in a name survive search, list and view, and need not be typed', async () => {
  const nicknames = ['"Ace"', '“Ace”', '«Ace»', "'Ace'", '(Ace)', '<b>Ace</b>', '\\Ace\\', '{Ace}', '`Ace`', '%Ace%'];
  for (const nickname of nicknames) {
    const user = person({ firstName: `Robert ${nickname}`, lastName: 'Miller' });
    const { search, directory } = await deskWith([user]);
    for (const query of ['robert ace miller', 'ace', `robert ${nickname}`]) {
      const { hits } = await search(query);
      expect(
        hits.map((hit) => hitSchema.parse(hit).displayName.text),
        query,
      ).toEqual([`Robert ${nickname} Miller`]);
    }
    const view = personViewSchema.parse(await directory.handlers['directory:open']({ userId: user.id }));
    expect(view.displayName).toBe(`Robert ${nickname} Miller`);
    directory.dispose();
  }
});
