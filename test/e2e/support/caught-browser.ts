import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';

/** Catches what the app hands to the system browser, without any hook in the app. */
export interface CaughtBrowser {
  /** What to add to the app's environment. */
  env(searchPath: string): Record<string, string>;
  /** To be called once the app runs. */
  attach(electron: ElectronApplication): Promise<void>;
  /** The URLs so far, oldest first. */
  urls(): Promise<string[]>;
}

/**
 * On Linux Electron's shell.openExternal starts `xdg-open`, so a program of that name that comes first on PATH sees the URL.
 * Windows and macOS call the system directly: there the function is replaced in the running main process.
 * @param folder a new folder for it
 */
export async function catchBrowserUrls(folder: string): Promise<CaughtBrowser> {
  await mkdir(folder, { recursive: true });
  const list = path.join(folder, 'urls.txt');
  await writeFile(list, '');
  if (process.platform !== 'linux') {
    let application: ElectronApplication | undefined;
    return {
      env: () => ({}),
      attach: async (electron) => {
        application = electron;
        await electron.evaluate(({ shell }) => {
          const caught: string[] = [];
          Object.assign(globalThis, { caughtBrowserUrls: caught });
          shell.openExternal = async (url) => {
            caught.push(url);
          };
        });
      },
      urls: async () =>
        (await application?.evaluate(() => (globalThis as { caughtBrowserUrls?: string[] }).caughtBrowserUrls ?? [])) ??
        [],
    };
  }
  const program = path.join(folder, 'xdg-open');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> "$ROLECALL_CAUGHT_URLS"\n`);
  await chmod(program, 0o755);
  return {
    env: (searchPath) => ({ PATH: `${folder}${path.delimiter}${searchPath}`, ROLECALL_CAUGHT_URLS: list }),
    attach: async () => {},
    urls: async () => (await readFile(list, 'utf8')).split('\n').filter((line) => line !== ''),
  };
}
