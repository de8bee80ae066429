import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Dictionary,
  findWord,
  lowerBound,
  prefixEnd,
  wordAt,
  wordCount,
} from '../../../../../electron/directory/people-index/dictionary.ts';
import { slipsAllowed, wordsWithinSlips } from '../../../../../electron/directory/people-index/slips.ts';
import { buildTrie, type Trie } from '../../../../../electron/directory/people-index/trie.ts';
import { slipsToBeginning } from '../../../../support/directory/slips-model.ts';

function dictionaryOf(given: readonly string[]): Dictionary & Trie {
  const words = [...new Set(given)].sort();
  const wordStarts = new Uint32Array(words.length + 1);
  const letters: number[] = [];
  for (const [index, word] of words.entries()) {
    for (let unit = 0; unit < word.length; unit += 1) letters.push(word.charCodeAt(unit));
    wordStarts[index + 1] = letters.length;
  }
  const dictionary = { letters: Uint16Array.from(letters), wordStarts };
  const steps = buildTrie(dictionary);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { ...dictionary, ...step.value };
  }
}

// Few letters, so that words are near each other and many share a beginning.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '山'), minLength: 1, maxLength: 9 });
const words = fc.array(word, { minLength: 0, maxLength: 60 });

describe('words within slips', () => {
  it.each([1, 2])('are those the whole table finds, %i allowed', (allowed) => {
    fc.assert(
      fc.property(
        words,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '山'), minLength: allowed + 1, maxLength: 9 }),
        (all, typed) => {
          const dictionary = dictionaryOf(all);
          const found = new Map<string, number>();
          let end = 0;
          for (const { from, to, slips } of wordsWithinSlips(dictionary, typed, allowed)) {
            expect(from).toBeGreaterThanOrEqual(end);
            expect(to).toBeGreaterThan(from);
            end = to;
            for (let index = from; index < to; index += 1) found.set(wordAt(dictionary, index), slips);
          }
          const expected = new Map<string, number>();
          for (const candidate of [...new Set(all)].sort()) {
            const slips = slipsToBeginning(typed, candidate);
            if (slips <= allowed) expected.set(candidate, slips);
          }
          expect([...found]).toEqual([...expected]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('never are ids or domains', () => {
    const dictionary = dictionaryOf(['#mary', '@mary', 'mary', 'marx']);
    const found = wordsWithinSlips(dictionary, 'mary', 1).flatMap(({ from, to }) =>
      Array.from({ length: to - from }, (_, index) => wordAt(dictionary, from + index)),
    );
    expect(found).toEqual(['marx', 'mary']);
  });

  it('are one from four letters, two only in long words', () => {
    expect([1, 2, 3, 4, 5, 6, 8].map(slipsAllowed)).toEqual([0, 0, 0, 1, 1, 2, 2]);
  });
});

describe('the dictionary', () => {
  it('finds prefixes and words as a scan does', () => {
    fc.assert(
      fc.property(words, word, (all, text) => {
        const dictionary = dictionaryOf(all);
        const sorted = [...new Set(all)].sort();
        const from = lowerBound(dictionary, text);
        const to = prefixEnd(dictionary, text, from);
        expect(wordCount(dictionary)).toBe(sorted.length);
        expect(sorted.slice(from, to)).toEqual(sorted.filter((candidate) => candidate.startsWith(text)));
        expect(findWord(dictionary, text)).toBe(sorted.indexOf(text));
      }),
    );
  });
});
