import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { walkThroughConsent } from '../../scripts/consent-pages.mjs';
import { startSignIn, untilSignIn } from './support/bridge.ts';
import { startOrganisation } from './support/organisation.ts';
import { expect, test } from './support/rolecall.ts';

/** Opens the connections from the sign-in screen. */
async function openConnections(window: Page): Promise<void> {
  await untilSignIn(window, 'signed-out');
  await window.getByRole('button', { name: 'Connections' }).click();
}

async function filesIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    names
      .filter((entry) => entry.isFile() && /\.(?:json|log|jsonl)$/.test(entry.name))
      .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8').catch(() => '')),
  );
  return texts.join('\n');
}

test('a desk link sets another computer up, which then signs in and passes its own test', async ({
  rolecall,
  scratch,
}) => {
  test.setTimeout(300_000);
  const organisation = await startOrganisation(scratch, { attendees: 50 });
  try {
    const first = await rolecall.openWindow({ args: organisation.connectionArguments });
    await openConnections(first.window);
    await first.window
      .getByRole('button', { name: /^Details of (?!.*Practice)/ })
      .first()
      .click();
    await first.window.getByRole('button', { name: 'Make a desk link' }).click();
    const code = first.window.getByRole('img', { name: /Code to scan/ });
    await expect(code).toBeVisible({ timeout: 60_000 });
    const passphrase = (await first.window.locator('.desk-link__passphrase').textContent()) ?? '';
    await first.window.getByRole('button', { name: 'Copy the link' }).click();
    await expect(first.window.getByRole('button', { name: 'Link copied' })).toBeVisible();
    const link = await first.app.electron.evaluate(({ clipboard }) => clipboard.readText());
    expect(link).toMatch(/^rolecall:\/\/connect\?[0-9A-V]+$/);
    // The page had the sealed code and nothing of what is in it.
    expect(await first.window.content()).not.toContain(organisation.clientSecret);
    await first.app.close();

    const second = await rolecall.openWindow({ args: ['--practice-attendees=20'] });
    await untilSignIn(second.window, 'signed-out');
    await second.app.openLink(link);
    const asked = second.window.getByRole('alertdialog');
    await expect(asked).toContainText('perhaps a web page');
    await asked.getByLabel('Passphrase').fill('wrong');
    await asked.getByRole('button', { name: 'Open it' }).click();
    await expect(asked).toContainText('does not open this desk link', { timeout: 60_000 });
    await asked.getByLabel('Passphrase').fill(passphrase.toUpperCase().replaceAll('-', ' '));
    await asked.getByRole('button', { name: 'Open it' }).click();
    await expect(asked).toContainText(new URL(organisation.url).host, { timeout: 60_000 });
    // Not before the yes.
    expect(await readdir(second.app.userDataDir)).not.toContain('connections.json');
    await asked.getByRole('button', { name: 'Use it', exact: true }).click();
    await expect(asked).toBeHidden();

    await untilSignIn(second.window, 'signed-out');
    await startSignIn(second.window);
    await second.app.openLink(await walkThroughConsent(await second.app.nextBrowserUrl()));
    await untilSignIn(second.window, 'signed-in');

    await second.window.getByRole('button', { name: 'Menu' }).click();
    await second.window.getByRole('menuitem', { name: 'State of this connection' }).click();
    await second.window.getByRole('button', { name: 'Test this connection' }).click();
    await expect(second.window.getByText('Everything the desk needs works.')).toBeVisible({ timeout: 60_000 });
    await expect(second.window.getByRole('table')).toContainText('user:read');

    const kept = await filesIn(second.app.userDataDir);
    expect(kept).toContain(organisation.url);
    expect(kept).not.toContain(organisation.clientSecret);
    expect(kept).not.toContain(passphrase);
    expect(second.app.output()).not.toContain(passphrase);
  } finally {
    await organisation.stop();
  }
});

test('a file that can’t be used is named on the screen, and a hostile link changes nothing', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({
    args: ['--practice-attendees=20', '--connection=/nowhere/connection.json'],
  });
  await untilSignIn(window, 'signed-out');
  await expect(window.getByText('The file could not be read.')).toBeVisible();
  await window.getByRole('button', { name: 'Hide' }).click();
  await expect(window.getByText('The connection was not added')).toBeHidden();
  await app.openLink(`rolecall://connect?${'0'.repeat(4_000)}`);
  await app.openLink('rolecall://connect');
  await expect.poll(() => filesIn(path.join(app.userDataDir, 'logs'))).toContain('desk-link-not-understood');
  await expect(window.getByRole('alertdialog')).toBeHidden();
});
