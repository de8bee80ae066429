/** Which parts of a shown text are what was typed. Pure; offsets are UTF-16 units of the original text. */
import type { MarkedText } from '../../../contract/desk/directory.ts';
import { at, blank, type FoldedWithOffsets, foldWithOffsets, innerStarts, punctuation } from './fold.ts';
import type { QueryWord } from './query.ts';
import { slipsAllowed } from './slips.ts';

/** A word of a text, folded and without its punctuation. */
interface TextWord {
  readonly word: string;
  /** Where each unit of it stands in the folded text. */
  readonly at: readonly number[];
  /** Where somebody may start reading it. */
  readonly starts: readonly number[];
}

type Span = readonly [number, number];

/** A shown text, taken apart once for all that is asked of it. */
export interface TextTakenApart {
  readonly text: string;
  readonly folded: FoldedWithOffsets;
  readonly letters: readonly TextWord[];
}

/** Whether the text answers that word as it is. */
export function answersIn({ letters }: TextTakenApart, { text: typed }: QueryWord): boolean {
  for (const own of letters) for (const start of own.starts) if (own.word.startsWith(typed, start)) return true;
  return acrossWords(letters, typed).length > 0;
}

/** Marks every beginning of a word, or words it falls into, that answers one of the words. `forgiving`: also those a few slips away. */
export function markText(text: string, words: readonly QueryWord[], forgiving: boolean): MarkedText {
  return markTaken(takeApart(text), words, forgiving);
}

/** As `markText`, in a text that was taken apart before. */
export function markTaken(taken: TextTakenApart, words: readonly QueryWord[], forgiving: boolean): MarkedText {
  return { text: taken.text, marks: merge(spansIn(taken, words, forgiving)).map(([start, end]) => [start, end]) };
}

export function takeApart(text: string): TextTakenApart {
  const folded = foldWithOffsets(text);
  // Each word of the text without its punctuation, with the way back to the folded text.
  const letters: TextWord[] = [];
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
  return { text, folded, letters };
}

function spansIn(
  { folded, letters }: TextTakenApart,
  words: readonly QueryWord[],
  forgiving: boolean,
): readonly Span[] {
  const spans: Span[] = [];
  const span = (own: TextWord, from: number, to: number) => {
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
    if (found) continue;
    const across = acrossWords(letters, typed);
    for (const [own, from, to] of across) span(own, from, to);
    if (across.length > 0 || !forgiving) continue;
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

type Stretch = readonly [TextWord, number, number];

/**
 * Where a text has in several words what was typed in one, as the index finds it: "vanderberg" in words one after the other,
 * "山田太郎" as a whole word and the beginning of another wherever they stand.
 */
function acrossWords(letters: readonly TextWord[], typed: string): readonly Stretch[] {
  if (letters.length < 2) return [];
  const found: Stretch[] = [];
  for (let first = 0; first + 1 < letters.length; first += 1) {
    const stretches: Stretch[] = [];
    let left = typed;
    for (let index = first; left !== '' && index < letters.length; index += 1) {
      const own = letters[index] as TextWord;
      const length = Math.min(own.word.length, left.length);
      if (!own.word.startsWith(left.slice(0, length))) break;
      stretches.push([own, 0, length]);
      left = left.slice(length);
    }
    if (left === '') found.push(...stretches);
  }
  if (found.length > 0) return found;
  for (const head of letters) {
    for (const from of head.starts) {
      const whole = head.word.slice(from);
      // As in matchSplit: a single latin letter is an initial to everybody.
      if (!typed.startsWith(whole) || (whole.length === 1 && whole.charCodeAt(0) < 0x250)) continue;
      const left = typed.slice(whole.length);
      for (const tail of letters) {
        for (const start of tail.starts) {
          if (!tail.word.startsWith(left, start)) continue;
          found.push([head, from, head.word.length], [tail, start, start + left.length]);
        }
      }
    }
  }
  return found;
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
