/**
 * `npm run tour`: the main job from the first screen to the undo, told step by step, with pictures for the README. It is
 * written as a Playwright test since it drives the built app in the same way; `npm test` doesn't run it.
 */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { signIn, signInButton } from '../e2e/support/operator.ts';
import { expect, test } from '../e2e/support/rolecall.ts';

const pictures = path.join(process.env.ROLECALL_RESULTS ?? path.join('test', 'results', 'tour'), 'pictures');

function tell(step: string): void {
  process.stdout.write(`  • ${step}\n`);
}

/** Takes the same picture in light and in dark colours. */
async function picture(window: Page, name: string): Promise<void> {
  for (const colours of ['dark', 'light'] as const) {
    await window.emulateMedia({ colorScheme: colours });
    await window.screenshot({
      path: path.join(pictures, `${name}-${colours}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
  }
  tell(`  pictures: ${name}-light.png, ${name}-dark.png`);
}

test('the main job', async ({ rolecall, desktop, scratch }) => {
  test.setTimeout(300_000);
  const userDataDir = path.join(scratch, 'user-data');
  // So that the sign-in screen shows what people with a registered link handler see.
  const { env } = await desktop.systemBrowser({ userDataDir, keyring: true });
  const { app, window } = await rolecall.openWindow({ userDataDir, keyring: true, env });
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 720));

  tell('Rolecall opens in practice mode: a made-up convention of 2,000 people on this computer.');
  await signInButton(window);
  await expect(window.getByText(/127\.0\.0\.1:\d+/)).toBeVisible();
  await picture(window, 'sign-in');

  tell(
    'Sign in: the browser shows the service’s pages, a made-up operator is picked, Authorize pressed, the link comes back.',
  );
  await signIn(app, window);
  const searchBox = window.getByRole('searchbox', { name: 'Find a person' });
  await expect(searchBox).toBeFocused();
  await expect(window.getByText('2,000 people')).toBeVisible({ timeout: 120_000 });
  await picture(window, 'ready');

  tell('Type three letters: everybody they may mean, whatever the order, the accents or the script.');
  await searchBox.pressSequentially('mar');
  const options = window.getByRole('listbox', { name: 'People' }).getByRole('option');
  const newcomer = options.filter({ hasNotText: /\bIn$/ }).first();
  await expect(newcomer).toBeVisible();
  await picture(window, 'search');

  await newcomer.click();
  const person = window.getByRole('region').filter({ has: window.getByRole('switch') });
  const name = await person.getByRole('heading', { level: 2 }).textContent();
  tell(`Open ${name}: who this is, and the roles of this desk.`);
  await expect(window.getByRole('button', { name: 'Check in' })).toBeVisible();
  await picture(window, 'desk');

  tell('Check in, with one click. Shown as waiting at once, as confirmed when the service’s own list has it.');
  const confirmed = window.getByRole('status').getByText('All confirmed');
  await window.getByRole('button', { name: 'Check in' }).click();
  await expect(person.getByText(/^Checked in/).first()).toBeVisible();
  await expect(person.getByText(/confirmed by the service/)).toBeVisible();
  await expect(confirmed).toBeVisible();
  await picture(window, 'checked-in');

  tell('Give a role, and take it away again.');
  const staff = window.getByRole('switch', { name: 'Staff' });
  const before = await staff.getAttribute('aria-checked');
  for (const wanted of [before === 'true' ? 'false' : 'true', before === 'true' ? 'true' : 'false']) {
    await staff.click();
    await expect(staff).toHaveAttribute('aria-checked', wanted);
    await expect(confirmed).toBeVisible();
    tell(`  Staff is ${wanted === 'true' ? 'given' : 'taken away'}, and confirmed.`);
  }

  tell('Undo: the last act is taken back, and that is confirmed too.');
  await window.getByRole('button', { name: 'Undo' }).first().click();
  await expect(staff).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true');
  await expect(confirmed).toBeVisible();
  await picture(window, 'undone');
});
