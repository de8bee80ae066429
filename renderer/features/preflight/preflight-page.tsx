import {
  BatteryCharging,
  Check,
  Circle,
  CircleAlert,
  CircleMinus,
  ClipboardCheck,
  Clock,
  FileText,
  LoaderCircle,
  type LucideIcon,
  Play,
  RotateCw,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError, Result } from '../../../contract/desk/errors.ts';
import type {
  AutomaticRow,
  Drill,
  PreflightAnswer,
  PreflightRow,
  PreflightRowName,
} from '../../../contract/desk/preflight.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useFormat } from '../../words/use-format.ts';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { ScannerTest } from './scanner-test.tsx';
import { SoundTest } from './sound-test.tsx';
import { preflightText, type RowWords, useRowWords } from './use-row-words.ts';
import './preflight.css';

/** What the program looks at by itself; the contract's order. */
const automatic: readonly AutomaticRow[] = [
  'keyring',
  'links',
  'connection',
  'people',
  'clock',
  'disk',
  'power',
  'drill',
];
const isAutomatic = (row: PreflightRowName): row is AutomaticRow => (automatic as readonly string[]).includes(row);

type Look = 'none' | 'waiting' | 'running' | 'fine' | 'warning' | 'failed' | 'skipped';
const lookOf = ({ progress, result }: PreflightRow): Look =>
  progress === 'resting' ? (result?.state ?? 'none') : progress;

const icons: Record<Look, LucideIcon> = {
  none: Circle,
  waiting: Clock,
  running: LoaderCircle,
  fine: Check,
  warning: TriangleAlert,
  failed: CircleAlert,
  skipped: CircleMinus,
};

