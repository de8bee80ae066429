import type { Page } from '@playwright/test';
import { addressOf, type Look } from './look.ts';

/** The moment at which every photograph is taken, so that all of them say the same times. */
export const galleryTime = '2026-08-14T14:03:26Z';

/**
 * Opens one state and answers when it stands still, fonts and all. `site`: the gallery's address. It gets there in English,
 * since some states are reached by pressing what has a name, and speaks the language of the look then.
 */
export async function openState(page: Page, site: string, state: string, look: Partial<Look> = {}): Promise<void> {
  const { language, ...rest } = look;
  await page.goto(`${site}${addressOf(state, rest)}`);
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
  if (language !== undefined) await speakHere(page, language);
}

/** Speaks another language on the page that is there, and answers when it is drawn. */
export async function speakHere(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    await (globalThis as unknown as { speakInGallery: (locale: string) => Promise<void> }).speakInGallery(wanted);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, locale);
}
