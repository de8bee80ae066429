import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languages as spokenInMain } from '../../../../contract/desk/language.ts';
import { deskWords } from '../../../../electron/words/every-language.ts';
import { en } from '../../../../renderer/words/en.ts';
import { languageCodes, languageOf, languages, localeOf } from '../../../../renderer/words/languages.ts';
import { createWords, speak } from '../../../../renderer/words/words.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every sentence of a catalogue by its whole key. */
function flat(tree: Tree, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) => {
      const here = path === '' ? key : `${path}.${key}`;
      return typeof value === 'string' ? [[here, value] as const] : [...flat(value, here)];
    }),
  );
}

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const formOf = (key: string): string | null => /_(zero|one|two|few|many|other)$/.exec(key)?.[1] ?? null;
const baseOf = (key: string): string => key.replace(/_(?:zero|one|two|few|many|other)$/, '');
/** What a translator must take over as it is: values, elements and line breaks. */
const takenOver = (sentence: string): string[] => (sentence.match(/\{\{\w+\}\}|<\/?\w+>|\n/g) ?? []).sort();
/** Numbers a form may leave out where it stands for one number only: "شخصان" is two people. */
const numbers = new Set(['{{count}}', '{{formatted}}']);

const english = flat(en);
const others = languageCodes.filter((code) => code !== 'en');
const catalogues = new Map(
  await Promise.all(others.map(async (code) => [code, flat((await languages[code].load()) as Tree)] as const)),
);
const catalogueOf = (code: string): Map<string, string> => {
  const found = catalogues.get(code as (typeof others)[number]);
  if (found === undefined) throw new Error(`No catalogue of ${code}.`);
  return found;
};

/** Whether a plural form stands for a single number, as far as a desk counts. */
function standsForOne(code: string, form: string): boolean {
  const rules = new Intl.PluralRules(code);
  return Array.from({ length: 2_000 }, (_, n) => n).filter((n) => rules.select(n) === form).length === 1;
}

/** The same in English: names, signs, and words that a language has taken over. */
const sameEverywhere = new Set([
  'product',
  'keys.command',
  'lists.pasteExample',
  'lists.runBy',
  'activity.byAt',
  'connections.unsentBy',
  'primary.has',
  'ready.done',
  'spoken.outcome',
  'stations.previewUsername',
  'stations.previewEmail',
  'stations.previewPhone',
]);
const sameIn: Record<(typeof others)[number], RegExp> = {
  de: /^(?:Name|PIN|Test|Details|Problem|Offline|Person|Person \{\{id\}\}|person \{\{id\}\}|Enter|Esc|OAuth-Scopes|Laptop|Link|Passphrase|Version \{\{version\}\}|.*\{\{count\}\} (?:s|min))$/,
  es: /^(?:PIN|No|Esc|Ctrl|\{\{count\}\} (?:s|min|h|d)|Personal)$/,
  fr: /^(?:Service|Menu|Ctrl|Secret|Test|Application|Connexion|\{\{count\}\} (?:s|min|h)|Type|Action|E-mail|Licences|Version \{\{version\}\}|\{\{count\}\} minutes?)$/,
  ja: /^(?:PIN|Enter|Esc|Ctrl)$/,
  ar: /^(?:Enter|Esc|Ctrl)$/,
};
/** Their full stop ends no sentence. */
const abbreviations = /(?:Std|T|EE\. UU)\.$/;
/** Latin words that stand in Japanese and Arabic sentences: names of products, formats and standards. */
const latin =
  /^(?:Rolecall|PIN|Wi|Fi|OAuth|CSV|TSV|XLSX|JSON|TLS|PKCE|Web|Enter|Esc|Ctrl|Windows|macOS|Linux|USB|QR|ID|Tab|GNOME|Keyring|MIT|Chromium|https?|rolecall|oauth|callback|connect|reg|example|org|mail|Shift|Alt|GB|KWallet|Caps|Lock|NDA|mar|lin|haruka|nour)$/;

describe('the languages', () => {
  it('are the same in the page and in the main process', () => {
    expect(languageCodes).toEqual([...spokenInMain]);
    expect(Object.keys(deskWords)).toEqual([...spokenInMain]);
  });

  it('are told from a locale, and a locale of the system is kept for its own language', () => {
    expect(languageOf('de-CH')).toBe('de');
    expect(languageOf('pt-BR')).toBe('en');
    expect(localeOf('de', ['en-US', 'de-CH'])).toBe('de-CH');
    expect(localeOf('fr', ['en-US', 'de-CH'])).toBe('fr-FR');
  });

  it('are spoken at once, the last one asked for', async () => {
    const words = createWords({ strict: true });
    await Promise.all([speak(words, 'de-CH'), speak(words, 'ja-JP'), speak(words, 'ar-EG')]);
    expect(words.language).toBe('ar-EG');
    expect(words.t('status.waiting', { count: 2 })).toBe('تغييران ينتظران');
    expect(words.t('status.waiting', { count: 11 })).toBe('11 تغييرًا تنتظر');
    await speak(words, 'de-AT');
    expect(words.t('status.waiting', { count: 1 })).toBe('1 Änderung wartet');
  });
});

