/** What is used of Electron's BrowserWindow. */
export interface FrontWindow {
  isDestroyed(): boolean;
  isMinimized(): boolean;
  restore(): void;
  show(): void;
  focus(): void;
  isFocused(): boolean;
  flashFrame(flag: boolean): void;
  once(event: 'focus', listener: () => void): unknown;
}

/** Brings the window to the front after the browser's answer; where the system refuses, it asks for attention (B46). */
export function bringToFront(window: FrontWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (!window.isFocused()) {
    window.flashFrame(true);
    window.once('focus', () => window.flashFrame(false));
  }
}
