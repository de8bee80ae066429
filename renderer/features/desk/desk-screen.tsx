import { KeyRound, X } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ErrorCode, Result } from '../../../contract/desk/errors.ts';
import { nameBeside } from '../../state/acts.ts';
import { useApp, useIsMac, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { isInSight, LastActBar } from './last-act-bar.tsx';
import { PersonCard } from './person-card.tsx';
import { Ready } from './ready.tsx';
import { SearchColumn } from './search-column.tsx';
import { type DeskSituation, useDeskKeys } from './use-desk-keys.ts';
import './desk.css';
import { ProblemBanner } from '../shell/problem-banner.tsx';
import { MissingRoles } from '../stations/missing-roles.tsx';

/** Drawn anew for the person only: how the changes stand is told beside it, several times a second. */
const OpenArea = memo(function OpenArea() {
  const { t } = useTranslation();
  const app = useApp();
  const open = useStore(app.person.store);
  const found = useStore(app.search.store, ({ text, answer }) => {
    if (text !== '' && (answer?.result.hits.length ?? 0) > 0) return 'somebody';
    // Between two letters it stays as it was.
    return text !== '' && answer !== null && answer.text !== '' ? 'nobody' : 'nothing-sought';
  });
  switch (open.kind) {
    case 'none':
      return <Ready found={found} />;
    case 'opening':
      return (
        <div className="person-skeleton" aria-busy="true">
          <span className="only-spoken">{t('person.loading')}</span>
          <span className="person-skeleton__line person-skeleton__line--name" />
          <span className="person-skeleton__line" />
          <span className="person-skeleton__block" />
        </div>
      );
    case 'failed':
      return (
        <ProblemBanner
          error={open.error}
          acts={<Button onPress={() => app.desk.openPerson(open.userId)}>{t('common.tryAgain')}</Button>}
        />
      );
    case 'open':
      return <PersonCard key={open.userId} open={open} />;
  }
});

/** What only signing in once more settles. */
const endedNotices: ReadonlySet<ErrorCode> = new Set([
  'oauth-invalid-grant',
  'service-unauthorized',
  'sign-in-required',
]);

/** The desk: search on the left, the person on the right, the last act below. */
export function DeskScreen() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const input = useRef<HTMLInputElement>(null);
  const now = useNow(5000);
  const mac = useIsMac();
  const changes = useKnown(app.roleChanges);
  const lastAct = changes?.lastAct ?? null;
  const unreadableSeen = useStore(app.screen, (screen) => screen.unreadableSeen);
  const inSight = isInSight(lastAct, now);
  const failure = useStore(app.acts.store, (acts) => acts.failure);
  const failedFor = useStore(app.acts.store, (acts) => acts.failedFor);
  const session = useKnown(app.session);
  const openUserId = useStore(app.person.store, (open) => (open.kind === 'none' ? null : open.userId));
  const nobodyOpen = openUserId === null;
  const undoableActId = inSight && lastAct.undoable ? lastAct.actId : null;
  const situation = useRef<DeskSituation>({ mac, undoableActId });
  useEffect(() => {
    situation.current = { mac, undoableActId };
  });
  useDeskKeys(app, input, situation);
  const report = (result: Result<unknown>): void => {
    if (!result.ok) app.acts.report(result.error);
  };
  const notice = (session?.kind === 'signed-in' ? session.notice : null) ?? changes?.heldBecause ?? null;

  return (
    <main className={nobodyOpen ? 'desk' : 'desk desk--person'}>
      <h1 className="only-spoken">{t('bar.desk')}</h1>
      <SearchColumn inputRef={input} />
      <div className="desk__person">
        <div className="desk__scroll">
          {notice !== null && (
            <Banner
              tone="waiting"
              icon={KeyRound}
              title={words(notice).happened}
              acts={
                endedNotices.has(notice) && (
                  <Button onPress={() => void app.program.ask('sign-in:start', {}).then(report)}>
                    {t('signIn.start')}
                  </Button>
                )
              }
            >
              {words(notice).safe} {words(notice).next}
            </Banner>
          )}
          {changes?.unreadable === true && !unreadableSeen && (
            <Banner
              tone="refused"
              title={t('status.unreadable')}
              acts={<Button onPress={() => app.screen.setState({ unreadableSeen: true })}>{t('common.close')}</Button>}
            >
              {t('status.unreadableExplained')}
            </Banner>
          )}
          {changes?.newer === true && (
            <Banner tone="waiting" title={t('status.newer')}>
              {t('status.newerExplained')}
            </Banner>
          )}
          {failure !== null && (
            <ProblemBanner
              error={failure}
              who={nameBeside(failedFor, openUserId)}
              acts={
                <Button look="quiet" icon={X} label={t('common.dismissError')} onPress={() => app.acts.hideFailure()} />
              }
            />
          )}
          <MissingRoles />
          <OpenArea />
        </div>
        {inSight && <LastActBar act={lastAct} />}
      </div>
    </main>
  );
}
