import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { languageOf, languages } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof en };
    returnNull: false;
  }
}

/**
 * The catalogue, ready at once: English is bundled, so nothing is fetched and no screen waits for it.
 * `strict`: a missing key or a missing value throws, for tests; otherwise English stands in.
 */
export function createWords({ strict = false }: { readonly strict?: boolean } = {}): i18n {
  const words = createInstance();
  words.use(initReactI18next);
  words
    .init({
      lng: languages.en.locale,
      fallbackLng: strict ? false : 'en',
      defaultNS: 'words',
      ns: ['words'],
      resources: { en: { words: en } },
      initAsync: false,
      // React escapes; escaping twice would show &#39; in names.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      ...(strict
        ? {
            saveMissing: true,
            missingKeyHandler: (locales: readonly string[], _namespace: string, key: string) => {
              throw new Error(`There are no words for "${key}" in ${locales.join(', ')}.`);
            },
            missingInterpolationHandler: (sentence: string) => {
              throw new Error(`A value is missing for "${sentence}".`);
            },
          }
        : {}),
    })
    .catch((cause: unknown) => {
      throw cause;
    });
  return words;
}

/** Speaks the language of `locale` (`de-CH`) from now on; every screen is drawn anew. Of two calls the later one stands. */
export async function speak(words: i18n, locale: string): Promise<void> {
  const language = languageOf(locale);
  wanted.set(words, locale);
  if (!words.hasResourceBundle(language, 'words')) {
    words.addResourceBundle(language, 'words', await languages[language].load());
  }
  if (wanted.get(words) === locale) await words.changeLanguage(locale);
}

const wanted = new WeakMap<i18n, string>();

/**
 * A name inside a sentence, kept from turning the sentence around: Unicode's first-strong isolate (UAX 9, 6.3), so that
 * a Hebrew or Arabic name leaves the punctuation after it where it belongs.
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** An address or an id inside a sentence: it reads from left to right whatever it begins with. */
export function leftToRight(text: string): string {
  return `\u2066${text}\u2069`;
}
