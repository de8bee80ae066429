import type { Page } from '@playwright/test';
import { addressOf, type Look } from './look.ts';

/** The moment at which every photograph is taken, so that all of them say the same times. */
export const galleryTime = '2026-08-14T14:03:26Z';

/** Opens one state and answers when it stands still, fonts and all. `site`: the gallery's address. */
export async function openState(page: Page, site: string, state: string, look: Partial<Look> = {}): Promise<void> {
  await page.goto(`${site}${addressOf(state, look)}`);
  await page.waitForSelector('html[data-ready="yes"]');
  // Nothing lies under the pointer.
  await page.mouse.move(1, 1);
  await page.evaluate(async () => {
    // Bars for scrolling take room in some browsers and none in others.
    const bare = new CSSStyleSheet();
    bare.replaceSync('* { scrollbar-width: none; }');
    document.adoptedStyleSheets = [bare];
    await document.fonts.ready;
  });
}
