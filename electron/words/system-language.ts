import { type Language, languages } from '../../contract/desk/language.ts';

/** The language of ours that the system prefers most; English where it prefers none of them. Never throws. */
export function matchLanguage(systemLocales: readonly string[]): Language {
  for (const locale of systemLocales) {
    const spoken = locale.split('-', 1)[0];
    const found = languages.find((language) => language === spoken);
    if (found !== undefined) return found;
  }
  return 'en';
}

/** Of what the system lists, the tags that are some (POSIX's "C" and the like are none), in their usual spelling. */
export function usableLocales(systemLocales: readonly string[]): readonly string[] {
  return systemLocales.flatMap((locale) => {
    try {
      return new Intl.Locale(locale.replaceAll('_', '-')).baseName;
    } catch {
      return [];
    }
  });
}
