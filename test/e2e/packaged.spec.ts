/**
 * The package as it was built and installed (scripts/package-test.mjs): what is in it, how it is locked down, and the main job
 * through the real browser, as an ordinary user. The program driven by Playwright is the installed one apart from the fuse
 * that lets it be driven; the links start the installed one itself.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { getCurrentFuseWire } from '@electron/fuses';
import type { Page } from '@playwright/test';
import type { Bridge } from '../../contract/desk/channel-map.ts';
import type { UpdateState } from '../../contract/desk/updates.ts';
import { fuseProblems } from '../../scripts/fuses.mjs';
import { filesBelow, SIZE_BUDGET, shippedLocations, unexpectedInApp } from '../../scripts/package-contents.mjs';
import { ownerOf } from './support/desktop.ts';
import { confinementOf, electronExecutable, type LaunchedApp } from './support/launched-app.ts';
import { signIn, signInButton } from './support/operator.ts';
import { expect, test } from './support/rolecall.ts';

const installed = process.env.ROLECALL_INSTALLED ?? '';
const inspectable = process.env.ROLECALL_INSPECTABLE ?? '';
const program = path.join(installed, 'rolecall');
const archive = path.join(installed, 'resources', 'app.asar');
const execute = promisify(execFile);

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  readonly unpacked?: boolean;
}

/** The list at the head of an asar archive: four numbers, then JSON. */
async function readArchive(file: string): Promise<{ readonly names: string[]; readonly unpacked: string[] }> {
  const handle = await open(file);
  try {
    const numbers = Buffer.alloc(16);
    await handle.read(numbers, 0, 16, 0);
    const text = Buffer.alloc(numbers.readUInt32LE(12));
    await handle.read(text, 0, text.length, 16);
    const names: string[] = [];
    const unpacked: string[] = [];
    const walk = (entry: Entry, name: string): void => {
      if (entry.files !== undefined) {
        for (const [inside, each] of Object.entries(entry.files))
          walk(each, name === '' ? inside : `${name}/${inside}`);
        return;
      }
      names.push(name);
      if (entry.unpacked === true) unpacked.push(name);
    };
    walk(JSON.parse(text.toString('utf8')) as Entry, '');
    return { names, unpacked };
  } finally {
    await handle.close();
  }
}

