import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge, EventPayload } from '../../contract/desk/channel-map.ts';
import { walkThroughConsent } from '../../scripts/consent-pages.mjs';
import { searchFor, startSignIn, untilSignIn } from './support/bridge.ts';
import { expect, test } from './support/rolecall.ts';

test('no token, secret, code or verifier reaches the log, the page or what the page is told', async ({ rolecall }) => {
  const { app, window } = await rolecall.openWindow({ args: ['--practice-attendees=200'], keyring: true });
  await untilSignIn(window, 'signed-out');

  // Everything the main process sends out, recorded where it leaves: the bodies of its requests and their answers hold
  // the secrets, what goes to the page must not.
  await app.electron.evaluate(({ BrowserWindow, net }) => {
    const seen = { bodies: [] as string[], answers: [] as string[], bearers: [] as string[], events: [] as string[] };
    Object.assign(globalThis, { seenByTest: seen });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error('No window.');
    const send = contents.send.bind(contents);
    contents.send = (channel: string, ...args: unknown[]) => {
      seen.events.push(JSON.stringify([channel, args]));
      send(channel, ...args);
    };
    const request = net.request.bind(net);
    net.request = (...args: Parameters<typeof net.request>) => {
      const made = request(...args);
      const setHeader = made.setHeader.bind(made);
      made.setHeader = (name: string, value: string) => {
        if (name.toLowerCase() === 'authorization') seen.bearers.push(value.replace('Bearer ', ''));
        return setHeader(name, value);
      };
      const end = made.end.bind(made);
      made.end = ((chunk?: string) => {
        if (typeof chunk === 'string') seen.bodies.push(chunk);
        return chunk === undefined ? end() : end(chunk);
      }) as typeof made.end;
      made.on('response', (response) => {
        response.on('data', (chunk) => seen.answers.push(chunk.toString()));
      });
      return made;
    };
  });

  await startSignIn(window);
  const address = await app.nextBrowserUrl();
  const link = await walkThroughConsent(address);
  await app.openLink(link);
  await untilSignIn(window, 'signed-in');
  // The desk has asked for people with a token of its own.
  await expect
    .poll(async () => (await seenBy(app.electron)).bearers.length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(2);

  // The main job once, so that what the page is told is what it is told on a working day.
  const box = window.getByRole('searchbox', { name: 'Find a person' });
  await expect(window.getByText(/people · up to date/)).toBeVisible();
  await box.fill('an');
  await expect(window.getByRole('option').first()).toBeVisible();
  await box.press('Enter');
  const vendor = window.getByRole('switch', { name: 'Vendor' });
  const given = (await vendor.getAttribute('aria-checked')) === 'true';
  await vendor.click();
  await expect(vendor).toHaveAttribute('aria-checked', String(!given));
  await expect(window.getByRole('status').filter({ hasText: 'All confirmed' })).toBeVisible();
  const told = await everyAnswer(window);

  const { bodies, answers, bearers, events } = await seenBy(app.electron);
  const forms = bodies.filter((body) => body.startsWith('grant_type=')).map((body) => new URLSearchParams(body));
  const granted = answers
    .filter((answer) => answer.includes('access_token'))
    .map((answer) => JSON.parse(answer) as Record<string, string>);
  const callback = new URL(link).searchParams;
  const secrets = [
    callback.get('code'),
    callback.get('state'),
    new URL(address).searchParams.get('code_challenge'),
    ...forms.flatMap((form) => [form.get('client_secret'), form.get('code_verifier')]),
    ...granted.flatMap((grant) => [grant.access_token, grant.refresh_token]),
    ...bearers,
  ].filter((secret): secret is string => typeof secret === 'string');
  expect(granted.length).toBeGreaterThanOrEqual(2);
  expect(new Set(secrets).size).toBeGreaterThanOrEqual(7);
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(15);
  expect(events.length).toBeGreaterThan(0);

  const session = await window.context().newCDPSession(window);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  const heap = chunks.join('');
  // The snapshot does hold what the page knows.
  expect(heap).toContain('sign-in:changed' satisfies keyof { 'sign-in:changed': EventPayload<'sign-in:changed'> });

  const everything = await contentsOf(app.userDataDir);
  const places = {
    log: everything.logs,
    output: app.output(),
    events: events.join('\n'),
    'answers to the page': told,
    heap,
    files: everything.files,
  };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) expect(text.includes(secret), `a secret in: ${place}`).toBe(false);
  }
  expect(everything.logs).toContain('tokens-granted');
});

/** What the page gets when it asks for everything it may read. */
async function everyAnswer(window: Page): Promise<string> {
  const found = await searchFor(window, 'an');
  const answers = await window.evaluate(
    (userId) => {
      const { requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
      return Promise.all([
        requests['app:read']({}),
        requests['sign-in:read']({}),
        requests['connections:read']({}),
        requests['stations:read']({}),
        requests['directory:read']({}),
        requests['directory:open']({ userId }),
        requests['directory:reveal']({ userId }),
        requests['role-changes:read']({}),
        requests['role-changes:list']({ which: 'all' }),
      ]);
    },
    (found.ok && found.value.hits[0]?.userId) || '',
  );
  expect([found, ...answers].map(({ ok }) => ok)).toEqual([found, ...answers].map(() => true));
  return JSON.stringify([found, ...answers]);
}

function seenBy(electron: { evaluate<Value>(use: () => Value): Promise<Value> }) {
  return electron.evaluate(
    () =>
      (
        globalThis as unknown as {
          seenByTest: { bodies: string[]; answers: string[]; bearers: string[]; events: string[] };
        }
      ).seenByTest,
  );
}

/** All files the app keeps, except the database of the practice service, which is another program's. */
async function contentsOf(folder: string): Promise<{ logs: string; files: string }> {
  let logs = '';
  let files = '';
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.includes(`${path.sep}service${path.sep}`)) continue;
    const text = await readFile(file, 'latin1').catch(() => '');
    if (file.includes(`${path.sep}logs${path.sep}`)) logs += text;
    else files += text;
  }
  return { logs, files };
}
