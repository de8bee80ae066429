import type { Language } from '../../contract/desk/language.ts';
import { en } from './en.ts';
import type { Arabic, French, German, Japanese, Spanish } from './translation.ts';

type English = typeof en;

/** All that the screens say, in any language. */
export type Catalogue =
  | English
  | German<English>
  | Spanish<English>
  | French<English>
  | Japanese<English>
  | Arabic<English>;

export interface LanguageFacts {
  /** What its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** How dates and numbers are written where the system names no region. */
  readonly locale: string;
  /** English is in the page from the start; each other language is a file of its own, fetched when it is spoken. */
  readonly load: () => Promise<Catalogue>;
}

export const languages: Record<Language, LanguageFacts> = {
  en: { name: 'English', direction: 'ltr', locale: 'en-GB', load: async () => en },
  de: { name: 'Deutsch', direction: 'ltr', locale: 'de-DE', load: async () => (await import('./de.ts')).de },
  es: { name: 'Español', direction: 'ltr', locale: 'es-ES', load: async () => (await import('./es.ts')).es },
  fr: { name: 'Français', direction: 'ltr', locale: 'fr-FR', load: async () => (await import('./fr.ts')).fr },
  ja: { name: '日本語', direction: 'ltr', locale: 'ja-JP', load: async () => (await import('./ja.ts')).ja },
  ar: { name: 'العربية', direction: 'rtl', locale: 'ar-EG', load: async () => (await import('./ar.ts')).ar },
};

/** In the order they are offered in. */
export const languageCodes = Object.keys(languages) as Language[];

const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

/** The language of a locale of ours ("de-CH" is "de"); English for any other. Never throws. */
export function languageOf(locale: string): Language {
  const code = locale.split('-', 1)[0] ?? '';
  return isLanguage(code) ? code : 'en';
}

/**
 * The locale a language is spoken in: the system's own when it is one of that language, so that a Swiss desk writes 2’000,
 * else the usual one.
 */
export function localeOf(language: Language, systemLocales: readonly string[]): string {
  return systemLocales.find((locale) => locale.split('-', 1)[0] === language) ?? languages[language].locale;
}
