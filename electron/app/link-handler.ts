import { execFile } from 'node:child_process';
import path from 'node:path';
import type { App } from 'electron';
import type { Log } from '../ports/log.ts';
import { linkScheme } from './launch-links.ts';

/** How the system is to start this program for a link: in development through Electron with the app's folder. */
export function linkHandlerCommand(given: {
  readonly packaged: boolean;
  readonly platform: string;
  readonly execPath: string;
  readonly appPath: string;
}): { readonly execPath: string; readonly args: readonly string[] } | null {
  // After `--` nothing is read as a switch any more, whatever a web page wrote into the link (CVE-2018-1000006, C19).
  const end = given.platform === 'win32' ? ['--'] : [];
  if (given.packaged) return given.platform === 'win32' ? { execPath: given.execPath, args: end } : null;
  return { execPath: given.execPath, args: [path.resolve(given.appPath), ...end] };
}

/** Asks the system to bring our links here. What it answers proves little: `linksComeBack` looks again. */
export function registerLinkHandler(app: App, log: Log): void {
  // A .desktop file says it there: the package brings one, `npm start` writes one for a checkout.
  if (process.platform === 'linux') return;
  const command = linkHandlerCommand({
    packaged: app.isPackaged,
    platform: process.platform,
    execPath: process.execPath,
    appPath: app.getAppPath(),
  });
  const done =
    command === null
      ? app.setAsDefaultProtocolClient(linkScheme)
      : app.setAsDefaultProtocolClient(linkScheme, command.execPath, [...command.args]);
  log.info('link-handler-registered', { done });
}

/**
 * Whether the system would bring a link back to a program of ours. On Linux the desktop's own tool is asked, since a
 * running program can't register what no .desktop file names (field reports C01, C02, C16). Never blocks the start.
 */
export async function linksComeBack(app: App): Promise<boolean> {
  if (process.platform === 'linux') return (await defaultDesktopFile()).toLowerCase().includes('rolecall');
  const command = linkHandlerCommand({
    packaged: app.isPackaged,
    platform: process.platform,
    execPath: process.execPath,
    appPath: app.getAppPath(),
  });
  return command === null
    ? app.isDefaultProtocolClient(linkScheme)
    : app.isDefaultProtocolClient(linkScheme, command.execPath, [...command.args]);
}

function defaultDesktopFile(): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      'xdg-mime',
      ['query', 'default', `x-scheme-handler/${linkScheme}`],
      { timeout: 3_000, windowsHide: true },
      (error, stdout) => resolve(error === null ? stdout.trim() : ''),
    );
  });
}
