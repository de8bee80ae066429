import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyboardLayout } from '../../../../../contract/desk/preflight.ts';
import { characterFor, dead, keysFor, layoutNames } from '../../../../../renderer/features/preflight/layouts.ts';
import {
  diagnoseScan,
  type HeardKey,
  mistyped,
  testCode,
  textOf,
} from '../../../../../renderer/features/preflight/scanner-diagnosis.ts';

/** The keys a page hears when a scanner of one layout types into a computer of another. */
function scanned(text: string, scanner: KeyboardLayout, computer: KeyboardLayout, named = true): HeardKey[] {
  return keysFor(text, scanner).flatMap((key) => {
    const character = characterFor(key, computer);
    if (key === null || character === '') return [];
    return [{ key: character === dead ? 'Dead' : character, code: named ? key.code : '', shift: key.shift }];
  });
}
const typed = (text: string): HeardKey[] => [...text].map((key) => ({ key, code: '', shift: false }));

describe('layouts', () => {
  it.each(layoutNames)('%s has a plain key for each sign of the test code', (layout) => {
    expect(keysFor(testCode, layout)).not.toContain(null);
    expect(mistyped(testCode, { scanner: layout, computer: layout })).toBe(testCode);
  });

  // Worked out by hand, key by key, from pictures of the layouts.
  it.each([
    ['us', 'de', 'YZAQWMß12-Öö/)?_Ä'],
    ['us', 'fr', 'WYQAZ?)&é!Mm79°§%'],
    ['de', 'us', 'YZAQWM/12&><^*?_@'],
    ['us', 'jp', "ZYAQWM-12/+;')=?*"],
    ['us', 'uk', 'ZYAQWM-12/:;&(_?@'],
  ] as const)('%s scanner, %s computer', (scanner, computer, text) => {
    expect(mistyped(testCode, { scanner, computer })).toBe(text);
  });
});

const pairs = layoutNames.flatMap((scanner) =>
  layoutNames.filter((computer) => computer !== scanner).map((computer) => ({ scanner, computer })),
);

describe('what one scan tells', () => {
  it.each(layoutNames)('%s on both sides is right', (layout) => {
    expect(diagnoseScan(scanned(testCode, layout, layout))).toEqual({ kind: 'right' });
  });

  it.each(pairs)('scanner $scanner, computer $computer: names both', ({ scanner, computer }) => {
    const diagnosis = diagnoseScan(scanned(testCode, scanner, computer));
    expect(diagnosis).toEqual({ kind: 'wrong-layout', pairs: [{ scanner, computer }] });
  });

  it.each(pairs)('scanner $scanner, computer $computer, keys without names: has both among what it may be', (pair) => {
    const diagnosis = diagnoseScan(scanned(testCode, pair.scanner, pair.computer, false));
    expect(diagnosis).toMatchObject({ kind: 'wrong-layout', pairs: expect.arrayContaining([pair]) });
  });

  it('knows Caps Lock', () => {
    expect(diagnoseScan(typed('zyaqwm-12/:;&(_?"'))).toEqual({ kind: 'caps-lock' });
  });

  it('shows what a scanner adds', () => {
    expect(diagnoseScan(typed(`]Q1${testCode}`))).toEqual({ kind: 'extra', before: ']Q1', behind: '' });
    expect(diagnoseScan(typed(`${testCode}*`))).toEqual({ kind: 'extra', before: '', behind: '*' });
  });

  it('tells a badge from a code that arrived wrong', () => {
    for (const badge of ['10442', 'https://reg.example/p/10442', '', 'Mika Aaltonen']) {
      expect(diagnoseScan(typed(badge))).toEqual({ kind: 'other' });
    }
    expect(diagnoseScan(typed(testCode.replace('Q', '')))).toEqual({ kind: 'garbled' });
  });

  it('never calls a badge right, and never throws', () => {
    const key = fc.record({
      key: fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        fc.constant('Dead'),
        fc.constant('F13'),
      ),
      code: fc.constantFrom('', 'KeyZ', 'Digit1', 'Minus'),
      shift: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
        expect(diagnoseScan(keys).kind === 'right').toBe(textOf(keys) === testCode);
      }),
    );
  });

  it('finds the layouts whatever is scanned before and however the keys are named', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.boolean(), (pair, named) => {
        const diagnosis = diagnoseScan(scanned(testCode, pair.scanner, pair.computer, named));
        expect(diagnosis.kind === 'wrong-layout' && diagnosis.pairs).toContainEqual(pair);
      }),
    );
  });
});
