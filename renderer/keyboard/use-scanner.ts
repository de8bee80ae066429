import { useEffect } from 'react';
import type { App } from '../state/app.ts';
import {
  continues,
  endsAfter,
  type Gathered,
  gather,
  isScan,
  mayBecomeLicence,
  nothingGathered,
  type ScanKey,
} from './scanner.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']);

/**
 * Keys that wait for a letter to put an accent on say `Dead` and not which accent. Their sign by their place, without and
 * with Shift: where it is dead on a German or French keyboard, as electron/directory/read-scan.ts has it, so that the scan can
 * be read as what was on the scanner's keyboard; elsewhere as on the American one with dead keys.
 */
const deadSigns: Readonly<Record<string, readonly [string, string]>> = {
  Backquote: ['^', '~'],
  Equal: ['´', '`'],
  BracketLeft: ['^', '¨'],
  Quote: ["'", '"'],
};

const deadSignOf = ({ code, shiftKey }: KeyboardEvent): string => deadSigns[code]?.[shiftKey ? 1 : 0] ?? '^';

/** The accents that each of these signs puts on the next letter. */
const accents: Readonly<Record<string, string>> = {
  '^': '\u0302',
  '~': '\u0303',
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  "'": '\u0301\u0327',
  '"': '\u0308',
};

/** The letter that was scanned, where the dead key before it has put its accent on it. */
function withoutAccent(letter: string, deadSign: string | null): string {
  const [base = letter, accent, ...more] = letter.normalize('NFD');
  const isOfSign = deadSign !== null && accent !== undefined && more.length === 0;
  return isOfSign && accents[deadSign]?.includes(accent) === true ? base : letter;
}

/** `deadSign`: that of the dead key just before, whose composition is no input method's. */
function scanKeyOf(event: KeyboardEvent, deadSign: string | null): ScanKey {
  if ((event.isComposing && deadSign === null) || event.repeat || event.metaKey) return { kind: 'other' };
  if (modifiers.has(event.key)) return { kind: 'modifier' };
  if (event.key === 'Enter' || event.key === 'Tab') return { kind: 'control' };
  const isDead = event.key === 'Dead';
  if (!isDead && [...event.key].length !== 1) return { kind: 'other' };
  // Ctrl+J is how a keyboard types a line feed; Ctrl+Alt is AltGr.
  if (event.ctrlKey !== event.altKey) return event.ctrlKey && !isDead ? { kind: 'control' } : { kind: 'other' };
  return { kind: 'character', text: isDead ? deadSignOf(event) : withoutAccent(event.key, deadSign) };
}

interface Field {
  readonly element: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
}

const fieldOf = (target: EventTarget | null): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    ? { element: target, value: target.value }
    : null;

/** A PIN typed at the pace of a scanner is still a PIN: it must neither be looked for nor shown in the search box. */
const isSecret = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'password';

/** Puts back what stood in a field before the scan, in a way React notices. */
function putBack({ element, value }: Field): void {
  if (element.value === value || !element.isConnected) return;
  const prototype = element instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Types into a field as a hand would, in a way React notices. */
function typeInto(element: HTMLInputElement, text: string): void {
  const { value } = element;
  const start = element.selectionStart ?? value.length;
  const end = element.selectionEnd ?? value.length;
  putBack({ element, value: value.slice(0, start) + text + value.slice(end) });
  element.setSelectionRange(start + text.length, start + text.length);
}

/** Where plain characters go to the search: its box, and whatever is no field of its own. */
const goesToSearch = (target: EventTarget | null): boolean =>
  fieldOf(target) === null || (target instanceof HTMLInputElement && target.type === 'search');

/**
 * Hears scans before anything else on the page does, whatever has the focus: in fields, on buttons, in dialogs and on
 * every page. From the character on by which it can only be a scan, keys reach nobody else: a licence is never on the
 * screen, and no button is pressed by the blanks and Enters in a code.
 */
export function useScanner(app: App): void {
  useEffect(() => {
    let gathered: Gathered = nothingGathered;
    let field: Field | null = null;
    /** Enter or Tab pressed at a scanner's pace: it is held until it is clear whose it was. */
    let held: KeyboardEvent | null = null;
    /** The first character of what may become a licence, kept off the screen until it is clear that it is none. */
    let kept: KeyboardEvent | null = null;
    /** The sign of the key before, where that was a dead one. */
    let deadSign: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lettingThrough = false;

    const finish = (): void => {
      const { text, lastAt } = gathered;
      const scanned = isScan(gathered);
      const key = held;
      gathered = nothingGathered;
      held = null;
      field = null;
      if (scanned) kept = null;
      else typeKept();
      if (scanned) app.scan(text, lastAt);
      else if (key !== null) letThrough(key);
    };

    /** It was a hand after all: the key does what it would have done. */
    const letThrough = (key: KeyboardEvent): void => {
      lettingThrough = true;
      const { target } = key;
      const copyOf = (type: 'keydown' | 'keyup'): KeyboardEvent =>
        new KeyboardEvent(type, { key: key.key, code: key.code, bubbles: true, cancelable: true });
      const unhandled = target?.dispatchEvent(copyOf('keydown')) === true;
      if (unhandled && key.key === 'Enter' && target instanceof HTMLButtonElement) target.click();
      // Most buttons are pressed when the key is let go, which was long ago.
      target?.dispatchEvent(copyOf('keyup'));
      lettingThrough = false;
    };

    /** It was a hand: the character goes where it was typed. */
    const typeKept = (): void => {
      const key = kept;
      kept = null;
      if (key === null) return;
      // The desk moves the focus to its search box first, as with any character.
      if (fieldOf(key.target) === null) letThrough(key);
      const { activeElement } = document;
      if (activeElement instanceof HTMLInputElement) typeInto(activeElement, key.key);
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      if (lettingThrough || isSecret(event.target) || app.screen.getState().scannerTest) return;
      const key = scanKeyOf(event, deadSign);
      if (key.kind === 'modifier') return;
      deadSign = key.kind === 'character' && event.key === 'Dead' ? key.text : null;
      clearTimeout(timer);
      if (key.kind === 'other' || !continues(gathered, event.timeStamp)) finish();
      const before = gathered;
      gathered = gather(before, key, event.timeStamp);
      if (isScan(gathered)) kept = null;
      else typeKept();
      if (gathered === nothingGathered) return;
      if (gathered.characters === 1 && key.kind === 'character') field = fieldOf(event.target);
      timer = setTimeout(finish, endsAfter);
      const swallow = (): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      if (isScan(gathered)) {
        swallow();
        if (!isScan(before) && field !== null) putBack(field);
        return;
      }
      if (mayBecomeLicence(gathered) && key.kind === 'character' && goesToSearch(event.target)) {
        kept = event;
        swallow();
      } else if (key.kind === 'control') {
        // Ctrl with a letter is nobody's shortcut in the middle of a scan.
        if (event.key === 'Enter') held = event;
        if (event.key !== 'Tab') swallow();
      } else if (gathered.fast > 1 && event.key === ' ' && field === null) {
        swallow();
      }
    };

    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [app]);
}
