import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { signInButton } from './support/operator.ts';
import { expect, test } from './support/rolecall.ts';

/** Waits for the page whose address begins so; the browser may open others of its own. */
async function pageAt(browser: Browser, address: string): Promise<Page> {
  const find = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith(address));
  await expect.poll(() => find()?.url(), { message: `a page at ${address}` }).toBeDefined();
  const page = find();
  if (page === undefined) throw new Error(`The page at ${address} was closed again.`);
  return page;
}

// The whole way as a person goes it, with nothing of ours in between: Chromium as the desktop's browser, a .desktop file for
// the scheme, the click on Authorize, a second instance started by the browser, the first one signed in.
test('signs in through the real system browser', async ({ rolecall, desktop, scratch }) => {
  expect(process.platform, 'npm run e2e leaves this file out elsewhere').toBe('linux');
  const userDataDir = path.join(scratch, 'user-data');
  const systemBrowser = await desktop.systemBrowser({ userDataDir, keyring: true });
  const { app, window } = await rolecall.openWindow({
    args: ['--practice-attendees=200'],
    userDataDir,
    keyring: true,
    browser: 'system',
    env: systemBrowser.env,
  });
  const button = await signInButton(window);
  await expect(window.getByText(/127\.0\.0\.1:\d+/)).toBeVisible();
  const host = /127\.0\.0\.1:\d+/.exec((await window.getByText(/127\.0\.0\.1:\d+/).textContent()) ?? '')?.[0];
  await systemBrowser.allowLinksFrom(`http://${host}`);

  await button.click();
  const browser = await systemBrowser.attach();
  const page = await pageAt(browser, `http://${host}/`);
  await page.getByRole('region', { name: 'Practice mode' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Authorize' }).click();

  await expect(window.getByRole('searchbox', { name: 'Find a person' })).toBeVisible();
  // The second instance only hands its link over: one app, one window.
  expect(app.electron.windows()).toHaveLength(1);
  await expect
    .poll(() => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  expect(await app.browserUrls()).toEqual([]);
});
