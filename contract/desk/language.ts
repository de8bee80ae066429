/** The languages Rolecall speaks. */
import { z } from 'zod';

export const languages = ['en', 'de', 'es', 'fr', 'ja', 'ar'] as const;
export const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;

/** What is chosen: one of them, or whatever the system speaks. */
export const languageChoiceSchema = z.enum(['system', ...languages]);
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;
