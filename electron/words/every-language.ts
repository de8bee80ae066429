import type { Language } from '../../contract/desk/language.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import type { DeskWords } from './desk-words.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';

/** All of them at once: they are few, and the menu stands before anything could be fetched. */
export const deskWords: Readonly<Record<Language, DeskWords>> = { en, de, es, fr, ja, ar };
