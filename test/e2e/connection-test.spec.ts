import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { untilSignIn } from './support/bridge.ts';
import { ROOT } from './support/launched-app.ts';
import { startOrganisation } from './support/organisation.ts';
import { expect, test } from './support/rolecall.ts';

const pem = (name: string): Promise<string> => readFile(path.join(ROOT, 'test/support/tls', `${name}.pem`), 'utf8');

async function openForm(window: Page): Promise<void> {
  await untilSignIn(window, 'signed-out');
  await window.getByRole('button', { name: 'Connections' }).click();
  await window.getByRole('button', { name: 'Set up by hand' }).click();
  await window.getByLabel('Name', { exact: true }).fill('By hand');
}

/** Chromium names its errors in its own way; the words on the screen have to come from those. */
test('the test in the form explains what Chromium says of the way', async ({ rolecall }) => {
  test.setTimeout(240_000);
  const tls = { cert: await pem('loopback-certificate'), key: await pem('loopback-key') };
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const servers: Server[] = [
    createServer(tls, (_request, response) => response.end('{}')),
    createServer({ ...tls, ...old }, (_request, response) => response.end('{}')),
    createPlainServer((_request, response) => response.end('{}')),
    createPlainServer((_request, response) => response.writeHead(407).end()),
    createPlainServer(),
  ];
  try {
    const ports: number[] = [];
    for (const server of servers) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      ports.push((server.address() as AddressInfo).port);
    }
    const [selfSigned, tooOld, plain, proxy, closed] = ports;
    servers.at(-1)?.close();
    const { app, window } = await rolecall.openWindow({ args: ['--practice-attendees=20'] });
    await openForm(window);
    await window.getByLabel('Application id').fill('1');
    await window.getByLabel('Application secret').fill('secret');
    for (const [address, words] of [
      [`https://127.0.0.1:${selfSigned}`, 'comes from nobody this computer trusts'],
      [`https://127.0.0.1:${tooOld}`, 'only encryption that is too old'],
      [`https://127.0.0.1:${plain}`, 'does not speak https'],
      [`http://127.0.0.1:${proxy}`, 'wants a sign-in of its own'],
      [`http://127.0.0.1:${plain}`, 'not a registration service of this kind'],
      ['https://nobody.invalid', 'No computer of that name was found'],
      [`https://127.0.0.1:${closed}`, 'nothing answers at that address'],
    ] as const) {
      await window.getByLabel('Address of the service').fill(address);
      await window.getByRole('button', { name: /^Test (?:this connection|again)$/ }).click();
      await expect(window.getByText(words), address).toBeVisible({ timeout: 30_000 });
      await expect(window.getByRole('button', { name: 'Test again' })).toBeVisible();
    }
    const ended = once(app.electron.process(), 'exit');
    await app.electron.evaluate(({ app }) => app.quit());
    await window.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
    await ended;
  } finally {
    for (const server of servers) server.close();
  }
});

test('the form says what is wrong, a wrong secret is told, and the right one is used', async ({
  rolecall,
  scratch,
}) => {
  test.setTimeout(240_000);
  const organisation = await startOrganisation(scratch, { attendees: 20 });
  try {
    const file = organisation.connectionArguments[0]?.replace('--connection=', '') ?? '';
    const { clientId, clientSecret } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const { window } = await rolecall.openWindow({ args: ['--practice-attendees=20'] });
    await openForm(window);
    await window.getByLabel('Address of the service').fill('http://reg.example.org');
    await window.getByRole('button', { name: 'Save and use' }).click();
    await expect(window.getByText('3 fields need a look.')).toBeVisible();
    await window.getByLabel('Address of the service').fill(organisation.url);
    await window.getByLabel('Application id').fill(String(clientId));
    await window.getByLabel('Application secret').fill('wrong');
    await window.getByRole('button', { name: 'Test this connection' }).click();
    await expect(window.getByText('the secret is wrong')).toBeVisible({ timeout: 30_000 });
    await window.getByLabel('Application secret').fill(String(clientSecret));
    await window.getByRole('button', { name: 'Test again' }).click();
    await expect(window.getByText('Everything the desk needs works.')).toBeVisible({ timeout: 30_000 });
    await window.getByRole('button', { name: 'Save and use' }).click();
    await untilSignIn(window, 'signed-out');
    await expect(window.getByText(new URL(organisation.url).host)).toBeVisible();
  } finally {
    await organisation.stop();
  }
});
