// chaoss/grimoirelab-hatstall#69, ArctosDB/arctos#9402: two-letter names refused by a minimum of three letters.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R09: one letter is enough, and the answer always says how many were searched', async () => {
  const { search, names } = await deskWith([
    person({ firstName: 'Li', lastName: 'Wu' }),
    person({ firstName: 'O', lastName: 'Ng' }),
    person({ firstName: '李', lastName: '吴' }),
  ]);
  for (const [query, name] of [
    ['l', 'Li Wu'],
    ['li', 'Li Wu'],
    ['wu', 'Li Wu'],
    ['o', 'O Ng'],
    ['ng', 'O Ng'],
    ['李', '李 吴'],
    ['吴', '李 吴'],
  ] as const) {
    expect(await names(query)).toContain(name);
  }
  expect(await search('qq')).toMatchObject({ query: 'qq', hits: [], total: 0, searched: 3 });
});
