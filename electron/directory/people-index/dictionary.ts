/**
 * A sorted list of distinct words in two typed arrays. Sorted, it is a trie nobody had to build: the words under a prefix
 * are a range, the letters after a prefix are the borders inside that range.
 */
export interface Dictionary {
  /** All words one after the other, UTF-16 code units, sorted by code unit. */
  readonly letters: Uint16Array;
  /** Where each word starts in `letters`; one more entry than there are words. */
  readonly wordStarts: Uint32Array;
}

/** How many words there are. */
export function wordCount(dictionary: Dictionary): number {
  return dictionary.wordStarts.length - 1;
}

export function wordLength(dictionary: Dictionary, word: number): number {
  return (dictionary.wordStarts[word + 1] ?? 0) - (dictionary.wordStarts[word] ?? 0);
}

export function wordAt(dictionary: Dictionary, word: number): string {
  const { letters, wordStarts } = dictionary;
  let text = '';
  const end = wordStarts[word + 1] ?? 0;
  for (let index = wordStarts[word] ?? 0; index < end; index += 1) text += String.fromCharCode(letters[index] ?? 0);
  return text;
}

/** The first word that is not before `text`. */
export function lowerBound(dictionary: Dictionary, text: string, from = 0, to = wordCount(dictionary)): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareWord(dictionary, middle, text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first word after `from` that does not begin with `prefix`, where the word at `from` is not before it. */
export function prefixEnd(dictionary: Dictionary, prefix: string, from: number, to = wordCount(dictionary)): number {
  // Gallop: most prefixes cover few words.
  let step = 1;
  let low = from;
  while (low + step < to && startsWith(dictionary, low + step, prefix)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  if (low === from && !(from < to && startsWith(dictionary, from, prefix))) return from;
  low += 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startsWith(dictionary, middle, prefix)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The word itself, or -1. */
export function findWord(dictionary: Dictionary, text: string): number {
  const index = lowerBound(dictionary, text);
  return index < wordCount(dictionary) && compareWord(dictionary, index, text) === 0 ? index : -1;
}

/** Below, at or above zero as the word sorts before, is or sorts after `text`. */
function compareWord(dictionary: Dictionary, word: number, text: string): number {
  const { letters, wordStarts } = dictionary;
  const start = wordStarts[word] ?? 0;
  const length = (wordStarts[word + 1] ?? 0) - start;
  const shared = Math.min(length, text.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (letters[start + index] ?? 0) - text.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return length - text.length;
}

function startsWith(dictionary: Dictionary, word: number, prefix: string): boolean {
  const { letters, wordStarts } = dictionary;
  const start = wordStarts[word] ?? 0;
  if ((wordStarts[word + 1] ?? 0) - start < prefix.length) return false;
  // From the end: words under one border share their beginning.
  for (let index = prefix.length - 1; index >= 0; index -= 1) {
    if (letters[start + index] !== prefix.charCodeAt(index)) return false;
  }
  return true;
}
