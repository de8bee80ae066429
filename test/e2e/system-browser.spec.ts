import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import { signInState, startSignIn, untilSignIn } from './support/bridge.ts';
import { ownerOf } from './support/desktop.ts';
import { signInButton } from './support/operator.ts';
import { startOrganisation } from './support/organisation.ts';
import { expect, test } from './support/rolecall.ts';

/** Waits for the page whose address begins so, apart from the ones known; the browser may open others of its own. */
async function pageAt(browser: Browser, address: string, known: readonly Page[] = []): Promise<Page> {
  const find = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith(address) && !known.includes(page));
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

/** Signs in on the service's page where it asks for that, up to the question whether Rolecall may. */
async function untilAsked(page: Page): Promise<void> {
  const operator = page.getByRole('region', { name: 'Practice mode' }).getByRole('button').first();
  const authorize = page.getByRole('button', { name: 'Authorize' });
  await expect(operator.or(authorize)).toBeVisible();
  if (!(await authorize.isVisible())) await operator.click();
  await expect(authorize).toBeVisible();
}

test('Deny, two attempts at once, a browser that runs already, and an app closed in between', async ({
  rolecall,
  desktop,
  scratch,
}) => {
  const organisation = await startOrganisation(scratch, { attendees: 60 });
  const userDataDir = path.join(scratch, 'user-data');
  const logFile = path.join(userDataDir, 'logs', 'rolecall.log');
  const ignored = async (): Promise<{ reason: string; times: number }[]> =>
    (await readFile(logFile, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"callback-ignored"'))
      .map((line) => JSON.parse(line) as { reason: string; times: number });
  let startedByBrowser: number | undefined;
  try {
    const systemBrowser = await desktop.systemBrowser({ userDataDir, keyring: true });
    const { app, window } = await rolecall.openWindow({
      args: [...organisation.connectionArguments],
      userDataDir,
      keyring: true,
      browser: 'system',
      env: systemBrowser.env,
    });
    const address = organisation.url;
    await systemBrowser.allowLinksFrom(address);

    // Deny: calmly said. It leaves the browser running for all that follows.
    await (await signInButton(window)).click();
    const browser = await systemBrowser.attach();
    const denied = await pageAt(browser, address);
    await untilAsked(denied);
    await denied.getByRole('button', { name: 'Deny' }).click();
    await expect.poll(() => signInState(window)).toMatchObject({ kind: 'signed-out', notice: 'sign-in-denied' });

    // Two attempts at once: the second wins, what the first one still brings is counted and otherwise ignored.
    await startSignIn(window);
    const first = await pageAt(browser, address, [denied]);
    await untilAsked(first);
    await startSignIn(window);
    const second = await pageAt(browser, address, [denied, first]);
    await untilAsked(second);
    await first.getByRole('button', { name: 'Authorize' }).click();
    await expect.poll(ignored).toMatchObject([{ reason: 'other-state', times: 1 }]);
    expect((await signInState(window)).kind).toBe('waiting');
    await second.getByRole('button', { name: 'Authorize' }).click();
    await untilSignIn(window, 'signed-in');
    expect(app.electron.windows()).toHaveLength(1);

    // Closed in between: the browser starts the app again, which asks calmly for a new sign-in.
    await window.evaluate(() =>
      (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['sign-in:sign-out']({}),
    );
    await untilSignIn(window, 'signed-out');
    await startSignIn(window);
    const last = await pageAt(browser, address, [denied, first, second]);
    await untilAsked(last);
    // Not by Playwright, which also waits for the output that the browser has inherited.
    const ended = once(app.electron.process(), 'exit');
    await app.electron.evaluate(({ app: program }) => program.quit()).catch(() => undefined);
    await ended;
    await last.getByRole('button', { name: 'Authorize' }).click();
    await expect.poll(ignored, { timeout: 30_000 }).toMatchObject([{}, { reason: 'no-attempt', times: 1 }]);
    startedByBrowser = await ownerOf(userDataDir);
    expect(await readFile(logFile, 'utf8')).not.toMatch(/"level":"error"/);
  } finally {
    if (startedByBrowser !== undefined) process.kill(startedByBrowser, 'SIGTERM');
    await organisation.stop();
  }
});

test('offers to open the links itself where nothing does, and they come back afterwards', async ({
  rolecall,
  scratch,
}) => {
  const data = path.join(scratch, 'data');
  const { window } = await rolecall.openWindow({
    args: ['--practice-attendees=200'],
    env: { XDG_DATA_HOME: data, XDG_CONFIG_HOME: path.join(scratch, 'config') },
  });
  expect(await untilSignIn(window, 'signed-out')).toMatchObject({ comesBackByItself: false, linksOpenWith: 'nothing' });
  await window.getByRole('button', { name: 'Open links with Rolecall' }).click();
  await expect(window.getByText('you come back here by yourself', { exact: false })).toBeVisible();
  expect(await signInState(window)).toMatchObject({ comesBackByItself: true, linksOpenWith: 'rolecall' });
  const entry = await readFile(path.join(data, 'applications', 'rolecall-development.desktop'), 'utf8');
  expect(entry).toMatch(/^Exec=.+ %u$/m);
  expect(entry).toContain('MimeType=x-scheme-handler/rolecall;');
});
