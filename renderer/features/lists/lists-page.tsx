import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ListRun } from '../../../contract/desk/lists.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { AskForPin } from '../activity/ask-for-pin.tsx';
import { DryRun } from './dry-run.tsx';
import { Members } from './members.tsx';
import { OpenAList } from './open-a-list.tsx';
import { Runs, stageOf } from './runs.tsx';
import './lists.css';

const isUnderWay = (run: ListRun): boolean => stageOf(run) !== 'done';

/** Many people at once: a list is opened, looked at, applied; and who holds a role. */
export function ListsPage() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const { lists } = app;
  const [part, setPart] = useState<'apply' | 'members'>('apply');
  const [roles, setRoles] = useState<readonly { readonly roleId: string; readonly roleName: string }[]>([]);
  const [undoing, setUndoing] = useState<string | null>(null);
  const state = useKnown(lists.fed);
  const { failure } = useStore(lists.view);

  useEffect(() => {
    void lists.fed.read();
    void app.program.ask('lists:roles', {}).then((result) => {
      if (result.ok) setRoles(result.value.roles);
    });
    return () => lists.closeMembers();
  }, [app, lists]);

  const undo = async (batchId: string): Promise<void> => {
    await lists.undo(batchId);
    if (lists.view.getState().failure?.code !== 'unlock-required') return;
    lists.hideFailure();
    setUndoing(batchId);
  };

  return (
    <main className="page lists">
      <div className="page__head">
        <Button icon={ArrowLeft} onPress={() => app.screen.setState({ page: 'desk' })}>
          {t('common.back')}
        </Button>
        <h1 className="page__title">{t('lists.title')}</h1>
        <Choice
          label={t('lists.which')}
          value={part}
          options={[
            { value: 'apply', words: t('lists.apply') },
            { value: 'members', words: t('lists.members') },
          ]}
          onChange={(chosen) => {
            lists.closeMembers();
            setPart(chosen);
          }}
        />
      </div>
      {failure !== null && (
        <Banner
          tone="refused"
          title={words(failure.code).happened}
          acts={<Button onPress={() => lists.hideFailure()}>{t('common.close')}</Button>}
        >
          {words(failure.code).safe} {words(failure.code).next}
        </Banner>
      )}
      {undoing !== null && (
        <AskForPin
          onClose={() => setUndoing(null)}
          onUnlocked={() => {
            setUndoing(null);
            void lists.undo(undoing);
          }}
        />
      )}
      {part === 'members' && <Members roles={roles} />}
      {part === 'apply' && state === null && <p className="quiet">{t('lists.loading')}</p>}
      {part === 'apply' && state !== null && (
        <>
          {state.draft === null && (
            <Runs runs={state.runs.filter(isUnderWay)} title={t('lists.underWay')} onUndo={(id) => void undo(id)} />
          )}
          {state.draft === null ? <OpenAList reading={state.reading} /> : <DryRun draft={state.draft} roles={roles} />}
          {state.draft === null && (
            <Runs
              runs={state.runs.filter((run) => !isUnderWay(run))}
              title={t('lists.runs')}
              onUndo={(id) => void undo(id)}
            />
          )}
        </>
      )}
    </main>
  );
}
