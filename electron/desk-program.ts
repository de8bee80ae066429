/**
 * Everything that the first window doesn't wait for. main.ts loads this module once the window has something in it: reading
 * it, and the page's reading of its own program, go on side by side.
 */
import path from 'node:path';
import { type App, type BrowserWindow, dialog, powerMonitor } from 'electron';
import type { Publish } from '../contract/desk/channel-map.ts';
import { boardMayAsk } from './app/board-channels.ts';
import type { CommandLine } from './app/command-line.ts';
import type { LaunchLinkInbox } from './app/launch-link-inbox.ts';
import { setMenu } from './app/menu.ts';
import { createNotifier } from './app/notify.ts';
import { publishToWindows } from './app/publish.ts';
import { type RequestListener, registerRequests } from './app/requests.ts';
import { createRushDisplay } from './app/rush-display.ts';
import { isTrustedSender } from './app/sender.ts';
import { errorQuestion } from './app/window-options.ts';
import type { ZoomDirection } from './app/zoom.ts';
import { composeDesk } from './compose.ts';
import type { StartTimings } from './diagnostics/start-timings.ts';
import { nodeFiles } from './ports/files.ts';
import type { LastInput } from './ports/last-input.ts';
import type { Log } from './ports/log.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { wordsFor } from './words/current-language.ts';
import type { DeskWords } from './words/desk-words.ts';

/** The program behind the window. Its requests are answered from the start, as those of a desk with no connection yet. */
export interface DeskProgram {
  words(): DeskWords;
  /** Opens the connection; once something is painted, as it takes this process's time from the page. */
  start(): Promise<void>;
  importFromArguments(args: readonly string[], workingDirectory: string): void;
  hideRushBoard(): void;
  /** Something broke that nobody has thought of: asks whether to go on, to save a report, or to start anew. */
  askAboutError(): Promise<void>;
  isClosed(): boolean;
  close(): Promise<void>;
}

export async function createDeskProgram(given: {
  readonly app: App;
  readonly ipc: RequestListener;
  readonly userData: string;
  readonly commandLine: CommandLine;
  readonly systemLocales: () => readonly string[];
  readonly inbox: LaunchLinkInbox;
  readonly log: Log;
  readonly lastInput: LastInput;
  readonly timings: StartTimings;
  readonly window: () => BrowserWindow | null;
  readonly zoom: (direction: ZoomDirection) => void;
  /** Opens the window, or brings it to the front. */
  readonly show: () => void;
}): Promise<DeskProgram> {
  const { app, log, userData } = given;
  const rushDisplay = createRushDisplay({ log, deskWindow: given.window });
  const toWindows = publishToWindows({ desk: given.window, board: rushDisplay.window, log });
  const publish: Publish = (name, payload) => {
    toWindows(name, payload);
    notify(name, payload);
  };
  const settings = createSettingsStore({ files: nodeFiles, file: path.join(userData, 'settings.json'), log, publish });
  const words = (): DeskWords => wordsFor(settings.read().language, given.systemLocales());
  const notify = createNotifier({
    inFront: () => {
      const window = given.window();
      return window !== null && !window.isDestroyed() && window.isVisible() && window.isFocused();
    },
    words,
    show: given.show,
  });
  await settings.load();

  const desk = composeDesk({
    app,
    settings,
    systemLocales: given.systemLocales,
    words,
    commandLine: given.commandLine,
    workingDirectory: process.cwd(),
    inbox: given.inbox,
    log,
    publish,
    lastInput: given.lastInput,
    bringToFront: given.show,
    window: given.window,
    rushDisplay,
    timings: given.timings,
  });
  registerRequests({
    ipc: given.ipc,
    handlers: desk.handlers,
    isTrusted: (frame, name) =>
      isTrustedSender(frame, given.window()) || (boardMayAsk(name) && isTrustedSender(frame, rushDisplay.window())),
    log,
  });

  const showMenu = (): void =>
    setMenu({
      platform: process.platform,
      packaged: app.isPackaged,
      words: words(),
      acts: {
        zoom: given.zoom,
        fullScreen: () => {
          const window = given.window();
          if (window !== null && !window.isDestroyed()) window.setFullScreen(!window.isFullScreen());
        },
        rushBoard: () => {
          if (rushDisplay.read() !== 'closed') rushDisplay.hide();
          // Only where there is something to show: the desk decides.
          else desk.showRushBoard();
        },
      },
    });
  showMenu();
  settings.subscribe(showMenu);
  powerMonitor.on('suspend', () => desk.fallAsleep());
  powerMonitor.on('resume', () => desk.wakeUp());

  return {
    words,
    start: () => desk.start(),
    importFromArguments: (args, workingDirectory) => desk.importFromArguments(args, workingDirectory),
    hideRushBoard: rushDisplay.hide,
    askAboutError: async () => {
      // What was done is in the journal already.
      const { response } = await dialog.showMessageBox(errorQuestion(words()));
      if (response === 1) await desk.saveReport();
      if (response !== 2) return;
      app.relaunch();
      app.quit();
    },
    isClosed: () => desk.isClosed(),
    close: () => desk.close(),
  };
}
