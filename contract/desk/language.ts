/** The languages Rolecall speaks. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/** What is chosen: one of them, or whatever the system speaks. */
export type LanguageChoice = Language | 'system';
