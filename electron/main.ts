/** The order of start-up, nothing else (docs/security.md says why each step stands where it does). */
import path from 'node:path';
import { app, type BrowserWindow, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron';
import { declareAppScheme, servePages } from './app/app-scheme.ts';
import { bringToFront } from './app/bring-to-front.ts';
import { parseCommandLine } from './app/command-line.ts';
import { logUncaughtErrors } from './app/crash-guard.ts';
import { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { findLaunchLink, linkOfSecondInstance } from './app/launch-links.ts';
import { createFileLog } from './app/log-sink.ts';
import { firstPaint, openMainWindow } from './app/main-window.ts';
import { setMenu } from './app/menu.ts';
import { denyPermissions } from './app/permissions.ts';
import { publishTo } from './app/publish.ts';
import { registerRequests } from './app/requests.ts';
import { isTrustedSender } from './app/sender.ts';
import { userDataProblem } from './app/user-data.ts';
import { composeDesk } from './compose.ts';
import { systemClock } from './ports/clock.ts';
import { nodeFiles } from './ports/files.ts';
import { createInputWatch } from './ports/last-input.ts';

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
if (app.requestSingleInstanceLock({ link: launchLink })) start();
else app.exit(0);

function start(): void {
  logUncaughtErrors(log);
  const commandLine = parseCommandLine(process.argv.slice(1));
  for (const problem of commandLine.problems) process.stderr.write(`Rolecall: ${problem}\n`);
  log.info('start', { version: app.getVersion(), electron: process.versions.electron, packaged: app.isPackaged });
  if (launchLink !== null) inbox.put(launchLink, 'arguments');

  const input = createInputWatch(systemClock);
  let window: BrowserWindow | null = null;
  const showWindow = async (): Promise<void> => {
    if (window !== null && !window.isDestroyed()) {
      bringToFront(window);
      return;
    }
    const boundsFile = path.join(userData, 'window.json');
    window = await openMainWindow({ log, files: nodeFiles, boundsFile, touched: input.seen });
  };
  const show = (): void => {
    showWindow().catch((error: unknown) => log.error('window-not-opened', { problem: String(error) }));
  };

  const desk = composeDesk({
    app,
    commandLine,
    workingDirectory: process.cwd(),
    inbox,
    log,
    publish: publishTo(() => window, log),
    lastInput: input,
    bringToFront: show,
    window: () => window,
  });

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
      setMenu(process.platform, app.isPackaged);
      denyPermissions(session.defaultSession);
      servePages(protocol, path.join(app.getAppPath(), 'dist', 'renderer'));
      registerRequests({
        ipc: ipcMain,
        handlers: desk.handlers,
        isTrusted: (frame) => isTrustedSender(frame, window),
        log,
      });
      powerMonitor.on('resume', () => desk.wakeUp());
      // The window first; network, keyring and the practice service afterwards (checklist B80).
      await showWindow();
      if (window !== null) await firstPaint(window);
      await desk.start();
    })
    .catch((error: unknown) =>
      log.error('start-failed', { problem: error instanceof Error ? error.stack : 'unknown' }),
    );
}
