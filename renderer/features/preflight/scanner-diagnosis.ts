/** What is wrong between a scanner and this computer, told from one scan of a known code. Pure. */
import type { KeyboardLayout } from '../../../contract/desk/preflight.ts';
import { characterFor, dead, keysFor, layoutNames } from './layouts.ts';

/**
 * The code to scan. Its signs have plain keys on every layout, and no two layouts mistake it in the same way: letters that
 * trade places (Z Y, A Q, W, M), figures, and signs. The quotation mark stands last, since on some layouts it is a dead key
 * that swallows what comes behind it.
 */
export const testCode = 'ZYAQWM-12/:;&(_?"';

/** One key as the page heard it. */
export interface HeardKey {
  /** KeyboardEvent.key; `Dead` for a dead key. */
  readonly key: string;
  /** KeyboardEvent.code; empty where the system does not tell. */
  readonly code: string;
  readonly shift: boolean;
}

export interface LayoutPair {
  readonly scanner: KeyboardLayout;
  readonly computer: KeyboardLayout;
}

export type ScannerDiagnosis =
  /** The code came as it stands on the screen. */
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong-layout'; readonly pairs: readonly [LayoutPair, ...LayoutPair[]] }
  | { readonly kind: 'caps-lock' }
  /** The code is in it, with something before or behind it. */
  | { readonly kind: 'extra'; readonly before: string; readonly behind: string }
  /** About as long as the code and not explained by any layout. */
  | { readonly kind: 'garbled' }
  /** Another code, such as a badge. */
  | { readonly kind: 'other' };

/** What was heard as text; a dead key as {@link dead}. */
export function textOf(keys: readonly HeardKey[]): string {
  return keys.map(({ key }) => (key === 'Dead' ? dead : [...key].length === 1 ? key : '')).join('');
}

/** What arrives when a scanner set to one layout types the code into a computer set to another. */
export function mistyped(text: string, { scanner, computer }: LayoutPair): string {
  return keysFor(text, scanner)
    .map((key) => characterFor(key, computer))
    .join('');
}

const swapCase = (text: string): string =>
  [...text]
    .map((character) => (character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase()))
    .join('');

/** Whether these very keys are the ones a scanner of this layout presses. Unknown where the system does not name keys. */
function pressedBy(keys: readonly HeardKey[], scanner: KeyboardLayout): boolean {
  const expected = keysFor(testCode, scanner);
  return (
    keys.length === expected.length &&
    keys.every(({ code, shift }, index) => {
      const key = expected[index] ?? null;
      return key === null || code === '' || (key.code === code && key.shift === shift);
    })
  );
}

/** Characters a text of another length may differ by and still be meant as the code. */
const lengthSlack = 3;

/** Compares as far as a dead key lets: what comes right behind one may have been swallowed by it. */
function arrivesAs(received: string, predicted: string): boolean {
  const at = predicted.indexOf(dead);
  if (at === -1) return received === predicted;
  return received.startsWith(predicted.slice(0, at + 1)) || received === predicted.slice(0, at);
}

export function diagnoseScan(keys: readonly HeardKey[]): ScannerDiagnosis {
  const received = textOf(keys);
  if (received === testCode) return { kind: 'right' };
  if (received === swapCase(testCode)) return { kind: 'caps-lock' };
  const at = received.indexOf(testCode);
  if (at !== -1) {
    return { kind: 'extra', before: received.slice(0, at), behind: received.slice(at + testCode.length) };
  }
  const pairs = layoutNames.flatMap((scanner) =>
    layoutNames
      .filter((computer) => computer !== scanner && arrivesAs(received, mistyped(testCode, { scanner, computer })))
      .map((computer) => ({ scanner, computer })),
  );
  // Two layouts may look alike in what arrives; the keys themselves tell which one the scanner has.
  const certain = pairs.filter(({ scanner }) => pressedBy(keys, scanner));
  const [first, ...others] = certain.length > 0 ? certain : pairs;
  if (first !== undefined) return { kind: 'wrong-layout', pairs: [first, ...others] };
  const similar = Math.abs([...received].length - testCode.length) <= lengthSlack;
  const shared = [...testCode].filter((character) => received.includes(character)).length;
  return similar && shared >= 4 ? { kind: 'garbled' } : { kind: 'other' };
}
