import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Gathered, gather, isScan, nothingGathered } from '../../../../renderer/keyboard/scanner.ts';

const typed = (text: string, pause: number, from: Gathered = nothingGathered): Gathered => {
  let gathered = from;
  let at = from === nothingGathered ? 1000 : from.lastAt + pause;
  for (const character of text) {
    gathered = gather(gathered, character === '\n' ? { kind: 'control' } : { kind: 'character', text: character }, at);
    at += pause;
  }
  return gathered;
};

describe('a scan', () => {
  it('is told from typing by pace and length', () => {
    expect(isScan(typed('100200', 12))).toBe(true);
    expect(isScan(typed('100200300', 90))).toBe(false);
    expect(isScan(typed('1002', 12))).toBe(false);
  });

  it('may be a badge number of four or five digits, told by the line end that comes as fast', () => {
    expect(isScan(typed('10703\n', 12))).toBe(true);
    expect(isScan(typed('1070\n', 12))).toBe(true);
    expect(isScan(typed('107\n', 12))).toBe(false);
    expect(isScan(typed('10703\n', 60))).toBe(false);
    const slow = typed('10703', 12);
    expect(isScan(gather(slow, { kind: 'control' }, slow.lastAt + 80))).toBe(false);
  });

  it('goes on over a stutter, once it is one', () => {
    const before = typed('100200', 12);
    expect(gather(before, { kind: 'character', text: '3' }, before.lastAt + 100)).toMatchObject({ text: '1002003' });
    expect(gather(before, { kind: 'character', text: '3' }, before.lastAt + 130)).toMatchObject({ text: '3' });
  });

  it('has its beginning where that stuttered', () => {
    const before = typed('10', 12);
    const rest = typed('0200300', 12, { ...before, lastAt: before.lastAt + 70 });
    expect(isScan(rest)).toBe(true);
    expect(rest.text).toBe('100200300');
  });

  it('keeps its line ends and what comes after them', () => {
    expect(typed('@\n\nANSI 63', 10)).toMatchObject({ text: '@\n\nANSI 63', characters: 8 });
  });

  it('is known for a licence before a letter of it is seen', () => {
    expect(isScan(typed('@\n', 10))).toBe(true);
    expect(isScan(typed('@\n', 60))).toBe(false);
    expect(isScan(typed('a@\n', 10))).toBe(false);
    expect(isScan(typed('1\n', 10))).toBe(false);
  });

  it('never begins with Enter, and never appends to what was typed before', () => {
    expect(typed('\n', 10)).toBe(nothingGathered);
    const before = typed('mik', 90);
    expect(gather(before, { kind: 'character', text: 'x' }, before.lastAt + 121)).toMatchObject({ text: 'x' });
  });

  it('is ended by a key no scanner presses; a modifier is no key', () => {
    const before = typed('1002', 10);
    expect(gather(before, { kind: 'other' }, before.lastAt + 5)).toBe(nothingGathered);
    expect(gather(before, { kind: 'modifier' }, before.lastAt + 5)).toBe(before);
  });

  it('is never seen in what a hand types, whatever it types', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 41, max: 400 }), (text, pause) => {
        expect(isScan(typed(text, pause))).toBe(false);
      }),
    );
  });
});
