import { type RefObject, useEffect } from 'react';
import { decideKey, type Key, type KeySituation } from '../../keyboard/keys.ts';
import type { App } from '../../state/app.ts';

const keyOf = (event: KeyboardEvent): Key => ({
  key: event.key,
  code: event.code,
  control: event.ctrlKey,
  alt: event.altKey,
  meta: event.metaKey,
  shift: event.shiftKey,
  repeat: event.repeat,
  composing: event.isComposing || event.key === 'Process',
});

function targetOf(target: EventTarget | null, search: HTMLInputElement | null): KeySituation['target'] {
  if (!(target instanceof HTMLElement)) return 'page';
  if (target === search) return 'search';
  if (target.matches('input:not([type="radio"]), textarea, [contenteditable="true"]')) return 'other-text';
  return target.closest('button, a[href], input[type="radio"]') === null ? 'page' : 'button';
}

/** Dialogs and menus have keys of their own. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Somebody is open, and there is no room for the list beside them. */
function isCovered(app: App): boolean {
  const list = document.querySelector('.results');
  return app.person.store.getState().kind !== 'none' && list !== null && !list.checkVisibility();
}

/** What is on the screen as a key is pressed. */
export interface DeskSituation {
  readonly mac: boolean;
  /** The act in the bar, where it can be undone; null where there is none to see. */
  readonly undoableActId: string | null;
}

/**
 * The desk's keys, heard before anything else on the page, and the focus of its search box: there from the start, when
 * the window comes back, and after each completed act (B76).
 */
export function useDeskKeys(
  app: App,
  search: RefObject<HTMLInputElement | null>,
  situation: RefObject<DeskSituation>,
): void {
  useEffect(() => {
    const { desk } = app;

    const focusSearch = (select: boolean): void => {
      search.current?.focus({ preventScroll: true });
      if (select) search.current?.select();
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      if (isElsewhere(event.target)) return;
      const { typed } = app.search.store.getState();
      const { mac, undoableActId } = situation.current;
      const decision = decideKey(keyOf(event), {
        mac,
        undoInSight: undoableActId !== null,
        target: targetOf(event.target, search.current),
        empty: typed === '',
        textEdited: desk.store.getState().textEdited && typed !== '',
      });
      switch (decision.kind) {
        case 'leave':
          return;
        case 'type':
          // The browser then puts the character into the box, which has the focus by now.
          if (event.target !== search.current) focusSearch(true);
          return;
        case 'enter':
          event.preventDefault();
          desk.enter();
          return;
        case 'ignore':
          event.preventDefault();
          return;
        case 'escape':
          event.preventDefault();
          desk.escape();
          return;
        case 'move':
          event.preventDefault();
          // On a small window the open person covers the list: nobody moves through what they do not see.
          if (isCovered(app)) desk.backToList();
          desk.move(decision.step);
          return;
        case 'open-row':
          event.preventDefault();
          desk.openRowAt(decision.index);
          return;
        case 'toggle-role':
          event.preventDefault();
          desk.toggleRoleAt(decision.index);
          return;
        case 'undo':
          event.preventDefault();
          // The one that is seen, as with the button beside it: the newest that can be undone may be another person's.
          if (undoableActId !== null) desk.undo(undoableActId);
          return;
        case 'toggle-details':
          event.preventDefault();
          desk.toggleDetails();
          return;
        case 'help':
          event.preventDefault();
          app.screen.setState({ help: true });
          return;
      }
    };

    const onWindowFocus = (): void => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) focusSearch(true);
    };

    // Who goes back to the text wants the list back, where the person covers it.
    const onPointerDown = (event: PointerEvent): void => {
      if (event.target === search.current && isCovered(app)) desk.backToList();
    };

    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('focus', onWindowFocus);
    const stopListening = desk.onFocusWanted(focusSearch);
    // Back from another page, what was looked for before is replaced by what is typed next. With the frame: at once, it
    // would have the whole page laid out in one piece with making it. What is typed until then is heard above.
    const frame = requestAnimationFrame(() => focusSearch(true));
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('focus', onWindowFocus);
      stopListening();
    };
  }, [app, search, situation]);
}
