import type { Language } from '../../../contract/desk/language.ts';
import { languageOf } from '../../words/languages.ts';
import { type Chapter, readGuide } from './read-guide.ts';

/** Each language's guide is a file of its own, fetched when help is opened. */
const texts: Record<Language, () => Promise<{ readonly default: string }>> = {
  en: () => import('../../../docs/operator-guide.md?raw'),
  de: () => import('../../../docs/operator-guide.de.md?raw'),
  es: () => import('../../../docs/operator-guide.es.md?raw'),
  fr: () => import('../../../docs/operator-guide.fr.md?raw'),
  ja: () => import('../../../docs/operator-guide.ja.md?raw'),
  ar: () => import('../../../docs/operator-guide.ar.md?raw'),
};

/** The guide in the language of a locale. */
export async function loadGuide(
  locale: string,
): Promise<{ readonly chapters: Chapter[]; readonly language: Language }> {
  const language = languageOf(locale);
  return { chapters: readGuide((await texts[language]()).default), language };
}
