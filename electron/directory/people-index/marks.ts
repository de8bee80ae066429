/** Which parts of a shown text are what was typed. Pure; offsets are UTF-16 units of the original text. */
import type { MarkedText } from '../../../contract/desk/directory.ts';
import { at, blank, foldWithOffsets, innerStarts, punctuation } from './fold.ts';
import type { QueryWord } from './query.ts';
import { slipsAllowed } from './slips.ts';

/** Whether a beginning of a word of the text answers that word as it is. */
export function answersIn(text: string, word: QueryWord): boolean {
  return spansIn(text, [word], false).length > 0;
}

type Span = readonly [number, number];

/** Marks every beginning of a word that answers one of the words. `forgiving`: also those a few slips away. */
export function markText(text: string, words: readonly QueryWord[], forgiving: boolean): MarkedText {
  return { text, marks: merge(spansIn(text, words, forgiving)).map(([start, end]) => [start, end]) };
}

function spansIn(text: string, words: readonly QueryWord[], forgiving: boolean): readonly Span[] {
  const folded = foldWithOffsets(text);
  // Each word of the text without its punctuation, with the way back to the folded text.
  const letters: { readonly word: string; readonly at: readonly number[]; readonly starts: readonly number[] }[] = [];
  let word = '';
  let way: number[] = [];
  let starts: number[] = [];
  const finish = () => {
    if (word !== '') letters.push({ word, at: way, starts: [0, ...starts, ...innerStarts(word)] });
    word = '';
    way = [];
    starts = [];
  };
  let between = false;
  for (let index = 0; index < folded.text.length; index += 1) {
    const unit = folded.text.charAt(index);
    if (unit === blank) finish();
    else if (unit === punctuation || unit === at) between = true;
    else {
      if (between && word !== '') starts.push(word.length);
      between = false;
      word += unit;
      way.push(index);
    }
  }
  finish();

  const spans: Span[] = [];
  const span = (own: { readonly at: readonly number[] }, from: number, to: number) => {
    const first = own.at[from];
    const last = own.at[to - 1];
    if (first === undefined || last === undefined) return;
    spans.push([folded.starts[first] ?? 0, folded.ends[last] ?? 0]);
  };
  for (const { text: typed } of words) {
    if (typed === '') continue;
    let found = false;
    for (const own of letters) {
      for (const start of own.starts) {
        if (!own.word.startsWith(typed, start)) continue;
        span(own, start, start + typed.length);
        found = true;
      }
    }
    if (found || !forgiving) continue;
    const most = slipsAllowed(typed.length);
    if (most === 0) continue;
    for (const own of letters) {
      for (const start of own.starts) {
        const length = closestBeginning(own.word.slice(start), typed, most);
        if (length > 0) span(own, start, start + length);
      }
    }
  }
  return spans;
}

/** Length of the beginning of `word` that is fewest slips from `typed`, within `most`; 0 where there is none. */
function closestBeginning(word: string, typed: string, most: number): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: typed.length + 1 }, (_, column) => column);
  let best = most + 1;
  let length = 0;
  for (let row = 1; row <= Math.min(word.length, typed.length + most); row += 1) {
    const here = [row];
    for (let column = 1; column <= typed.length; column += 1) {
      const same = word.charCodeAt(row - 1) === typed.charCodeAt(column - 1);
      let cell = Math.min(
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        (above[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
      );
      if (row > 1 && column > 1 && word[row - 1] === typed[column - 2] && word[row - 2] === typed[column - 1]) {
        cell = Math.min(cell, (twoAbove[column - 2] ?? 0) + 1);
      }
      here.push(cell);
    }
    const slips = here[typed.length] ?? best;
    if (slips < best) {
      best = slips;
      length = row;
    }
    twoAbove = above;
    above = here;
  }
  return length;
}

function merge(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort(([one], [other]) => one - other);
  const merged: Span[] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
