import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words';
    resources: { words: typeof en };
    returnNull: false;
  }
}

/** The catalogue, ready at once: the words are bundled, so nothing is fetched and no screen waits for them. */
export function createWords(): i18n {
  const words = createInstance();
  words.use(initReactI18next);
  words
    .init({
      lng: 'en',
      fallbackLng: false,
      defaultNS: 'words',
      ns: ['words'],
      resources: { en: { words: en } },
      initAsync: false,
      // React escapes; escaping twice would show &#39; in names.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
    .catch((cause: unknown) => {
      throw cause;
    });
  return words;
}

/**
 * A name inside a sentence, kept from turning the sentence around: Unicode's first-strong isolate (UAX 9, 6.3), so that
 * a Hebrew or Arabic name leaves the punctuation after it where it belongs.
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
