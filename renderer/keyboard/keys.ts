/** Which key means what on the desk, and the map people see of it. docs/interface.md says why it is so. */

export interface Key {
  readonly key: string;
  /** Place on the keyboard: digits are told by it, since they need Shift on some layouts (AZERTY). */
  readonly code: string;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  readonly repeat: boolean;
  /** An input method is composing: its keys are its own. */
  readonly composing: boolean;
}

export interface KeySituation {
  readonly mac: boolean;
  readonly target: 'search' | 'other-text' | 'button' | 'page';
  /** The search box is empty. */
  readonly empty: boolean;
  /** The text in the box was typed since the last act or opening, so Ctrl+Z belongs to the box. */
  readonly textEdited: boolean;
  /** The bar with the last act is on the screen, so that nobody undoes what they do not see. */
  readonly undoInSight: boolean;
}

export type KeyDecision =
  | { readonly kind: 'leave' }
  | { readonly kind: 'ignore' }
  | { readonly kind: 'enter' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'move'; readonly step: 1 | -1 }
  | { readonly kind: 'open-row'; readonly index: number }
  /** The character belongs to the search box, wherever the focus is. */
  | { readonly kind: 'type' }
  | { readonly kind: 'toggle-role'; readonly index: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'toggle-details' }
  | { readonly kind: 'help' };

const digit = /^(?:Digit|Numpad)([1-9])$/;
/** Not those of the number pad: Alt with them is how Windows types signs by their number. */
const rowDigit = /^Digit([1-9])$/;

/**
 * The Latin letter of a key, small: where the keyboard writes another script, that on the same place of an American one, as
 * systems have it for Ctrl+C. Null for any other key.
 */
export function latinLetter({ key, code }: Pick<Key, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^[^\p{ASCII}\p{Script=Latin}]$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}

/**
 * Plain letters and digits always belong to the search: a scan begins with any of them and must neither switch a role
 * nor show somebody's address. So everything else needs Ctrl, or Command on a Mac, and the rows of the list Alt.
 */
export function decideKey(key: Key, situation: KeySituation): KeyDecision {
  if (key.composing) return { kind: 'leave' };
  if (situation.target === 'other-text') return { kind: 'leave' };
  const accelerator = situation.mac ? key.meta && !key.control : key.control && !key.meta;

  if (accelerator && !key.alt) {
    const number = digit.exec(key.code)?.[1];
    if (number !== undefined && !key.shift) {
      return key.repeat ? { kind: 'ignore' } : { kind: 'toggle-role', index: Number(number) - 1 };
    }
    if (key.shift) return { kind: 'leave' };
    const letter = latinLetter(key);
    if (letter === 'z') {
      if (situation.target === 'search' && situation.textEdited) return { kind: 'leave' };
      // The box's own undo would change the text the open person was found by, and so close the card.
      if (!situation.undoInSight) return { kind: situation.target === 'search' ? 'ignore' : 'leave' };
      return key.repeat ? { kind: 'ignore' } : { kind: 'undo' };
    }
    if (letter === 'i') return key.repeat ? { kind: 'ignore' } : { kind: 'toggle-details' };
    return { kind: 'leave' };
  }

  if (key.alt && !key.control && !key.meta && !key.shift) {
    const number = rowDigit.exec(key.code)?.[1];
    if (number !== undefined) return key.repeat ? { kind: 'ignore' } : { kind: 'open-row', index: Number(number) - 1 };
  }

  switch (key.key) {
    case 'Enter':
      if (situation.target === 'button') return key.repeat ? { kind: 'ignore' } : { kind: 'leave' };
      // A key held down is one press: it must not open somebody and check them in.
      return key.repeat ? { kind: 'ignore' } : { kind: 'enter' };
    case 'Escape':
      return key.repeat ? { kind: 'ignore' } : { kind: 'escape' };
    case 'ArrowDown':
      return key.shift || key.alt || key.control || key.meta ? { kind: 'leave' } : { kind: 'move', step: 1 };
    case 'ArrowUp':
      return key.shift || key.alt || key.control || key.meta ? { kind: 'leave' } : { kind: 'move', step: -1 };
    case 'F1':
      return { kind: 'help' };
    case '?':
      if (situation.empty) return { kind: 'help' };
      break;
    case ' ':
      // Space presses the button that has the focus.
      if (situation.target === 'button') return { kind: 'leave' };
      break;
    default:
      break;
  }

  const altGr = key.control && key.alt;
  const character = [...key.key].length === 1 && !key.meta && (altGr || (!key.control && (!key.alt || situation.mac)));
  return character ? { kind: 'type' } : { kind: 'leave' };
}

