/** The order of start-up, nothing else (docs/security.md says why each step stands where it does). */
import path from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import type { Publish } from '../contract/desk/channel-map.ts';
import { declareAppScheme, servePages } from './app/app-scheme.ts';
import { boardMayAsk } from './app/board-channels.ts';
import { bringToFront } from './app/bring-to-front.ts';
import { parseCommandLine } from './app/command-line.ts';
import { followUncaughtErrors } from './app/crash-guard.ts';
import { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { findLaunchLink, linkOfSecondInstance } from './app/launch-links.ts';
import { createFileLog } from './app/log-sink.ts';
import { type DeskWindow, firstPaint, openMainWindow } from './app/main-window.ts';
import { setMenu } from './app/menu.ts';
import type { MenuActs } from './app/menu-template.ts';
import { createNotifier } from './app/notify.ts';
import { denyPermissions } from './app/permissions.ts';
import { publishToWindows } from './app/publish.ts';
import { registerRequests } from './app/requests.ts';
import { createRushDisplay } from './app/rush-display.ts';
import { isTrustedSender } from './app/sender.ts';
import { userDataProblem } from './app/user-data.ts';
import { errorQuestion } from './app/window-options.ts';
import { composeDesk } from './compose.ts';
import { createStartTimings } from './diagnostics/start-timings.ts';
import { systemClock } from './ports/clock.ts';
import { nodeFiles } from './ports/files.ts';
import { createInputWatch } from './ports/last-input.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { wordsFor } from './words/current-language.ts';
import type { DeskWords } from './words/desk-words.ts';
import { usableLocales } from './words/system-language.ts';

// With --no-sandbox (root in a container) Electron would end at once; the script that adds the switch says so.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
declareAppScheme();

const userData = app.getPath('userData');
const problem = userDataProblem(app.commandLine.getSwitchValue('user-data-dir'), userData);
if (problem !== null) {
  process.stderr.write(`Rolecall: ${problem}\n`);
  app.exit(1);
}
const log = createFileLog(path.join(userData, 'logs'));
const inbox = new LaunchLinkInbox(log);
const launchLink = findLaunchLink(process.argv);

// macOS sends the link of a cold start before anything is ready (field report C09).
app.on('open-url', (event, link) => {
  event.preventDefault();
  inbox.put(link, 'open-url');
});

// Before anything is written: two programs on the same folder would fight over it (checklist B41).
if (app.requestSingleInstanceLock({ link: launchLink })) {
  start();
} else {
  process.stdout.write('Rolecall is running already; its window was brought to the front.\n');
  app.exit(0);
}

function start(): void {
  followUncaughtErrors({ log, now: () => performance.now(), tell: () => askAboutError() });
  const timings = createStartTimings(() => Date.now() - (process.getCreationTime() ?? performance.timeOrigin));
  const commandLine = parseCommandLine(process.argv.slice(1));
  for (const problem of commandLine.problems) process.stderr.write(`Rolecall: ${problem}\n`);
  log.info('start', { version: app.getVersion(), electron: process.versions.electron, packaged: app.isPackaged });
  if (launchLink !== null) inbox.put(launchLink, 'arguments');

  const input = createInputWatch(systemClock);
  let opened: DeskWindow | null = null;
  const deskWindow = (): BrowserWindow | null => opened?.window ?? null;
  const rushDisplay = createRushDisplay({ log, deskWindow });
  const toWindows = publishToWindows({ desk: deskWindow, board: rushDisplay.window, log });
  const publish: Publish = (name, payload) => {
    toWindows(name, payload);
    notify(name, payload);
  };
  const settings = createSettingsStore({ files: nodeFiles, file: path.join(userData, 'settings.json'), log, publish });
  const systemLocales = (): readonly string[] =>
    commandLine.language === null ? usableLocales(app.getPreferredSystemLanguages()) : [commandLine.language];
  const words = (): DeskWords => wordsFor(settings.read().language, systemLocales());
  const showWindow = async (): Promise<void> => {
    const before = deskWindow();
    if (before !== null && !before.isDestroyed()) {
      bringToFront(before);
      return;
    }
    const boundsFile = path.join(userData, 'window.json');
    opened = await openMainWindow({ log, files: nodeFiles, boundsFile, touched: input.seen, words });
    // A board alone would keep the program running with nobody at it.
    opened.window.once('closed', rushDisplay.hide);
  };
  const show = (): void => {
    showWindow().catch((error: unknown) => log.error('window-not-opened', { problem: String(error) }));
  };
  const notify = createNotifier({
    inFront: () => {
      const window = deskWindow();
      return window !== null && !window.isDestroyed() && window.isVisible() && window.isFocused();
    },
    words,
    show,
  });
  const menuActs: MenuActs = {
    zoom: (direction) => opened?.zoom(direction),
    fullScreen: () => {
      const window = deskWindow();
      if (window !== null && !window.isDestroyed()) window.setFullScreen(!window.isFullScreen());
    },
    rushBoard: () => {
      if (rushDisplay.read() !== 'closed') rushDisplay.hide();
      // Only where there is something to show: the desk decides.
      else desk.showRushBoard();
    },
  };

  const desk = composeDesk({
    app,
    settings,
    systemLocales,
    words,
    commandLine,
    workingDirectory: process.cwd(),
    inbox,
    log,
    publish,
    lastInput: input,
    bringToFront: show,
    window: deskWindow,
    rushDisplay,
    timings,
  });

  /** Something broke that nobody has thought of. What was done is in the journal already. */
  const askAboutError = async (): Promise<void> => {
    await app.whenReady();
    const { response } = await dialog.showMessageBox(errorQuestion(words()));
    if (response === 1) await desk.saveReport();
    if (response !== 2) return;
    app.relaunch();
    app.quit();
  };

  app.on('second-instance', (_event, args, workingDirectory, additionalData) => {
    const link = linkOfSecondInstance(args, additionalData);
    if (link !== null) {
      inbox.put(link, 'second-instance');
      return;
    }
    show();
    desk.importFromArguments(args, workingDirectory);
  });
  app.on('activate', show);
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (desk.isClosed()) return;
    event.preventDefault();
    void desk.close().finally(() => app.quit());
  });
  nativeTheme.themeSource = 'system';

  app
    .whenReady()
    .then(async () => {
      timings.mark('ready');
      await settings.load();
      const showMenu = (): void =>
        setMenu({ platform: process.platform, packaged: app.isPackaged, words: words(), acts: menuActs });
      showMenu();
      settings.subscribe(showMenu);
      denyPermissions(session.defaultSession);
      servePages(protocol, path.join(app.getAppPath(), 'dist', 'renderer'));
      registerRequests({
        ipc: ipcMain,
        handlers: desk.handlers,
        isTrusted: (frame, name) =>
          isTrustedSender(frame, deskWindow()) || (boardMayAsk(name) && isTrustedSender(frame, rushDisplay.window())),
        log,
      });
      powerMonitor.on('suspend', () => desk.fallAsleep());
      powerMonitor.on('resume', () => desk.wakeUp());
      // The window first; network, keyring and the practice service afterwards (checklist B80).
      await showWindow();
      timings.mark('window');
      if (opened !== null) await firstPaint(opened.window);
      timings.mark('painted');
      await desk.start();
      timings.mark('desk');
      timings.tell(log);
    })
    .catch((error: unknown) =>
      log.error('start-failed', { problem: error instanceof Error ? error.stack : 'unknown' }),
    );
}
