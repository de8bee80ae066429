import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useScanner } from '../../keyboard/use-scanner.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useErrorWords } from '../../words/use-error-words.ts';
import { AboutPage } from '../about/about-page.tsx';
import { ActivityPage } from '../activity/activity-page.tsx';
import { LeftOutBanner } from '../connections/connection-notices.tsx';
import { ConnectionsPage } from '../connections/connections-page.tsx';
import { IncomingLink } from '../connections/incoming-link.tsx';
import { DeskScreen } from '../desk/desk-screen.tsx';
import { LiveRegions } from '../desk/live-regions.tsx';
import { Help, HelpButton } from '../help/help.tsx';
import { ListsPage } from '../lists/lists-page.tsx';
import { GuideStrip } from '../practice/guide-strip.tsx';
import { PracticeDown } from '../practice/practice-down.tsx';
import { PreflightPage } from '../preflight/preflight-page.tsx';
import { RushBoardPage } from '../rush-board/rush-board-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { ChoosePin } from '../sign-in/choose-pin.tsx';
import { LaptopLost } from '../sign-in/laptop-lost.tsx';
import { LockScreen } from '../sign-in/lock-screen.tsx';
import { SignIn } from '../sign-in/sign-in.tsx';
import { Starting } from '../start/starting.tsx';
import { AdministratorPage, AskForAdministrator } from '../stations/administrator.tsx';
import { StationsPage } from '../stations/stations-page.tsx';
import { PracticeBanner } from './practice-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { UnsavedQuestion } from './unsaved-question.tsx';
import { useAskBeforeClosing } from './use-ask-before-closing.ts';
import './frame.css';
import './shell.css';

/** Scans are heard on every page, once somebody is signed in. */
function Scanner(): null {
  useScanner(useApp());
  return null;
}

/** How a connection is doing may be read by anybody at the desk; the rest is an administrator's. */
function Connections() {
  const view = useStore(useApp().connectionPages.view);
  if (view.kind === 'details') return <ConnectionsPage />;
  return (
    <AdministratorPage>
      <ConnectionsPage />
    </AdministratorPage>
  );
}

/** Where the pages are. `isDesk`: the desk has a rule of its own, its search box. */
function PagePlace(props: { readonly isDesk?: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, props.isDesk !== true);
  return (
    <div className="shell__page" ref={place}>
      {props.children}
    </div>
  );
}

/** The whole window: which screen it is follows from the session, which page from the menu. */
export function AppScreen() {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const fed = useStore(app.session.store);
  const session = useKnown(app.session);
  const connections = useKnown(app.connections);
  const { page } = useStore(app.screen);
  useAskBeforeClosing();
  const practice = connections?.all.some((each) => each.current && each.practice) === true;

  useEffect(() => {
    // Shortcuts of the page itself would leave it or reload it; a dropped file would replace it.
    const keep = (event: DragEvent): void => event.preventDefault();
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);

  if (fed.kind === 'failed') {
    return (
      <main className="page">
        <div className="page__head">
          <h1 className="page__title">{t('product')}</h1>
        </div>
        <Banner
          tone="refused"
          title={words(fed.error.code).happened}
          acts={<Button onPress={() => void app.session.read()}>{t('common.tryAgain')}</Button>}
        >
          <p>{words(fed.error.code).safe}</p>
          <p>{words(fed.error.code).next}</p>
        </Banner>
      </main>
    );
  }

  if (session === null || session.kind === 'starting') {
    return (
      <div className="shell">
        <header className="shell__top">
          {practice && <PracticeBanner />}
          <PracticeDown />
        </header>
        <PagePlace>
          <Starting />
        </PagePlace>
      </div>
    );
  }

  if (session.kind === 'locked') {
    return (
      <div className="shell">
        <header className="shell__top">
          {practice && <PracticeBanner />}
          <PracticeDown />
        </header>
        <PagePlace>
          <LockScreen state={session} />
        </PagePlace>
        <div className="shell__help">
          <HelpButton />
        </div>
        <Help />
      </div>
    );
  }

  if (session.kind !== 'signed-in') {
    return (
      <div className="shell">
        <header className="shell__top">
          {practice && <PracticeBanner />}
          <PracticeDown />
          <LeftOutBanner />
        </header>
        <PagePlace>
          {page === 'connections' && <Connections />}
          {page === 'laptop-lost' && <LaptopLost />}
          {page === 'about' && <AboutPage />}
          {page !== 'connections' && page !== 'laptop-lost' && page !== 'about' && <SignIn state={session} />}
        </PagePlace>
        <div className="shell__help">
          <HelpButton />
        </div>
        <UnsavedQuestion />
        <IncomingLink />
        <Help />
        <AskForAdministrator />
      </div>
    );
  }

  return (
    <div className="shell">
      <Scanner />
      <header className="shell__top">
        <TopBar operator={session.operator} />
        {practice && <PracticeBanner />}
        <PracticeDown />
        <LeftOutBanner />
        {page === 'desk' && <GuideStrip />}
      </header>
      <PagePlace isDesk={page === 'desk'}>
        {page === 'desk' && <DeskScreen />}
        {page === 'rush-board' && <RushBoardPage />}
        {page === 'activity' && <ActivityPage />}
        {page === 'lists' && (
          <AdministratorPage>
            <ListsPage />
          </AdministratorPage>
        )}
        {page === 'laptop-lost' && <LaptopLost />}
        {page === 'connections' && <Connections />}
        {page === 'about' && <AboutPage />}
        {page === 'preflight' && <PreflightPage />}
        {page === 'settings' && (
          <AdministratorPage>
            <SettingsPage />
          </AdministratorPage>
        )}
        {page === 'stations' && (
          <AdministratorPage>
            <StationsPage />
          </AdministratorPage>
        )}
      </PagePlace>
      <LiveRegions />
      <ChoosePin />
      <UnsavedQuestion />
      <IncomingLink />
      <AskForAdministrator />
      <Help />
    </div>
  );
}
