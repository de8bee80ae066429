/** A keyboard-wedge scanner in real Electron: on the desk, on another page, and while a dialog is open. */
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

/** Keys at a scanner's pace. Sent within the page: a busy computer would put pauses between keys that are sent to it. */
async function scan(window: Page, text: string): Promise<void> {
  await window.evaluate(
    (keys) => {
      for (const key of keys) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      }
    },
    [...text, 'Enter'],
  );
}

test('a scan opens its person on the desk, from the activity page and over an open dialog, and changes nothing', async ({
  rolecall,
  organisation,
}) => {
  const people = (await organisation.people()).filter(({ preferredName }) => preferredName === null).slice(0, 4);
  const [one, two, three, four] = people;
  if (one === undefined || two === undefined || three === undefined || four === undefined) throw new Error('Too few.');
  const before = await Promise.all(people.map(({ id }) => organisation.roleNames(id)));
  const { app, window } = await rolecall.openWindow({ args: organisation.connectionArguments });
  await signIn(app, window);
  await expect(window.getByText(/300 people.*up to date/i)).toBeVisible();
  const card = ({ firstName, lastName }: typeof one) =>
    window.getByRole('region', { name: `${firstName} ${lastName}`, exact: true });

  await scan(window, one.username);
  await expect(card(one)).toBeVisible();
  // A button has the focus: the blanks and Enters of a scan press nothing.
  await card(one).getByRole('switch').first().focus();
  await scan(window, `https://con.example/badge/${two.id}`);
  await expect(card(two)).toBeVisible();

  await window.getByRole('button', { name: 'Menu' }).click();
  await window.getByRole('menuitem', { name: 'Activity' }).click();
  await expect(window.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await scan(window, three.username);
  await expect(card(three)).toBeVisible();

  await window.keyboard.press('F1');
  await expect(window.getByRole('dialog')).toBeVisible();
  await scan(window, four.username);
  await expect(card(four)).toBeVisible();
  await expect(window.getByRole('dialog')).toHaveCount(0);

  expect(await Promise.all(people.map(({ id }) => organisation.roleNames(id)))).toEqual(before);
});
