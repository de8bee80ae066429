/**
 * Slips of the finger: a letter wrong, missing, too many, or two neighbours swapped (optimal string alignment distance).
 * Finds every word of which some beginning is within a number of slips of what was typed, so half-typed words are found.
 */
import type { Dictionary } from './dictionary.ts';
import { domainMark, idMark, longestWord } from './tokens.ts';
import type { Trie } from './trie.ts';

/**
 * Slips forgiven in a typed word: one from four letters, two in words of eight. Since two missing letters make six of
 * eight, two are forgiven from six typed letters on; they are only tried when nothing else fits.
 */
export function slipsAllowed(typedLength: number): 0 | 1 | 2 {
  if (typedLength < 4) return 0;
  return typedLength < 6 ? 1 : 2;
}

/** Slips forgiven in the second look, which somebody asks for by hand after the first found nobody. */
export function slipsAllowedLoosely(typedLength: number): number {
  if (typedLength < 3) return 0;
  if (typedLength === 3) return 1;
  return typedLength < 8 ? 2 : 3;
}

/** Words [from, to) of the dictionary, `slips` away from what was typed. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  readonly slips: number;
}

/** Ids and domains are typed by machines or not at all: no slip turns a name into one. */
const idLetter = idMark.charCodeAt(0);
const domainLetter = domainMark.charCodeAt(0);

// The state of the one walk that runs at a time; nothing is allocated but what is found.
const width = longestWord + 3;
const deepest = longestWord + 2;
/** One row of the distance table for each depth of the walk. */
const rows = new Uint8Array((deepest + 2) * width);
const path = new Uint16Array(deepest + 2);
const target = new Uint16Array(longestWord);
let length = 0;
let most = 0;
let over = 1;
let words: Dictionary & Trie;
let found: WordRange[] = [];

/**
 * Ranges of words with at most `allowed` slips, sorted, not overlapping, each with the fewest slips there are.
 *
 * Walks the trie and keeps one row of the distance table for each letter on the way. A branch is left as soon as no cell
 * of its row is within `allowed`; where a row has no slip to spare, only letters that continue without one are followed.
 */
export function wordsWithinSlips(dictionary: Dictionary & Trie, typed: string, allowed: number): readonly WordRange[] {
  length = Math.min(typed.length, longestWord);
  most = allowed;
  over = allowed + 1;
  words = dictionary;
  found = [];
  for (let index = 0; index < length; index += 1) target[index] = typed.charCodeAt(index);
  for (let column = 0; column <= length; column += 1) rows[column] = Math.min(over, column);
  if (length > most && dictionary.wordStarts.length > 1) walk(0, 0, 0, over);
  const flat = flatten(found);
  found = [];
  return flat;
}

/** Fills the row of `depth` + 1 for one more letter; answers with its smallest cell. */
function fillRow(depth: number, letter: number): number {
  const above = depth * width;
  const here = above + width;
  const twoAbove = above - width;
  const first = Math.max(1, depth + 1 - most);
  const last = Math.min(length, depth + 1 + most);
  let left = first === 1 ? Math.min(over, depth + 1) : over;
  rows[here + first - 1] = left;
  let least = left;
  let diagonal = rows[above + first - 1] as number;
  const before = depth > 0 ? (path[depth - 1] as number) : 0;
  for (let column = first; column <= last; column += 1) {
    const own = target[column - 1] as number;
    let cell = own === letter ? diagonal : diagonal + 1;
    diagonal = rows[above + column] as number;
    if (diagonal + 1 < cell) cell = diagonal + 1;
    if (left + 1 < cell) cell = left + 1;
    if (depth > 0 && column > 1 && own === before && target[column - 2] === letter) {
      const swapped = (rows[twoAbove + column - 2] as number) + 1;
      if (swapped < cell) cell = swapped;
    }
    if (cell > over) cell = over;
    rows[here + column] = cell;
    left = cell;
    if (cell < least) least = cell;
  }
  if (last < length) rows[here + last + 1] = over;
  path[depth] = letter;
  return least;
}

/** Slips between all that was typed and the letters on the way; `over` where that is out of reach. */
function slipsHere(depth: number): number {
  return depth >= length - most && depth <= length + most ? (rows[depth * width + length] as number) : over;
}

/**
 * Letters that may follow without a slip, as a mask of their lowest five bits: it lets some through that don't, whose row
 * then says so.
 */
function lettersWithout(depth: number): number {
  const here = depth * width;
  const first = Math.max(0, depth - most);
  const last = Math.min(length - 1, depth + most);
  let mask = 0;
  for (let column = first; column <= last; column += 1) {
    if ((rows[here + column] as number) <= most) mask |= 1 << ((target[column] as number) & 31);
    if (column > 0 && depth > 0 && target[column] === path[depth - 1])
      mask |= 1 << ((target[column - 1] as number) & 31);
  }
  return mask;
}

function walk(node: number, depth: number, least: number, best: number): void {
  let fewest = best;
  const from = words.trieFrom[node] as number;
  const to = words.trieTo[node] as number;
  const slips = slipsHere(depth);
  if (slips < fewest) {
    found.push({ from, to, slips });
    fewest = slips;
  }
  // A longer beginning can only be better than what is found already while a cell of this row still is.
  if (least >= fewest || depth >= deepest) return;
  const firstChild = words.trieChildren[node] as number;
  if (firstChild === 0) {
    for (let word = from; word < to; word += 1) readOn(word, depth, fewest);
    return;
  }
  const mask = least < most ? -1 : lettersWithout(depth);
  const end = firstChild + (words.trieChildCounts[node] as number);
  for (let child = firstChild; child < end; child += 1) {
    const letter = words.trieLetters[child] as number;
    if ((mask & (1 << (letter & 31))) === 0) continue;
    if (depth === 0 && (letter === idLetter || letter === domainLetter)) continue;
    const next = fillRow(depth, letter);
    if (next < fewest) walk(child, depth + 1, next, fewest);
  }
}

/** Follows one word to its end. */
function readOn(word: number, start: number, best: number): void {
  const { letters, wordStarts } = words;
  const first = wordStarts[word] as number;
  const end = Math.min((wordStarts[word + 1] as number) - first, deepest);
  let fewest = best;
  for (let depth = start; depth < end; depth += 1) {
    const letter = letters[first + depth] as number;
    if (depth === 0 && (letter === idLetter || letter === domainLetter)) return;
    const least = fillRow(depth, letter);
    const slips = slipsHere(depth + 1);
    if (slips < fewest) fewest = slips;
    if (least >= fewest) break;
  }
  if (fewest < best) found.push({ from: word, to: word + 1, slips: fewest });
}

/** Ranges come parents first; a child with fewer slips takes its part out of the parent. */
function flatten(ranges: readonly WordRange[]): readonly WordRange[] {
  if (ranges.length < 2) return ranges;
  const flat: WordRange[] = [];
  const open: WordRange[] = [];
  let at = 0;
  const emit = (to: number) => {
    const top = open.at(-1);
    if (top !== undefined && to > at) {
      const last = flat.at(-1);
      if (last !== undefined && last.to === at && last.slips === top.slips) {
        flat[flat.length - 1] = { from: last.from, to, slips: last.slips };
      } else flat.push({ from: at, to, slips: top.slips });
    }
    at = Math.max(at, to);
  };
  for (const range of ranges) {
    for (let top = open.at(-1); top !== undefined && top.to <= range.from; top = open.at(-1)) {
      emit(top.to);
      open.pop();
    }
    emit(range.from);
    at = Math.max(at, range.from);
    open.push(range);
  }
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    emit(top.to);
    open.pop();
  }
  return flat;
}
