/** What the page keeps on this computer, under which key; the rush board's window looks and speaks by it too. */
export const themeKey = 'theme';
/** What was spoken last: it is spoken again from the first frame, before the settings are known. */
export const localeKey = 'locale';

/** The locale that was spoken last; null where none was. */
export const keptLocale = (): string | null => localStorage.getItem(localeKey);

/** Whether the guided first check-in was offered on this computer. */
export const guideKey = 'guide';
