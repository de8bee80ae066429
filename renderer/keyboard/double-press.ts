/**
 * The second press of a double click belongs to what the first one was meant for. When the page has moved in between, as a
 * list does that has one row more, it would press something nobody aimed at: undo another person's change, or close a card.
 */

/** Of a double click, milliseconds. */
const together = 500;
/** Pixels a hand moves between the two. */
const still = 10;

const pressable = 'button, a[href], [role="button"], [role="menuitem"], [role="option"], [role="switch"]';

/** Swallows such presses on the whole page. Answers with the function that ends it. */
export function guardDoublePresses(page: Document, now: () => number = () => performance.now()): () => void {
  let last: { readonly target: Element | null; readonly at: number; readonly x: number; readonly y: number } | null =
    null;
  let swallowing = false;

  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onDown = (event: PointerEvent): void => {
    const target = event.target instanceof Element ? event.target.closest(pressable) : null;
    const at = now();
    swallowing =
      last !== null &&
      last.target !== null &&
      target !== null &&
      target !== last.target &&
      at - last.at < together &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < still;
    if (swallowing) swallow(event);
    else last = { target, at, x: event.clientX, y: event.clientY };
  };
  const onRest = (event: Event): void => {
    // Enter and Space click too, without pointing at anything.
    if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0) swallowing = false;
    if (swallowing) swallow(event);
  };

  const rest = ['mousedown', 'pointerup', 'mouseup', 'touchstart', 'touchend', 'click', 'dblclick'] as const;
  page.addEventListener('pointerdown', onDown, { capture: true });
  for (const type of rest) page.addEventListener(type, onRest, { capture: true, passive: false });
  return () => {
    page.removeEventListener('pointerdown', onDown, { capture: true });
    for (const type of rest) page.removeEventListener(type, onRest, { capture: true });
  };
}
