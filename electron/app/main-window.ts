import path from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeTheme, screen } from 'electron';
import { pagePainted } from '../../contract/desk/channel-names.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { DeskWords } from '../words/desk-words.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { lockNavigation } from './navigation-lock.ts';
import { followCrashes } from './page-crashes.ts';
import { startPage } from './page-files.ts';
import { chooseBounds, type RememberedWindow } from './window-bounds.ts';
import { crashQuestion, deskWindowOptions, smallestWindow, usualWindow } from './window-options.ts';
import { nextZoom, rememberedZoom, type ZoomDirection } from './zoom.ts';

/** Some Wayland compositors never say that a window is ready to show (checklist B80). */
const showLatestAfterMs = 2_000;
const rememberAfterMs = 500;
/** From asking for the page. */
const latestFirstPaintMs = 1_500;

export interface DeskWindow {
  readonly window: BrowserWindow;
  /** Resolves once there is something in the window, or there won't be. */
  readonly painted: Promise<void>;
  /** A step larger or smaller, or the usual size; it is the same after the next start. */
  zoom(direction: ZoomDirection): void;
}

/** Opens the desk window where it was last time and loads the start page. */
export async function openMainWindow(given: {
  readonly log: Log;
  readonly files: Files;
  readonly boundsFile: string;
  /** Told of every key and every move of the mouse in the window. */
  readonly touched: () => void;
  readonly words: () => DeskWords;
}): Promise<DeskWindow> {
  const remembered = await readRemembered(given.files, given.boundsFile);
  const zoomAtStart = rememberedZoom(remembered);
  const { bounds, maximised } = chooseBounds(
    remembered,
    screen.getAllDisplays().map((display) => display.workArea),
    usualWindow,
    smallestWindow,
  );
  const window = new BrowserWindow(
    deskWindowOptions({
      dark: nativeTheme.shouldUseDarkColors,
      bounds,
      preload: path.join(app.getAppPath(), 'dist', 'electron', 'preload.cjs'),
      developerTools: !app.isPackaged,
      zoom: zoomAtStart,
    }),
  );
  lockNavigation(window.webContents, given.log);
  showWhenReady(window, maximised);
  // The mouse is told since Electron 37; before that a desk used by mouse alone counts as left.
  window.webContents.on('before-input-event', given.touched);
  window.webContents.on('before-mouse-event', given.touched);
  const remember = rememberWindow(window, given);
  const zoom = (direction: ZoomDirection): void => {
    if (window.isDestroyed()) return;
    window.webContents.setZoomFactor(nextZoom(window.webContents.getZoomFactor(), direction));
    remember();
  };
  // Ctrl and the wheel.
  window.webContents.on('zoom-changed', (_event, direction) => zoom(direction));
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenuTemplate(params, given.words());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
  followCrashes({
    page: window.webContents,
    isGone: () => window.isDestroyed(),
    now: () => performance.now(),
    ask: async () => (await dialog.showMessageBox(window, crashQuestion(given.words()))).response === 0,
    quit: () => app.quit(),
    log: given.log,
  });
  window.webContents.on('page-title-updated', (event) => event.preventDefault());
  const painted = firstPaint(window);
  void window.loadURL(startPage).catch((error: unknown) => {
    given.log.error('page-not-loaded', { problem: error instanceof Error ? error.message : typeof error });
  });
  return { window, painted, zoom };
}

/**
 * What this process does before there is something in the window would be taken from it: it hands out the page, and it puts
 * the painted frame into the window. "ready-to-show" comes too early, as the frame is then painted and not yet shown.
 */
function firstPaint(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, latestFirstPaintMs);
    const painted = (): void => {
      clearTimeout(timer);
      resolve();
    };
    window.webContents.ipc.once(pagePainted, painted);
    window.once('closed', painted);
  });
}

async function readRemembered(files: Files, file: string): Promise<unknown> {
  try {
    const text = await files.read(file);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function showWhenReady(window: BrowserWindow, maximised: boolean): void {
  let shown = false;
  const show = (): void => {
    if (shown || window.isDestroyed()) return;
    shown = true;
    clearTimeout(timer);
    if (maximised) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, showLatestAfterMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
}

/** Writes down where the window is and how large its text. Answers with what is called when something else changed. */
function rememberWindow(window: BrowserWindow, given: { files: Files; boundsFile: string; log: Log }): () => void {
  let timer: NodeJS.Timeout | null = null;
  const save = (): void => {
    timer = null;
    if (window.isDestroyed()) return;
    const remembered: RememberedWindow = {
      ...window.getNormalBounds(),
      maximised: window.isMaximized(),
      zoom: window.webContents.getZoomFactor(),
    };
    given.files.write(given.boundsFile, JSON.stringify(remembered)).catch(() => given.log.warn('bounds-not-saved'));
  };
  const later = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(save, rememberAfterMs);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('close', () => {
    if (timer === null) return;
    clearTimeout(timer);
    save();
  });
  return later;
}
