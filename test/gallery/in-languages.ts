import type { Page } from '@playwright/test';
import { clippedTextFindings } from './clipped-text.ts';
import { speakHere } from './open-state.ts';
import { textOrderFindings } from './text-order.ts';

/** In CSS pixels: a small laptop, and the same at 200 % zoom. */
export const languageSizes = [
  { id: '1280', width: 1280, height: 720 },
  { id: '200', width: 640, height: 360 },
] as const;

/**
 * What can't be read of the state that is open, in several languages and sizes, each with language and size. Leaves it in the
 * last of them. `look`: called whenever it stands still.
 */
export async function inLanguages(
  page: Page,
  locales: readonly string[],
  look: (locale: string, size: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const found: string[] = [];
  for (const { id: size, width, height } of languageSizes) {
    await page.setViewportSize({ width, height });
    for (const locale of locales) {
      await speakHere(page, locale);
      const wrong = [...(await clippedTextFindings(page)), ...(await textOrderFindings(page))];
      found.push(...wrong.map((each) => `${locale} ${size}: ${each}`));
      await look(locale, size);
    }
  }
  return found;
}
