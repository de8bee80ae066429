/** The pages that people see of the service itself, in the system's own browser: accessible, by keyboard, on a phone, light and dark. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';

interface Ready {
  readonly url: string;
  readonly applications: readonly { readonly clientId: string; readonly clientSecret: string }[];
  readonly operators: readonly { readonly email: string; readonly password: string }[];
}

let ready: Ready;
let browser: Browser;
let stopService: () => Promise<void>;

test.beforeAll(async () => {
  const program = path.join(import.meta.dirname, '..', '..', 'dist', 'service', 'main.js');
  const service = spawn(process.execPath, [program, '--attendees', '5'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await Promise.race([
    once(createInterface(service.stdout), 'line').then(([text]) => text),
    once(service, 'exit').then(([code]) => Promise.reject(new Error(`The service ended with ${code}.`))),
  ]);
  ready = JSON.parse(String(line)) as Ready;
  stopService = async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
  };
  browser = await chromium.launch({ executablePath: systemBrowser() });
});
test.afterAll(async () => {
  await browser.close();
  await stopService();
});

function systemBrowser(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of folders) {
      const program = path.join(folder, name);
      try {
        accessSync(program, constants.X_OK);
        return program;
      } catch {
        // Not in this folder.
      }
    }
  }
  throw new Error('There is no Chromium or Chrome on PATH.');
}

function authorizeUrl(clientId: string, scope: string): string {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: 'rolecall://oauth/callback',
    scope,
  });
  return `${ready.url}/oauth/authorize?${query}`;
}

/** What the application does with the redirect. */
async function exchange(location: string): Promise<void> {
  const { clientId = '', clientSecret = '' } = ready.applications[0] ?? {};
  const response = await fetch(`${ready.url}/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code: new URL(location).searchParams.get('code') ?? '',
      redirect_uri: 'rolecall://oauth/callback',
    }),
  });
  expect(response.status).toBe(200);
}

async function signIn(page: Page, who: 0 | 1 | 2): Promise<void> {
  await page.getByLabel('E-mail').fill(ready.operators[who]?.email ?? '');
  await page.getByLabel('Password').fill(ready.operators[who]?.password ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  // Axe is a script, and the pages allow none: it gets in by the debugger, the pages stay as they are.
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0);
  const results = process.env.ROLECALL_RESULTS;
  if (results !== undefined) await page.screenshot({ path: path.join(results, `service-${name}.png`), fullPage: true });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280] as const) {
    test(`every page is accessible and fits: ${colorScheme}, ${width} px`, async () => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 800 },
        javaScriptEnabled: true,
      });
      const page = await context.newPage();
      const check = (name: string) => expectAccessible(page, `${name}-${colorScheme}-${width}`);

      await page.goto(authorizeUrl('1001', 'pii:basic'));
      await check('sign-in');
      await page.getByLabel('E-mail').fill('nobody@rolecall.example');
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
      await check('sign-in-refused');
      await signIn(page, 2);
      await expect(page.getByRole('button', { name: /authorize/i })).toBeVisible();
      await check('consent');
      await page.goto(authorizeUrl('1002', 'pii:basic user:read user:roles:update'));
      await expect(page.getByText(/administrative permission/i).first()).toBeVisible();
      await check('consent-sensitive');
      await page.goto(authorizeUrl('1001', 'user:roles:update'));
      await check('error');

      // Something to show: one application that was allowed and has exchanged its code.
      await page.goto(authorizeUrl('1001', 'pii:basic'));
      const decided = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: /authorize/i }).click();
      await exchange((await (await decided).response())?.headers().location ?? '');
      await page.goto(`${ready.url}/applications`);
      await expect(page.getByText('Rolecall practice')).toBeVisible();
      await check('applications');
      await page.goto(`${ready.url}/api/docs`);
      await check('docs');
      await context.close();
    });
  }
}

test('the keyboard alone, without scripts, goes from signing in to Deny', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(authorizeUrl('1001', 'pii:basic'));
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(ready.operators[0]?.email ?? '');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ready.operators[0]?.password ?? '');
  await page.keyboard.press('Enter');
  const deny = page.getByRole('button', { name: /deny/i });
  await expect(deny).toBeVisible();
  for (let presses = 0; presses < 20; presses++) {
    if (await deny.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(deny).toBeFocused();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.keyboard.press('Enter');
  const response = await (await sent).response();
  expect(response?.headers().location).toContain('error=access_denied');
  await context.close();
});
