/**
 * A language nobody speaks: English with accents, 40 % longer, between brackets. A sentence without brackets was glued
 * together or never came from the catalogue; one whose last bracket can't be seen is clipped.
 */
import { en } from '../../renderer/words/en.ts';

type Words = { readonly [key: string]: string | Words };

const accents = new Map(
  [...'aceilnorsuyzACEILNORSUYZ'].map((letter, index) => [letter, [...'åçéîļñöŕšûýžÅÇÉÎĻÑÖŔŠÛÝŽ'][index] ?? letter]),
);

/** Letters to a made-up word, so that what is longer can be broken as words can. */
const wordLength = 7;

/** One sentence. Values, elements and what is empty stay as they are. Pure. */
export function pseudo(sentence: string): string {
  if (sentence === '') return '';
  const accented = sentence
    .split(/(\{\{\w+\}\}|<\/?\w+>)/)
    .map((part, index) => (index % 2 === 1 ? part : [...part].map((sign) => accents.get(sign) ?? sign).join('')))
    .join('');
  const letters = sentence.replaceAll(/\{\{\w+\}\}|<\/?\w+>/g, '').length;
  const more = Math.ceil(letters * 0.4);
  const padding = Array.from({ length: Math.ceil(more / wordLength) }, (_, word) =>
    'x'.repeat(Math.min(wordLength - 1, more - word * wordLength)),
  ).filter((word) => word !== '');
  return `[${[accented, ...padding].join(' ')}]`;
}

function turned(words: Words): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, typeof value === 'string' ? pseudo(value) : turned(value)]),
  );
}

/** Its tag: English as written in the private region XA. */
export const pseudoLocale = 'en-XA';
export const pseudoWords = (): Words => turned(en);
