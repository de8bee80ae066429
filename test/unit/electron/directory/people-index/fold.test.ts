import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  besideSymbols,
  fold,
  foldWithOffsets,
  innerStarts,
} from '../../../../../electron/directory/people-index/fold.ts';

/** Every letter of a Unicode block range with that property. */
function letters(pattern: RegExp, from = 0x80, to = 0x2ffff): string[] {
  const found: string[] = [];
  for (let codePoint = from; codePoint < to; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (pattern.test(character)) found.push(character);
  }
  return found;
}

describe('folding', () => {
  it('makes two cases of every letter the same', () => {
    const different = letters(/\p{L}/u).filter(
      (letter) => fold(letter.toUpperCase()) !== fold(letter) || fold(letter.toLowerCase()) !== fold(letter),
    );
    expect(different).toEqual([]);
  });

  it('leaves no accent on any Latin, Greek or Cyrillic letter', () => {
    const accented = letters(/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]/u).filter((letter) =>
      /\p{Mn}/u.test(fold(letter).normalize('NFD')),
    );
    expect(accented).toEqual([]);
  });

  it('takes every letter in use for European and Vietnamese names to ASCII', () => {
    // Latin-1, Latin Extended-A, Extended-B up to the phonetic letters, Extended Additional: everything with a stroke, hook, bar or tail.
    const kept = [
      ...letters(/\p{sc=Latin}/u, 0xc0, 0x1c0),
      ...letters(/\p{sc=Latin}/u, 0x1c4, 0x250),
      ...letters(/\p{sc=Latin}/u, 0x1e00, 0x1f00),
    ].filter((letter) => !/^[a-z]*$/u.test(fold(letter)) && !/\p{Lm}|\p{Lo}/u.test(letter));
    // Tone letters, reversed letters, digraphs of phoneticians: their names say nothing of another letter. Ŀ keeps its dot, ŉ its apostrophe.
    expect(kept.join('')).toMatch(/^[ĿŀŉƄƅƧƨƪƸƹƻƼƽȸȹỺỻỼỽ]*$/u);
  });

  it.each([
    ['ÅSA Øst', 'asa ost'],
    ['Łukasz Đorđević', 'lukasz dordevic'],
    ['Straße STRASSE', 'strasse strasse'],
    ['Æther Œuvre Þór Eiður', 'aether oeuvre thor eidur'],
    ['DIYARBAKIR Diyarbakır İzmir', 'diyarbakir diyarbakir izmir'],
    ['Ἀλέξανδρος ΑΛΕΞΑΝΔΡΟΣ', 'αλεξανδροσ αλεξανδροσ'],
    ['Фёдор ФЕДОР', 'федор федор'],
    ['ヤマダ やまだ ﾔﾏﾀﾞ', 'やまた やまた やまた'],
    ['أحمد إحمد احمـــد', 'احمد احمد احمد'],
    ['مُحَمَّد محمد', 'محمد محمد'],
    ['علی علي', 'علي علي'],
    ['שָׁלוֹם שלום', 'שלומ שלומ'],
    ['Ｆｕｌｌ １２３', 'full 123'],
    ['٠١٢٣ ۴۵۶ ०१२', '0123 456 012'],
    ['Nguyễn Thị', 'nguyen thi'],
    ['OʼBrien Oʻzbek Hawaiʻi', "o'brien o'zbek hawai'i"],
    ['ʿAlī Ruʾya', 'ali ruya'],
    ['♪ DJ 🦊👍🏽', '♪ dj 🦊👍'],
  ])('reads %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('calls every blank a blank and every other sign punctuation', () => {
    for (const blank of letters(/\p{Zs}/u, 0x20)) expect(fold(`a${blank}b`)).toBe('a b');
    for (const sign of letters(/\p{P}/u, 0x21).filter((character) => character.normalize('NFKC') !== '@')) {
      expect(fold(`a${sign}b`).replaceAll(/['.]/gu, '')).toBe('ab');
    }
    // Signs that are invisible: joiners, soft hyphens, direction marks.
    for (const sign of ['\u200b', '\u200d', '\u00ad', '\u200f', '\u202b', '\u2066', '\ufeff']) {
      expect(fold(`a${sign}b`).replaceAll(/ /gu, '')).toBe('ab');
    }
  });

  it('keeps the vowels of scripts that write them as marks', () => {
    expect(fold('कि')).not.toBe(fold('कु'));
    expect(fold('กิ')).not.toBe(fold('ก'));
  });

  it('changes nothing when done twice', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => fold(fold(text)) === fold(text)));
  });

  it('says the same with offsets, and each offset is in the text, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const { text: folded, starts, ends } = foldWithOffsets(text);
        expect(folded).toBe(fold(text));
        expect(starts).toHaveLength(folded.length);
        for (let index = 0; index < folded.length; index += 1) {
          expect(starts[index]).toBeLessThan(ends[index] ?? 0);
          expect(ends[index]).toBeLessThanOrEqual(text.length);
          if (index > 0) expect(starts[index]).toBeGreaterThanOrEqual(starts[index - 1] ?? 0);
        }
      }),
    );
  });

  it('lets people start reading inside a word only where no blanks are written', () => {
    expect(innerStarts('gonzalez')).toEqual([]);
    expect(innerStarts('山田太郎')).toEqual([1, 2, 3]);
    expect(innerStarts(fold('김민준'))).toEqual([3, 6]);
    expect(innerStarts('田smith')).toEqual([1]);
  });

  it('lets people start reading before and after every symbol, and at no letter or digit of Latin script', () => {
    for (const [symbol] of letters(/\p{So}|\p{Extended_Pictographic}/u, 0).map((character) => [fold(character)])) {
      // Circled letters and numbers are letters and numbers to everybody; some signs are punctuation.
      if (symbol === undefined || !/^(\p{So}|\p{Extended_Pictographic})$/u.test(symbol)) continue;
      expect(innerStarts(`ab${symbol}c1`), symbol).toEqual([2, 2 + symbol.length]);
      expect(besideSymbols(`ab${symbol}c1`), symbol).toEqual(['ab', 'c1']);
    }
    const plain = letters(/[\p{sc=Latin}\p{Nd}]/u, 0x20)
      .map(fold)
      .join('');
    expect(innerStarts(plain)).toEqual([]);
    expect(besideSymbols(plain)).toEqual([]);
  });

  it.each([
    ['✨Luna✨', ['luna']],
    ['xX🔥Draco🔥Xx', ['xx', 'draco', 'xx']],
    ['👩‍🚀Ripley', ['ripley']],
    ['☀️Sol', ['sol']],
    ['👍🏽Joe', ['joe']],
    ['🇩🇪Hans', ['hans']],
    ['🦊', []],
    ['luna', []],
  ])('finds beside the symbols of %s: %j', (text, parts) => {
    expect(besideSymbols(fold(text))).toEqual(parts);
  });
});
