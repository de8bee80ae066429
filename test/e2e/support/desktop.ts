import { execFile } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
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
  readonly #browsers: Browser[] = [];

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
        const attached = await chromium.connectOverCDP(`http://127.0.0.1:${await portIn(portFile)}`);
        this.#browsers.push(attached);
        return attached;
      },
    };
  }

  /** Ends every browser that was attached to. */
  async close(): Promise<void> {
    for (const browser of this.#browsers) {
      // close() of a CDP connection only disconnects; the browser itself ends on this command.
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
    }
  }
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
