/** Before the doors open, and practising, in real Electron: the preflight, the drill, the guide, starting over, a service that dies. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { testCode } from '../../renderer/features/preflight/scanner-diagnosis.ts';
import type { LaunchedApp } from './support/launched-app.ts';
import { signIn } from './support/operator.ts';
import { expect, test } from './support/rolecall.ts';
import { scan } from './support/scanner.ts';

const practice = { args: ['--practice', '--practice-attendees=200', '--practice-seed=3'] };
const searchBox = (window: Page) => window.getByRole('searchbox', { name: 'Find a person' });
const guide = (window: Page) => window.getByRole('region', { name: 'Guided first check-in' });
const fetched = (window: Page) => expect(window.getByText(/200 people.*up to date/i)).toBeVisible({ timeout: 60_000 });

/** From the list on the screen: how far down the first person is who is not checked in yet. */
async function firstNotIn(window: Page): Promise<number> {
  const options = window.getByRole('listbox', { name: 'People' }).getByRole('option');
  await expect(options.first()).toBeVisible();
  const index = (await options.allInnerTexts()).findIndex((text) => !/^In\b/m.test(text));
  if (index === -1) throw new Error('Everybody found is checked in already.');
  return index;
}

async function openSomebodyNew(window: Page): Promise<void> {
  for (let down = await firstNotIn(window); down > 0; down -= 1) await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
}

async function choose(window: Page, item: string): Promise<void> {
  await window.getByRole('button', { name: 'Menu' }).click();
  await window.getByRole('menuitem', { name: item }).click();
}

test('finds a practice laptop ready for the doors, drill and all', async ({ rolecall, desktop, scratch }) => {
  const userDataDir = path.join(scratch, 'user-data');
  const systemBrowser = await desktop.systemBrowser({ userDataDir, keyring: true });
  const { app, window } = await rolecall.openWindow({
    ...practice,
    userDataDir,
    keyring: true,
    env: systemBrowser.env,
  });
  await signIn(app, window);
  await fetched(window);
  await choose(window, 'Ready for the doors?');
  await window.getByRole('button', { name: 'Check everything' }).click();

  const row = (name: string) =>
    window.getByRole('listitem').filter({ has: window.getByRole('heading', { level: 2, name, exact: true }) });
  // The drill shows each person wait while its network is off, and confirmed when it is back.
  await expect(row('Offline drill').getByText('waiting', { exact: true })).toHaveCount(3, { timeout: 60_000 });
  await expect(row('Offline drill').getByText('confirmed', { exact: true })).toHaveCount(3, { timeout: 60_000 });
  await expect(row('Offline drill')).toContainText('arrived once each');

  await row('Scanner').getByRole('button', { name: 'Test the scanner' }).click();
  await expect(row('Scanner')).toContainText('Waiting for a scan');
  await scan(window, testCode);
  await expect(row('Scanner')).toContainText('Codes arrive as they are.');
  await row('Scanner').getByRole('button', { name: 'Put the test away' }).click();
  await row('Sound').getByRole('button', { name: 'Play the sounds' }).click();
  await expect(row('Sound').getByText('Did you hear them?')).toBeVisible();
  await row('Sound').getByRole('button', { name: 'I heard them' }).click();

  for (const name of [
    'Keyring',
    'Way back from the browser',
    'Connection to the service',
    'List of people',
    'Clock',
    'Disk',
    'Power',
    'Offline drill',
    'Scanner',
    'Sound',
  ]) {
    await expect(row(name), name).toContainText(/ready · checked \d\d:\d\d/);
  }
  await expect(window.getByText(/^Everything is ready\./)).toBeVisible();
  // Nothing of the drill is left, neither in the queue nor on the disk.
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  expect(await readdir(userDataDir)).not.toContain('preflight-drill');
  await choose(window, 'Activity');
  await expect(window.getByText('Ada Example')).toHaveCount(0);
});

test('leads through a first check-in by keyboard alone, and offers it once', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow(practice);
  await signIn(app, window);
  await fetched(window);
  await expect(searchBox(window)).toBeFocused();
  await expect(guide(window)).toContainText('First time here?');
  await window.keyboard.press('Shift+Tab');
  await window.keyboard.press('Shift+Tab');
  await expect(guide(window).getByRole('button', { name: 'Show me' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(guide(window)).toContainText('Step 1 of 5');

  // As the guide says: the first of its own examples.
  await window.keyboard.type('mar', { delay: 80 });
  await expect(guide(window)).toContainText('Step 2 of 5');
  await openSomebodyNew(window);
  await expect(guide(window)).toContainText('Step 3 of 5');
  await expect(window.getByRole('button', { name: 'Check in' })).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(guide(window)).toContainText('Step 4 of 5');
  await window.keyboard.press('Control+z');
  await expect(guide(window)).toContainText('Step 5 of 5');
  await expect(guide(window).getByRole('img', { name: 'Badge code of the made-up person' })).toBeVisible();
  await expect(searchBox(window)).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await window.keyboard.press('Shift+Tab');
  await expect(guide(window).getByRole('button', { name: 'I have no scanner' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(guide(window)).toContainText('That is all of it');

  await window.reload();
  await fetched(window);
  await expect(guide(window)).toHaveCount(0);
});

test('starts practice over with untouched people and an empty queue', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow(practice);
  await signIn(app, window);
  await fetched(window);
  await guide(window).getByRole('button', { name: 'Not now' }).click();
  const checkIn = window.getByRole('button', { name: 'Check in' });
  await searchBox(window).fill('mar');
  const place = await firstNotIn(window);
  await openSomebodyNew(window);
  await checkIn.click();
  await expect(window.getByRole('complementary', { name: 'Last act' })).toContainText('confirmed');

  await choose(window, 'Start practice over');
  await window
    .getByRole('alertdialog', { name: 'Start practice over?' })
    .getByRole('button', { name: 'Start practice over' })
    .click();
  await signIn(app, window);
  await fetched(window);
  await expect(window.getByRole('complementary', { name: 'Last act' })).toHaveCount(0);
  await choose(window, 'Activity');
  await expect(window.getByText('Check in')).toHaveCount(0);
  await window.getByRole('button', { name: 'Back to the desk' }).click();
  await searchBox(window).fill('mar');
  // The same person, untouched.
  expect(await firstNotIn(window)).toBe(place);
  await openSomebodyNew(window);
  await expect(checkIn).toBeVisible();
});

/** The process of the practice service; null while there is none. */
const serviceProcess = (app: LaunchedApp): Promise<number | null> =>
  app.electron.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().find(({ name }) => name === 'Rolecall practice service')?.pid ?? null,
  );

test('says that the practice service stays down, and starts it again', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow(practice);
  await signIn(app, window);
  await fetched(window);
  const down = window.getByText('The practice service stopped and does not start by itself any more');
  let killed: number | null = null;
  for (let kills = 0; kills < 4; kills += 1) {
    await expect
      .poll(
        async () => {
          const now = await serviceProcess(app);
          return now !== null && now !== killed;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    killed = await serviceProcess(app);
    if (killed !== null) process.kill(killed, 'SIGKILL');
  }
  await expect(down).toBeVisible({ timeout: 60_000 });
  await window.getByRole('button', { name: 'Start it again' }).click();
  await expect(down).toHaveCount(0);
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible({ timeout: 90_000 });
});