/** A key as the map shows it: as it is printed, by a name that differs between languages and systems, or a word between. */
export type ShownKey =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'named'; readonly name: 'enter' | 'escape' | 'accelerator' | 'alt' }
  | { readonly kind: 'word'; readonly name: 'to' | 'or' };

export interface ExplainedKey {
  /** Which words say what it does. */
  readonly id:
    | 'anywhereDoes'
    | 'arrows'
    | 'rows'
    | 'enterOpen'
    | 'enterAct'
    | 'escape'
    | 'numbers'
    | 'undo'
    | 'id'
    | 'lock'
    | 'zoom'
    | 'fullScreen'
    | 'help';
  readonly shown: readonly ShownKey[];
  /** How it is pressed; `accelerator` is Ctrl, or Command on a Mac. */
  readonly pressed: readonly (Partial<Key> & { readonly key: string; readonly accelerator?: true })[];
  /** What the desk makes of it; null where it is heard on every page, by somebody else. */
  readonly decides: Exclude<KeyDecision['kind'], 'leave' | 'ignore'> | null;
}

const key = (name: string): ShownKey => ({ kind: 'key', name });
const named = (name: 'enter' | 'escape' | 'accelerator' | 'alt'): ShownKey => ({ kind: 'named', name });
const word = (name: 'to' | 'or'): ShownKey => ({ kind: 'word', name });
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The keyboard map, in its order. A test presses every key of it, and knows of every decision that is not in it. */
export const keyMap: readonly ExplainedKey[] = [
  { id: 'anywhereDoes', shown: [], pressed: [{ key: 'a' }, { key: '7', code: 'Digit7' }], decides: 'type' },
  {
    id: 'arrows',
    shown: [key('↑'), key('↓')],
    pressed: [{ key: 'ArrowUp' }, { key: 'ArrowDown' }],
    decides: 'move',
  },
  {
    id: 'rows',
    shown: [named('alt'), key('1'), word('to'), key('9')],
    pressed: digits.map((digit) => ({ key: String(digit), code: `Digit${digit}`, alt: true })),
    decides: 'open-row',
  },
  { id: 'enterOpen', shown: [named('enter')], pressed: [{ key: 'Enter' }], decides: 'enter' },
  { id: 'enterAct', shown: [named('enter')], pressed: [{ key: 'Enter' }], decides: 'enter' },
  { id: 'escape', shown: [named('escape')], pressed: [{ key: 'Escape' }], decides: 'escape' },
  {
    id: 'numbers',
    shown: [named('accelerator'), key('1'), word('to'), key('9')],
    pressed: digits.map((digit) => ({ key: String(digit), code: `Digit${digit}`, accelerator: true })),
    decides: 'toggle-role',
  },
  {
    id: 'undo',
    shown: [named('accelerator'), key('Z')],
    pressed: [{ key: 'z', accelerator: true }],
    decides: 'undo',
  },
  {
    id: 'id',
    shown: [named('accelerator'), key('I')],
    pressed: [{ key: 'i', accelerator: true }],
    decides: 'toggle-details',
  },
  { id: 'lock', shown: [named('accelerator'), key('L')], pressed: [{ key: 'l', accelerator: true }], decides: null },
  {
    id: 'zoom',
    shown: [named('accelerator'), key('+'), key('−'), key('0')],
    pressed: [
      { key: '+', accelerator: true },
      { key: '-', accelerator: true },
      { key: '0', code: 'Digit0', accelerator: true },
    ],
    decides: null,
  },
  { id: 'fullScreen', shown: [key('F11')], pressed: [{ key: 'F11' }], decides: null },
  { id: 'help', shown: [key('?'), word('or'), key('F1')], pressed: [{ key: '?' }, { key: 'F1' }], decides: 'help' },
];
