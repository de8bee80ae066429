import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { walkThroughConsent } from '../../scripts/consent-pages.mjs';
import { pasteAddress, signInState, startSignIn, untilSignIn } from './support/bridge.ts';
import { expect, test } from './support/rolecall.ts';

const args = ['--practice-attendees=200'];

test('signs in through the browser; a wrong state is ignored, a second delivery does nothing', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args });
  await untilSignIn(window, 'signed-out');
  await startSignIn(window);
  await untilSignIn(window, 'waiting');
  const address = await app.nextBrowserUrl();
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  const link = await walkThroughConsent(address);
  expect(link).toMatch(/^rolecall:\/\/oauth\/callback\?code=/);

  const forged = new URL(link);
  forged.searchParams.set('state', 'forged');
  await app.openLink(forged.href);
  await app.openLink('rolecall://oauth/other?code=1&state=2');
  expect((await signInState(window)).kind).toBe('waiting');

  await app.openLink(link);
  const state = await untilSignIn(window, 'signed-in');
  expect(state).toMatchObject({ operator: { id: '9001', initials: 'RE' }, kept: 'memory', mayRead: true });
  await app.openLink(link);
  expect((await signInState(window)).kind).toBe('signed-in');
});

test('ends calmly on Deny, and takes the address by hand', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args });
  await untilSignIn(window, 'signed-out');
  await startSignIn(window);
  await app.openLink(await walkThroughConsent(await app.nextBrowserUrl(), { decision: 'deny' }));
  expect(await untilSignIn(window, 'signed-out')).toMatchObject({ notice: 'sign-in-denied' });

  await startSignIn(window);
  const link = await walkThroughConsent(await app.nextBrowserUrl());
  expect(await pasteAddress(window, 'https://example.com')).toMatchObject({
    ok: false,
    error: { code: 'sign-in-address-not-understood' },
  });
  expect(await pasteAddress(window, link)).toMatchObject({ ok: true });
  await untilSignIn(window, 'signed-in');
});

test('without a keyring a restart asks for the connection file, not for a sign-in that cannot work', async ({
  rolecall,
  scratch,
}) => {
  const file = path.join(scratch, 'connection.json');
  const connection = { name: 'Aurora Con', baseUrl: 'https://reg.example.org', clientId: '1', clientSecret: 's' };
  await writeFile(file, JSON.stringify(connection));
  const first = await rolecall.openWindow({ args: [`--connection=${file}`] });
  expect(await untilSignIn(first.window, 'signed-out')).toMatchObject({ notice: null, kept: 'memory' });
  await first.app.close();

  const { window } = await rolecall.openWindow({ userDataDir: first.app.userDataDir });
  expect(await untilSignIn(window, 'signed-out')).toMatchObject({ notice: 'connection-secret-missing' });
  await expect(window.getByText(/add the connection file again/)).toBeVisible();
});

test('stays signed in over a restart with a keyring, with nothing readable on disk', async ({ rolecall }) => {
  const first = await rolecall.openWindow({ args, keyring: true });
  expect(await untilSignIn(first.window, 'signed-out')).toMatchObject({ kept: 'keyring' });
  await startSignIn(first.window);
  await first.app.openLink(await walkThroughConsent(await first.app.nextBrowserUrl()));
  expect(await untilSignIn(first.window, 'signed-in')).toMatchObject({ kept: 'keyring' });
  await first.app.close();

  const vault = JSON.parse(
    await readFile(path.join(first.app.userDataDir, 'practice', '200-1', 'sign-in.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect(Object.keys(vault).sort()).toEqual(['backend', 'savedAt', 'sealed', 'version']);
  expect(vault.backend).toBe('gnome_libsecret');

  const second = await rolecall.openWindow({ args, keyring: true, userDataDir: first.app.userDataDir });
  expect(await untilSignIn(second.window, 'signed-in')).toMatchObject({ operator: { id: '9001' }, kept: 'keyring' });
});

test('asks again after a restart without a keyring, having written nothing', async ({ rolecall }) => {
  const first = await rolecall.openWindow({ args });
  await untilSignIn(first.window, 'signed-out');
  await startSignIn(first.window);
  await first.app.openLink(await walkThroughConsent(await first.app.nextBrowserUrl()));
  expect(await untilSignIn(first.window, 'signed-in')).toMatchObject({ kept: 'memory' });
  await first.app.close();
  expect(await readdir(path.join(first.app.userDataDir, 'practice', '200-1'))).not.toContain('sign-in.json');

  const second = await rolecall.openWindow({ args, userDataDir: first.app.userDataDir });
  expect(await untilSignIn(second.window, 'signed-out')).toMatchObject({ kept: 'memory', notice: null });
});

test('an answer that finds the app closed starts it and says calmly to sign in again', async ({ rolecall }) => {
  const first = await rolecall.openWindow({ args });
  await untilSignIn(first.window, 'signed-out');
  await startSignIn(first.window);
  const link = await walkThroughConsent(await first.app.nextBrowserUrl());
  await first.app.close();
  const second = await rolecall.openWindow({ args: [...args, link], userDataDir: first.app.userDataDir });
  await expect
    .poll(() => signInState(second.window), { timeout: 90_000 })
    .toMatchObject({ kind: 'signed-out', notice: 'sign-in-interrupted' });
});
