// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { warmFonts } from '../../../../renderer/ui/warm-fonts.ts';

interface LaidOut {
  readonly text: string;
  readonly font: string;
}

let laidOut: LaidOut[] = [];
/** What was laid out in each piece of idle time. */
let pieces: number[] = [];

beforeEach(() => {
  laidOut = [];
  pieces = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
    pieces.push(laidOut.length);
    queueMicrotask(callback);
    return 1;
  });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    if (this.isConnected && this.style.visibility === 'hidden') {
      laidOut.push({ text: this.textContent ?? '', font: this.style.font || this.style.cssText });
    }
    return new DOMRect();
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** First and last code point of each range of each `unicode-range` of a style sheet. */
function unicodeRanges(css: string): readonly (readonly (readonly [number, number])[])[] {
  return [...css.matchAll(/unicode-range:\s*([^;]+);/g)].map(([, ranges = '']) =>
    ranges.split(',').map((range) => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  );
}

test('every part of the bundled font is asked for by a sample', async () => {
  const css = await readFile(createRequire(import.meta.url).resolve('@fontsource-variable/inter/index.css'), 'utf8');
  const parts = unicodeRanges(css);
  expect(parts.length).toBeGreaterThan(5);
  await warmFonts(document);
  // The Latin part is there from the first frame, as every screen of every language has a word in it.
  const latin = parts.filter((ranges) => ranges.some(([first, last]) => first <= 0x41 && last >= 0x41));
  expect(latin).toHaveLength(1);
  const asked = (ranges: readonly (readonly [number, number])[]): boolean =>
    laidOut.some(({ text }) =>
      [...text].some((character) => {
        const point = character.codePointAt(0) ?? 0;
        return ranges.some(([first, last]) => first <= point && point <= last);
      }),
    );
  for (const ranges of parts) if (!latin.includes(ranges)) expect(asked(ranges), JSON.stringify(ranges)).toBe(true);
});

test('the scripts that the system draws have a sample, in every style that names are set in', async () => {
  await warmFonts(document);
  const fonts = new Set(laidOut.map(({ font }) => font));
  expect(fonts.size).toBe(4);
  for (const script of ['Arab', 'Hebr', 'Thai', 'Deva', 'Hira', 'Kana', 'Han', 'Hang', 'Extended_Pictographic']) {
    const sign = new RegExp(script === 'Extended_Pictographic' ? `\\p{${script}}` : `\\p{sc=${script}}`, 'u');
    const styles = new Set(laidOut.filter(({ text }) => sign.test(text)).map(({ font }) => font));
    expect(styles, script).toEqual(fonts);
  }
});

test('one sample is laid out at a time, when the page rests, and none stays', async () => {
  document.body.innerHTML = '<p>the desk</p>';
  await warmFonts(document);
  expect(document.body.innerHTML).toBe('<p>the desk</p>');
  expect(pieces).toEqual(laidOut.map((_, index) => index));
});
