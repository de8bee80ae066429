import type { ElectronApplication, Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import { searchFor, untilSignIn } from './support/bridge.ts';
import { signIn } from './support/operator.ts';
import { expect, test } from './support/rolecall.ts';

const args = ['--practice-attendees=60'];
const boardAddress = 'rolecall-app://desk/board.html';

/** Presses a key in the board's window as the system does: Playwright's own keys go to the page past the window. */
const pressOnBoard = (electron: ElectronApplication, keyCode: string): Promise<void> =>
  electron.evaluate(
    ({ BrowserWindow }, { address, key }) => {
      const board = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === address);
      // The key down alone: the window is gone before the key comes up.
      board?.webContents.sendInputEvent({ type: 'keyDown', keyCode: key });
    },
    { address: boardAddress, key: keyCode },
  );

const windows = (electron: ElectronApplication): Promise<number> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

async function openBoard(electron: ElectronApplication, window: Page): Promise<Page> {
  await window.getByRole('button', { name: 'Menu', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Rush board' }).click();
  await expect(window.getByRole('heading', { name: 'Rush board' })).toBeVisible();
  const opened = electron.waitForEvent('window');
  await window.getByRole('button', { name: 'Full screen', exact: true }).click();
  const board = await opened;
  await board.waitForLoadState('load');
  expect(board.url()).toBe(boardAddress);
  return board;
}

test('the board hangs in full screen with numbers and nobody’s name, also while the desk is locked', async ({
  rolecall,
}) => {
  const { app, window } = await rolecall.openWindow({ args });
  await signIn(app, window);
  const box = window.getByRole('searchbox', { name: 'Find a person' });
  await expect(window.getByText(/people · up to date/)).toBeVisible();

  // Somebody is open and checked in while the board looks on.
  await box.fill('a');
  await window.getByRole('option').first().click();
  const name = (await window.locator('.person__name').textContent()) ?? '';
  expect(name).not.toBe('');
  const board = await openBoard(app.electron, window);

  // Everything that reaches the board's page is written down from here on.
  await board.evaluate(() => {
    const { events, requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    for (const [event, listen] of Object.entries(events)) {
      (listen as (listener: (payload: unknown) => void) => void)((payload) =>
        heard.push(`${event} ${JSON.stringify(payload)}`),
      );
    }
    void requests;
  });
  const before = Number((await board.locator('.figure__value').first().textContent())?.replaceAll(/\D/g, ''));

  await window.getByRole('button', { name: /Back to the desk/ }).click();
  await box.fill('a');
  const free = window
    .getByRole('option')
    .filter({ hasNotText: /\bIn\b/ })
    .first();
  await free.click();
  await window.getByRole('button', { name: 'Check in', exact: true }).click();
  await expect(board.locator('.figure__value').first()).toHaveText(String(before + 1));

  const answers = await board.evaluate(async () => {
    const { requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
    const asked = {
      list: await requests['role-changes:list']({ which: 'all' }),
      signIn: await requests['sign-in:read']({}),
      facets: await requests['role-changes:facets']({}),
      settings: await requests['settings:read']({}),
      board: await requests['rush-board:read']({}),
    };
    return Object.entries(asked).map(([what, answer]) => [what, answer.ok]);
  });
  expect((await searchFor(board, 'a')).ok).toBe(false);
  expect(answers).toEqual([
    ['list', false],
    ['signIn', false],
    ['facets', false],
    ['settings', false],
    ['board', true],
  ]);

  const operator = (await untilSignIn(window, 'signed-in')).operator.label;
  const names: string[] = [];
  for (const query of 'abcdefghijklmnopqrstuvwxyz') {
    const found = await searchFor(window, query);
    if (found.ok) for (const hit of found.value.hits) names.push(hit.displayName.text, hit.userId);
  }
  const people = [...new Set(names)];
  expect(people.length).toBeGreaterThan(60);
  const told = await board.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter((each) => !each.startsWith('rush-board:changed '))).toEqual([]);
  const shown = `${await board.evaluate(() => document.documentElement.outerHTML)}\n${told.join('\n')}`;
  const words = new Set(shown.split(/[^\p{Letter}\p{Number}]+/u));
  for (const canary of [name, operator, ...people]) {
    // An id may well be one of the board's numbers; a name may not be on it in any part.
    if (/^\d+$/.test(canary)) expect(shown).not.toContain(`"${canary}"`);
    else expect(shown).not.toContain(canary);
  }
  expect(words.has('Menu')).toBe(false);

  // The desk is put away; the board goes on.
  await window.keyboard.press('Control+l');
  await window.getByLabel('PIN', { exact: true }).fill('2468');
  await window.getByLabel('Once more').fill('2468');
  await window.getByRole('button', { name: 'Lock now' }).click();
  await expect(window.getByRole('heading', { name: 'Locked' })).toBeVisible();
  expect(await windows(app.electron)).toBe(2);
  await expect(board.locator('.figure__value').first()).toHaveText(String(before + 1));

  await pressOnBoard(app.electron, 'Escape');
  await expect.poll(() => windows(app.electron)).toBe(1);

  // Whoever shuts the lid walks away: a desk with a PIN locks as the machine falls asleep.
  await window.getByLabel('PIN', { exact: true }).fill('2468');
  await window.getByRole('button', { name: 'Unlock' }).click();
  await untilSignIn(window, 'signed-in');
  await app.electron.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'));
  await untilSignIn(window, 'locked');
});

test('the board goes with its display, with the sign-out, and never outlives the desk', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args });
  await signIn(app, window);
  await expect(window.getByText(/people · up to date/)).toBeVisible();

  // A second display, as far as the program can tell.
  const other = { id: 4711, internal: false, bounds: { x: 0, y: 0, width: 800, height: 600 } };
  await app.electron.evaluate(({ screen }, display) => {
    const real = screen.getAllDisplays.bind(screen);
    screen.getAllDisplays = () => [...real(), { ...real()[0], ...display } as Electron.Display];
  }, other);
  await openBoard(app.electron, window);
  await expect(window.getByText(/The board is shown in full screen on the other display/)).toBeVisible();
  const unplug = (event: 'display-removed' | 'display-added') =>
    app.electron.evaluate(({ screen }, { name, id }) => screen.emit(name, {}, { id }), { name: event, id: other.id });
  await unplug('display-removed');
  await expect.poll(() => windows(app.electron)).toBe(1);
  const back = app.electron.waitForEvent('window');
  await unplug('display-added');
  await (await back).waitForLoadState('load');
  expect(await windows(app.electron)).toBe(2);

  await window.getByRole('button', { name: 'Menu', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Sign out' }).click();
  await untilSignIn(window, 'signed-out');
  await expect.poll(() => windows(app.electron)).toBe(1);
});

test('the size of the text is the same after the next start, and a second start says what became of it', async ({
  rolecall,
}) => {
  const first = await rolecall.openWindow({ args });
  await untilSignIn(first.window, 'signed-out');
  const zoom = (electron: ElectronApplication): Promise<number | undefined> =>
    electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor());
  await first.app.electron.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
    const larger = items.find(({ accelerator }) => accelerator === 'CommandOrControl+Plus');
    for (let press = 0; press < 3; press += 1) larger?.click();
  });
  await expect.poll(() => zoom(first.app.electron)).toBeCloseTo(1.3);
  const said = await first.app.openLink('--practice');
  expect(said).toContain('Rolecall is running already');
  await first.app.close();
  const second = await rolecall.openWindow({ args, userDataDir: first.app.userDataDir });
  await expect.poll(() => zoom(second.app.electron)).toBeCloseTo(1.3);
});
