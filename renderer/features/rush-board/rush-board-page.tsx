import { ChartColumn, Maximize, Minimize, Pencil, Table2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DeskError, Result } from '../../../contract/desk/errors.ts';
import type { RushBoardState } from '../../../contract/desk/rush-board.ts';
import { createRushBoardFeed } from '../../state/rush-board.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { useMayAdminister } from '../stations/administrator.tsx';
import { Arrivals, Figures, HowItCounts, Stations } from './board.tsx';
import type { Range } from './chart.ts';
import { readExpected } from './read-expected.ts';

function ExpectedQuestion(props: {
  readonly state: RushBoardState;
  readonly onClose: () => void;
  readonly onSave: (people: number | null) => void;
}) {
  const { t } = useTranslation();
  const { expected } = props.state;
  const [text, setText] = useState(expected?.from === 'set' ? String(expected.people) : '');
  const [wrong, setWrong] = useState(false);
  const save = (): void => {
    const people = readExpected(text);
    if (people === undefined) setWrong(true);
    else props.onSave(people);
  };
  return (
    <Dialog
      title={t('rushBoard.expectedTitle')}
      onClose={props.onClose}
      acts={
        <>
          <Button onPress={props.onClose}>{t('common.cancel')}</Button>
          <Button look="primary" onPress={save}>
            {t('rushBoard.expectedSave')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p>{t('rushBoard.expectedExplained')}</p>
        {/* What is wrong is heard wherever Save was pressed. */}
        <div aria-live="polite">
          <TextField
            focusAtStart
            label={t('rushBoard.expectedField')}
            hint={t('rushBoard.expectedHint')}
            value={text}
            onChange={(next) => {
              setText(next);
              setWrong(false);
            }}
            {...(wrong ? { problem: t('rushBoard.expectedWrong') } : {})}
          />
        </div>
        {/* Enter in a field sends a form that has a button of its own. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  );
}

/** How the rush is going: for whoever runs the desk, and for the wall. */
export function RushBoardPage() {
  const { t } = useTranslation();
  const app = useApp();
  const mayAdminister = useMayAdminister();
  const [feed] = useState(() => createRushBoardFeed(app.program));
  const fed = useStore(feed.store);
  const [range, setRange] = useState<Range>('two-hours');
  const [asTable, setAsTable] = useState(false);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<DeskError | null>(null);
  const state = fed.kind === 'known' ? fed.value : null;
  const shown = state !== null && state.display !== 'closed';

  useEffect(() => feed.start(), [feed]);

  const report = (result: Result<unknown>): void => setProblem(result.ok ? null : result.error);
  const toggleDisplay = (): void => {
    void app.program.ask(shown ? 'rush-board:hide' : 'rush-board:show', {}).then(report);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F11' || event.repeat) return;
      event.preventDefault();
      toggleDisplay();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  return (
    <main className="page page--board">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('rushBoard.title')}
      >
        <Button icon={asTable ? ChartColumn : Table2} onPress={() => setAsTable(!asTable)}>
          {asTable ? t('rushBoard.asChart') : t('rushBoard.asTable')}
        </Button>
        <Button icon={shown ? Minimize : Maximize} shortcut={<Kbd>F11</Kbd>} onPress={toggleDisplay}>
          {shown ? t('rushBoard.closeFullScreen') : t('rushBoard.fullScreen')}
        </Button>
      </PageHead>
      <div role="alert">
        {problem !== null && <ProblemBanner error={problem} />}
        {fed.kind === 'failed' && <ProblemBanner error={fed.error} />}
      </div>
      {state?.display === 'own' && <Banner title={t('rushBoard.onDisplay')} />}
      {state !== null && state.roleName === null && (
        <Empty icon={ChartColumn} title={t('rushBoard.noRole')}>
          <p className="empty__words">{t('rushBoard.noRoleExplained')}</p>
        </Empty>
      )}
      {state !== null && state.roleName !== null && (
        <div className="board">
          <Figures state={state} />
          <Arrivals state={state} range={range} asTable={asTable}>
            <Choice
              label={t('rushBoard.range')}
              value={range}
              options={[
                { value: 'two-hours', words: t('rushBoard.twoHours') },
                { value: 'today', words: t('rushBoard.today') },
              ]}
              onChange={setRange}
            />
          </Arrivals>
          <Stations state={state} />
          <div className="board__foot">
            {mayAdminister && (
              <div>
                <Button icon={Pencil} onPress={() => setAsking(true)}>
                  {t('rushBoard.expectedChange')}
                </Button>
              </div>
            )}
            <HowItCounts state={state} />
          </div>
        </div>
      )}
      {asking && state !== null && (
        <ExpectedQuestion
          state={state}
          onClose={() => setAsking(false)}
          onSave={(people) => {
            setAsking(false);
            void app.program.ask('rush-board:expect', { people }).then(report);
          }}
        />
      )}
    </main>
  );
}
