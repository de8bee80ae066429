// magfest/ubersystem#3226: the person existed in a hidden status, and the desk saw "no matches".
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R16: nobody is hidden: not unverified, not without roles, not without phone, address or name', async () => {
  const { names, search } = await deskWith([
    person({ id: 'a', lastName: 'Hidden', verified: false }),
    person({ id: 'b', lastName: 'Hidden', phone: null, address: null }),
    person({ id: 'c', lastName: 'Hidden', firstName: '' }),
    person({ id: 'd', lastName: 'Hidden', email: '', username: '' }),
  ]);
  expect(await names('hidden')).toHaveLength(4);
  // More than fit on a list are counted.
  const crowd = await deskWith(Array.from({ length: 130 }, () => person({ lastName: 'Hidden' })));
  expect((await crowd.search('hidden')).total).toBe(130);
  expect((await crowd.search('hidden')).hits).toHaveLength(50);
  expect((await search('hidden')).total).toBe(4);
});