it('lets no missing word and no missing value through in tests', () => {
  const words = createWords({ strict: true });
  expect(() => words.t('search.nowhere' as 'search.label')).toThrow('search.nowhere');
  expect(() => words.t('bar.signedInAs')).toThrow('A value is missing');
});

describe.each(others)('the words in %s', (code) => {
  const translated = catalogueOf(code);
  const rules = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const counted = [...new Set([...english.keys()].filter((key) => formOf(key) !== null).map(baseOf))];

  it('have every key and every plural form of the language, and no other', () => {
    const wanted = [...english.keys()]
      .filter((key) => formOf(key) === null)
      .concat(counted.flatMap((key) => forms.filter((form) => rules.includes(form)).map((form) => `${key}_${form}`)));
    expect([...translated.keys()].sort()).toEqual(wanted.sort());
  });

  it('take over every value and every element', () => {
    const wrong = [...translated].flatMap(([key, sentence]) => {
      const form = formOf(key);
      const source = english.get(form === null ? key : `${baseOf(key)}_other`) ?? '';
      const short = form !== null && standsForOne(code, form);
      const kept = (all: string[]): string[] => (short ? all.filter((each) => !numbers.has(each)) : all);
      const same = kept(takenOver(source)).join() === kept(takenOver(sentence)).join();
      return same ? [] : [`${key}: ${sentence}`];
    });
    expect(wrong).toEqual([]);
  });

  it('are empty only where English is, and end as English ends', () => {
    const wrong = [...translated].flatMap(([key, sentence]) => {
      const source = english.get(formOf(key) === null ? key : `${baseOf(key)}_other`) ?? '';
      const ends = (text: string): boolean => /[.。](?:»|”|“)?$|例：「.*」$/.test(text);
      const fine =
        (source === '') === (sentence === '') &&
        sentence.trim() === sentence &&
        (ends(source) === ends(sentence) || abbreviations.test(sentence));
      return fine ? [] : [`${key}: ${sentence}`];
    });
    expect(wrong).toEqual([]);
  });

  it('are translated', () => {
    const same = [...translated].filter(
      ([key, sentence]) =>
        sentence !== '' && english.get(key) === sentence && !sameEverywhere.has(key) && !sameIn[code].test(sentence),
    );
    expect(same).toEqual([]);
  });

  if (code === 'ja' || code === 'ar') {
    it('hold no English', () => {
      const left = [...translated].flatMap(([key, sentence]) =>
        key === 'lists.pasteExample'
          ? []
          : (sentence.replaceAll(/\{\{\w+\}\}|<\/?\w+>/g, '').match(/[A-Za-z]+/g) ?? [])
              .filter((word) => word.length > 1 && !latin.test(word) && !/^F\d+$/.test(word))
              .map((word) => `${key}: ${word}`),
      );
      expect(left).toEqual([]);
    });
  } else {
    it('hold no English sentence', () => {
      const left = [...translated].filter(([, sentence]) =>
        /\b(?:the|you|your|this|with|that|from)\b/i.test(sentence.replaceAll(/\{\{\w+\}\}/g, '')),
      );
      expect(left).toEqual([]);
    });
  }

  it('have short forms of errors that fit a tile', () => {
    const long = [...translated].filter(
      ([key, text]) => /^errors\..*\.short$/.test(key) && (text.length > 36 || /[.。]$/.test(text)),
    );
    expect(long).toEqual([]);
  });
});

describe('outside the page', () => {
  it.each(Object.entries(deskWords))('%s says what it is and how it is written', (code, words) => {
    expect([words.language, words.direction]).toEqual([code, languages[code as keyof typeof deskWords].direction]);
  });

  it.each(others)('every word of %s is translated', (code) => {
    const same = Object.entries(deskWords[code]).filter(
      ([key, text]) =>
        text === '' ||
        (key !== 'direction' &&
          text === deskWords.en[key as keyof typeof deskWords.en] &&
          !/^(?:Services|Zoom)$/.test(text)),
    );
    expect(same).toEqual([]);
  });
});

describe('the keys', () => {
  const renderer = fileURLToPath(new URL('../../../../renderer', import.meta.url));
  const source = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.tsx?$/.test(name) && !/-(?:en|de|es|fr|ja|ar)\.ts$|words[\\/](?:en|de|es|fr|ja|ar)\.ts$/.test(name),
    )
    .map((name) => readFileSync(join(renderer, name), 'utf8'))
    .join('\n');
  const known = new Set([...english.keys()].map(baseOf));
  const literals = new Set([...source.matchAll(/'([\w-]+(?:\.[\w-]+)*)'/g)].map(([, text]) => text));
  const patterns = [...source.matchAll(/`([\w-]+(?:\.(?:[\w-]+|\$\{[^}]+\}))+)`/g)].map(
    ([, text]) =>
      new RegExp(
        `^${(text ?? '')
          .replaceAll(/\$\{[^}]+\}/g, '[^.]+')
          .replaceAll('.', '\\.')
          .replaceAll('[^\\.]', '[^.]')}$`,
      ),
  );

  it('that are used exist', () => {
    const used = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key ?? '');
    expect(used.length).toBeGreaterThan(300);
    expect(used.filter((key) => !known.has(key))).toEqual([]);
  });

  it('that exist are used', () => {
    const unused = [...known].filter((key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});
