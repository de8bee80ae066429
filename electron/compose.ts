import path from 'node:path';
import { type App, type BrowserWindow, clipboard, dialog, powerMonitor, powerSaveBlocker } from 'electron';
import type { Publish } from '../contract/desk/channel-map.ts';
import { appHandlers } from './app/app-info.ts';
import type { CommandLine } from './app/command-line.ts';
import { createDesk, type Desk, type Opening } from './app/desk.ts';
import { createDeskSession } from './app/desk-session.ts';
import type { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { createLinks, runProgram } from './app/link-handler.ts';
import { composeSupport, type Support } from './compose-support.ts';
import { ConnectionStore } from './connections/connection-store.ts';
import type { StartTimings } from './diagnostics/start-timings.ts';
import { createSnapshotRetention } from './directory/snapshot-retention.ts';
import { createThreadReader } from './lists/table-reader.ts';
import { systemClock } from './ports/clock.ts';
import { createServiceSession, electronHttpTransport } from './ports/electron-http-transport.ts';
import { electronSecretCipher } from './ports/electron-secret-cipher.ts';
import { electronSystemBrowser } from './ports/electron-system-browser.ts';
import { nodeFiles, removeStaleTemporaryFiles } from './ports/files.ts';
import type { HttpTransport } from './ports/http-transport.ts';
import type { LastInput } from './ports/last-input.ts';
import type { Log } from './ports/log.ts';
import type { RushDisplay } from './ports/rush-display.ts';
import { forkService } from './practice/fork-service.ts';
import { practiceConnection } from './practice/practice-connection.ts';
import { PracticeService } from './practice/practice-service.ts';
import { createPreflight } from './preflight/create-preflight.ts';
import { freeBytesOf } from './preflight/disk-space.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { DeskWords } from './words/desk-words.ts';

/** Puts the desk together from its parts and what Electron gives. */
export function composeDesk(given: {
  readonly app: App;
  /** Read already. */
  readonly settings: SettingsStore;
  readonly systemLocales: () => readonly string[];
  /** In the language that is spoken now. */
  readonly words: () => DeskWords;
  readonly commandLine: CommandLine;
  readonly workingDirectory: string;
  readonly inbox: LaunchLinkInbox;
  readonly log: Log;
  readonly publish: Publish;
  readonly lastInput: LastInput;
  readonly bringToFront: () => void;
  readonly window: () => BrowserWindow | null;
  readonly rushDisplay: RushDisplay;
  readonly timings: StartTimings;
}): Desk & Pick<Support, 'saveReport'> {
  const { app, commandLine, log, settings, words } = given;
  const userData = app.getPath('userData');
  void removeStaleTemporaryFiles(userData);
  // Sessions exist only after Electron is ready.
  let made: HttpTransport | null = null;
  const transport: HttpTransport = (request) => {
    made ??= electronHttpTransport(createServiceSession());
    return made(request);
  };

  const { practiceAttendees: attendees, practiceSeed: seed } = commandLine;
  // One folder for each made-up convention: another size or seed is another convention.
  const practiceFolder = path.join(userData, 'practice', `${attendees}-${seed}`);
  const practice = new PracticeService({
    fork: forkService(path.join(app.getAppPath(), 'dist', 'service', 'main.js'), log),
    arguments: { dataFolder: path.join(practiceFolder, 'service'), attendees, seed },
    clock: systemClock,
    log,
    changed: (service) => given.publish('practice:changed', { service }),
  });
  const keepScreenOn = createScreenKeeper();
  settings.subscribe((now) => keepScreenOn(now.keepScreenOn));
  keepScreenOn(settings.read().keepScreenOn);

  const withWindow = <Value>(
    use: (window: BrowserWindow) => Promise<Value>,
    otherwise: () => Promise<Value>,
  ): Promise<Value> => {
    const window = given.window();
    return window === null ? otherwise() : use(window);
  };

  const copyText = (text: string): void => {
    void clipboard.writeText(text);
  };
  const saveDialog = async (suggestedName: string): Promise<string | null> => {
    const options = { defaultPath: path.join(app.getPath('documents'), suggestedName) };
    const chosen = await withWindow(
      (window) => dialog.showSaveDialog(window, options),
      () => dialog.showSaveDialog(options),
    );
    return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
  };

  const openListDialog = async (): Promise<string | null> => {
    const options = {
      title: words().listOfPeople,
      properties: ['openFile' as const],
      filters: [
        { name: words().lists, extensions: ['csv', 'tsv', 'txt', 'xlsx'] },
        { name: words().allFiles, extensions: ['*'] },
      ],
    };
    const chosen = await withWindow(
      (window) => dialog.showOpenDialog(window, options),
      () => dialog.showOpenDialog(options),
    );
    return chosen.filePaths[0] ?? null;
  };

  const links = createLinks({
    app,
    platform: process.platform,
    packaged: app.isPackaged,
    execPath: process.execPath,
    appPath: app.getAppPath(),
    env: process.env,
    files: nodeFiles,
    run: runProgram,
    log,
  });

  const support = composeSupport({ app, log, publish: given.publish, timings: given.timings, saveDialog });
  const desk = createDesk({
    appHandlers: {
      ...appHandlers(app.getVersion(), process.platform, given.systemLocales),
      ...support.handlers,
    },
    commandLine,
    workingDirectory: given.workingDirectory,
    store: new ConnectionStore({
      files: nodeFiles,
      cipher: electronSecretCipher,
      userData,
      now: systemClock.now,
      log,
    }),
    settings,
    retention: createSnapshotRetention({
      folder: path.join(userData, 'connections'),
      settings,
      clock: systemClock,
      log,
    }),
    files: nodeFiles,
    transport,
    clock: systemClock,
    copyText,
    saveDialog,
    bringToFront: given.bringToFront,
    inbox: given.inbox,
    log,
    publish: given.publish,
    practice: {
      start: async (): Promise<Opening> => {
        const ready = await practice.start();
        return { ...practiceConnection(ready), secretPlace: 'memory', folder: practiceFolder };
      },
      stop: () => practice.stop(),
      state: () => ({ service: practice.service }),
      startService: () => practice.startAgain(),
      clear: () => nodeFiles.remove(practiceFolder),
    },
    preflight: createPreflight({
      userData,
      files: nodeFiles,
      cipher: electronSecretCipher,
      links,
      transport,
      clock: systemClock,
      log,
      publish: given.publish,
      saveDialog,
      onBattery: () => powerMonitor.isOnBatteryPower(),
      freeBytes: freeBytesOf,
      random: Math.random,
    }),
    openSession: (opening, around) =>
      createDeskSession({
        ...opening,
        ...around,
        transport,
        browser: electronSystemBrowser,
        cipher: electronSecretCipher,
        settings,
        files: nodeFiles,
        clock: systemClock,
        log,
        lastInput: given.lastInput,
        rushDisplay: given.rushDisplay,
        copyText,
        links,
        bringToFront: given.bringToFront,
        saveDialog,
        readTable: createThreadReader(path.join(app.getAppPath(), 'dist', 'electron', 'list-reader-thread.js')),
        openListDialog,
        words,
      }),
    chooseFile: async () => {
      const options = {
        title: words().connectionFile,
        properties: ['openFile' as const],
        filters: [{ name: words().connectionFiles, extensions: ['json', 'txt'] }],
      };
      const chosen = await withWindow(
        (window) => dialog.showOpenDialog(window, options),
        () => dialog.showOpenDialog(options),
      );
      return chosen.filePaths[0] ?? null;
    },
  });
  return { ...desk, handlers: support.follow(desk.handlers), saveReport: support.saveReport };
}

/** Keeps the display from going dark, while somebody wants that. */
function createScreenKeeper(): (wanted: boolean) => void {
  let blocker: number | null = null;
  return (wanted) => {
    if (wanted && blocker === null) blocker = powerSaveBlocker.start('prevent-display-sleep');
    else if (!wanted && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
