import {
  Check,
  Circle,
  CircleAlert,
  CircleMinus,
  LoaderCircle,
  type LucideIcon,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TestRow } from '../../../contract/desk/connections.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';

const icons: Record<TestRow['state'], LucideIcon> = {
  waiting: Circle,
  running: LoaderCircle,
  fine: Check,
  skipped: CircleMinus,
  warning: TriangleAlert,
  failed: CircleAlert,
};

function Row({ row }: { readonly row: TestRow }) {
  const { t } = useTranslation();
  const { list, sentences } = useFormat();
  const { step, state, finding, names, minutes } = row;
  const Icon = icons[state];
  const next = finding === null ? '' : t(`connections.findings.${finding}.next`);
  return (
    <li className={`test-row test-row--${state}`}>
      <Icon className={state === 'running' ? 'icon spin' : 'icon'} size={18} aria-hidden="true" />
      <div className="test-row__words">
        <p className="test-row__step">
          {t(`connections.steps.${step}`)}{' '}
          <span className="test-row__state">{t(`connections.testWords.${state}`)}</span>
        </p>
        {finding !== null && finding !== 'fine' && (
          <p className="test-row__finding">
            {sentences([
              t(`connections.findings.${finding}.what`),
              minutes === null
                ? ''
                : minutes > 0
                  ? t('connections.clockAhead', { count: minutes })
                  : t('connections.clockBehind', { count: -minutes }),
              names.length === 0 ? '' : t('connections.namesOf', { names: list(names.map(isolated)) }),
            ])}
          </p>
        )}
        {next !== '' && <p className="test-row__next">{next}</p>}
      </div>
    </li>
  );
}

/** The test of a connection, row by row as it goes. `start`: begins it, or begins it anew. */
export function ConnectionTestSection({ start }: { readonly start: () => void }) {
  const { t } = useTranslation();
  const { connectionPages } = useApp();
  const { test, problem } = useStore(connectionPages.test);
  const running = test?.running === true;
  const bad = test?.rows.filter(({ state }) => state === 'failed' || state === 'warning').length ?? 0;
  const stopped = test?.rows.some(({ finding }) => finding === 'stopped') === true;
  const summary =
    test === null
      ? ''
      : running
        ? t('connections.testRunning')
        : bad > 0
          ? t('connections.testFailed', { count: bad })
          : stopped
            ? t('connections.testStopped')
            : t('connections.testFine');
  return (
    <section className="panel" aria-labelledby="connection-test">
      <div className="panel__head">
        <h2 id="connection-test" className="panel__title">
          {t('connections.testTitle')}
        </h2>
        {running ? (
          <Button icon={Square} onPress={connectionPages.stopTest}>
            {t('connections.testStop')}
          </Button>
        ) : (
          <Button onPress={start}>{test === null ? t('connections.test') : t('connections.testAgain')}</Button>
        )}
      </div>
      <p className="quiet">{t('connections.testExplained')}</p>
      <p role="status" className="test-summary">
        {summary}
      </p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      {test !== null && test.rows.length > 0 && (
        <ul className="test-rows" aria-label={t('connections.testList')}>
          {test.rows.map((row) => (
            <Row key={row.step} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}
