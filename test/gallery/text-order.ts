import type { Page } from '@playwright/test';

/**
 * Texts on a page written from right to left that hold an address, a username or a number with signs, and that would take the
 * order of the words around them: what reads from left to right stands in `dir="ltr"` or between U+2066 and U+2069 (UAX 9).
 * Nothing on a page written from left to right.
 */
export function textOrderFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.dir !== 'rtl') return [];
    const found: string[] = [];
    const ordered = '[dir="ltr"], bdi, svg, kbd, script, style, .only-spoken';
    const isolates = /[\u2066\u2068][^\u2066-\u2069]*\u2069/g;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replaceAll(isolates, ' ');
      // A sign beside Latin letters or digits, at an end that the words around would pull away.
      if (!/(?:^|[^\p{L}\p{N}])[@+/]\p{N}|@\p{Script=Latin}|•|\p{Script=Latin}:\/|\p{N}[-+/:]\p{N}.*[-+/]/u.test(text))
        continue;
      if (node.parentElement?.closest(ordered) == null) found.push(`order of "${text.trim()}"`);
    }
    return found;
  });
}
