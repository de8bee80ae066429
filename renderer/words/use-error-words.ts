import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { ErrorWords } from './en.ts';

/** Turns an error code into what the person at the desk reads. */
export function useErrorWords(): (code: ErrorCode) => ErrorWords {
  const { t } = useTranslation();
  return (code) => ({
    short: t(`errors.${code}.short`),
    happened: t(`errors.${code}.happened`),
    safe: t(`errors.${code}.safe`),
    next: t(`errors.${code}.next`),
  });
}
