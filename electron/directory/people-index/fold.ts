/**
 * Folding: two spellings a person at a desk would call the same become the same text. Everything is derived from Unicode
 * data (normalisation, case mapping, categories, combining classes, character names); nothing is a list of examples.
 *
 * The folded text holds letters, digits and symbols only, and three signs of structure: a blank between words, `'` for
 * punctuation inside a word, `@`.
 */
import { letterPairs } from './letters.ts';

/** Any kind of blank. */
export const blank = ' ';
/** Any punctuation: apostrophes, hyphens, quotes, dots, brackets. */
export const punctuation = "'";
export const at = '@';

/** A folded text that knows where it came from. `starts[i]` and `ends[i]` bound the source of the folded unit i (UTF-16). */
export interface FoldedWithOffsets {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** What is folded already, and most words are: looked at once instead of letter by letter. */
const foldedAlready = /^[a-z0-9 ]*$/;
/** What only has to lose its capitals, as most names do. */
const onlyCapitals = /^[A-Za-z0-9 ]*$/;
const noOffsets: readonly number[] = [];
const noParts: readonly string[] = [];

/** Folds a text; see the head of this file for what comes out. */
export function fold(text: string): string {
  if (foldedAlready.test(text)) return text;
  if (onlyCapitals.test(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const known = unit < 0x80 ? ascii[unit] : undefined;
    if (known !== undefined) {
      folded += known;
      continue;
    }
    const codePoint = text.codePointAt(index) ?? unit;
    if (codePoint > 0xffff) index += 1;
    folded += foldCodePoint(codePoint);
  }
  return folded;
}

/** As `fold`, and says for every folded unit which part of the original it stands for. */
export function foldWithOffsets(text: string): FoldedWithOffsets {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let index = 0; index < text.length; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const end = index + (codePoint > 0xffff ? 2 : 1);
    const piece = foldCodePoint(codePoint);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(index);
      ends.push(end);
    }
    // A mark that folded away belongs to the letter before it.
    if (piece === '' && ends.length > 0 && ends.at(-1) === index) ends[ends.length - 1] = end;
    index = end;
  }
  return { text: folded, starts, ends };
}

const known = new Map<number, string>();

function foldCodePoint(codePoint: number): string {
  let folded = known.get(codePoint);
  if (folded === undefined) {
    folded = '';
    const original = String.fromCodePoint(codePoint);
    const normal = normalise(original);
    // ´ decomposes into a blank with an accent, and is what many keyboards give for an apostrophe.
    if (sign.test(original) && normal.startsWith(blank)) folded = punctuation;
    else for (const character of normal) folded += foldCharacter(character);
    known.set(codePoint, folded);
  }
  return folded;
}

/** Case goes down, up and down again, so that ẞ, ß, ı, ſ and ς meet ss, i, s and σ (full case mapping, not simple). */
function normalise(text: string): string {
  return text.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase().normalize('NFKD');
}

const ignorable = /\p{Default_Ignorable_Code_Point}|\p{Me}/u;
const white = /\p{White_Space}|\p{Zs}|\p{Cc}/u;
const mark = /\p{Mn}/u;
const decimalDigit = /\p{Nd}/u;
const letterOrNumber = /\p{L}|\p{N}|\p{M}/u;
/** ʼ, ʻ and their like stand for an apostrophe (OʼBrien, Oʻzbek), ˈ before a syllable: they separate as one does. */
const apostrophe = /[\u02b9-\u02bd\u02c8]/u;
/** Other spacing modifiers such as ʿ and ː, and the Arabic tatweel: they lengthen or colour, they are no letters of a name. */
const modifier = /[\u02b9-\u02ff\u0640]/u;
/** ♪, 🦊: some people are called by one. Skin tones fold away. */
const symbol = /\p{So}|\p{Extended_Pictographic}/u;
const skinTone = /\p{Emoji_Modifier}/u;
const sign = /\p{P}|\p{Sk}/u;

const letters = readLetters();

function foldCharacter(character: string): string {
  if (white.test(character)) return blank;
  if (character === at) return at;
  if (apostrophe.test(character)) return punctuation;
  if (ignorable.test(character) || modifier.test(character) || skinTone.test(character)) return '';
  if (mark.test(character) && combines(character)) return '';
  if (decimalDigit.test(character)) return digitOf(character);
  const same = letters.get(character);
  if (same !== undefined) return same;
  const kept = letterOrNumber.test(character) || (symbol.test(character) && !sign.test(character));
  return kept ? character : punctuation;
}

/**
 * Whether a mark has a combining class, asked of normalisation itself: it moves such a mark before U+0345, whose class is
 * the highest. Accents, niqqud, harakat and tone marks have one; the vowel signs of Indic scripts, which are letters to
 * their readers, have none.
 */
function combines(character: string): boolean {
  return character === '\u0345' || `\u0345${character}`.normalize('NFD').startsWith(character);
}

/** Decimal digits stand in runs of ten in every script: the value is how far back the run goes. */
function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let start = codePoint;
  while (start > 0 && decimalDigit.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((codePoint - start) % 10);
}

function readLetters(): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const pair of letterPairs.split(' ')) {
    const [letter] = pair;
    if (letter === undefined) continue;
    let value = '';
    for (const character of normalise(pair.slice(letter.length))) {
      if (!(mark.test(character) && combines(character))) value += character;
    }
    map.set(letter, value);
  }
  return map;
}

const ascii: readonly string[] = Array.from({ length: 0x80 }, (_, codePoint) => foldCodePoint(codePoint));

/**
 * What stands beside other letters without a blank: scripts that put none between words, whose names are found by any part
 * (UAX 29, "word boundaries"), and symbols, which people glue to their names (🦊Foxy, xX🔥Draco🔥Xx) and no desk can type.
 */
const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Yi}\p{sc=Javanese}\p{sc=Balinese}\p{sc=Tai_Tham}\p{sc=Tai_Le}\p{sc=New_Tai_Lue}\p{So}\p{Extended_Pictographic}]/u;
/** A symbol and the marks upon it. */
const symbolWithMarks = /(?:\p{So}|\p{Extended_Pictographic})\p{M}*/u;
/** Marks, and the vowels and finals a hangul syllable decomposes into. */
const continues = /[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]/u;

/** Offsets inside a folded word, above 0, at which somebody may start reading: none between letters of scripts with blanks. */
export function innerStarts(word: string): readonly number[] {
  if (foldedAlready.test(word) || !spaceless.test(word)) return noOffsets;
  const offsets: number[] = [];
  let before = false;
  let offset = 0;
  for (const character of word) {
    const here = spaceless.test(character);
    if (offset > 0 && (here || before) && !continues.test(character)) offsets.push(offset);
    if (!continues.test(character)) before = here;
    offset += character.length;
  }
  return offsets;
}

/** What a folded word is without the symbols in it: "draco" and two "xx" of xX🔥Draco🔥Xx. Nothing where there are none. */
export function besideSymbols(word: string): readonly string[] {
  if (foldedAlready.test(word) || !symbolWithMarks.test(word)) return noParts;
  return word.split(symbolWithMarks).filter((part) => part !== '');
}
