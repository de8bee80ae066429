// HiEventsDev/Hi.Events#936, #1224: the list opened with everybody shown: accidental taps and everybody's data in sight.
import { expect, it } from 'vitest';
import { deskWith } from '../support/directory/desk-with.ts';
import { person } from '../support/directory/made-up-people.ts';

it('R18: nothing typed lists nobody, and what is listed is masked', async () => {
  const { search } = await deskWith([
    person({
      id: 'x1',
      firstName: 'Ada',
      lastName: 'King',
      email: 'ada.secret@example.org',
      phone: '+441234567890',
      address: {
        addressCity: 'York',
        addressCountry: 'GB',
        addressLine1: '1 Hidden Lane',
        addressLine2: null,
        addressState: null,
        addressZipcode: 'YO1',
      },
    }),
  ]);
  for (const query of ['', ' ', '\t\n', '\u3000', '-', '"', '.', '\u200f']) {
    expect(await search(query)).toMatchObject({ hits: [], total: 0 });
  }
  const row = JSON.stringify((await search('ada')).hits);
  expect(row).toContain('Ada King');
  expect(row).not.toMatch(/secret|123456|Hidden Lane|YO1/u);
});
