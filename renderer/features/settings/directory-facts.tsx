import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectoryDiagnostics } from '../../../contract/desk/directory.ts';
import { useApp, useNow } from '../../state/use-app.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { useSpanWords } from '../../words/use-span-words.ts';
import { isolated } from '../../words/words.ts';

const everyMs = 2_000;

/** Asks how the directory is doing for as long as somebody looks. Null until it answered, and where nobody is signed in. */
function useDiagnostics(): DirectoryDiagnostics | null {
  const { program } = useApp();
  const [told, setTold] = useState<DirectoryDiagnostics | null>(null);
  useEffect(() => {
    let looking = true;
    const look = async (): Promise<void> => {
      const result = await program.ask('directory:diagnostics', {});
      if (looking) setTold(result.ok ? result.value : null);
    };
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      looking = false;
      clearInterval(timer);
    };
  }, [program]);
  return told;
}

/** How the list of people is doing: counts and times for whoever looks after the desk, nobody's data. */
export function DirectoryFacts() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const span = useSpanWords();
  const { number } = useFormat();
  const now = useNow(1000);
  const told = useDiagnostics();
  if (told === null) return null;
  const { people, sweep, upToDateAt, problem, kept, savedAt, roles, requests } = told;
  const ago = (at: number): string => t('facts.ago', { age: span(now - at) });

  const fetching =
    sweep === null
      ? upToDateAt === null
        ? t('facts.notYet')
        : ago(upToDateAt)
      : t('facts.fetchingNow', {
          fetched: number(sweep.fetched),
          rate: number(Math.round(sweep.fetched / Math.max(1, (now - sweep.startedAt) / 1000))),
        });
  const budget = t('facts.requestsNow', {
    underWay: requests.underWay,
    most: requests.most,
    waiting: number(requests.waiting),
    lastMinute: number(requests.lastMinute),
  });
  const rows = [
    { label: t('facts.people'), value: number(people) },
    { label: t('facts.fetched'), value: fetching },
    ...(problem === null ? [] : [{ label: t('facts.trouble'), value: words(problem).happened }]),
    {
      label: t('facts.kept'),
      value: kept === 'memory' ? t('facts.keptInMemory') : savedAt === null ? t('facts.keptNotYet') : ago(savedAt),
    },
    ...roles.map(({ roleName, members, sweptAt }) => ({
      label: isolated(roleName),
      value: t('facts.role', {
        members: number(members),
        age: sweptAt === null ? t('facts.notYet') : ago(sweptAt),
      }),
    })),
    {
      label: t('facts.requests'),
      value: requests.pausedForMs > 0 ? t('facts.paused', { wait: span(requests.pausedForMs) }) : budget,
    },
  ];
  return (
    <section className="facts" aria-label={t('facts.title')}>
      <h2 className="facts__title">{t('facts.title')}</h2>
      <dl className="facts__rows">
        {rows.map(({ label, value }) => (
          <div key={label} className="facts__row">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
