import type { ElectronApplication, Page } from '@playwright/test';
import { searchFor, signInState, untilSignIn } from './support/bridge.ts';
import { signIn } from './support/operator.ts';
import { expect, test } from './support/rolecall.ts';

const args = ['--practice-attendees=60'];

/** What the page gets when it asks about people, whatever is on the screen. */
async function asksForPeople(window: Page): Promise<string> {
  const found = await searchFor(window, 'a');
  return found.ok ? `${found.value.hits.length} people` : found.error.code;
}

test('locks by key, stays locked over a kill, says nothing of anybody, and opens for the PIN', async ({ rolecall }) => {
  const first = await rolecall.openWindow({ args, keyring: true });
  await signIn(first.app, first.window);
  const box = first.window.getByRole('searchbox', { name: 'Find a person' });
  await expect(first.window.getByText(/people · up to date/)).toBeVisible();
  await box.fill('a');
  await expect(first.window.getByRole('option').first()).toBeVisible();

  await first.window.keyboard.press('Control+l');
  await first.window.getByLabel('PIN', { exact: true }).fill('2468');
  await first.window.getByLabel('Once more').fill('2468');
  await first.window.getByRole('button', { name: 'Lock now' }).click();
  await expect(first.window.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(first.window.getByRole('option')).toHaveCount(0);
  expect(await asksForPeople(first.window)).toBe('desk-locked');

  // A killed program leaves its lock on the folder behind (field report C21), and comes back as it was left.
  await first.app.kill();
  const second = await rolecall.openWindow({ args, keyring: true, userDataDir: first.app.userDataDir });
  expect(await untilSignIn(second.window, 'locked')).toMatchObject({ because: 'asked', pinSet: true });
  expect(await asksForPeople(second.window)).toBe('desk-locked');
  const pin = second.window.getByLabel('PIN', { exact: true });
  await pin.fill('1357');
  await pin.press('Enter');
  await expect(second.window.getByText('That is not the PIN.')).toBeVisible();
  await pin.fill('2468');
  await second.window.getByRole('button', { name: 'Unlock' }).click();
  await expect(second.window.getByRole('searchbox', { name: 'Find a person' })).toHaveValue('');
  await expect.poll(() => asksForPeople(second.window)).toMatch(/^\d+ people$/);
});

/** Lets the main process believe that so much time went by while the machine slept. */
async function sleepFor(electron: ElectronApplication, minutes: number): Promise<void> {
  await electron.evaluate((_electron, by) => {
    const real = Date.now;
    Date.now = () => real() + by;
  }, minutes * 60_000);
}
const wakeUp = (electron: ElectronApplication): Promise<boolean> =>
  electron.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));

test('puts itself away when nobody has touched it, and knows a key from none', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args });
  await signIn(app, window);
  await expect(window.getByRole('searchbox', { name: 'Find a person' })).toBeVisible();
  await sleepFor(app.electron, 16);
  // Playwright's keys go to the page past the window; these come as the system's do.
  await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const type of ['keyDown', 'char', 'keyUp'] as const) contents?.sendInputEvent({ type, keyCode: 'A' });
  });
  await expect(window.getByRole('searchbox', { name: 'Find a person' })).toHaveValue(/a/i);
  await wakeUp(app.electron);
  expect((await signInState(window)).kind).toBe('signed-in');

  await sleepFor(app.electron, 16);
  await wakeUp(app.electron);
  expect(await untilSignIn(window, 'locked')).toMatchObject({ because: 'idle', pinSet: false });
  await window.getByRole('button', { name: 'Go on' }).click();
  await untilSignIn(window, 'signed-in');
  await expect(window.getByRole('searchbox', { name: 'Find a person' })).toHaveValue('');
});
