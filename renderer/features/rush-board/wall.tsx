import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RushBoardState } from '../../../contract/desk/rush-board.ts';
import type { Program } from '../../bridge.ts';
import type { FedStore } from '../../state/fed-store.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../words/use-format.ts';
import { Arrivals, Figures, Stations } from './board.tsx';

/** The time of the wall's clock, told anew with each minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The rush board over a whole display: numbers for everybody in the room, nobody's name. */
export function Wall({ program, feed }: { readonly program: Program; readonly feed: FedStore<RushBoardState> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fed = useStore(feed.store);
  const now = useMinute();
  const close = (
    <Button icon={X} onPress={() => void program.ask('rush-board:hide', {})}>
      {t('rushBoard.closeHint')}
    </Button>
  );
  if (fed.kind !== 'known') {
    return (
      <main className="wall">
        <h1 className="wall__title">{t('rushBoard.title')}</h1>
        {fed.kind === 'failed' && <p>{t('rushBoard.gone')}</p>}
        <div className="wall__foot">{close}</div>
      </main>
    );
  }
  const { value: state } = fed;
  return (
    <main className="wall">
      <header className="wall__head">
        <h1 className="wall__title">
          <bdi>{state.conventionName}</bdi>
        </h1>
        {state.practice && <p className="wall__practice">{t('practice.name')}</p>}
        <p className="wall__time">{format.timeOfDay(now)}</p>
      </header>
      {state.roleName === null ? (
        <p>{t('rushBoard.noRoleExplained')}</p>
      ) : (
        <div className="board">
          <Figures state={state} />
          <Arrivals state={state} range="two-hours" asTable={false} />
          <Stations state={state} />
        </div>
      )}
      <footer className="wall__foot">
        <p>{t('rushBoard.title')}</p>
        {close}
      </footer>
    </main>
  );
}
