/**
 * Slips of the finger: a letter wrong, missing, too many, or two neighbours swapped (optimal string alignment distance).
 * Finds every word of which some beginning is within a number of slips of what was typed, so half-typed words are found.
 */
import { type Dictionary, wordCount } from './dictionary.ts';
import { domainMark, idMark, longestWord } from './tokens.ts';

const marks = [idMark.charCodeAt(0), domainMark.charCodeAt(0)];
/** Ids and domains are typed by machines or not at all: no slip turns a name into one. */
const isMark = (letter: number) => marks.includes(letter);

/** Slips forgiven in a word of that many letters (code points as folded). */
export function slipsAllowed(length: number): 0 | 1 | 2 {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** Words [from, to) of the dictionary, `slips` away from what was typed. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  readonly slips: number;
}

const width = longestWord + 3;
// One row of the distance table for each depth of the walk, used by one search at a time and never allocated again.
const rows = new Uint8Array((longestWord + 4) * width);
const path = new Uint16Array(longestWord + 4);

/**
 * Ranges of words with at most `most` slips, sorted, not overlapping, each with the fewest slips there are.
 *
 * Walks the dictionary as a trie and keeps one row of the distance table for each letter on the way. A branch is left as
 * soon as no cell of its row is within `most`; where a row has no slip to spare, only the letters that continue without
 * one are looked up instead of all that follow.
 */
export function wordsWithinSlips(dictionary: Dictionary, typed: string, most: number): readonly WordRange[] {
  const length = Math.min(typed.length, longestWord);
  const { letters, wordStarts } = dictionary;
  const found: WordRange[] = [];
  const target = new Uint16Array(length);
  for (let index = 0; index < length; index += 1) target[index] = typed.charCodeAt(index);
  const over = most + 1;

  const letterAt = (word: number, depth: number): number => {
    const start = wordStarts[word] ?? 0;
    return start + depth < (wordStarts[word + 1] ?? 0) ? (letters[start + depth] ?? 0) : -1;
  };
  /** First word in [low, high) whose letter at `depth` is not below `letter`; all of them are longer than `depth`. */
  const seek = (from: number, to: number, depth: number, letter: number): number => {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((letters[(wordStarts[middle] ?? 0) + depth] ?? 0) < letter) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** As `seek`, from a word that has the letter before: gallops, since most branches are narrow. */
  const nextBranch = (from: number, to: number, depth: number, letter: number): number => {
    let step = 1;
    let low = from;
    while (low + step < to && (letters[(wordStarts[low + step] ?? 0) + depth] ?? 0) <= letter) {
      low += step;
      step *= 2;
    }
    return seek(low + 1, Math.min(to, low + step), depth, letter + 1);
  };

  /** Fills the row of `depth` + 1 for one more letter; answers with its smallest cell. */
  const fillRow = (depth: number, letter: number): number => {
    const above = depth * width;
    const here = above + width;
    const twoAbove = above - width;
    const first = Math.max(1, depth + 1 - most);
    const last = Math.min(length, depth + 1 + most);
    rows[here + first - 1] = first === 1 ? Math.min(over, depth + 1) : over;
    let least = first === 1 ? (rows[here] ?? over) : over;
    for (let column = first; column <= last; column += 1) {
      const same = target[column - 1] === letter;
      let cell = (rows[above + column - 1] ?? over) + (same ? 0 : 1);
      const missing = (rows[above + column] ?? over) + 1;
      if (missing < cell) cell = missing;
      const extra = (rows[here + column - 1] ?? over) + 1;
      if (extra < cell) cell = extra;
      if (depth > 0 && column > 1 && target[column - 2] === letter && target[column - 1] === path[depth - 1]) {
        const swapped = (rows[twoAbove + column - 2] ?? over) + 1;
        if (swapped < cell) cell = swapped;
      }
      if (cell > over) cell = over;
      rows[here + column] = cell;
      if (cell < least) least = cell;
    }
    if (last < length) rows[here + last + 1] = over;
    path[depth] = letter;
    return least;
  };

  const walk = (from: number, to: number, depth: number, least: number, best: number): void => {
    const here = depth * width;
    let fewest = best;
    if (depth >= length - most && depth <= length + most) {
      const slips = rows[here + length] ?? over;
      if (slips < fewest) {
        found.push({ from, to, slips });
        fewest = slips;
      }
    }
    // A longer beginning can only be better than what is found already if a cell of this row still is.
    if (least >= fewest || depth >= longestWord) return;
    let low = from;
    if (letterAt(low, depth) < 0) low += 1;
    if (low >= to) return;
    if (least < most) {
      while (low < to) {
        const letter = letterAt(low, depth);
        const end = nextBranch(low, to, depth, letter);
        if (depth > 0 || !isMark(letter)) {
          const next = fillRow(depth, letter);
          if (next < fewest) walk(low, end, depth + 1, next, fewest);
        }
        low = end;
      }
      return;
    }
    // No slip to spare: only these letters lead on.
    const first = Math.max(0, depth - most);
    const last = Math.min(length - 1, depth + most);
    for (let column = first; column <= last; column += 1) {
      const letter = target[column] ?? 0;
      const straight = (rows[here + column] ?? over) <= most;
      const swap =
        column > 0 &&
        depth > 0 &&
        (rows[here - width + column - 1] ?? over) < most &&
        target[column] === path[depth - 1];
      if (straight) branchOf(low, to, depth, letter, fewest, first, column);
      if (swap) branchOf(low, to, depth, target[column - 1] ?? 0, fewest, first, -1);
    }
  };

  // The letter may stand at several columns: it is followed from the first of them only.
  const branchOf = (
    from: number,
    to: number,
    depth: number,
    letter: number,
    fewest: number,
    first: number,
    column: number,
  ): void => {
    const here = depth * width;
    for (let earlier = first; earlier < column; earlier += 1) {
      if (target[earlier] === letter && (rows[here + earlier] ?? over) <= most) return;
    }
    const low = seek(from, to, depth, letter);
    if (low >= to || letterAt(low, depth) !== letter) return;
    const end = nextBranch(low, to, depth, letter);
    const next = fillRow(depth, letter);
    if (next < fewest) walk(low, end, depth + 1, next, fewest);
  };

  for (let column = 0; column <= Math.min(length, most + 1); column += 1) rows[column] = Math.min(over, column);
  const total = wordCount(dictionary);
  if (total > 0 && length > most) walk(0, total, 0, 0, over);
  return flatten(found);
}

/** Ranges come parents first; a child with fewer slips takes its part out of the parent. */
function flatten(found: WordRange[]): readonly WordRange[] {
  if (found.length < 2) return found;
  found.sort((one, other) => one.from - other.from || other.to - one.to || other.slips - one.slips);
  const flat: WordRange[] = [];
  const open: WordRange[] = [];
  let at = 0;
  const emit = (to: number) => {
    const top = open.at(-1);
    if (top !== undefined && to > at) flat.push({ from: at, to, slips: top.slips });
    at = Math.max(at, to);
  };
  for (const range of found) {
    for (let top = open.at(-1); top !== undefined && top.to <= range.from; top = open.at(-1)) {
      emit(top.to);
      open.pop();
    }
    emit(range.from);
    at = Math.max(at, range.from);
    const top = open.at(-1);
    if (top === undefined || range.slips < top.slips) open.push(range);
  }
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    emit(top.to);
    open.pop();
  }
  return flat;
}
