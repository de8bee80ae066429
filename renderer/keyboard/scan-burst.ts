/**
 * Telling a scanner from a hand. A keyboard-wedge scanner types like a keyboard, only faster, and usually ends with
 * Enter (field reports, scanners). Times are those of the key events, so a busy page does not blur them.
 */

/** Longest pause inside a scan, in milliseconds; the fastest typists stay above 60 for a whole word. */
const longestPause = 40;
/** Fewest characters that count as a scan. */
const fewestCharacters = 6;
/** A second Enter this soon after a scan's own is its line feed, not a person, in milliseconds. */
const lineFeedWithin = 60;

export interface Burst {
  readonly characters: number;
  readonly lastAt: number;
  /** When Enter last ended a scan. */
  readonly scannedAt: number | null;
}

export const noBurst: Burst = { characters: 0, lastAt: Number.NEGATIVE_INFINITY, scannedAt: null };

/** After one more character at `at` (milliseconds of any steady clock). */
export function withCharacter(burst: Burst, at: number): Burst {
  const goesOn = at - burst.lastAt <= longestPause;
  return { ...burst, characters: goesOn ? burst.characters + 1 : 1, lastAt: at };
}

/** Whether an Enter at `at` ends a scan. */
export function endsScan(burst: Burst, at: number): boolean {
  return burst.characters >= fewestCharacters && at - burst.lastAt <= longestPause;
}

/** Whether an Enter at `at` is the second half of a scan's line end. */
export function isLineFeed(burst: Burst, at: number): boolean {
  return burst.characters === 0 && burst.scannedAt !== null && at - burst.scannedAt <= lineFeedWithin;
}

/** After an Enter at `at`. */
export function withEnter(burst: Burst, at: number): Burst {
  return { characters: 0, lastAt: at, scannedAt: endsScan(burst, at) ? at : burst.scannedAt };
}
