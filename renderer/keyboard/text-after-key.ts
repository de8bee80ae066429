/** A text field as a key meets it; where its selection begins and ends is null for fields that have none. */
export interface FieldWithText {
  readonly value: string;
  readonly selectionStart: number | null;
  readonly selectionEnd: number | null;
}

/** Of a KeyboardEvent. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isComposing: boolean;
}

/**
 * What a field will most likely hold once the browser has done what a key stands for; null for keys that don't write, and
 * where only the browser knows. A guess to work ahead with, never to act upon.
 */
export function textAfterKey(field: FieldWithText, pressed: PressedKey): string | null {
  const { value, selectionStart, selectionEnd } = field;
  if (pressed.isComposing || pressed.metaKey || selectionStart === null || selectionEnd === null) return null;
  // Both together are AltGr, which writes.
  if (pressed.ctrlKey !== pressed.altKey) return null;
  const before = value.slice(0, selectionStart);
  const after = value.slice(selectionEnd);
  if (pressed.key === 'Backspace' && !pressed.ctrlKey) {
    if (selectionStart !== selectionEnd) return before + after;
    return [...before].slice(0, -1).join('') + after;
  }
  return [...pressed.key].length === 1 ? before + pressed.key + after : null;
}
