/** A desk that starts with the network down: people, roles and the check-in are there, and arrive once it is back. */

import { signIn } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch);
    await use(organisation);
    await organisation.stop();
  },
});

test('a desk started without network finds and checks in people it met before', async ({ rolecall, organisation }) => {
  let person: Awaited<ReturnType<Organisation['people']>>[number] | undefined;
  for (const candidate of await organisation.people()) {
    if (candidate.preferredName !== null || !/^[A-Za-z]{5,12}$/.test(candidate.lastName)) continue;
    if ((await organisation.roleNames(candidate.id)).length === 0) {
      person = candidate;
      break;
    }
  }
  if (person === undefined) throw new Error('Everybody holds a role.');
  const name = `${person.firstName} ${person.lastName}`;

  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments, keyring: true });
  await signIn(app, window);
  // The last complete sweep is what is kept.
  await expect(window.getByText(/300 people.*up to date/i)).toBeVisible();
  await app.close();

  organisation.cutNetwork();
  const again = await rolecall.openWindow({ args: [], userDataDir: app.userDataDir, keyring: true });
  await expect(again.window.getByText(/300 people/)).toBeVisible();
  const box = again.window.getByRole('searchbox', { name: 'Find a person' });
  await box.fill(`${person.lastName} ${person.firstName}`.toLowerCase());
  await expect(again.window.getByRole('option').first()).toContainText(name);
  await box.press('Enter');
  const card = again.window.getByRole('region', { name });
  await card.getByRole('button', { name: 'Check in' }).click();
  await expect(card.getByText(/^Checked in at/)).toBeVisible();
  expect(await organisation.roleNames(person.id)).toEqual([]);

  organisation.restoreNetwork();
  await expect(again.window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  expect(await organisation.roleNames(person.id)).toEqual(['Checked in']);
});
