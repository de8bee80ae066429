/** The language of the desk in real Electron: chosen before anybody is signed in, at once, in the page and in the menu. */
import path from 'node:path';
import { expect, test } from './support/rolecall.ts';

const practice = ['--practice', '--practice-attendees=200'];

test('changes at once, before anybody is signed in, with the menu; the next start speaks it from the first frame', async ({
  rolecall,
  scratch,
}) => {
  const userDataDir = path.join(scratch, 'user-data');
  const { app, window } = await rolecall.openWindow({ args: practice, userDataDir });
  const root = window.locator('html');
  const menuOf = (): Promise<string[]> =>
    app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);

  await expect(window.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
  await expect(root).toHaveAttribute('lang', /^en/);
  await window.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'العربية' });
  await expect(window.getByRole('button', { name: 'تسجيل الدخول' })).toBeVisible();
  await expect(root).toHaveAttribute('lang', /^ar/);
  await expect(root).toHaveAttribute('dir', 'rtl');
  await expect.poll(menuOf).toContain('تحرير');

  await window.getByRole('combobox', { name: 'اللغة' }).selectOption({ label: 'Deutsch' });
  await expect(window.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(root).toHaveAttribute('dir', 'ltr');
  await expect.poll(menuOf).toContain('&Bearbeiten');
  await app.close();

  const again = await rolecall.openWindow({ args: practice, userDataDir });
  await expect(again.window.getByRole('button', { name: 'Anmelden' })).toBeVisible({ timeout: 60_000 });
  await expect(again.window.locator('html')).toHaveAttribute('lang', /^de/);
});

test('speaks what the system speaks until somebody chooses', async ({ rolecall }) => {
  const { window } = await rolecall.openWindow({ args: [...practice, '--language=fr'] });
  await expect(window.getByRole('button', { name: 'Se connecter' })).toBeVisible({ timeout: 60_000 });
});
