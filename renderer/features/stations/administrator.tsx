import { KeyRound, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { PinField } from '../sign-in/pin-field.tsx';
import { usePin } from '../sign-in/use-pin.ts';
import './stations.css';

/** The line for the administrator's PIN, what is wrong with it, and the wait after several wrong ones. */
function usePinQuestion(): { readonly form: ReactNode; readonly give: () => void } {
  const { t } = useTranslation();
  const app = useApp();
  const words = useErrorWords();
  const { sentences, timeOfDayWithSeconds } = useFormat();
  const nextTryAt = useKnown(app.stations.book)?.nextTryAt ?? null;
  const now = useNow(1000);
  const { field, failure, give } = usePin(app.stations.unlock);
  return {
    give: () => void give(),
    form: (
      <form
        className="stations-pin"
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
      >
        <p>{t('stations.unlockExplained')}</p>
        <div role="alert">
          {failure !== null && (
            <Banner tone="refused" title={sentences([words(failure.code).happened, words(failure.code).next])} />
          )}
        </div>
        <PinField label={t('stations.administrator')} {...field} />
        {nextTryAt !== null && nextTryAt > now && (
          <p className="quiet">{t('stations.wait', { time: timeOfDayWithSeconds(nextTryAt) })}</p>
        )}
        {/* Enter in a field sends a form that has a button of its own. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    ),
  };
}

function AskDialog() {
  const { t } = useTranslation();
  const { stations } = useApp();
  const { form, give } = usePinQuestion();
  return (
    <Dialog
      title={t('stations.unlockTitle')}
      onClose={stations.stopAsking}
      acts={
        <>
          <Button onPress={stations.stopAsking}>{t('common.cancel')}</Button>
          <Button look="primary" icon={LockOpen} onPress={give}>
            {t('stations.unlock')}
          </Button>
        </>
      }
    >
      {form}
    </Dialog>
  );
}

/** The question for the administrator's PIN, over whatever asked for it. */
export function AskForAdministrator() {
  const { stations } = useApp();
  const asking = useStore(stations.store, (state) => state.asking !== null);
  return asking ? <AskDialog /> : null;
}

function LockedPage() {
  const { t } = useTranslation();
  const app = useApp();
  const { form, give } = usePinQuestion();
  return (
    <main className="page">
      <PageHead
        back={t('common.back')}
        onBack={() => app.screen.setState({ page: 'desk' })}
        title={t('stations.unlockTitle')}
      />
      <section className="panel stations-locked">
        <p className="stations-locked__words">
          <KeyRound className="icon" size={20} aria-hidden="true" />
          {t('stations.pageLocked')}
        </p>
        {form}
        <div>
          <Button look="primary" icon={LockOpen} onPress={give}>
            {t('stations.unlock')}
          </Button>
        </div>
      </section>
    </main>
  );
}

/** A page that asks for the administrator's PIN first, where one was set. */
export function AdministratorPage({ children }: { readonly children: ReactNode }) {
  const access = useKnown(useApp().stations.book)?.access;
  if (access === undefined) return null;
  return access === 'locked' ? <LockedPage /> : children;
}

/** Whether what belongs to an administrator is shown: where it is known that their PIN is not needed first. */
export function useMayAdminister(): boolean {
  const access = useKnown(useApp().stations.book)?.access;
  return access !== undefined && access !== 'locked';
}
