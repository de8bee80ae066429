// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { guardDoublePresses } from '../../../../renderer/keyboard/double-press.ts';

let now = 0;
let pressed: string[] = [];
let end = (): void => {};

beforeEach(() => {
  now = 0;
  pressed = [];
  document.body.innerHTML = '<button id="one"><b>1</b></button><button id="other">2</button><p id="text">Text</p>';
  for (const element of document.querySelectorAll('[id]')) {
    element.addEventListener('pointerdown', () => pressed.push(`down ${element.id}`));
    element.addEventListener('click', () => pressed.push(element.id));
  }
  end = guardDoublePresses(document, () => now);
});
afterEach(() => end());

/** A whole press at a place, as the browser tells it. */
function press(selector: string, at: { x?: number; y?: number; afterMs?: number } = {}): void {
  const { x = 100, y = 100, afterMs = 0 } = at;
  now += afterMs;
  const where = { bubbles: true, cancelable: true, clientX: x, clientY: y };
  const target = document.querySelector(selector);
  target?.dispatchEvent(new PointerEvent('pointerdown', where));
  target?.dispatchEvent(new PointerEvent('pointerup', where));
  target?.dispatchEvent(new MouseEvent('click', { ...where, detail: 1 }));
}

it('a double click presses nothing else that has moved under the pointer', () => {
  press('#one');
  press('#other', { afterMs: 250, x: 104 });
  expect(pressed).toEqual(['down one', 'one']);
  // Nor does a third, of the same hand.
  press('#other', { afterMs: 200 });
  expect(pressed).toEqual(['down one', 'one']);
});

it('the same button hears all of them, and so does another that was aimed at', () => {
  press('#one');
  press('#one b', { afterMs: 200 });
  press('#other', { afterMs: 200, x: 160 });
  press('#one', { afterMs: 600, x: 160 });
  press('#text', { afterMs: 100, x: 160 });
  expect(pressed.filter((each) => !each.startsWith('down'))).toEqual(['one', 'one', 'other', 'one', 'text']);
});

it('keys, which click without pointing, are not looked at', () => {
  press('#one');
  press('#other', { afterMs: 100 });
  expect(pressed).toEqual(['down one', 'one']);
  document.querySelector('#other')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(pressed.at(-1)).toBe('other');
});
