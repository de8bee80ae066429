/** A station is made on one laptop and travels in a desk link to another one, which then is that station and nothing else. */
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import { untilSignIn } from './support/bridge.ts';
import type { LaunchedApp } from './support/launched-app.ts';
import { signIn } from './support/operator.ts';
import { startOrganisation } from './support/organisation.ts';
import { expect, test } from './support/rolecall.ts';
import { scan } from './support/scanner.ts';

const pin = '246810';

/** By keyboard alone, as only a real window moves the focus. */
async function leavesNothingUnasked(app: LaunchedApp, window: Page): Promise<void> {
  const name = window.getByLabel('Name', { exact: true });
  const begin = window.getByRole('button', { name: 'New station' });
  await name.press('!');
  await begin.press('Enter');
  await expect(window.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(begin).toBeFocused();
  for (const end of ['close', 'quit'] as const) {
    await app.electron.evaluate(({ app, BrowserWindow }, way) => {
      if (way === 'quit') app.quit();
      else BrowserWindow.getAllWindows()[0]?.close();
    }, end);
    await expect(window.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(begin).toBeFocused();
    await expect(name).toHaveValue('!Vendor desk');
  }
  await window.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Vendor desk');
}

/** What is unsaved holds up a person, and not a system that ends. */
async function endsWithTheSystem(app: LaunchedApp, window: Page): Promise<void> {
  await window.getByRole('button', { name: /Station: .*Front desk/ }).click();
  await window.getByRole('menuitem', { name: 'Edit stations' }).click();
  await window.getByLabel('Name', { exact: true }).press('!');
  const ended = once(app.electron.process(), 'exit');
  app.electron.process().kill('SIGTERM');
  await ended;
}

async function makeVendorDesk(app: LaunchedApp, window: Page): Promise<void> {
  await window.getByRole('button', { name: /Station: .*Front desk/ }).click();
  await window.getByRole('menuitem', { name: 'Edit stations' }).click();
  await window.getByRole('button', { name: 'New station' }).click();
  const form = window.getByRole('form', { name: 'New station' });
  await form.getByLabel('Name', { exact: true }).fill('Vendor desk');
  const first = form.getByRole('group', { name: 'First step' });
  await first.getByLabel('Words on the button').fill('Check in a vendor');
  for (const role of ['Checked in', 'Vendor']) {
    await first.getByLabel('Another role').selectOption({ label: role });
    await first.getByRole('button', { name: 'Add this role' }).click();
  }
  await first.getByLabel(/Where .*Vendor.* is given/).selectOption({ label: 'all conventions' });
  await first.getByText('Do it at once').click();
  await form.getByLabel('Another switch').selectOption({ label: 'NDA signed' });
  await form.getByRole('button', { name: 'Add this switch' }).click();
  await form.getByRole('checkbox', { name: /E-mail/ }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(window.getByText('Saved.')).toBeVisible();
  await leavesNothingUnasked(app, window);

  await window.getByRole('button', { name: 'Set a PIN' }).click();
  await window.getByLabel('New administrator’s PIN').fill(pin);
  await window.getByLabel('The same once more').fill(pin);
  await window.getByRole('dialog').getByRole('button', { name: 'Set a PIN' }).click();
  await expect(window.getByText('A PIN is set.')).toBeVisible({ timeout: 60_000 });
}

test('a station travels in a desk link, and the other laptop is that station and no more', async ({
  rolecall,
  scratch,
}) => {
  test.setTimeout(300_000);
  const organisation = await startOrganisation(scratch, { attendees: 60 });
  try {
    const first = await rolecall.openWindow({ args: organisation.connectionArguments });
    await signIn(first.app, first.window);
    await expect(first.window.getByText(/60 people.*up to date/i)).toBeVisible({ timeout: 60_000 });
    await makeVendorDesk(first.app, first.window);
    await first.window.getByRole('button', { name: 'Menu' }).click();
    await first.window.getByRole('menuitem', { name: 'State of this connection' }).click();
    await first.window.getByRole('button', { name: 'Make a desk link' }).click();
    await first.window.getByLabel('The other laptop starts as').selectOption({ label: 'Vendor desk' });
    await expect(first.window.getByRole('img', { name: /Code to scan/ })).toBeVisible({ timeout: 60_000 });
    await expect(first.window.getByLabel('The other laptop starts as')).toHaveValue('s1', { timeout: 60_000 });
    const passphrase = (await first.window.locator('.desk-link__passphrase').textContent()) ?? '';
    await first.window.getByRole('button', { name: 'Copy the link' }).click();
    await expect(first.window.getByRole('button', { name: 'Link copied' })).toBeVisible();
    const link = await first.app.electron.evaluate(({ clipboard }) => clipboard.readText());
    await endsWithTheSystem(first.app, first.window);

    const second = await rolecall.openWindow({ args: ['--practice-attendees=20'] });
    await untilSignIn(second.window, 'signed-out');
    await second.app.openLink(link);
    const asked = second.window.getByRole('alertdialog');
    await asked.getByLabel('Passphrase').fill(passphrase);
    await asked.getByRole('button', { name: 'Open it' }).click();
    await expect(asked).toContainText('Vendor desk', { timeout: 60_000 });
    await asked.getByRole('button', { name: 'Use it', exact: true }).click();
    await expect(asked).toBeHidden();
    await untilSignIn(second.window, 'signed-out');
    await signIn(second.app, second.window);

    const { window } = second;
    await expect(window.getByRole('button', { name: /Station: .*Vendor desk/ })).toBeVisible({ timeout: 60_000 });
    await expect(window.getByText(/60 people.*up to date/i)).toBeVisible({ timeout: 60_000 });
    const [one, two] = await organisation.people();
    if (one === undefined || two === undefined) throw new Error('Too few people.');
    const before = await organisation.roleNames(one.id);

    await scan(window, `https://con.example/badge/${one.id}`);
    await expect
      .poll(() => organisation.roleNames(one.id), { timeout: 60_000 })
      .toEqual([...new Set([...before, 'Checked in', 'Vendor'])].sort());
    // Ready for the next person, with what was done in sight.
    await expect(window.getByRole('switch')).toHaveCount(0);
    await expect(window.getByRole('button', { name: 'Undo' })).toBeVisible();

    await window.getByRole('searchbox', { name: 'Find a person' }).fill(two.username);
    await window.getByRole('option').first().click();
    await expect(window.getByRole('switch')).toHaveCount(1);
    await expect(window.getByRole('switch', { name: 'NDA signed' })).toBeVisible();
    await expect(window.getByText(/•@/)).toHaveCount(0);

    await window.getByRole('button', { name: 'Menu' }).click();
    await expect(window.getByRole('menuitem', { name: 'Activity' })).toBeVisible();
    for (const hidden of ['Lists', 'Stations', 'Connections', 'Settings']) {
      await expect(window.getByRole('menuitem', { name: hidden, exact: true })).toHaveCount(0);
    }
    await window.keyboard.press('Escape');

    // Whatever the page asked for: the main process says no.
    const codes = await window.evaluate(async (userId) => {
      const { requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
      const answers = [
        await requests['role-changes:wish']({ userId, roleId: 'staff', wanted: 'held', roleScope: 'convention' }),
        await requests['stations:choose']({ stationId: 'front-desk' }),
        await requests['settings:change']({ lockAfterMinutes: null }),
        await requests['role-changes:export']({}),
      ];
      return answers.map((answer) => (answer.ok ? 'answered' : answer.error.code));
    }, two.id);
    expect(codes).toEqual([
      'not-at-this-station',
      'administrator-required',
      'administrator-required',
      'administrator-required',
    ]);

    await window.getByRole('button', { name: /Station: .*Vendor desk/ }).click();
    await window.getByLabel('Administrator’s PIN').fill(pin);
    await window.getByRole('button', { name: 'Unlock', exact: true }).click();
    await expect(window.getByRole('dialog')).toHaveCount(0, { timeout: 60_000 });
    await window.getByRole('button', { name: /Station: .*Vendor desk/ }).click();
    await window.getByRole('menuitemradio', { name: 'Front desk' }).click();
    await expect(window.getByRole('button', { name: /Station: .*Front desk/ })).toBeVisible();
  } finally {
    await organisation.stop();
  }
});
