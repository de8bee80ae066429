/** A keyboard-wedge scanner in real Electron: on the desk, on every other page, over a menu and over a dialog. */
import { signIn } from './support/operator.ts';
import { type Organisation, startOrganisation } from './support/organisation.ts';
import { test as base, expect } from './support/rolecall.ts';
import { scan } from './support/scanner.ts';

const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ scratch }, use) => {
    const organisation = await startOrganisation(scratch);
    await use(organisation);
    await organisation.stop();
  },
});

test('a scan opens its person from every screen, and changes nothing on its way', async ({
  rolecall,
  organisation,
}) => {
  const people = (await organisation.people()).filter(({ preferredName }) => preferredName === null).slice(0, 12);
  const before = await Promise.all(people.map(({ id }) => organisation.roleNames(id)));
  const waiting = [...people];
  const next = () => {
    const person = waiting.shift();
    if (person === undefined) throw new Error('Too few people.');
    return person;
  };
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(window.getByText(/300 people.*up to date/i)).toBeVisible();
  const card = ({ firstName, lastName }: (typeof people)[number]) =>
    window.getByRole('region', { name: `${firstName} ${lastName}`, exact: true });

  const one = next();
  await scan(window, one.username);
  await expect(card(one)).toBeVisible();
  // A button has the focus: the blanks and Enters of a scan press nothing.
  await card(one).getByRole('switch').first().focus();
  const two = next();
  await scan(window, `https://con.example/badge/${two.id}`);
  await expect(card(two)).toBeVisible();

  for (const page of ['Activity', 'Lists', 'Connections', 'Settings']) {
    await window.getByRole('button', { name: 'Menu' }).click();
    await window.getByRole('menuitem', { name: page }).click();
    await expect(window.getByRole('heading', { level: 1, name: page })).toBeVisible();
    const person = next();
    await scan(window, person.username);
    await expect(card(person), page).toBeVisible();
  }

  await window.getByRole('button', { name: 'Menu' }).click();
  await expect(window.getByRole('menu')).toBeVisible();
  const overMenu = next();
  await scan(window, overMenu.username);
  await expect(card(overMenu)).toBeVisible();

  await window.keyboard.press('F1');
  await expect(window.getByRole('dialog')).toBeVisible();
  const overDialog = next();
  await scan(window, overDialog.username);
  await expect(card(overDialog)).toBeVisible();
  await expect(window.getByRole('dialog')).toHaveCount(0);

  expect(await Promise.all(people.map(({ id }) => organisation.roleNames(id)))).toEqual(before);
});
