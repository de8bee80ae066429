/**
 * Telling a scanner from a hand. A keyboard-wedge scanner types like a keyboard, only faster, and ends with Enter, Tab or
 * nothing (field reports, scanners). Times are those of the key events, so a busy page does not blur them. Pure.
 */

/** Longest pause by which a scan is told, in milliseconds; the fastest typists stay above 60 for a whole word. */
const longestPause = 40;
/** Characters in a row at that pace that only a scanner types. */
const fewestCharacters = 6;
/** With the line end at the same pace behind them fewer are enough: badge numbers of four or five digits. */
const fewestBeforeEnd = 4;
/** Characters of a licence stay below this; more is no scan of ours. */
const mostCharacters = 2000;
/**
 * What was typed belongs together until nothing came for so long, in milliseconds: radio links and busy computers stutter,
 * and the end of a code must never be taken for the code.
 */
export const endsAfter = 120;

/** With a line end behind it, it is how every licence begins and nothing a hand types: known before a letter is seen. */
const licenceBegins = '@';

/** Keys that belong together. */
export interface Gathered {
  readonly text: string;
  readonly characters: number;
  /** The last ones in a row that came at a scanner's pace; stays once it was enough. */
  readonly fast: number;
  readonly lastAt: number;
}

export const nothingGathered: Gathered = { text: '', characters: 0, fast: 0, lastAt: Number.NEGATIVE_INFINITY };

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
    const prompt = isScan(before) ? goesOn : at - before.lastAt <= longestPause;
    if (!prompt || before.characters === 0) return nothingGathered;
    const told = before.text === licenceBegins || before.fast >= fewestBeforeEnd;
    const fast = at - before.lastAt <= longestPause && told ? Math.max(before.fast, fewestCharacters) : before.fast;
    return { ...before, text: cut(`${before.text}\n`), fast, lastAt: at };
  }
  if (!goesOn) return { text: key.text, characters: 1, fast: 1, lastAt: at };
  return {
    text: cut(before.text + key.text),
    characters: before.characters + 1,
    fast: isScan(before) || at - before.lastAt <= longestPause ? before.fast + 1 : 1,
    lastAt: at,
  };
}

/** Whether this may become a licence: what stands for it is shown once it is clear that it does not. */
export function mayBecomeLicence({ text, characters }: Gathered): boolean {
  return characters === 1 && text === licenceBegins;
}

/** Whether a key at `at` may belong to what was gathered. */
export function continues(before: Gathered, at: number): boolean {
  return at - before.lastAt <= endsAfter;
}

function cut(text: string): string {
  return text.slice(0, mostCharacters);
}

/** Whether what was gathered can only come from a scanner. */
export function isScan({ fast }: Gathered): boolean {
  return fast >= fewestCharacters;
}