/** Three made-up people and what became of their check-ins, while the drill runs and as it ended. */
function DrillSteps({ drill }: { readonly drill: Drill }) {
  const { t } = useTranslation();
  return (
    <section className="drill" aria-label={t('preflight.drill.label')}>
      <p role="status">{t(`preflight.drill.steps.${drill.step}`)}</p>
      <ul className="drill__people">
        {drill.people.map(({ name, state }) => (
          <li key={name} className="drill__person">
            <bdi>{name}</bdi>
            {state === 'not-yet' && <Chip>{t('preflight.drill.states.notYet')}</Chip>}
            {state === 'waiting' && <Chip tone="waiting">{t('preflight.drill.states.waiting')}</Chip>}
            {state === 'confirmed' && <Chip tone="done">{t('preflight.drill.states.confirmed')}</Chip>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row(props: {
  readonly row: PreflightRow;
  readonly words: RowWords;
  readonly drill: Drill | null;
  readonly onRun: (row: AutomaticRow) => void;
  readonly onRepairLinks: () => void;
  readonly onAnswer: (answer: PreflightAnswer) => void;
}) {
  const { row, words, drill, onRun, onRepairLinks, onAnswer } = props;
  const { t } = useTranslation();
  const [testing, setTesting] = useState(false);
  const name = row.row;
  const look = lookOf(row);
  const Icon = name === 'power' && look === 'fine' ? BatteryCharging : icons[look];
  const finding = row.result?.finding;
  const busy = row.progress !== 'resting';
  return (
    // Its button is away while it is looked at, and leaves the focus to it.
    <li className={`check check--${look}`} tabIndex={-1}>
      <Icon className={look === 'running' ? 'icon spin' : 'icon'} size={20} aria-hidden="true" />
      <div className="check__words">
        <div className="check__head">
          <h2 className="check__title" id={`check-${name}`}>
            {words.title}
          </h2>
          <p className="check__state">
            <span className="check__state-word">{words.state}</span>
            {!busy && words.checked !== '' && ` · ${words.checked}`}
          </p>
        </div>
        {words.found.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {words.next !== '' && <p className="check__next">{words.next}</p>}
        {name === 'scanner' && row.result === null && <p className="quiet">{t('preflight.scanner.none')}</p>}
        {name === 'sound' && row.result === null && <p className="quiet">{t('preflight.sound.none')}</p>}
        {name === 'drill' && drill !== null && <DrillSteps drill={drill} />}
        {name === 'scanner' && testing && <ScannerTest onAnswer={onAnswer} />}
        {name === 'sound' && <SoundTest onAnswer={onAnswer} />}
      </div>
      <div className="check__acts">
        {(finding === 'links-elsewhere' || finding === 'links-nothing') && !busy && (
          <Button onPress={onRepairLinks}>{t('preflight.repairLinks')}</Button>
        )}
        {isAutomatic(name) && !busy && (
          <Button look="quiet" icon={RotateCw} describedBy={`check-${name}`} onPress={() => onRun(name)}>
            {row.result === null ? t('preflight.check') : t('preflight.again')}
          </Button>
        )}
        {name === 'scanner' && (
          <Button describedBy={`check-${name}`} onPress={() => setTesting(!testing)}>
            {testing ? t('preflight.scanner.stop') : t('preflight.scanner.start')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** "Ready for the doors?": one press looks at everything; each row says what it found and what to do. */
export function PreflightPage() {
  const { t } = useTranslation();
  const { timeNear, sentences } = useFormat();
  const app = useApp();
  const { program, preflight, screen } = app;
  const state = useKnown(preflight);
  const place = useKnown(app.station)?.conventionName ?? '';
  const wordsOf = useRowWords();
  const [problem, setProblem] = useState<DeskError | null>(null);
  const [saved, setSaved] = useState(false);

  // It is not told while the desk is locked, and read anew for whoever comes back.
  useEffect(() => void preflight.read(), [preflight]);

  const show = useCallback((result: Result<unknown>): void => setProblem(result.ok ? null : result.error), []);
  const run = (rows: readonly AutomaticRow[]): void => {
    setSaved(false);
    void program.ask('preflight:run', { rows: [...rows] }).then(show);
  };
  const answer = useCallback(
    (given: PreflightAnswer): void => void program.ask('preflight:answer', given).then(show),
    [program, show],
  );
  const repairLinks = async (): Promise<void> => {
    const result = await program.ask('sign-in:take-over-links', {});
    show(result);
    run(['links']);
  };

  const rows = state?.rows ?? [];
  const running = rows.find(({ progress }) => progress === 'running');
  const busy = rows.some(({ progress }) => progress !== 'resting');
  const looks = rows.map(lookOf);
  const bad = looks.filter((look) => look === 'warning' || look === 'failed').length;
  const open = looks.filter((look) => look === 'none').length;
  const summary = (): string => {
    if (running !== undefined) return t('preflight.running', { row: t(`preflight.rows.${running.row}`) });
    if (rows.length === 0) return '';
    if (open === rows.length) return t('preflight.never');
    const oldest = Math.min(...rows.map(({ result }) => result?.checkedAt ?? Number.POSITIVE_INFINITY));
    if (bad === 0 && open === 0) return t('preflight.allFine', { time: timeNear(oldest, Date.now()) });
    return sentences([
      bad === 0 ? '' : t('preflight.toDo', { count: bad }),
      open === 0 ? '' : t('preflight.open', { count: open }),
    ]);
  };
  const save = async (): Promise<void> => {
    const text = preflightText(t('preflight.title'), place, rows.map(wordsOf));
    const result = await program.ask('preflight:save', { text });
    show(result);
    setSaved(result.ok && result.value.saved);
  };
  const allFine = bad === 0 && open === 0 && !busy && rows.length > 0;
  const SummaryIcon = allFine ? Check : ClipboardCheck;

  return (
    <main className="page">
      <PageHead back={t('common.back')} onBack={() => screen.setState({ page: 'desk' })} title={t('preflight.title')}>
        <Button icon={FileText} onPress={() => void save()}>
          {t('preflight.save')}
        </Button>
        {busy ? (
          <Button icon={Square} onPress={() => void program.ask('preflight:stop', {}).then(show)}>
            {t('preflight.stop')}
          </Button>
        ) : (
          <Button look="primary" icon={Play} onPress={() => run(automatic)}>
            {t('preflight.run')}
          </Button>
        )}
      </PageHead>
      <p className="preflight__note">{t('preflight.explained')}</p>
      <p role="status" className={allFine ? 'preflight__summary preflight__summary--fine' : 'preflight__summary'}>
        <SummaryIcon className="icon" size={20} aria-hidden="true" />
        {saved ? sentences([summary(), t('preflight.saved')]) : summary()}
      </p>
      <div role="alert">{problem !== null && <ProblemBanner error={problem} />}</div>
      <ul className="checks" aria-label={t('preflight.list')}>
        {rows.map((row) => (
          <Row
            key={row.row}
            row={row}
            words={wordsOf(row)}
            drill={state?.drill ?? null}
            onRun={(name) => run([name])}
            onRepairLinks={() => void repairLinks()}
            onAnswer={answer}
          />
        ))}
      </ul>
    </main>
  );
}
