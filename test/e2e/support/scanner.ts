import type { Page } from '@playwright/test';

/** Seconds between two keys of a scanner. */
const pace = 0.01;

/**
 * Types as a keyboard-wedge scanner does, with Enter at the end: real key events, through the browser's own input. They are
 * sent in one go and carry the times of a scanner's keys, so that a busy computer does not put pauses between them.
 */
export async function scan(window: Page, text: string): Promise<void> {
  const session = await window.context().newCDPSession(window);
  const keys = [...text].map((key) => ({ key, text: key }));
  const began = Date.now() / 1000;
  const sent = [...keys, { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }].flatMap(
    (key, index) => {
      const timestamp = began + index * pace;
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp: timestamp + pace / 2, ...key }),
      ];
    },
  );
  await Promise.all(sent);
  await session.detach();
}
