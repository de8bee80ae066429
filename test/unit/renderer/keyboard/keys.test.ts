import { describe, expect, it } from 'vitest';
import {
  decideKey,
  type ExplainedKey,
  type Key,
  type KeySituation,
  keyMap,
} from '../../../../renderer/keyboard/keys.ts';

const key = (name: string, more: Partial<Key> = {}): Key => ({
  key: name,
  code: '',
  control: false,
  alt: false,
  meta: false,
  shift: false,
  repeat: false,
  composing: false,
  ...more,
});

const situation = (more: Partial<KeySituation> = {}): KeySituation => ({
  mac: false,
  target: 'search',
  empty: false,
  textEdited: false,
  undoInSight: true,
  ...more,
});

const decided = (name: string, more: Partial<Key> = {}, at: Partial<KeySituation> = {}) =>
  decideKey(key(name, more), situation(at));

it('shortcuts are where they are on a keyboard that writes another script, and go by the letter on one that writes Latin', () => {
  for (const typed of ['ئ', 'я', 'ζ', 'ז']) {
    expect(decided(typed, { control: true, code: 'KeyZ' })).toEqual({ kind: 'undo' });
  }
  expect(decided('ه', { control: true, code: 'KeyI' })).toEqual({ kind: 'toggle-details' });
  // German: Y stands where Z is on others.
  expect(decided('y', { control: true, code: 'KeyZ' })).toEqual({ kind: 'leave' });
  expect(decided('z', { control: true, code: 'KeyY' })).toEqual({ kind: 'undo' });
});

describe('characters', () => {
  it.each(['a', '7', 'É', '田', '-', '@'])('%s belongs to the search, wherever the focus is', (character) => {
    for (const target of ['search', 'button', 'page'] as const) {
      expect(decided(character, {}, { target })).toEqual({ kind: 'type' });
    }
  });

  it('a digit without Ctrl is text, so that a scanned badge switches no role', () => {
    expect(decided('1', { code: 'Digit1' })).toEqual({ kind: 'type' });
    expect(decided('i')).toEqual({ kind: 'type' });
  });

  it('types with AltGr, which Windows reports as Ctrl and Alt', () => {
    expect(decided('@', { control: true, alt: true })).toEqual({ kind: 'type' });
  });

  it('leaves a button its Space and another field its text', () => {
    expect(decided(' ', {}, { target: 'button' })).toEqual({ kind: 'leave' });
    expect(decided('a', {}, { target: 'other-text' })).toEqual({ kind: 'leave' });
  });

  it('leaves an input method its keys', () => {
    expect(decided('Enter', { composing: true })).toEqual({ kind: 'leave' });
  });
});

describe('Enter', () => {
  it('counts once however long it is held', () => {
    expect(decided('Enter')).toEqual({ kind: 'enter' });
    expect(decided('Enter', { repeat: true })).toEqual({ kind: 'ignore' });
    expect(decided('Enter', { repeat: true }, { target: 'button' })).toEqual({ kind: 'ignore' });
  });

  it('presses the button that has the focus', () => {
    expect(decided('Enter', {}, { target: 'button' })).toEqual({ kind: 'leave' });
  });
});

describe('with Ctrl, or Command on a Mac', () => {
  it('switches the role of the number by its place on the keyboard', () => {
    expect(decided('&', { code: 'Digit1', control: true })).toEqual({ kind: 'toggle-role', index: 0 });
    expect(decided('9', { code: 'Numpad9', control: true })).toEqual({ kind: 'toggle-role', index: 8 });
    expect(decided('3', { code: 'Digit3', meta: true }, { mac: true })).toEqual({ kind: 'toggle-role', index: 2 });
  });

  it('leaves zoom and other systems’ keys alone', () => {
    expect(decided('0', { code: 'Digit0', control: true })).toEqual({ kind: 'leave' });
    expect(decided('3', { code: 'Digit3', control: true }, { mac: true })).toEqual({ kind: 'leave' });
    expect(decided('z', { control: true, shift: true })).toEqual({ kind: 'leave' });
    expect(decided('c', { control: true })).toEqual({ kind: 'leave' });
  });

  it('undoes the act in sight, unless there is typed text to undo', () => {
    expect(decided('z', { control: true })).toEqual({ kind: 'undo' });
    expect(decided('z', { control: true }, { textEdited: true })).toEqual({ kind: 'leave' });
    expect(decided('z', { control: true }, { textEdited: true, target: 'button' })).toEqual({ kind: 'undo' });
    expect(decided('z', { control: true }, { undoInSight: false, target: 'page' })).toEqual({ kind: 'leave' });
  });

  it('does nothing at one undo too many: the box would change its text and the person close', () => {
    expect(decided('z', { control: true }, { undoInSight: false, target: 'search' })).toEqual({ kind: 'ignore' });
    expect(decided('z', { control: true }, { undoInSight: false, textEdited: true })).toEqual({ kind: 'leave' });
  });

  it('ignores a shortcut that repeats', () => {
    expect(decided('z', { control: true, repeat: true })).toEqual({ kind: 'ignore' });
    expect(decided('1', { code: 'Digit1', control: true, repeat: true })).toEqual({ kind: 'ignore' });
  });
});

describe('with Alt', () => {
  it('opens the row of the digit by its place on the keyboard, whatever the key types', () => {
    expect(decided('1', { code: 'Digit1', alt: true })).toEqual({ kind: 'open-row', index: 0 });
    expect(decided('¡', { code: 'Digit1', alt: true }, { mac: true })).toEqual({ kind: 'open-row', index: 0 });
    expect(decided('ç', { code: 'Digit9', alt: true })).toEqual({ kind: 'open-row', index: 8 });
    expect(decided('2', { code: 'Digit2', alt: true, repeat: true })).toEqual({ kind: 'ignore' });
  });

  it('leaves AltGr and the number pad to typing', () => {
    expect(decided('@', { code: 'Digit2', alt: true, control: true })).toEqual({ kind: 'type' });
    expect(decided('1', { code: 'Numpad1', alt: true })).toEqual({ kind: 'leave' });
  });
});

describe('the keyboard map', () => {
  it('comes on ? only while the box is empty, and on F1 always', () => {
    expect(decided('?', { shift: true }, { empty: true })).toEqual({ kind: 'help' });
    expect(decided('?', { shift: true })).toEqual({ kind: 'type' });
    expect(decided('F1')).toEqual({ kind: 'help' });
  });

  const presses = keyMap.flatMap(({ id, pressed, decides }) =>
    pressed.map((press) => ({
      id,
      press,
      decides,
      named: press.key + (press.accelerator === true ? ' with Ctrl' : ''),
    })),
  );

  it.each(presses)('is right about $named ($id)', ({ press: { accelerator, ...press }, decides }) => {
    const at = { empty: true, textEdited: false, undoInSight: true };
    for (const mac of [false, true]) {
      const modifier = accelerator === true ? (mac ? { meta: true } : { control: true }) : {};
      const { kind } = decided(press.key, { ...press, ...modifier }, { ...at, mac });
      // What is heard on every page is left alone here.
      expect(kind).toBe(decides ?? 'leave');
    }
  });

  it('has every decision of the desk', () => {
    const all: Record<NonNullable<ExplainedKey['decides']>, true> = {
      enter: true,
      escape: true,
      move: true,
      'open-row': true,
      type: true,
      'toggle-role': true,
      undo: true,
      'toggle-details': true,
      help: true,
    };
    const explained = new Set(keyMap.map(({ decides }) => decides));
    expect(Object.keys(all).filter((kind) => !explained.has(kind as keyof typeof all))).toEqual([]);
  });
});