async function bytesBelow(folder: string, except: readonly string[] = []): Promise<number> {
  const sizes = await Promise.all(
    filesBelow(folder)
      .filter((name) => !except.includes(name))
      .map(async (name) => (await stat(path.join(folder, name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}

test('the archive holds what ships and nothing else', async () => {
  const { names, unpacked } = await readArchive(archive);
  expect(unexpectedInApp(names, shippedLocations())).toEqual([]);
  expect(unpacked).toEqual([]);
  // Named one by one, so that a pattern that lets everything through is noticed.
  expect(
    names.filter((name) => /\.map$|\.tsx?$|(^|\/)(test|tests|gallery|bench)\/|vitest|playwright/.test(name)),
  ).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      'package.json',
      'dist/electron/main.cjs',
      'dist/electron/desk-program.js',
      'dist/electron/preload.cjs',
      'dist/electron/licences.json',
      'dist/service/main.js',
      'dist/service/database-template.tar.gz',
      'dist/renderer/index.html',
      'node_modules/@electric-sql/pglite/dist/pglite.wasm',
    ]),
  );
  // Beside the archive nothing that runs.
  expect((await readdir(path.join(installed, 'resources'))).sort()).toEqual([
    'app-update.yml',
    'app.asar',
    'apparmor-profile',
    'package-type',
  ]);
});

test('it takes no more disk than Electron and what it is allowed beyond', async () => {
  const electron = path.dirname(electronExecutable());
  const beyond = (await bytesBelow(installed, [path.basename(inspectable)])) - (await bytesBelow(electron));
  test.info().annotations.push({ type: 'beyond Electron', description: `${(beyond / 1024 / 1024).toFixed(1)} MB` });
  expect(beyond).toBeGreaterThan(0);
  expect(beyond).toBeLessThanOrEqual(SIZE_BUDGET);
});

test('every fuse of the installed program is as it was decided', async () => {
  const wire = async (file: string) => Object.fromEntries(Object.entries(await getCurrentFuseWire(file)));
  expect(fuseProblems(await wire(program), process.platform)).toEqual([]);
  expect(fuseProblems(await wire(inspectable), process.platform)).toEqual(['EnableNodeCliInspectArguments is on']);
});

test('nobody but root may change it, the sandbox has its helper, the desktop knows its links', async () => {
  const writable = await execute('find', [installed, '-perm', '/022', '!', '-type', 'l']);
  expect(writable.stdout).toBe('');
  const helper = await stat(path.join(installed, 'chrome-sandbox'));
  expect({ uid: helper.uid, mode: helper.mode & 0o7777 }).toEqual({ uid: 0, mode: 0o4755 });
  expect(await readlink('/usr/bin/rolecall')).toBe(program);
  const entry = '/usr/share/applications/rolecall.desktop';
  expect(await readFile(entry, 'utf8')).toMatch(/^Exec=\/opt\/Rolecall\/rolecall %u$/m);
  expect(await readFile(entry, 'utf8')).toMatch(/^MimeType=x-scheme-handler\/rolecall;$/m);
  await execute('desktop-file-validate', [entry]);
  expect(existsSync('/usr/share/icons/hicolor/256x256/apps/rolecall.png')).toBe(true);
});

async function logOf(userDataDir: string): Promise<string> {
  return readFile(path.join(userDataDir, 'logs', 'rolecall.log'), 'utf8').catch(() => '');
}

/** The processes of this program that draw pages. */
async function renderersOf(executable: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0').join(' ');
    if (line.startsWith(`${executable} `) && line.includes('--type=renderer')) found.push(Number(name));
  }
  return found;
}

test('a link on the desktop starts the installed program, in its sandbox', async ({ scratch }) => {
  const home = path.join(scratch, 'home');
  await mkdir(home);
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', BROWSER: '' };
  const found = await execute('xdg-mime', ['query', 'default', 'x-scheme-handler/rolecall'], { env });
  expect(found.stdout.trim()).toBe('rolecall.desktop');

  const opener = spawn('xdg-open', ['rolecall://oauth/callback?code=unasked&state=unasked'], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  opener.unref();
  const userDataDir = path.join(home, '.config', 'Rolecall');
  let owner: number | undefined;
  try {
    await expect.poll(() => logOf(userDataDir), { timeout: 60_000 }).toContain('"launch-link-arrived"');
    owner = await ownerOf(userDataDir);
    expect(await readlink(`/proc/${owner}/exe`)).toBe(program);
    expect(await logOf(userDataDir)).toContain('"packaged":true');
    // A link nobody waits for is counted, and nothing else.
    await expect.poll(() => logOf(userDataDir), { timeout: 90_000 }).toContain('"callback-ignored"');
    await expect.poll(async () => (await renderersOf(program)).length).toBeGreaterThan(0);
    for (const renderer of await renderersOf(program)) {
      expect(await confinementOf(renderer)).toEqual({ seccompMode: 2, ownProcessNamespace: true });
    }
    expect(await logOf(userDataDir)).not.toContain('"level":"error"');
  } finally {
    if (owner !== undefined) process.kill(owner, 'SIGTERM');
  }
  await expect.poll(() => ownerOf(userDataDir), { timeout: 30_000 }).toBeUndefined();
});

test('nobody can debug the installed program or make it run scripts', async ({ scratch }) => {
  const hook = path.join(scratch, 'hook.cjs');
  const mark = path.join(scratch, 'ran');
  await writeFile(hook, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
  const userDataDir = path.join(scratch, 'profile');
  const child = spawn(program, [`--user-data-dir=${userDataDir}`, '--inspect=0', '--password-store=basic'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${hook}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    // The window stands: whatever would have run before it has run.
    await expect.poll(() => logOf(userDataDir), { timeout: 60_000 }).toContain('"event":"start"');
    await expect.poll(async () => (await renderersOf(program)).length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(output).not.toContain('Debugger listening');
    expect(existsSync(mark)).toBe(false);
  } finally {
    child.kill('SIGTERM');
  }
  await expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 30_000 }).not.toBeNull();
});

test('does not run without its sandbox, and says why', async ({ scratch }) => {
  const userDataDir = path.join(scratch, 'profile');
  const child = spawn(program, ['--no-sandbox', `--user-data-dir=${userDataDir}`, '--password-store=basic'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain('without its sandbox');
    // Nothing but the question stands: no page was ever drawn.
    expect(await logOf(userDataDir)).not.toContain('"event":"start"');
    expect(await renderersOf(program)).toEqual([]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('the whole main job, through the real browser and the installed program’s own link', async ({
  rolecall,
  desktop,
  scratch,
}) => {
  test.setTimeout(300_000);
  // Where the program keeps its data without being told: the one the browser starts has to find the one that runs.
  const userDataDir = path.join(scratch, 'desktop-home', '.config', 'Rolecall');
  const systemBrowser = await desktop.systemBrowser({ userDataDir, keyring: true, installed: true });
  const { app, window } = await rolecall.openWindow({
    program: inspectable,
    args: ['--practice-attendees=200'],
    userDataDir,
    keyring: true,
    browser: 'system',
    env: systemBrowser.env,
  });
  const button = await signInButton(window);
  const address = window.getByText(/127\.0\.0\.1:\d+/);
  await expect(address).toBeVisible();
  const host = /127\.0\.0\.1:\d+/.exec((await address.textContent()) ?? '')?.[0] ?? '';
  await systemBrowser.allowLinksFrom(`http://${host}`);
  await button.click();
  const browser = await systemBrowser.attach();
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  await expect.poll(() => pages().some((page) => page.url().startsWith(`http://${host}/`))).toBe(true);
  const page = pages().find((each) => each.url().startsWith(`http://${host}/`));
  if (page === undefined) throw new Error('The service’s page was closed.');
  await page.getByRole('region', { name: 'Practice mode' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Authorize' }).click();

  const searchBox = window.getByRole('searchbox', { name: 'Find a person' });
  await expect(searchBox).toBeVisible();
  expect(app.electron.windows()).toHaveLength(1);
  expect(await app.electron.evaluate(({ app: running }) => running.isPackaged)).toBe(true);

  const confirmed = window.getByRole('status').getByText('All confirmed');
  await expect(window.getByText('200 people')).toBeVisible({ timeout: 90_000 });
  await searchBox.pressSequentially('mar');
  const newcomer = window
    .getByRole('listbox', { name: 'People' })
    .getByRole('option')
    .filter({ hasNotText: /\bIn$/ })
    .first();
  await newcomer.click();
  const person = window.getByRole('region').filter({ has: window.getByRole('switch') });
  await window.getByRole('button', { name: 'Check in' }).click();
  await expect(person.getByText(/confirmed by the service/)).toBeVisible();
  await expect(confirmed).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).first().click();
  await expect(confirmed).toBeVisible();

  // A list is read in a thread of its own, which has to start out of the archive.
  const lists = await window.evaluate(async () => {
    const { requests } = (globalThis as unknown as { rolecall: Bridge }).rolecall;
    const pasted = await requests['lists:paste']({ text: 'nobody@nowhere.example' });
    return pasted.ok;
  });
  expect(lists).toBe(true);
  await expect
    .poll(() =>
      window.evaluate(async () => {
        const read = await (globalThis as unknown as { rolecall: Bridge }).rolecall.requests['lists:read']({});
        return read.ok && !read.value.reading && read.value.draft !== null;
      }),
    )
    .toBe(true);
  expect(await logOf(userDataDir)).not.toContain('"level":"error"');
});

test('signs in again without a browser at its second start', async ({ rolecall, scratch }) => {
  const userDataDir = path.join(scratch, 'profile');
  const options = { program: inspectable, args: ['--practice-attendees=50'], userDataDir, keyring: true };
  const first = await rolecall.openWindow(options);
  await signIn(first.app, first.window);
  await expect(first.window.getByRole('searchbox', { name: 'Find a person' })).toBeVisible();
  await first.app.close();
  const second = await rolecall.openWindow(options);
  await expect(second.window.getByRole('searchbox', { name: 'Find a person' })).toBeVisible({ timeout: 90_000 });
});

/** The state of new versions, as the page gets it. */
async function updates(window: Page, name: 'read' | 'check' | 'download' | 'install'): Promise<UpdateState> {
  const result = await window.evaluate(
    (channel) => (globalThis as unknown as { rolecall: Bridge }).rolecall.requests[channel]({}),
    `updates:${name}` as const,
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A feed on this machine, named in the installed program as its package would name one. */
async function openFeed() {
  const offered = new Map<string, string | Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://feed').pathname.slice(1);
    asked.push(name);
    const content = offered.get(name);
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await writeFile(
    path.join(installed, 'resources', 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: rolecall-updater\n`,
  );
  const offer = (version: string, content: string | Buffer, promised = content): void => {
    const file = `rolecall-${version}-linux-amd64.deb`;
    const sha512 = createHash('sha512').update(promised).digest('base64');
    offered.set(file, content);
    offered.set(
      'latest-linux.yml',
      `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-11-28T00:00:00.000Z'\n`,
    );
  };
  return { asked, offer, close: () => server.close() };
}

test('takes a new version only when asked to, and only what the feed promised', async ({ rolecall, scratch }) => {
  const feed = await openFeed();
  const { asked, offer } = feed;
  try {
    const cache = path.join(scratch, 'cache');
    const { app, window } = await rolecall.openWindow({
      program: inspectable,
      args: ['--practice-attendees=50'],
      env: { XDG_CACHE_HOME: cache },
    });
    await signIn(app, window);
    await expect(window.getByText('50 people')).toBeVisible({ timeout: 90_000 });
    expect(await updates(window, 'read')).toEqual({ kind: 'idle', checkedAt: null });
    expect(asked).toEqual([]);

    expect(await updates(window, 'check')).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    offer('0.0.1', 'older');
    expect(await updates(window, 'check')).toMatchObject({ kind: 'failed', reason: 'older' });

    offer('99.0.0', 'not what was promised', 'what was promised');
    expect(await updates(window, 'check')).toEqual({ kind: 'available', version: '99.0.0' });
    // Nothing is fetched before somebody asks.
    expect(asked.filter((name) => name.endsWith('.deb'))).toEqual([]);
    await updates(window, 'download');
    await expect
      .poll(() => updates(window, 'read'), { timeout: 60_000 })
      .toMatchObject({ kind: 'failed', reason: 'not-verified' });
    expect(filesBelow(cache).filter((name) => name.endsWith('.deb'))).toEqual([]);

    offer('99.0.0', 'what was promised');
    expect(await updates(window, 'check')).toMatchObject({ kind: 'available' });
    await updates(window, 'download');
    await expect.poll(() => updates(window, 'read'), { timeout: 60_000 }).toEqual({ kind: 'ready', version: '99.0.0' });
    const [fetched = ''] = filesBelow(cache).filter((name) => name.endsWith('.deb'));
    expect(await readFile(path.join(cache, fetched), 'utf8')).toBe('what was promised');

    // Not in the middle of somebody.
    await window.getByRole('searchbox', { name: 'Find a person' }).pressSequentially('mar');
    await window.getByRole('listbox', { name: 'People' }).getByRole('option').first().click();
    await expect(window.getByRole('region').filter({ has: window.getByRole('switch') })).toBeVisible();
    expect(await updates(window, 'install')).toMatchObject({ kind: 'deferred', because: 'person-open' });
  } finally {
    feed.close();
  }
});

/** The program that asks for an administrator's password, replaced for the running program. */
async function answerAsAdministrator(app: LaunchedApp, folder: string, script: string): Promise<void> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'pkexec'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await app.electron.evaluate((_electron, place) => {
    process.env.PATH = `${place}:${process.env.PATH}`;
  }, folder);
}

/** Lets no request of the program arrive anywhere, until it is called with false. */
async function cutNetwork(app: LaunchedApp, cut: boolean): Promise<void> {
  await app.electron.evaluate(({ net }, nowCut) => {
    const kept = globalThis as { requestOfTest?: typeof net.request };
    kept.requestOfTest ??= net.request.bind(net);
    const request = kept.requestOfTest;
    net.request = nowCut
      ? (options) => request({ ...(typeof options === 'string' ? {} : options), url: 'http://127.0.0.1:9/' })
      : request;
  }, cut);
}

async function installedVersion(): Promise<string | undefined> {
  return /^Version: (.+)$/m.exec((await execute('dpkg', ['--status', 'rolecall'])).stdout)?.[1];
}

// The last one: the installed program is another one afterwards.
test('a new version takes the place of the old one when nobody is in its way, and the desk goes on with it', async ({
  rolecall,
  scratch,
}) => {
  test.setTimeout(300_000);
  const version = '9.1.0';
  const feed = await openFeed();
  const userDataDir = path.join(scratch, 'profile');
  let successor: number | undefined;
  try {
    feed.offer(version, await readFile(process.env.ROLECALL_UPDATE ?? ''));
    const { app, window } = await rolecall.openWindow({
      program: inspectable,
      args: ['--practice-attendees=50'],
      userDataDir,
      env: { XDG_CACHE_HOME: path.join(scratch, 'cache') },
    });
    await signIn(app, window);
    await expect(window.getByText('50 people')).toBeVisible({ timeout: 90_000 });
    expect(await logOf(userDataDir)).not.toContain(version);
    const fetchIt = async (): Promise<void> => {
      expect(await updates(window, 'check')).toEqual({ kind: 'available', version });
      await updates(window, 'download');
      await expect.poll(() => updates(window, 'read'), { timeout: 120_000 }).toEqual({ kind: 'ready', version });
    };
    await fetchIt();

    // A change that is not confirmed stands in the way, and so does somebody who is open.
    await cutNetwork(app, true);
    const searchBox = window.getByRole('searchbox', { name: 'Find a person' });
    await searchBox.pressSequentially('mar');
    await window
      .getByRole('listbox', { name: 'People' })
      .getByRole('option')
      .filter({ hasNotText: /\bIn$/ })
      .first()
      .click();
    const person = window.getByRole('region').filter({ has: window.getByRole('switch') });
    await window.getByRole('button', { name: 'Check in' }).click();
    await expect(person.getByText('waiting')).toBeVisible();
    expect(await updates(window, 'install')).toMatchObject({ kind: 'deferred', because: 'changes-waiting' });
    await cutNetwork(app, false);
    await expect(window.getByRole('status').getByText('All confirmed')).toBeVisible({ timeout: 60_000 });
    expect(await updates(window, 'install')).toMatchObject({ kind: 'deferred', because: 'person-open' });
    await searchBox.focus();
    await expect(async () => {
      await window.keyboard.press('Escape');
      await expect(person).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });

    // Nobody gives the password: the desk goes on and says so.
    await answerAsAdministrator(app, path.join(scratch, 'nobody'), 'exit 126');
    expect(await updates(window, 'install')).toMatchObject({ kind: 'failed', reason: 'not-installed' });
    expect(await installedVersion()).not.toBe(version);

    const { ROLECALL_ADMINISTRATOR: pipes = '' } = process.env;
    await answerAsAdministrator(
      app,
      path.join(scratch, 'somebody'),
      `shift 3\necho "$1" > '${pipes}/asked'\nread code < '${pipes}/answer'\nexit "$code"`,
    );
    await fetchIt();
    const before = await ownerOf(userDataDir);
    const ended = new Promise<void>((resolve) => void app.electron.process().once('exit', () => resolve()));
    // Answered or not: the program ends meanwhile.
    await updates(window, 'install').catch(() => undefined);
    await ended;
    expect(await installedVersion()).toBe(version);
    await expect.poll(() => logOf(userDataDir), { timeout: 60_000 }).toContain(`"version":"${version}"`);
    successor = await ownerOf(userDataDir);
    expect(successor).not.toBe(before);
    // Asked to end any sooner, it would be gone at once and leave its lock lying there. The first start is the old program's.
    const starts = async (): Promise<number> => (await logOf(userDataDir)).split('"event":"start-timings"').length - 1;
    await expect.poll(starts, { timeout: 60_000 }).toBe(2);
    // What the package's scripts do in an update: the names and the helper stay.
    expect(await readlink('/usr/bin/rolecall')).toBe(program);
    expect((await stat(path.join(installed, 'chrome-sandbox'))).mode & 0o7777).toBe(0o4755);
    const handler = await execute('xdg-mime', ['query', 'default', 'x-scheme-handler/rolecall']);
    expect(handler.stdout.trim()).toBe('rolecall.desktop');
  } finally {
    feed.close();
    if (successor !== undefined) process.kill(successor, 'SIGTERM');
  }
  await expect.poll(() => ownerOf(userDataDir), { timeout: 30_000 }).toBeUndefined();
});
