import { execFile } from 'node:child_process';
import { access, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, expect } from '@playwright/test';
import { desktopEntry } from '../../../scripts/link-handler.mjs';
import { electronExecutable, IS_ROOT, ROOT } from './launched-app.ts';

const execute = promisify(execFile);

/** The real system browser of a desktop whose HOME is the test's own. */
export interface SystemBrowser {
  /** For `launch({ browser: 'system', env })`. */
  readonly env: Record<string, string>;
  /** Lets pages of this origin open `rolecall:` links without asking, as a person's "always allow" would. Before the browser runs. */
  allowLinksFrom(origin: string): Promise<void>;
  /** Waits until something has opened the browser, then attaches to it. */
  attach(): Promise<Browser>;
}

/** What the desktop around the app offers. Linux only. */
export class Desktop {
  readonly #scratch: string;
  readonly #profiles: string[] = [];

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  /**
   * Sets up a HOME in which the real Chromium is the default browser and this app, with this profile, is what opens
   * `rolecall:` links: a `.desktop` file each, registered with the desktop's own tools, as a package would.
   */
  async systemBrowser(options: {
    userDataDir: string;
    keyring?: boolean;
    appPath?: string;
    /** The system has an installed Rolecall for the links: nothing is registered here. */
    installed?: boolean;
  }): Promise<SystemBrowser> {
    const home = path.join(this.#scratch, 'desktop-home');
    const applications = path.join(home, '.local', 'share', 'applications');
    const profile = path.join(home, 'browser-profile');
    this.#profiles.push(profile);
    await mkdir(applications, { recursive: true });
    await mkdir(path.join(profile, 'Default'), { recursive: true });
    await mkdir(path.join(home, '.config'), { recursive: true });
    const env = { HOME: home, XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', BROWSER: '' };
    const run = (program: string, args: string[]) => execute(program, args, { env: { ...process.env, ...env } });

    const browser = [
      await findBrowser(),
      ...(IS_ROOT ? ['--no-sandbox'] : []),
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--no-first-run',
      '--no-default-browser-check',
      '--password-store=basic',
    ];
    const app = [
      electronExecutable(),
      ...(IS_ROOT ? ['--no-sandbox'] : []),
      `--password-store=${options.keyring ? 'gnome-libsecret' : 'basic'}`,
      `--user-data-dir=${options.userDataDir}`,
      options.appPath ?? ROOT,
    ];
    await writeFile(
      path.join(applications, 'e2e-browser.desktop'),
      desktopEntry('Browser under test', browser, ['http', 'https']),
    );
    if (options.installed !== true)
      await writeFile(path.join(applications, 'rolecall.desktop'), desktopEntry('Rolecall', app, ['rolecall']));
    await run('update-desktop-database', [applications]);
    await run('xdg-mime', ['default', 'e2e-browser.desktop', 'x-scheme-handler/http', 'x-scheme-handler/https']);
    if (options.installed !== true) await run('xdg-mime', ['default', 'rolecall.desktop', 'x-scheme-handler/rolecall']);

    return {
      env,
      allowLinksFrom: async (origin) => {
        const preferences = { protocol_handler: { allowed_origin_protocol_pairs: { [origin]: { rolecall: true } } } };
        await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
      },
      attach: async () => {
        const portFile = path.join(profile, 'DevToolsActivePort');
        await expect
          .poll(() => portIn(portFile), { message: 'the system browser', timeout: 60_000 })
          .not.toBeUndefined();
        return attachTo(`http://127.0.0.1:${await portIn(portFile)}`);
      },
    };
  }

  /** Ends every browser that runs, attached to or not: one that is left holds on to the output of the app that opened it. */
  async close(): Promise<void> {
    for (const profile of this.#profiles) {
      const owner = await ownerOf(profile);
      if (owner === undefined || !(await runs(owner))) continue;
      process.kill(owner, 'SIGTERM');
      // Ended by a signal, it leaves its lock behind.
      await expect.poll(() => runs(owner), { message: 'the system browser runs', timeout: 30_000 }).toBe(false);
    }
  }
}

/**
 * Attaches to the browser at this address once it has opened its page. Playwright asks every page that is there before it
 * answers, and waits without end for one that doesn't answer (microsoft/playwright#42730), which a page that has only just
 * come up may be. So it is asked again.
 */
async function attachTo(endpoint: string): Promise<Browser> {
  const pages = async (): Promise<string[]> => {
    const targets = (await (await fetch(`${endpoint}/json/list`)).json()) as { type: string; url: string }[];
    return targets.filter(({ type }) => type === 'page').map(({ url }) => url);
  };
  await expect.poll(pages, { message: 'a page in the system browser' }).toContainEqual(expect.stringMatching(/^http/));
  const failures: unknown[] = [];
  while (failures.length < 3) {
    try {
      return await chromium.connectOverCDP(endpoint, { timeout: 15_000 });
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `The system browser with ${(await pages()).join(', ')} can't be attached to.`);
}

/** The process that uses this folder of a Chromium's or an Electron's data, by its own lock; undefined where none does. */
export async function ownerOf(userDataDir: string): Promise<number | undefined> {
  const link = await readlink(path.join(userDataDir, 'SingletonLock')).catch(() => undefined);
  return link === undefined ? undefined : Number(link.slice(link.lastIndexOf('-') + 1));
}

/** Whether this process runs; one that has ended and was not asked for its result yet doesn't. */
async function runs(pid: number): Promise<boolean> {
  return readlink(`/proc/${pid}/exe`).then(
    () => true,
    () => false,
  );
}

async function portIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const port = text.split('\n')[0];
  return port === '' ? undefined : port;
}

async function findBrowser(): Promise<string> {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const candidate = path.join(folder, name);
      const found = await access(candidate).then(
        () => true,
        () => false,
      );
      if (found) return candidate;
    }
  }
  throw new Error('No Chromium on this system. This installs it: sudo apt-get install -y chromium');
}
