import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { isNewer } from './step-update.ts';
import { UpdateProblem, type UpdateSource } from './update-source.ts';

/**
 * Whether a package was built with a feed of its own (`npm run package -- --feed=…`). The page has no say in it: whoever names
 * the feed names the program.
 */
export function hasFeed(resources: string): boolean {
  const file = path.join(resources, 'app-update.yml');
  return existsSync(file) && isFeed(/^url: *['"]?([^\s'"]+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '');
}

/** https, or this very machine. */
export function isFeed(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

/** What we use of electron-updater. */
interface Library {
  readonly autoUpdater: AppUpdater;
  readonly CancellationToken: new () => CancellationToken;
}

/** Left out of its types: what asks the feed. */
interface Asking {
  readonly httpExecutor: { request(options: object, token?: CancellationToken, data?: object): Promise<unknown> };
}

/**
 * electron-updater behind our port, loaded when it is first needed. It checks the sha512 of what it fetched against the feed,
 * and on Windows and macOS the signature too.
 */
export function electronUpdateSource(
  current: string,
  load: () => Promise<Library> = async () => (await import('electron-updater')).default,
): UpdateSource {
  let loaded: Promise<{ readonly from: AppUpdater; readonly newToken: () => CancellationToken }> | null = null;
  /** Ends what the check under way asks. */
  let checking: CancellationToken | undefined;
  const updater = (): NonNullable<typeof loaded> => {
    loaded ??= load().then(({ autoUpdater, CancellationToken: Token }) => {
      autoUpdater.autoDownload = false;
      autoUpdater.autoInstallOnAppQuit = false;
      autoUpdater.allowDowngrade = false;
      // Its messages name addresses and folders; what matters is in our log as a state.
      autoUpdater.logger = null;
      // Every failure is an exception of the call as well; without a listener the event would be one nobody caught.
      autoUpdater.on('error', () => undefined);
      // A check has no time limit and takes no token. As long as it hangs the next one waits for it, so that only ending its
      // request lets anybody try again; closing the connections of its session does not end it.
      const { httpExecutor } = autoUpdater as unknown as Asking;
      const request = httpExecutor.request.bind(httpExecutor);
      httpExecutor.request = (options, token = checking, data) => request(options, token, data);
      return { from: autoUpdater, newToken: () => new Token() };
    });
    return loaded;
  };
  return {
    check: async (signal) => {
      const { from, newToken } = await updater();
      const token = newToken();
      const end = (): void => token.cancel();
      signal.addEventListener('abort', end, { once: true });
      checking = token;
      try {
        const result = await from.checkForUpdates();
        if (result === null) return null;
        const { version } = result.updateInfo;
        // Newer and yet not for us: handed out in stages, and it is not our turn.
        return !result.isUpdateAvailable && isNewer(version, current) ? null : version;
      } catch (error) {
        throw problemOf(error);
      } finally {
        signal.removeEventListener('abort', end);
        if (checking === token) checking = undefined;
      }
    },
    download: async (progress, signal) => {
      const { from, newToken } = await updater();
      const token = newToken();
      const end = (): void => token.cancel();
      signal.addEventListener('abort', end, { once: true });
      const tell = ({ percent }: { readonly percent: number }): void => progress(percent);
      from.on('download-progress', tell);
      try {
        await from.downloadUpdate(token);
      } catch (error) {
        throw problemOf(error);
      } finally {
        signal.removeEventListener('abort', end);
        from.off('download-progress', tell);
      }
    },
    install: async (refused) => {
      const { from } = await updater();
      // A refusal is told by this event alone: a password that was not given, a package the system does not take.
      let atOnce: UpdateProblem | null = null;
      let calling = true;
      from.once('error', (error: unknown) => {
        const problem = new UpdateProblem('not-installed', error);
        if (calling) atOnce = problem;
        else refused(problem);
      });
      from.quitAndInstall(false, true);
      calling = false;
      if (atOnce !== null) throw atOnce;
    },
  };
}

/** What went wrong, in our words. */
export function problemOf(error: unknown): UpdateProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  if (/CHECKSUM|SIGNATURE/.test(code)) return new UpdateProblem('not-verified', error);
  const network =
    /^(E(CONN|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)|HTTP_ERROR|ERR_UPDATER_CHANNEL_FILE)/.test(code);
  return new UpdateProblem(network || message.startsWith('net::') ? 'unreachable' : 'not-understood', error);
}
