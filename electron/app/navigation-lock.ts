import type { WebContents } from 'electron';
import type { Log } from '../ports/log.ts';
import { isOwnPage } from './page-files.ts';

/**
 * Our page never leaves and opens nothing (checklist B12 to B14). Several guards, since `will-navigate` alone is skipped
 * for some ways to leave and was reported silent for own schemes (field report C18).
 */
export function lockNavigation(contents: WebContents, log: Log): void {
  const refuseForeign = (event: { preventDefault(): void }, address: string, how: string): void => {
    if (isOwnPage(address)) return;
    event.preventDefault();
    log.warn('navigation-refused', { how });
  };
  contents.on('will-navigate', (event) => refuseForeign(event, event.url, 'navigate'));
  contents.on('will-frame-navigate', (event) => {
    // Not even our own pages belong into a frame.
    if (event.isMainFrame) refuseForeign(event, event.url, 'frame-navigate');
    else event.preventDefault();
  });
  contents.on('will-redirect', (event) => refuseForeign(event, event.url, 'redirect'));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    log.warn('webview-refused');
  });
  contents.setWindowOpenHandler(() => {
    log.warn('window-open-refused');
    return { action: 'deny' };
  });
}
