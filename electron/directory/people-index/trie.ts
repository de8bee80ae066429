/**
 * The upper part of a dictionary as a trie in arrays, for walking it with slips: children stand side by side, so a walk
 * reads memory in order. Branches of few words stay what they are, a range of the dictionary.
 */
import { type Dictionary, wordCount } from './dictionary.ts';

/** Node 0 is the root. The children of a node stand one after the other, by letter. */
export interface Trie {
  readonly trieLetters: Uint16Array;
  /** Words under each node: [trieFrom, trieTo). */
  readonly trieFrom: Uint32Array;
  readonly trieTo: Uint32Array;
  /** Number of the first child; 0 where the words are few and are read one by one. */
  readonly trieChildren: Uint32Array;
  readonly trieChildCounts: Uint16Array;
}

/** Branches of at most this many words have no nodes. */
const fewWords = 6;
const nodesPerStep = 256;

/** Builds it level by level. Yields often. */
export function* buildTrie(dictionary: Dictionary): Generator<void, Trie, void> {
  const { letters, wordStarts } = dictionary;
  const words = wordCount(dictionary);
  let room = 1024;
  let trieLetters = new Uint16Array(room);
  let trieFrom = new Uint32Array(room);
  let trieTo = new Uint32Array(room);
  let trieChildren = new Uint32Array(room);
  let trieChildCounts = new Uint16Array(room);
  let nodes = 1;
  trieTo[0] = words;
  let depth = 0;
  let levelEnd = 1;
  for (let node = 0; node < nodes; node += 1) {
    if (node === levelEnd) {
      depth += 1;
      levelEnd = nodes;
    }
    const to = trieTo[node] ?? 0;
    let from = trieFrom[node] ?? 0;
    if (to - from > fewWords) {
      // Nodes of one level have one depth; the word that ends here has no letter left and stands first.
      if ((wordStarts[from] ?? 0) + depth === (wordStarts[from + 1] ?? 0)) from += 1;
      const first = nodes;
      while (from < to) {
        const letter = letters[(wordStarts[from] ?? 0) + depth] ?? 0;
        // Gallop to the end of the branch.
        let low = from;
        let step = 1;
        while (low + step < to && (letters[(wordStarts[low + step] ?? 0) + depth] ?? 0) === letter) {
          low += step;
          step *= 2;
        }
        let high = Math.min(to, low + step);
        low += 1;
        while (low < high) {
          const middle = (low + high) >>> 1;
          if ((letters[(wordStarts[middle] ?? 0) + depth] ?? 0) === letter) low = middle + 1;
          else high = middle;
        }
        if (nodes === room) {
          room *= 2;
          trieLetters = grown(trieLetters, new Uint16Array(room));
          trieFrom = grown(trieFrom, new Uint32Array(room));
          trieTo = grown(trieTo, new Uint32Array(room));
          trieChildren = grown(trieChildren, new Uint32Array(room));
          trieChildCounts = grown(trieChildCounts, new Uint16Array(room));
        }
        trieLetters[nodes] = letter;
        trieFrom[nodes] = from;
        trieTo[nodes] = low;
        nodes += 1;
        from = low;
      }
      trieChildren[node] = first;
      trieChildCounts[node] = nodes - first;
    }
    if (node % nodesPerStep === 0) yield;
  }
  return {
    trieLetters: trieLetters.slice(0, nodes),
    trieFrom: trieFrom.slice(0, nodes),
    trieTo: trieTo.slice(0, nodes),
    trieChildren: trieChildren.slice(0, nodes),
    trieChildCounts: trieChildCounts.slice(0, nodes),
  };
}

function grown<Numbers extends Uint16Array | Uint32Array>(small: Numbers, large: Numbers): Numbers {
  large.set(small);
  return large;
}
