import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShippedPackage } from '../../../contract/desk/diagnostics.ts';
import type { DeskError, Result } from '../../../contract/desk/errors.ts';
import type { UpdateState } from '../../../contract/desk/updates.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import './about.css';

/** What the program itself is: version, a report for whoever helps, new versions, licences. */
export function AboutPage() {
  const { t } = useTranslation();
  const app = useApp();
  const info = useKnown(app.info);
  const signedIn = useKnown(app.session)?.kind === 'signed-in';
  return (
    <main className="page">
      <PageHead
        back={signedIn ? t('common.back') : t('lost.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('about.title')}
      />
      <div className="about">
        {info !== null && <p className="about__version">{t('about.version', { version: info.version })}</p>}
        <SupportReport />
        <Updates />
        <Licences />
      </div>
    </main>
  );
}

function SupportReport() {
  const { t } = useTranslation();
  const { program } = useApp();
  const [problem, setProblem] = useState<DeskError | null>(null);
  const [saved, setSaved] = useState(false);
  const save = async (): Promise<void> => {
    setSaved(false);
    setProblem(null);
    const result = await program.ask('diagnostics:save', {});
    if (result.ok) setSaved(result.value.saved);
    else setProblem(result.error);
  };
  return (
    <section className="about__part" aria-labelledby="about-report">
      <h2 id="about-report">{t('about.report')}</h2>
      <p>{t('about.reportExplained')}</p>
      <div className="about__acts">
        <Button onPress={() => void save()}>{t('about.reportSave')}</Button>
        <p role="status">{saved && t('about.reportSaved')}</p>
      </div>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
    </section>
  );
}

/** Null until it answered. */
function useUpdates(): {
  readonly state: UpdateState | null;
  readonly problem: DeskError | null;
  readonly ask: (name: 'updates:check' | 'updates:download' | 'updates:install') => void;
} {
  const { program } = useApp();
  const [state, setState] = useState<UpdateState | null>(null);
  const [problem, setProblem] = useState<DeskError | null>(null);
  useEffect(() => {
    let looking = true;
    void program.ask('updates:read', {}).then((result) => {
      if (looking && result.ok) setState(result.value);
    });
    const unsubscribe = program.listen('updates:changed', setState);
    return () => {
      looking = false;
      unsubscribe();
    };
  }, [program]);
  return {
    state,
    problem,
    ask: (name) => {
      void program.ask(name, {}).then((result: Result<UpdateState>) => {
        setProblem(result.ok ? null : result.error);
        // What happened since is told by events: only the answer to a press is newer than those.
        if (result.ok && name === 'updates:install') setState(result.value);
      });
    },
  };
}

function Updates() {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, problem, ask } = useUpdates();
  if (state === null) return null;
  const words = (): string => {
    switch (state.kind) {
      case 'off':
        return t('about.updatesOff');
      case 'idle':
        return state.checkedAt === null
          ? t('about.updatesIdle')
          : t('about.updatesChecked', { time: format.timeNear(state.checkedAt, Date.now()) });
      case 'checking':
        return t('about.updatesChecking');
      case 'available':
        return t('about.updatesAvailable', { version: state.version });
      case 'downloading':
        return t('about.updatesDownloading', { version: state.version, percent: format.percent(state.percent / 100) });
      case 'ready':
        return t('about.updatesReady', { version: state.version });
      case 'deferred':
        return state.because === 'changes-waiting'
          ? t('about.updatesWaitChanges', { version: state.version })
          : t('about.updatesWaitPerson', { version: state.version });
      case 'failed':
        return {
          unreachable: t('about.updatesUnreachable'),
          'not-verified': t('about.updatesNotVerified'),
          older: t('about.updatesOlder'),
          'not-understood': t('about.updatesNotUnderstood'),
          'not-installed': t('about.updatesNotInstalled'),
        }[state.reason];
    }
  };
  const mayCheck = state.kind === 'idle' || state.kind === 'failed';
  const mayInstall = state.kind === 'ready' || state.kind === 'deferred';
  return (
    <section className="about__part" aria-labelledby="about-updates">
      <h2 id="about-updates">{t('about.updates')}</h2>
      <p role="status">{words()}</p>
      <div className="about__acts">
        {mayCheck && <Button onPress={() => ask('updates:check')}>{t('about.check')}</Button>}
        {state.kind === 'available' && <Button onPress={() => ask('updates:download')}>{t('about.download')}</Button>}
        {mayInstall && <Button onPress={() => ask('updates:install')}>{t('about.install')}</Button>}
      </div>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
    </section>
  );
}

function Licences() {
  const { t } = useTranslation();
  const { program } = useApp();
  const [packages, setPackages] = useState<readonly ShippedPackage[]>([]);
  const [problem, setProblem] = useState<DeskError | null>(null);
  useEffect(() => {
    let looking = true;
    void program.ask('diagnostics:packages', {}).then((result) => {
      if (!looking) return;
      if (result.ok) setPackages(result.value.packages);
      else setProblem(result.error);
    });
    return () => {
      looking = false;
    };
  }, [program]);
  return (
    <section className="about__part" aria-labelledby="about-licences">
      <h2 id="about-licences">{t('about.licences')}</h2>
      <p>{t('about.licencesExplained')}</p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      <ul className="about__packages">
        {packages.map((each) => (
          <li key={`${each.name}@${each.version}`}>
            <Licence of={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One package; its text is fetched when somebody opens it. */
function Licence({ of }: { readonly of: ShippedPackage }) {
  const { t } = useTranslation();
  const { program } = useApp();
  const [words, setWords] = useState<string | null>(null);
  const read = async (): Promise<void> => {
    if (words !== null) return;
    const result = await program.ask('diagnostics:licence', { text: of.text });
    setWords(result.ok && result.value.words !== '' ? result.value.words : t('about.licenceNone'));
  };
  return (
    <details className="about__package" onToggle={() => void read()}>
      <summary>
        <ChevronDown className="icon about__chevron" size={18} aria-hidden="true" />
        <span className="about__name">{isolated(`${of.name} ${of.version}`)}</span>
        <span className="quiet">{isolated(of.licence)}</span>
      </summary>
      {words !== null && (
        <pre className="about__text" dir="auto">
          {words}
        </pre>
      )}
    </details>
  );
}
