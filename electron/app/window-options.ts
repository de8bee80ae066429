import type { BrowserWindowConstructorOptions } from 'electron';
import type { DeskWords } from '../words/desk-words.ts';
import type { Bounds } from './window-bounds.ts';

export const smallestWindow = { width: 1_024, height: 640 } as const;
export const usualWindow = { width: 1_280, height: 800 } as const;

/** Background of the first frame, so that a dark desk doesn't flash white (same values as the renderer's tokens). */
export function backgroundColour(dark: boolean): string {
  return dark ? '#0e1116' : '#f4f5f7';
}

interface PageOptions {
  readonly dark: boolean;
  readonly preload: string;
  /** Developer tools only where the program is not packaged. */
  readonly developerTools: boolean;
}

/** Options of the desk window: the page is a stranger to Node and to the system (checklist B02 to B12). */
export function deskWindowOptions(
  given: PageOptions & { readonly bounds: Bounds; readonly zoom?: number },
): BrowserWindowConstructorOptions {
  return {
    ...given.bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Rolecall',
    backgroundColor: backgroundColour(given.dark),
    webPreferences: {
      ...strangerPreferences(given),
      ...(given.zoom === undefined ? {} : { zoomFactor: given.zoom }),
    },
  };
}

/** Options of the window that shows the rush board over a whole display: the same page preferences, no frame, no menu. */
export function boardWindowOptions(
  given: PageOptions & { readonly bounds: Required<Bounds> },
): BrowserWindowConstructorOptions {
  return {
    ...given.bounds,
    show: false,
    fullscreen: true,
    frame: false,
    autoHideMenuBar: true,
    title: 'Rolecall',
    backgroundColor: backgroundColour(given.dark),
    webPreferences: strangerPreferences(given),
  };
}

function strangerPreferences(given: PageOptions): BrowserWindowConstructorOptions['webPreferences'] & object {
  return {
    preload: given.preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    safeDialogs: true,
    disableDialogs: true,
    devTools: given.developerTools,
  };
}

/** What is asked when something broke that nobody has thought of. The second button saves a report, the third starts anew. */
export const errorQuestion = (words: DeskWords) => ({
  type: 'error' as const,
  message: words.wentWrong,
  detail: words.wentWrongMore,
  buttons: [words.goOn, words.saveReport, words.startAnew],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
});

/** What is asked when the page has crashed twice within a minute. The first button reloads it, the second ends Rolecall. */
export const crashQuestion = (words: DeskWords) => ({
  type: 'error' as const,
  message: words.crashed,
  detail: words.crashedMore,
  buttons: [words.showAgain, words.closeRolecall],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
});
