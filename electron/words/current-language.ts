import type { Language, LanguageChoice } from '../../contract/desk/language.ts';
import type { DeskWords } from './desk-words.ts';
import { deskWords } from './every-language.ts';
import { matchLanguage } from './system-language.ts';

/** The language Rolecall speaks. Pure. */
export function chosenLanguage(choice: LanguageChoice, systemLocales: readonly string[]): Language {
  return choice === 'system' ? matchLanguage(systemLocales) : choice;
}

/** The words outside the page. Pure. */
export function wordsFor(choice: LanguageChoice, systemLocales: readonly string[]): DeskWords {
  return deskWords[chosenLanguage(choice, systemLocales)];
}
