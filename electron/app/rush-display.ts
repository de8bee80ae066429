import path from 'node:path';
import { app, BrowserWindow, nativeTheme, powerSaveBlocker, screen } from 'electron';
import type { Log } from '../ports/log.ts';
import type { RushDisplay } from '../ports/rush-display.ts';
import { type BoardEvent, type BoardPlace, boardClosed, moveBoard } from './display-choice.ts';
import { lockNavigation } from './navigation-lock.ts';
import { boardPage } from './page-files.ts';
import { boardWindowOptions } from './window-options.ts';

export interface RushDisplayWindow extends RushDisplay {
  /** The window, for the checks of who asks; null while there is none. */
  window(): BrowserWindow | null;
  dispose(): void;
}

/** The rush board over a whole display. Shown only once the app is ready. */
export function createRushDisplay(given: {
  readonly log: Log;
  readonly deskWindow: () => BrowserWindow | null;
}): RushDisplayWindow {
  const { log } = given;
  const listeners = new Set<() => void>();
  let place: BoardPlace = boardClosed;
  let window: BrowserWindow | null = null;
  let blocker: number | null = null;
  /** Displays are watched from the first showing on: Electron knows none before it is ready. */
  let watchesDisplays = false;

  const living = (candidate: BrowserWindow | null): BrowserWindow | null =>
    candidate === null || candidate.isDestroyed() ? null : candidate;
  const focusDesk = (): void => living(given.deskWindow())?.focus();

  const move = (event: BoardEvent): void => {
    const next = moveBoard(place, event);
    if (next === place) return;
    place = next;
    log.info('rush-board', { place: next.kind });
    close();
    if (next.kind === 'open') open(next);
    for (const listener of [...listeners]) listener();
  };

  function open({ displayId, own }: Extract<BoardPlace, { kind: 'open' }>): void {
    const display = screen.getAllDisplays().find(({ id }) => id === displayId) ?? screen.getPrimaryDisplay();
    const opened = new BrowserWindow(
      boardWindowOptions({
        dark: nativeTheme.shouldUseDarkColors,
        bounds: display.bounds,
        preload: path.join(app.getAppPath(), 'dist', 'electron', 'preload.cjs'),
        developerTools: !app.isPackaged,
      }),
    );
    window = opened;
    const { webContents } = opened;
    lockNavigation(webContents, log);
    webContents.on('page-title-updated', (event) => event.preventDefault());
    webContents.on('before-input-event', (event, input) => {
      if (input.type !== 'keyDown' || input.isAutoRepeat) return;
      if (input.key === 'Escape' || input.key === 'F11') {
        event.preventDefault();
        move({ kind: 'hide' });
      } else if (own && !input.control && !input.meta && !input.alt && input.key.length === 1) {
        // Somebody types, or a scanner does: that was meant for the desk.
        event.preventDefault();
        focusDesk();
      }
    });
    // Nothing but numbers is lost with it.
    webContents.on('render-process-gone', (_event, { reason }) => {
      log.error('board-page-crashed', { reason });
      if (reason !== 'clean-exit' && window === opened) move({ kind: 'hide' });
    });
    opened.once('closed', () => {
      if (window !== opened) return;
      window = null;
      move({ kind: 'hide' });
    });
    opened.once('ready-to-show', () => {
      if (window !== opened || opened.isDestroyed()) return;
      if (!own) {
        opened.show();
        return;
      }
      // The scanner goes on typing into the desk.
      opened.showInactive();
      focusDesk();
    });
    // A board on the wall that goes dark shows nothing.
    blocker = powerSaveBlocker.start('prevent-display-sleep');
    void opened.loadURL(boardPage).catch((error: unknown) => {
      log.error('board-page-not-loaded', { problem: error instanceof Error ? error.message : typeof error });
    });
  }

  function close(): void {
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = null;
    const before = living(window);
    window = null;
    before?.destroy();
  }

  const removed = (_event: unknown, { id }: { readonly id: number }): void =>
    move({ kind: 'display-removed', displayId: id });
  const added = (_event: unknown, { id }: { readonly id: number }): void =>
    move({ kind: 'display-added', displayId: id });
  const watchDisplays = (): void => {
    if (watchesDisplays) return;
    watchesDisplays = true;
    screen.on('display-removed', removed);
    screen.on('display-added', added);
  };

  return {
    window: () => living(window),
    read: () => (place.kind === 'open' ? (place.own ? 'own' : 'shared') : 'closed'),
    show() {
      watchDisplays();
      const desk = living(given.deskWindow());
      const deskDisplay = desk === null ? screen.getPrimaryDisplay() : screen.getDisplayMatching(desk.getBounds());
      const displays = screen.getAllDisplays().map(({ id, internal }) => ({ id, internal }));
      move({ kind: 'show', displays, deskDisplayId: deskDisplay.id });
    },
    hide: () => move({ kind: 'hide' }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      if (watchesDisplays) {
        screen.off('display-removed', removed);
        screen.off('display-added', added);
      }
      listeners.clear();
      close();
    },
  };
}
