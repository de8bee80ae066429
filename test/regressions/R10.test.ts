// pretix/pretix#819, #1175: no attendee name but an e-mail, or a call-name that was not indexed.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R10: people without a name are found and shown by what is known, people with a call-name by that too', async () => {
  const { names } = await deskWith([
    person({ id: 'nameless', firstName: '', lastName: ' ', username: 'buyer77', email: 'buyer@shop.example' }),
    person({ id: 'bare', firstName: '', lastName: '', username: '', email: 'nobody@shop.example' }),
    person({ firstName: 'Ursula', lastName: 'Frank', preferredName: 'Dragonheart the Bold', username: 'ursel' }),
  ]);
  for (const query of ['buyer', 'buyer@shop', 'buyer77']) expect(await names(query)).toEqual(['buyer77']);
  expect(await names('nobody@shop.example')).toEqual(['bare']);
  for (const query of ['dragon', 'bold dragonheart', 'ursula frank', 'dragonheart frank', 'dragon heart']) {
    expect(await names(query)).toEqual(['Dragonheart the Bold']);
  }
});
