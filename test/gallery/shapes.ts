/**
 * What a state looks like, as text that is the same on every machine: the named parts (elements with a class) in the order of
 * the page, how many of each, where they are and how they are drawn. Pictures differ between machines by antialiasing; boxes
 * and colours don't. Where text is set in fonts of the system, widths and places beside it are left out.
 */
import type { Page } from '@playwright/test';

/** Size of the window the shapes are taken in, in CSS pixels. */
export const shapeViewport = { width: 1280, height: 720 } as const;

/** One line for each kind of part. */
export function shapesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Characters of the bundled font (Latin and usual punctuation). */
    const bundled = /^[\u0020-\u024f\u2010-\u201f\u2026\u20ac\s\u2066-\u2069]*$/;
    const ownText = (element: Element): string => element.textContent ?? '';
    const colour = (value: string): string => {
      const numbers = value.match(/[\d.]+/g)?.map(Number) ?? [];
      const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
      if (alpha === 0) return '-';
      const whole = value.startsWith('color(')
        ? [red, green, blue].map((each) => Math.round(each * 255))
        : [red, green, blue];
      const hex = whole.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('');
      return alpha < 1 ? `${hex}/${Math.round(alpha * 100)}` : hex;
    };
    interface Part {
      count: number;
      first: string;
      last: string;
      style: string;
    }
    const parts = new Map<string, Part>();
    for (const element of document.querySelectorAll(
      '#root [class], .dialog-scrim, .dialog-scrim [class], .menu-popover [class]',
    )) {
      if (!(element instanceof HTMLElement) || element.matches('.icon, .only-spoken, .only-spoken *')) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.bottom <= 0 || box.top >= innerHeight || box.width === 0 || box.height === 0) continue;
      const name = [...element.classList].filter((each) => !each.startsWith('react-aria-')).join('.');
      if (name === '') continue;
      const sure = bundled.test(ownText(element)) && bundled.test(ownText(element.parentElement ?? element));
      const wide = box.width >= innerWidth * 0.5;
      const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round);
      const place = sure || wide ? `${x},${y} ${width}×${height}` : `~,${y} ~×${height}`;
      const style = getComputedStyle(element);
      const drawn = [
        `on ${colour(style.backgroundColor)}`,
        `ink ${colour(style.color)}`,
        ...(style.borderTopStyle === 'none' || style.borderTopWidth === '0px'
          ? []
          : [`edge ${style.borderTopStyle} ${style.borderTopWidth} ${colour(style.borderTopColor)}`]),
        ...(style.borderTopLeftRadius === '0px' ? [] : [`round ${style.borderTopLeftRadius}`]),
        `text ${style.fontSize} ${style.fontWeight}`,
      ].join(', ');
      const known = parts.get(name);
      if (known === undefined) parts.set(name, { count: 1, first: place, last: place, style: drawn });
      else {
        known.count += 1;
        known.last = place;
      }
    }
    return [...parts].map(([name, { count, first, last, style }]) =>
      count === 1 ? `${name} | ${first} | ${style}` : `${name} ×${count} | ${first} … ${last} | ${style}`,
    );
  });
}

/** Pixels by which the same page differs between versions of Chromium, from rounding letters. */
const tolerated = 3;

function numbersApart(one: string, other: string): { readonly words: boolean; readonly most: number } {
  const number = /-?\d+/g;
  const numbers = (text: string): number[] => (text.match(number) ?? []).map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const sameWords = one.replace(number, '#') === other.replace(number, '#');
  if (!sameWords || a.length !== b.length) return { words: false, most: Number.POSITIVE_INFINITY };
  return { words: true, most: Math.max(0, ...a.map((value, index) => Math.abs(value - (b[index] ?? 0)))) };
}

/** Whether two lines say the same: names, counts and drawing exactly, places within a few pixels. */
export function isSameShape(one: string, other: string): boolean {
  const [nameOne = '', placeOne = '', styleOne = ''] = one.split(' | ');
  const [nameOther = '', placeOther = '', styleOther = ''] = other.split(' | ');
  if (nameOne !== nameOther || styleOne !== styleOther) return false;
  const apart = numbersApart(placeOne, placeOther);
  return apart.words && apart.most <= tolerated;
}

const nameOf = (line: string): string => line.split(' | ')[0] ?? '';

/** What differs, as lines with − for what is expected and + for what is there. Empty where nothing does. */
export function shapeDifferences(expected: readonly string[], found: readonly string[]): string[] {
  const before = new Map(expected.map((line) => [nameOf(line), line]));
  const after = new Map(found.map((line) => [nameOf(line), line]));
  const gone = expected.filter((line) => !after.has(nameOf(line))).map((line) => `− ${line}`);
  const changed = found.flatMap((line) => {
    const was = before.get(nameOf(line));
    if (was === undefined) return [`+ ${line}`];
    return isSameShape(was, line) ? [] : [`− ${was}`, `+ ${line}`];
  });
  return [...gone, ...changed];
}
