import { isOwnPage } from './page-files.ts';

/** The parts of Electron's WebFrameMain the check needs. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
  readonly processId: number;
  readonly routingId: number;
}

/** The parts of BrowserWindow the check needs. */
export interface LiveWindow {
  isDestroyed(): boolean;
  readonly webContents: { readonly mainFrame: Pick<SenderFrame, 'processId' | 'routingId'> };
}

/**
 * Whether a message comes from our page in our living window: its main frame, with exactly our origin (checklist B17).
 * Must be asked at once: a frame may be gone, and then be null or throw, by the time something was awaited.
 */
export function isTrustedSender(frame: SenderFrame | null, window: LiveWindow | null): boolean {
  try {
    if (frame === null || window === null || window.isDestroyed()) return false;
    const main = window.webContents.mainFrame;
    return (
      frame.parent === null &&
      frame.processId === main.processId &&
      frame.routingId === main.routingId &&
      isOwnPage(frame.url)
    );
  } catch {
    return false;
  }
}
