/**
 * Telling a scanner from a hand. A keyboard-wedge scanner types like a keyboard, only faster, and ends with Enter, Tab or
 * nothing (field reports, scanners). Times are those of the key events, so a busy page does not blur them. Pure.
 */

/** Longest pause by which a scan is told, in milliseconds; the fastest typists stay above 60 for a whole word. */
const longestPause = 40;
/** Fewest characters that count as a scan. */
const fewestCharacters = 6;
/** Characters of a licence stay below this; more is no scan of ours. */
const mostCharacters = 2000;
/** Once it is a scan it has ended when nothing came for so long, in milliseconds: radio links and busy computers stutter. */
export const endsAfter = 120;

/** Characters that came at a scanner's pace. */
export interface Gathered {
  readonly text: string;
  readonly characters: number;
  readonly lastAt: number;
}

export const nothingGathered: Gathered = { text: '', characters: 0, lastAt: Number.NEGATIVE_INFINITY };

export type ScanKey =
  | { readonly kind: 'character'; readonly text: string }
  /** Enter, Tab, or a control character typed with Ctrl: part of a scan or its end, never its beginning. */
  | { readonly kind: 'control' }
  /** Keys no scanner presses. */
  | { readonly kind: 'other' }
  /** A modifier on its own changes nothing. */
  | { readonly kind: 'modifier' };

/** After one more key at `at` (milliseconds of any steady clock). */
export function gather(before: Gathered, key: ScanKey, at: number): Gathered {
  if (key.kind === 'modifier') return before;
  if (key.kind === 'other') return nothingGathered;
  const goesOn = continues(before, at);
  if (key.kind === 'control') {
    return goesOn && before.characters > 0 ? { ...before, text: cut(`${before.text}\n`), lastAt: at } : nothingGathered;
  }
  return goesOn
    ? { text: cut(before.text + key.text), characters: before.characters + 1, lastAt: at }
    : { text: key.text, characters: 1, lastAt: at };
}

/** Whether a key at `at` may belong to what was gathered. */
export function continues(before: Gathered, at: number): boolean {
  return at - before.lastAt <= (isScan(before) ? endsAfter : longestPause);
}

function cut(text: string): string {
  return text.slice(0, mostCharacters);
}

/** Whether what was gathered can only come from a scanner. */
export function isScan({ characters }: Gathered): boolean {
  return characters >= fewestCharacters;
}
