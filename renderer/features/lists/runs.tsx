import { CircleStop, History, Pause, Play, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRun } from '../../../contract/desk/lists.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Question } from '../../ui/question.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';

/** How many of a list are settled, one way or another. */
export function settledOf(run: ListRun): number {
  return run.confirmed + run.already + run.refused + run.withdrawn;
}

/** What a list is doing now. Pure. */
export function stageOf(run: ListRun): 'writing' | 'paused' | 'sending' | 'done' {
  if (run.writing) return 'writing';
  if (run.waiting + run.sending === 0) return 'done';
  return run.paused ? 'paused' : 'sending';
}

function Run({ run, onUndo }: { readonly run: ListRun; readonly onUndo: (batchId: string) => void }) {
  const { t } = useTranslation();
  const { number, timeNear } = useFormat();
  const app = useApp();
  const { lists } = app;
  const { batchId } = run;
  const [asking, setAsking] = useState(false);
  const role = isolated(run.roleName);
  const settled = settledOf(run);
  const stage = stageOf(run);
  const count = run.size;
  const formatted = number(count);
  const title = {
    give: t('lists.runGive', { count, role, formatted }),
    take: t('lists.runTake', { count, role, formatted }),
    undo: t('lists.runUndo', { count, role, formatted }),
  }[run.kind];
  const waiting = run.waiting + run.sending;
  const part = (of: number) => ({ count: of, formatted: number(of) });
  const parts = [
    run.confirmed > 0 && t('lists.part.confirmed', part(run.confirmed)),
    run.already > 0 && t('lists.part.already', part(run.already)),
    waiting > 0 && t('lists.part.waiting', part(waiting)),
    run.refused > 0 && t('lists.part.refused', part(run.refused)),
    run.withdrawn > 0 && t('lists.part.withdrawn', part(run.withdrawn)),
  ].filter((each) => each !== false);
  const showRefused = (): void => {
    app.activity.store.setState({ which: 'all', filter: { batchId, state: 'refused' } });
    app.screen.setState({ page: 'activity' });
  };
  return (
    <li className="lists__run" aria-label={title}>
      <div className="lists__run-head">
        <h3 className="lists__run-title">{title}</h3>
        {stage === 'done' && run.refused === 0 && <Chip tone="done">{t('lists.stage.done')}</Chip>}
        {stage === 'done' && run.refused > 0 && <Chip tone="refused">{t('lists.stage.refused')}</Chip>}
        {stage === 'paused' && <Chip tone="waiting">{t('lists.stage.paused')}</Chip>}
        {stage === 'sending' && <Chip tone="waiting">{t('lists.stage.sending')}</Chip>}
        {stage === 'writing' && <Chip tone="waiting">{t('lists.stage.writing')}</Chip>}
      </div>
      <p className="quiet">
        {t('lists.runBy', { time: timeNear(run.time, Date.now()), operator: isolated(run.operator) })}
      </p>
      {stage !== 'done' && (
        <progress className="lists__progress" aria-label={title} value={settled} max={Math.max(1, run.size)} />
      )}
      <p className="lists__parts">{parts.join(' · ')}</p>
      {run.written < run.size && !run.writing && (
        <Banner tone="waiting" title={t('lists.interrupted', { written: number(run.written), size: number(run.size) })}>
          {t(run.kind === 'undo' ? 'lists.interruptedUndoNext' : 'lists.interruptedNext')}
        </Banner>
      )}
      <div className="lists__acts">
        {stage === 'sending' && (
          <Button icon={Pause} onPress={() => void lists.pause(batchId)}>
            {t('lists.pause')}
          </Button>
        )}
        {stage === 'paused' && (
          <Button icon={Play} onPress={() => void lists.resume(batchId)}>
            {t('lists.resume')}
          </Button>
        )}
        {(stage === 'sending' || stage === 'paused') && (
          <Button icon={CircleStop} onPress={() => void lists.cancel(batchId)}>
            {t('lists.cancel')}
          </Button>
        )}
        {run.refused > 0 && (
          <Button icon={History} onPress={showRefused}>
            {t('lists.showRefused')}
          </Button>
        )}
        {run.undoable && run.kind !== 'undo' && stage === 'done' && (
          <Button icon={Undo2} label={t('lists.undoNamed', { title })} onPress={() => setAsking(true)}>
            {t('lists.undo')}
          </Button>
        )}
      </div>
      {asking && (
        <Question
          title={t('lists.askUndo', part(run.confirmed))}
          keep={t('lists.notYet')}
          onKeep={() => setAsking(false)}
          doIt={t('lists.undo')}
          onDoIt={() => {
            setAsking(false);
            onUndo(batchId);
          }}
          look="primary"
        >
          <p>{t('lists.undoExplained', { title })}</p>
        </Question>
      )}
    </li>
  );
}

/** Lists that were applied, newest first. */
export function Runs(props: {
  readonly runs: readonly ListRun[];
  readonly title: string;
  readonly onUndo: (batchId: string) => void;
}) {
  const id = useId();
  if (props.runs.length === 0) return null;
  return (
    <section className="lists__open" aria-labelledby={id}>
      <h2 id={id} className="lists__heading">
        {props.title}
      </h2>
      <ul className="lists__runs">
        {props.runs.map((run) => (
          <Run key={run.batchId} run={run} onUndo={props.onUndo} />
        ))}
      </ul>
    </section>
  );
}
