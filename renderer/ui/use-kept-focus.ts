import { type RefObject, useLayoutEffect } from 'react';

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** A row that no key reaches may have the focus too. */
const takesFocus = (element: Element): boolean => element.matches(focusable) && element.closest('[inert]') === null;
const within = (element: Element): Element[] => [
  element,
  ...[...element.querySelectorAll(focusable)].filter((each) => each.getAttribute('tabindex') !== '-1'),
];

/** Where something stands: in what, and as which of its children. */
interface Place {
  readonly parent: Element;
  readonly index: number;
}

/** From the innermost to `root`. */
function placesOf(element: Element, root: Element): Place[] {
  const places: Place[] = [];
  for (let child = element; child !== root; ) {
    const parent = child.parentElement;
    if (parent === null) break;
    places.push({ parent, index: [...parent.children].indexOf(child) });
    child = parent;
  }
  return places;
}

/** What may have the focus in place of what is gone, the best first. */
function* insteadOf(places: readonly Place[]): Generator<Element> {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const nearestFirst = [...children.slice(index), ...children.slice(0, index).reverse()];
    yield* [...nearestFirst.flatMap(within), parent].filter(takesFocus);
  }
}

/**
 * A button may go away with what it did, and the focus with it. It then goes to what stands in its place, else to what is
 * nearest: whoever works by keyboard goes on from there, and a screen reader says where that is.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    const root = page.current;
    if (root === null || !on) return;
    let focused: Element | null = null;
    let places: Place[] = [];
    const remember = (element: Element | null): void => {
      focused = element;
      places = element === null ? [] : placesOf(element, root);
    };
    const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
    const onFocusIn = ({ target }: FocusEvent): void => {
      if (target instanceof Element && root.contains(target)) remember(target);
    };
    const onFocusOut = ({ target }: FocusEvent): void =>
      queueMicrotask(() => {
        // A click beside everything: nobody is there any more who could be lost.
        if (target === focused && focused?.isConnected === true && isLost()) remember(null);
      });
    // Of the whole document: what lies over the page holds the focus until it goes.
    const changes = new MutationObserver(() => {
      if (focused === null) return;
      if (focused.isConnected) {
        remember(focused);
      } else if (isLost()) {
        for (const element of insteadOf(places)) {
          if (element instanceof HTMLElement) element.focus();
          if (document.activeElement === element) return;
        }
      }
    });
    if (root.contains(document.activeElement)) remember(document.activeElement);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      changes.disconnect();
    };
  }, [page, on]);
}
