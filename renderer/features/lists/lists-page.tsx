import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ListRun } from '../../../contract/desk/lists.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AskForPin } from '../activity/ask-for-pin.tsx';
import { DryRun } from './dry-run.tsx';
import { Members } from './members.tsx';
import { OpenAList } from './open-a-list.tsx';
import { Runs, stageOf } from './runs.tsx';
import './lists.css';
import { ProblemBanner } from '../shell/problem-banner.tsx';

const isUnderWay = (run: ListRun): boolean => stageOf(run) !== 'done';

/** Many people at once: a list is opened, looked at, applied; and who holds a role. */
export function ListsPage() {
  const { t } = useTranslation();
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
      <PageHead back={t('common.back')} onBack={() => app.screen.setState({ page: 'desk' })} title={t('lists.title')}>
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
      </PageHead>
      {failure !== null && (
        <ProblemBanner
          error={failure}
          acts={<Button onPress={() => lists.hideFailure()}>{t('common.close')}</Button>}
        />
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
