import { execFile } from 'node:child_process';
import path from 'node:path';
import type { App } from 'electron';
import type { LinksOpenWith } from '../../contract/desk/sign-in.ts';
import type { Files } from '../ports/files.ts';
import type { Links } from '../ports/links.ts';
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

/** What is used of Electron's app. */
export type LinkApp = Pick<
  App,
  'setAsDefaultProtocolClient' | 'isDefaultProtocolClient' | 'getApplicationNameForProtocol'
>;

/** Runs a program and answers with what it wrote; null where it is not there or failed. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string | null>;

export interface LinksGiven {
  readonly app: LinkApp;
  readonly platform: string;
  readonly packaged: boolean;
  readonly execPath: string;
  readonly appPath: string;
  /** Environment: APPIMAGE, HOME and XDG_… are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly run: RunProgram;
  readonly log: Log;
}

/** Looks, and where it is asked to takes over: on Linux by the desktop's own tools, elsewhere by Electron. */
export function createLinks(given: LinksGiven): Links {
  return given.platform === 'linux' ? linuxLinks(given) : systemLinks(given);
}

/** Windows and macOS keep a registry that a program may write to. */
function systemLinks(given: LinksGiven): Links {
  const { app, log } = given;
  const command = linkHandlerCommand(given);
  const isOurs = (): boolean =>
    command === null
      ? app.isDefaultProtocolClient(linkScheme)
      : app.isDefaultProtocolClient(linkScheme, command.execPath, [...command.args]);
  const register = (): void => {
    const done =
      command === null
        ? app.setAsDefaultProtocolClient(linkScheme)
        : app.setAsDefaultProtocolClient(linkScheme, command.execPath, [...command.args]);
    log.info('link-handler-registered', { done });
  };
  const now = (): LinksOpenWith => {
    if (isOurs()) return 'rolecall';
    return app.getApplicationNameForProtocol(`${linkScheme}://`) === '' ? 'nothing' : 'another-program';
  };
  return {
    look: async () => {
      // Nobody's yet: taken without a question. Another program's only when somebody wants it so.
      if (now() === 'nothing') register();
      return now();
    },
    takeOver: async () => {
      register();
      return now();
    },
  };
}

/**
 * A running program can't register what no .desktop file names (field reports C01, C02, C16): an installed Rolecall brings
 * one, an AppImage or a checkout writes its own when somebody asks for it.
 */
function linuxLinks(given: LinksGiven): Links {
  const { env, files, run, log } = given;
  const mimeType = `x-scheme-handler/${linkScheme}`;
  const home = env.HOME ?? '/';
  const dataHome = absolute(env.XDG_DATA_HOME) ?? path.posix.join(home, '.local', 'share');
  const dataFolders = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':').filter(path.posix.isAbsolute);
  const appImage = absolute(env.APPIMAGE);
  const applications = path.posix.join(dataHome, 'applications');
  const read = (folder: string, name: string): Promise<string | null> =>
    files.read(path.posix.join(folder, 'applications', name)).catch(() => null);

  const look = async (): Promise<LinksOpenWith> => {
    const name = (await run('xdg-mime', ['query', 'default', mimeType]))?.trim() ?? '';
    if (name === '') return 'nothing';
    if (!/(^|[.-])rolecall([.-]|$)/i.test(name.replace(/\.desktop$/, ''))) return 'another-program';
    if (name !== appImageEntry || appImage === null) return 'rolecall';
    // An AppImage that was moved: what we wrote leads to where it was.
    const entry = await read(dataHome, name);
    return entry?.includes(execArgument(appImage)) ? 'rolecall' : 'nothing';
  };

  const installed = async (): Promise<boolean> => {
    if (!given.packaged || appImage !== null) return false;
    const found = await Promise.all([dataHome, ...dataFolders].map((folder) => read(folder, installedEntry)));
    return found.some((entry) => entry !== null);
  };

  return {
    look,
    takeOver: async () => {
      try {
        let name = installedEntry;
        if (!(await installed())) {
          name = appImage === null ? ownEntry : appImageEntry;
          const command = given.packaged
            ? [appImage ?? given.execPath]
            : [given.execPath, path.posix.resolve(given.appPath)];
          await files.write(path.posix.join(applications, name), desktopEntry(command));
          await run('update-desktop-database', [applications]);
        }
        await run('xdg-mime', ['default', name, mimeType]);
      } catch {
        log.warn('link-handler-not-written');
      }
      return look();
    },
  };
}

/** The packages bring it; docs/development.md says where the name comes from. */
const installedEntry = 'rolecall.desktop';
const appImageEntry = 'rolecall-appimage.desktop';
const ownEntry = 'rolecall-development.desktop';

/** A .desktop file that starts this command line with a link behind it (Desktop Entry Specification). */
export function desktopEntry(commandLine: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Rolecall',
    `Exec=${commandLine.map(execArgument).join(' ')} %u`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=x-scheme-handler/${linkScheme};`,
    '',
  ].join('\n');
}

/** One argument of an Exec line, quoted only where it has to be: some openers take quotes for part of the name. */
function execArgument(argument: string): string {
  const text = argument.replaceAll('%', '%%');
  if (/^[\w./:=@,+%-]+$/.test(text)) return text;
  return `"${text.replace(/(["`$\\])/g, '\\$1').replaceAll('\\', '\\\\')}"`;
}

function absolute(folder: string | undefined): string | null {
  return folder !== undefined && path.posix.isAbsolute(folder) ? folder : null;
}

/** As short as the desktop's tools take: a start must not hang on them. */
export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: 3_000, windowsHide: true }, (error, stdout) =>
      resolve(error === null ? stdout : null),
    );
  });
