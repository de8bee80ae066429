/** The main job in real Electron, against an organisation's own service: find, see, give, take, prove. */
import type { Page } from '@playwright/test';
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

type Person = Awaited<ReturnType<Organisation['people']>>[number];

const shownName = (person: Person) => person.preferredName ?? `${person.firstName} ${person.lastName}`;
const searchBox = (window: Page) => window.getByRole('searchbox', { name: 'Find a person' });
const card = (window: Page, person: Person) => window.getByRole('region', { name: shownName(person) });
const everythingConfirmed = (window: Page) =>
  expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();

/** People who hold nothing yet, with names that search finds at once. */
async function newcomers(organisation: Organisation, count: number): Promise<Person[]> {
  const found: Person[] = [];
  for (const person of await organisation.people()) {
    if (person.preferredName !== null || !/^[A-Za-z]{4,12}$/.test(person.lastName)) continue;
    if ((await organisation.roleNames(person.id)).length === 0) found.push(person);
    if (found.length === count) return found;
  }
  throw new Error(`Only ${found.length} people of the demo event hold no role.`);
}

async function open(window: Page, person: Person): Promise<void> {
  await searchBox(window).fill(person.username);
  await expect(window.getByRole('listbox', { name: 'People' }).getByRole('option').first()).toContainText(
    person.username,
  );
  await searchBox(window).press('Enter');
  await expect(card(window, person)).toBeVisible();
}

test('finds a person, gives and takes a role, and the service agrees each time', async ({ rolecall, organisation }) => {
  const [person] = await newcomers(organisation, 1);
  if (person === undefined) throw new Error('Nobody to check in.');
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(searchBox(window)).toBeFocused();

  // By name, as a volunteer would: the letters of the last name, arrow keys not needed when it is the only one.
  await window.keyboard.type(person.lastName.toLowerCase().slice(0, 4));
  await expect(window.getByRole('listbox', { name: 'People' }).getByRole('option').first()).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(searchBox(window)).toHaveValue('');

  await open(window, person);
  await card(window, person).getByRole('button', { name: 'Check in' }).click();
  await everythingConfirmed(window);
  await expect(card(window, person).getByText(/confirmed by the service/i)).toBeVisible();
  expect(await organisation.roleNames(person.id)).toEqual(['Checked in']);

  const vendor = card(window, person).getByRole('switch', { name: 'Vendor' });
  await expect(vendor).toHaveAttribute('aria-checked', 'false');
  await vendor.click();
  await expect(vendor).toHaveAttribute('aria-checked', 'true');
  await expect(
    card(window, person)
      .getByText(/confirmed \d{1,2}:\d{2}/)
      .first(),
  ).toBeVisible();
  await everythingConfirmed(window);
  expect(await organisation.roleNames(person.id)).toEqual(['Checked in', 'Vendor']);

  await vendor.click();
  await expect(vendor).toHaveAttribute('aria-checked', 'false');
  await everythingConfirmed(window);
  await expect.poll(() => organisation.roleNames(person.id)).toEqual(['Checked in']);

  await window.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => organisation.roleNames(person.id)).toEqual(['Checked in', 'Vendor']);
  await everythingConfirmed(window);
});

test('a role somebody else gave a moment earlier ends as given, not as an error', async ({
  rolecall,
  organisation,
}) => {
  const [person] = await newcomers(organisation, 1);
  if (person === undefined) throw new Error('Nobody to give a role to.');
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await open(window, person);
  organisation.letSomebodyElseBeFirst();
  const staff = card(window, person).getByRole('switch', { name: 'Staff' });
  await staff.click();
  await everythingConfirmed(window);
  await expect(staff).toHaveAttribute('aria-checked', 'true');
  await expect(card(window, person).getByText(/refused/i)).toHaveCount(0);
  expect(await organisation.roleNames(person.id)).toEqual(['Staff']);
});

test("another desk's change appears on the open person without a click", async ({ rolecall, organisation }) => {
  const [person] = await newcomers(organisation, 1);
  if (person === undefined) throw new Error('Nobody to open.');
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await open(window, person);
  const vendor = card(window, person).getByRole('switch', { name: 'Vendor' });
  await expect(vendor).toHaveAttribute('aria-checked', 'false');
  await organisation.give(person.id, 'Vendor');
  await expect(vendor).toHaveAttribute('aria-checked', 'true');
});

test('ten people checked in with the network down are all confirmed after a restart and its return', async ({
  rolecall,
  organisation,
}) => {
  const people = await newcomers(organisation, 10);
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments, keyring: true });
  await signIn(app, window);
  for (const person of people) {
    await searchBox(window).fill(person.username);
    await expect(window.getByRole('option').first()).toContainText(person.username);
  }
  await searchBox(window).fill('');

  organisation.cutNetwork();
  for (const person of people) {
    await open(window, person);
    await searchBox(window).press('Enter');
    await expect(card(window, person).getByText(/^Checked in at/)).toBeVisible();
    await searchBox(window).press('Enter');
  }
  await expect(window.getByRole('status').filter({ hasText: /Offline.*10 changes/ })).toBeVisible();
  for (const person of people) expect(await organisation.roleNames(person.id)).toEqual([]);

  // A power cut, not a tidy end.
  await app.kill();
  const again = await rolecall.openWindow({ args: [], userDataDir: app.userDataDir, keyring: true });
  await expect(again.window.getByRole('status').filter({ hasText: /10 changes/ })).toBeVisible();
  organisation.restoreNetwork();
  await everythingConfirmed(again.window);
  for (const person of people) expect(await organisation.roleNames(person.id)).toEqual(['Checked in']);
});
