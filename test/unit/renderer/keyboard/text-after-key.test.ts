import { describe, expect, it } from 'vitest';
import { type FieldWithText, type PressedKey, textAfterKey } from '../../../../renderer/keyboard/text-after-key.ts';

const press = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
});
/** A field written with its selection between bars: 'mi||' has the caret at its end. */
function field(drawn: string): FieldWithText {
  const [before = '', selected = '', after = ''] = drawn.split('|');
  const selectionEnd = before.length + selected.length;
  return { value: before + selected + after, selectionStart: before.length, selectionEnd };
}

describe('the text after a key', () => {
  it.each([
    ['||', 'm', 'm'],
    ['mi||', 'k', 'mik'],
    ['m||k', 'i', 'mik'],
    ['|mika|', 's', 's'],
    ['mi|ka|', 's', 'mis'],
    ['mi||', ' ', 'mi '],
    ['mi||', 'é', 'mié'],
    ['mik||', 'Backspace', 'mi'],
    ['mi|k|', 'Backspace', 'mi'],
    ['||mi', 'Backspace', 'mi'],
    ['Zoë 😀||', 'Backspace', 'Zoë '],
  ])('of %s and %s is %s', (drawn, key, text) => {
    expect(textAfterKey(field(drawn), press(key))).toBe(text);
  });

  it.each([
    ['an arrow', press('ArrowDown')],
    ['Enter', press('Enter')],
    ['a dead key', press('Dead')],
    ['a key an input method keeps', press('Process')],
    ['a letter while a word is composed', press('k', { isComposing: true })],
    ['a shortcut', press('a', { ctrlKey: true })],
    ['a shortcut with Alt', press('1', { altKey: true })],
    ['a shortcut of a Mac', press('v', { metaKey: true })],
    ['a word taken back', press('Backspace', { ctrlKey: true })],
  ])('is not guessed for %s', (_what, pressed) => {
    expect(textAfterKey(field('mi||'), pressed)).toBeNull();
  });

  it('is guessed for what AltGr writes, and not for fields without a selection', () => {
    expect(textAfterKey(field('mika||'), press('@', { ctrlKey: true, altKey: true }))).toBe('mika@');
    expect(textAfterKey({ value: 'mi', selectionStart: null, selectionEnd: null }, press('k'))).toBeNull();
  });
});
