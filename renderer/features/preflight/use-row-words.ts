import { useTranslation } from 'react-i18next';
import type { PreflightResult, PreflightRow, PreflightRowName } from '../../../contract/desk/preflight.ts';
import { useNow } from '../../state/use-app.ts';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';

export interface RowWords {
  readonly title: string;
  /** How it stands, in a word or two. */
  readonly state: string;
  /** When it was looked at; empty where it was not. */
  readonly checked: string;
  /** What was found. Empty where nothing was yet. */
  readonly found: readonly string[];
  /** What to do about it; empty where nothing is to be done. */
  readonly next: string;
}

const gibibyte = 1024 ** 3;

/** Puts each row into words. */
export function useRowWords(): (row: PreflightRow) => RowWords {
  const { t } = useTranslation();
  const { number, timeNear, sentences } = useFormat();
  const span = useSpanWords();
  const now = useNow(10_000);

  const values = ({ facts }: PreflightResult) => ({
    keyring: facts.keyring ?? '',
    people: number(facts.people ?? 0),
    age: span(now - (facts.upToDateAt ?? now)),
    free: number(Math.round(((facts.freeBytes ?? 0) / gibibyte) * 10) / 10),
    scanner: facts.scannerLayout === undefined ? '' : t(`preflight.layouts.${facts.scannerLayout}`),
    computer: facts.computerLayout === undefined ? '' : t(`preflight.layouts.${facts.computerLayout}`),
  });

  const clock = ({ facts }: PreflightResult): string => {
    const seconds = Math.round((facts.skewMs ?? 0) / 1000);
    const margin = number(Math.ceil((facts.marginMs ?? 0) / 1000));
    if (seconds === 0) return t('preflight.clock.same', { margin });
    return seconds < 0
      ? t('preflight.clock.behind', { seconds: number(-seconds), margin })
      : t('preflight.clock.ahead', { seconds: number(seconds), margin });
  };

  const fine = (row: PreflightRowName, result: PreflightResult): string =>
    row === 'clock' ? clock(result) : t(`preflight.fine.${row}`, values(result));

  const found = (result: PreflightResult): string[] => {
    const { row, finding, facts } = result;
    const what =
      finding === 'fine'
        ? fine(row, result)
        : finding === 'clock-off'
          ? clock(result)
          : t(`preflight.findings.${finding}.what`, values(result));
    const tests = (facts.tests ?? []).map(({ step, finding: test }) =>
      t('preflight.connectionRow', {
        step: t(`connections.steps.${step}`),
        what:
          test === null || test === 'fine'
            ? ''
            : sentences([t(`connections.findings.${test}.what`), t(`connections.findings.${test}.next`)]),
      }),
    );
    return [what, ...tests, ...(facts.suffix === undefined ? [] : [t(`preflight.suffix.${facts.suffix}`)])];
  };

  return ({ row, progress, result }) => {
    const shown = progress === 'resting' ? (result?.state ?? 'none') : progress;
    return {
      title: t(`preflight.rows.${row}`),
      state: t(`preflight.states.${shown}`),
      checked: result === null ? '' : t('preflight.checkedAt', { time: timeNear(result.checkedAt, now) }),
      found: result === null ? [] : found(result),
      next:
        result === null || result.finding === 'fine'
          ? ''
          : t(`preflight.findings.${result.finding}.next`, values(result)),
    };
  };
}

/** The page as text: what was found and what to do, without anybody's data. */
export function preflightText(title: string, place: string, rows: readonly RowWords[]): string {
  const blocks = rows.map(({ title: row, state, checked, found, next }) =>
    [
      `${row}: ${[state, checked].filter((part) => part !== '').join(', ')}`,
      ...[...found, next].filter((line) => line !== '').map((line) => `    ${line}`),
    ].join('\n'),
  );
  return [title, place, '', ...blocks].join('\n');
}
