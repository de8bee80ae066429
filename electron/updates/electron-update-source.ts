import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AppUpdater } from 'electron-updater';
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

/**
 * electron-updater behind our port, loaded when it is first needed. It checks the sha512 of what it fetched against the feed,
 * and on Windows and macOS the signature too.
 */
export function electronUpdateSource(current: string): UpdateSource {
  let loaded: Promise<AppUpdater> | null = null;
  const updater = (): Promise<AppUpdater> => {
    loaded ??= import('electron-updater').then(({ default: { autoUpdater } }) => {
      autoUpdater.autoDownload = false;
      autoUpdater.autoInstallOnAppQuit = false;
      autoUpdater.allowDowngrade = false;
      // Its messages name addresses and folders; what matters is in our log as a state.
      autoUpdater.logger = null;
      // Every failure is an exception of the call as well; without a listener the event would be one nobody caught.
      autoUpdater.on('error', () => undefined);
      return autoUpdater;
    });
    return loaded;
  };
  return {
    check: async () => {
      const result = await (await updater()).checkForUpdates().catch((error: unknown) => {
        throw problemOf(error);
      });
      if (result === null) return null;
      const { version } = result.updateInfo;
      // Newer and yet not for us: handed out in stages, and it is not our turn.
      return !result.isUpdateAvailable && isNewer(version, current) ? null : version;
    },
    download: async (progress) => {
      const from = await updater();
      const tell = ({ percent }: { readonly percent: number }): void => progress(percent);
      from.on('download-progress', tell);
      try {
        await from.downloadUpdate();
      } catch (error) {
        throw problemOf(error);
      } finally {
        from.off('download-progress', tell);
      }
    },
    install: async (refused) => {
      const from = await updater();
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
