/**
 * How to write an end-to-end test of Rolecall
 * ===========================================
 *
 *     import { expect, test } from './support/rolecall.ts';
 *
 *     test('the desk asks to sign in first', async ({ rolecall }) => {
 *       const { window } = await rolecall.openWindow({ args: ['--practice-attendees=200'] });
 *       await expect(window.getByRole('button', { name: 'Sign in' })).toBeVisible();
 *     });
 *
 * - `npm run e2e` runs all of them, `npm run e2e -- test/e2e/x.spec.ts -g "part of a title"` some. It sets up what is
 *   missing, builds the app if it is stale, and gives the run a virtual display, an empty HOME, a session bus and an unlocked
 *   keyring. As root it runs them as an ordinary user, since Chromium's sandbox must be on.
 * - Every launch has a new `--user-data-dir`, unless you pass the `userDataDir` of an earlier one (restart, second instance).
 * - `keyring: true` gives the app the real GNOME keyring (Linux); without it, safeStorage has no strong store.
 * - The app must not open a browser by itself in a test: by default what it hands to the system browser is caught.
 *   `await app.nextBrowserUrl()` waits for it; go on with `fetch` or with Playwright's `request`, and bring the answer back
 *   as the system would, by a second instance: `await app.openLink('rolecall://oauth/callback?…')`.
 * - For the system browser itself see `desktop.systemBrowser()` in desktop.ts.
 * - What the app prints goes to `app-N.log` among the test's results; `app.output()` is what it printed so far.
 * - Wait for events and for what is on the screen, never for time.
 *   Output arrives a little later than what caused it: `await expect.poll(() => app.output()).toContain('…')`.
 * - Everything launched is closed at the end of the test, and a test fails if an app doesn't end by itself then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { Desktop } from './desktop.ts';
import { type LaunchedApp, type LaunchOptions, launchApp } from './launched-app.ts';

export { expect } from '@playwright/test';

/** Launches the built app. All it made is closed and removed when the test ends. */
export interface Rolecall {
  /** Starts the app and answers once Playwright is attached to its main process. */
  launch(options?: LaunchOptions): Promise<LaunchedApp>;
  /** Starts the app and answers once its first window has loaded. */
  openWindow(options?: LaunchOptions): Promise<{ app: LaunchedApp; window: Page }>;
}

interface Fixtures {
  rolecall: Rolecall;
  desktop: Desktop;
  scratch: string;
}

export const test = base.extend<Fixtures>({
  // A folder of the test's own; short, as sockets in it may have at most 107 characters in their path.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  scratch: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-e2e-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  desktop: async ({ scratch }, use) => {
    const desktop = new Desktop(scratch);
    await use(desktop);
    await desktop.close();
  },

  rolecall: async ({ scratch }, use, testInfo) => {
    const apps: LaunchedApp[] = [];
    const launch = async (options: LaunchOptions = {}): Promise<LaunchedApp> => {
      const number = apps.length + 1;
      const app = await launchApp(options, {
        folder: path.join(scratch, `app-${number}`),
        logFile: testInfo.outputPath(`app-${number}.log`),
      });
      apps.push(app);
      return app;
    };
    await use({
      launch,
      openWindow: async (options) => {
        const app = await launch(options);
        return { app, window: await app.window() };
      },
    });
    for (const app of apps) await app.close();
  },
});
