/** The order of start-up, nothing else (docs/security.md says why each step stands where it does). */
import path from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, nativeTheme, protocol, session } from 'electron';
import { requestNames } from '../contract/desk/channel-names.ts';
import { declareAppScheme, servePages } from './app/app-scheme.ts';
import { bringToFront } from './app/bring-to-front.ts';
import { parseCommandLine } from './app/command-line.ts';
import { followUncaughtErrors } from './app/crash-guard.ts';
import { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { findLaunchLink, linkOfSecondInstance } from './app/launch-links.ts';
import { createFileLog } from './app/log-sink.ts';
import { type DeskWindow, openMainWindow } from './app/main-window.ts';
import { answerPages } from './app/page-ipc.ts';
import { denyPermissions } from './app/permissions.ts';
import { relayRequests } from './app/request-relay.ts';
import { userDataProblem } from './app/user-data.ts';
import type { DeskProgram } from './desk-program.ts';
import { createStartTimings } from './diagnostics/start-timings.ts';
import { systemClock } from './ports/clock.ts';
import { nodeFiles } from './ports/files.ts';
import { createInputWatch } from './ports/last-input.ts';
import { wordsFor } from './words/current-language.ts';
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

// A package runs in its sandbox or not at all. The start script of an AppImage adds the switch by itself where the system
// forbids user namespaces, and nobody would know.
if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) {
  void app.whenReady().then(() => {
    const words = wordsFor('system', usableLocales(app.getPreferredSystemLanguages()));
    process.stderr.write(`Rolecall: ${words.noSandbox}\n`);
    dialog.showErrorBox(words.noSandbox, words.noSandboxMore);
    app.exit(1);
  });
}
// Before anything is written: two programs on the same folder would fight over it (checklist B41).
else if (app.requestSingleInstanceLock({ link: launchLink })) {
  start();
} else {
  process.stdout.write('Rolecall is running already; its window was brought to the front.\n');
  app.exit(0);
}

function start(): void {
  let program: DeskProgram | null = null;
  let programCame: (program: DeskProgram) => void;
  const whenProgram = new Promise<DeskProgram>((resolve) => {
    programCame = resolve;
  });
  followUncaughtErrors({
    log,
    now: () => performance.now(),
    tell: async () => (await whenProgram).askAboutError(),
  });
  const timings = createStartTimings(() => Date.now() - (process.getCreationTime() ?? performance.timeOrigin));
  const commandLine = parseCommandLine(process.argv.slice(1));
  for (const problem of commandLine.problems) process.stderr.write(`Rolecall: ${problem}\n`);
  log.info('start', { version: app.getVersion(), electron: process.versions.electron, packaged: app.isPackaged });
  if (launchLink !== null) inbox.put(launchLink, 'arguments');

  const input = createInputWatch(systemClock);
  let opened: DeskWindow | null = null;
  const deskWindow = (): BrowserWindow | null => opened?.window ?? null;
  const systemLocales = (): readonly string[] =>
    commandLine.language === null ? usableLocales(app.getPreferredSystemLanguages()) : [commandLine.language];
  const showWindow = async (): Promise<void> => {
    const before = deskWindow();
    if (before !== null && !before.isDestroyed()) {
      bringToFront(before);
      return;
    }
    opened = await openMainWindow({
      log,
      files: nodeFiles,
      boundsFile: path.join(userData, 'window.json'),
      touched: input.seen,
      words: () => program?.words() ?? wordsFor('system', systemLocales()),
    });
    // A board alone would keep the program running with nobody at it.
    opened.window.once('closed', () => program?.hideRushBoard());
  };
  const show = (): void => {
    showWindow().catch((error: unknown) => log.error('window-not-opened', { problem: String(error) }));
  };

  app.on('second-instance', (_event, args, workingDirectory, additionalData) => {
    const link = linkOfSecondInstance(args, additionalData);
    if (link !== null) {
      inbox.put(link, 'second-instance');
      return;
    }
    // Not before the first window: there would be two.
    void whenProgram.then((running) => {
      show();
      running.importFromArguments(args, workingDirectory);
    });
  });
  app.on('activate', () => void whenProgram.then(show));
  app.on('window-all-closed', () => app.quit());
  // The system ends, or ends the program: nobody may be there to answer, and it would not wait for them.
  let mayAsk = true;
  const endUnasked = (): void => {
    mayAsk = false;
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (program === null || program.isClosed()) return;
    event.preventDefault();
    const window = deskWindow();
    // The window first: its page may ask about what is unsaved, and the desk must still be there if it stays. Once it is
    // closed, this comes again.
    if (window !== null && !window.isDestroyed()) {
      if (mayAsk) window.close();
      else window.destroy();
    } else void program.close().finally(() => app.quit());
  });
  nativeTheme.themeSource = 'system';

  app
    .whenReady()
    .then(async () => {
      timings.mark('ready');
      // Chromium takes the signal to itself before this.
      process.on('SIGTERM', endUnasked);
      denyPermissions(session.defaultSession);
      servePages(protocol, path.join(app.getAppPath(), 'dist', 'renderer'));
      const ipc = relayRequests(
        answerPages(ipcMain, () => performance.now()),
        requestNames,
      );
      // The window first, as this process hands its page out; then the program, while the page reads its own; network,
      // keyring and the practice service last (checklist B80).
      await showWindow();
      timings.mark('window');
      await opened?.painted;
      timings.mark('painted');
      const { createDeskProgram } = await import('./desk-program.ts');
      program = await createDeskProgram({
        app,
        ipc,
        userData,
        commandLine,
        systemLocales,
        inbox,
        log,
        lastInput: input,
        timings,
        window: deskWindow,
        zoom: (direction) => opened?.zoom(direction),
        show,
      });
      programCame(program);
      timings.mark('program');
      await program.start();
      timings.mark('desk');
      timings.tell(log);
    })
    .catch((error: unknown) =>
      log.error('start-failed', { problem: error instanceof Error ? error.stack : 'unknown' }),
    );
}
