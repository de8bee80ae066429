import { useTranslation } from 'react-i18next';
import { type Format, formatOf } from './format.ts';

/** How the language on the screen writes times, numbers and lists. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return formatOf(i18n.language);
}
