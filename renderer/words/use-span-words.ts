import { useTranslation } from 'react-i18next';
import { spanOf } from './format.ts';

/** A length of time in milliseconds as "12 s", "2 min", "3 h". */
export function useSpanWords(): (milliseconds: number) => string {
  const { t } = useTranslation();
  return (milliseconds) => {
    const { unit, count } = spanOf(milliseconds);
    return t(`duration.${unit}`, { count });
  };
}
