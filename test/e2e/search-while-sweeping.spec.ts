/** The list of people is still being fetched: who is there is found, who is not yet can be asked for by number. */
import { signIn } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch, { attendees: 600 });
    await use(organisation);
    await organisation.stop();
  },
});

test('people are found while the others are still being fetched', async ({ rolecall, organisation }) => {
  const people = await organisation.people();
  const plain = ({ preferredName, lastName }: (typeof people)[number]) =>
    preferredName === null && /^[A-Za-z]{5,12}$/.test(lastName);
  const there = people.slice(0, 200).find(plain);
  const later = people.slice(300).find(plain);
  if (there === undefined || later === undefined) throw new Error('Nobody fits.');
  const goOn = organisation.holdPeopleAfter(2);

  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(window.getByText('fetching people, 200 so far')).toBeVisible();
  const box = window.getByRole('searchbox', { name: 'Find a person' });
  await box.fill(`${there.lastName} ${there.firstName}`);
  await expect(window.getByRole('option').first()).toContainText(`${there.firstName} ${there.lastName}`);
  await box.press('Enter');
  await expect(window.getByRole('region', { name: `${there.firstName} ${there.lastName}` })).toBeVisible();

  await box.fill('Qwxyzzy Plugh');
  await expect(window.getByText(/still being fetched/)).toBeVisible();
  // Nobody here has this number, so the service is asked.
  await box.fill(later.id);
  await expect(window.getByRole('option').first()).toContainText(`${later.firstName} ${later.lastName}`);

  goOn();
  await expect(window.getByText(/600 people.*up to date/i)).toBeVisible();
  await box.fill(`${later.lastName} ${later.firstName}`);
  await expect(window.getByRole('option').first()).toContainText(`${later.firstName} ${later.lastName}`);
});
