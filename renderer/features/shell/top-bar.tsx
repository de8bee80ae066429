import {
  ChartColumn,
  Check,
  CircleHelp,
  ClipboardCheck,
  Footprints,
  History,
  Info,
  Keyboard,
  KeyRound,
  LaptopMinimal,
  LayoutList,
  ListChecks,
  ListTree,
  Lock,
  LockOpen,
  LogOut,
  type LucideIcon,
  Menu as MenuIcon,
  Plug,
  RotateCcw,
  Settings,
  UserSearch,
} from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RoleChangesState } from '../../../contract/desk/role-changes.ts';
import type { Operator } from '../../../contract/desk/sign-in.ts';
import { known } from '../../state/fed-store.ts';
import { themes } from '../../state/theme.ts';
import { useApp, useIsMac, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Logo } from '../../ui/logo.tsx';
import { isolated } from '../../words/words.ts';
import { HelpButton, openHelp } from '../help/help.tsx';
import { StartOverQuestion } from '../practice/start-over-question.tsx';
import { SignOutQuestion } from '../sign-in/sign-out-question.tsx';
import { useMayAdminister } from '../stations/administrator.tsx';
import { StationMenu } from '../stations/station-menu.tsx';
import { OfflineExplained } from './offline-explained.tsx';
import { Status } from './status.tsx';
import '../../ui/menu.css';

/** Changes the service has not confirmed or refused yet. */
function unsettledIn(changes: RoleChangesState | null): number {
  return changes === null ? 0 : changes.waiting + changes.sending;
}

/** One thing the menu does. */
function Entry(props: {
  readonly id?: string;
  readonly icon: LucideIcon;
  readonly words: string;
  readonly onAction: () => void;
  /** Behind the words: a key, a tick. */
  readonly children?: ReactNode;
}) {
  const { id, icon: Icon, words, onAction, children } = props;
  return (
    <MenuItem {...(id === undefined ? {} : { id })} className="menu__item" textValue={words} onAction={onAction}>
      <Icon className="icon" size={18} aria-hidden="true" />
      {words}
      {children}
    </MenuItem>
  );
}

/** Drawn anew for what it shows itself: the bar around it is told of every change. */
const MainMenu = memo(function MainMenu() {
  const { t } = useTranslation();
  const app = useApp();
  const { page } = useStore(app.screen);
  const { theme } = useStore(app.theme.store);
  const session = useKnown(app.session);
  const current = useKnown(app.connections)?.all.find((each) => each.current);
  const mac = useIsMac();
  const may = useMayAdminister();
  const access = useKnown(app.stations.book)?.access;
  const [asking, setAsking] = useState(false);
  const [startingOver, setStartingOver] = useState(false);
  const signOut = (): void => {
    setAsking(false);
    void app.program.ask('sign-in:sign-out', {}).then((result) => {
      if (!result.ok) app.acts.report(result.error);
    });
  };
  const themeWords = { system: t('bar.themeSystem'), light: t('bar.themeLight'), dark: t('bar.themeDark') };
  const pages = [
    { id: 'desk', words: t('bar.desk'), icon: UserSearch },
    { id: 'rush-board', words: t('rushBoard.title'), icon: ChartColumn },
    { id: 'activity', words: t('bar.activity'), icon: History },
    ...(may
      ? ([
          { id: 'lists', words: t('bar.lists'), icon: ListChecks },
          { id: 'stations', words: t('stations.title'), icon: LayoutList },
          { id: 'preflight', words: t('preflight.menu'), icon: ClipboardCheck },
          { id: 'connections', words: t('bar.connections'), icon: Plug },
          { id: 'settings', words: t('bar.settings'), icon: Settings },
        ] as const)
      : []),
  ] as const;
  return (
    <>
      {startingOver && <StartOverQuestion onClose={() => setStartingOver(false)} />}
      {asking && <SignOutQuestion onSignOut={signOut} onClose={() => setAsking(false)} />}
      <MenuTrigger>
        <Button look="quiet" icon={MenuIcon} label={t('bar.menu')} />
        <Popover placement="bottom end" className="menu-popover menu-popover--columns">
          <Menu className="menu menu--columns">
            <MenuSection>
              {pages.map(({ id, words, icon: Icon }) => (
                <Entry
                  key={id}
                  icon={Icon}
                  words={words}
                  onAction={() => {
                    if (id === 'connections') app.connectionPages.show({ kind: 'list' });
                    app.screen.setState({ page: id });
                  }}
                >
                  {page === id && <Check className="icon menu__tick" size={18} aria-hidden="true" />}
                </Entry>
              ))}
              {may && current !== undefined && (
                <Entry
                  icon={ListTree}
                  words={t('bar.connectionDetails')}
                  onAction={() => {
                    app.connectionPages.show({ kind: 'details', connectionId: current.id });
                    app.screen.setState({ page: 'connections' });
                  }}
                />
              )}
            </MenuSection>
            {current?.practice === true && <Separator className="menu__line" />}
            {current?.practice === true && (
              <MenuSection aria-label={t('practice.name')}>
                <Entry
                  icon={Footprints}
                  words={t('practice.guide')}
                  onAction={() => {
                    app.screen.setState({ page: 'desk' });
                    app.guide.begin();
                  }}
                />
                <Entry
                  id="start-over"
                  icon={RotateCcw}
                  words={t('practice.startOver')}
                  onAction={() => setStartingOver(true)}
                />
              </MenuSection>
            )}
            <Separator className="menu__line menu__line--between" />
            <MenuSection className="menu__second">
              {access === 'locked' && (
                <Entry
                  icon={LockOpen}
                  words={t('stations.unlockMenu')}
                  onAction={() => app.stations.asAdministrator(() => undefined)}
                />
              )}
              {access === 'unlocked' && (
                <Entry icon={KeyRound} words={t('stations.lockMenu')} onAction={() => void app.stations.lock()} />
              )}
              <Entry icon={Lock} words={t('bar.lock')} onAction={app.lock.lock}>
                <Kbd>{mac ? t('keys.command') : t('keys.control')} L</Kbd>
              </Entry>
              {session?.kind === 'signed-in' && session.pinSet && (
                <Entry icon={KeyRound} words={t('bar.changePin')} onAction={app.lock.changePin} />
              )}
              <Entry
                icon={LogOut}
                words={t('bar.signOut')}
                onAction={() =>
                  app.leaveForms(() => {
                    if (unsettledIn(known(app.roleChanges.store.getState())) > 0) setAsking(true);
                    else signOut();
                  })
                }
              />
            </MenuSection>
            <Separator className="menu__line" />
            <MenuSection
              selectionMode="single"
              selectedKeys={[theme]}
              disallowEmptySelection
              onSelectionChange={(keys) => {
                const chosen = themes.find((each) => keys !== 'all' && keys.has(each));
                if (chosen !== undefined) app.theme.choose(chosen);
              }}
            >
              <Header className="menu__heading">{t('bar.theme')}</Header>
              {themes.map((each) => (
                <MenuItem key={each} id={each} className="menu__item" textValue={themeWords[each]}>
                  {themeWords[each]}
                  {each === theme && <Check className="icon menu__tick" size={18} aria-hidden="true" />}
                </MenuItem>
              ))}
            </MenuSection>
            <Separator className="menu__line" />
            <MenuSection>
              <Entry icon={CircleHelp} words={t('help.title')} onAction={() => openHelp(app)} />
              <Entry icon={Keyboard} words={t('bar.keyboard')} onAction={() => app.screen.setState({ help: true })}>
                <Kbd>F1</Kbd>
              </Entry>
              <Entry
                icon={LaptopMinimal}
                words={t('bar.lost')}
                onAction={() => app.screen.setState({ page: 'laptop-lost' })}
              />
              <Entry icon={Info} words={t('about.title')} onAction={() => app.screen.setState({ page: 'about' })} />
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
    </>
  );
});

/** Where this is, how things stand, who is signed in. */
export function TopBar({ operator }: { readonly operator: Operator }) {
  const { t } = useTranslation();
  const app = useApp();
  const { scans } = useStore(app.screen);
  const station = useKnown(app.station);
  const changes = useKnown(app.roleChanges);
  /** The scan it was opened after: the next one closes it. */
  const [explainedAt, setExplainedAt] = useState<number | null>(null);
  const reachability = useKnown(app.connections)?.reachability;
  const session = useKnown(app.session);
  const refused = changes?.refused ?? 0;
  // What the pill says first is not about being offline otherwise.
  const saysOffline = refused === 0 && (session?.kind !== 'signed-in' || session.notice === null);
  const offline = reachability?.kind === 'offline' && saysOffline ? reachability : null;
  const unsettled = unsettledIn(changes);
  const showActivity = (which: 'open' | 'all'): void => {
    // Asked for here: the page may be open already.
    void app.activity.show(which);
    app.screen.setState({ page: 'activity' });
  };
  const pressPill = (): void => {
    if (offline !== null) setExplainedAt(scans);
    else showActivity(unsettled + refused > 0 ? 'open' : 'all');
  };
  const pillDoes = (): string => {
    if (offline !== null) return t('offline.explain');
    const open = unsettled + refused;
    return open > 0 ? t('status.showOpen', { count: open }) : t('bar.activity');
  };
  return (
    <div className="top-bar">
      <Logo name={t('product')} />
      <span className="top-bar__line" />
      <div className="top-bar__place">
        <p className="top-bar__convention" dir="auto">
          <bdi>{station?.conventionName}</bdi>
        </p>
      </div>
      <StationMenu />
      <span className="top-bar__space" />
      <span className="top-bar__status">
        <Status />
        <button type="button" className="top-bar__open" aria-label={pillDoes()} onClick={pressPill} />
      </span>
      {refused > 0 && (
        <span className="top-bar__refused">
          <Button onPress={() => showActivity('open')}>{t('status.open')}</Button>
        </span>
      )}
      <span className="top-bar__line" />
      <p className="top-bar__operator">
        <span className="top-bar__initials" aria-hidden="true">
          {operator.initials}
        </span>
        <span className="only-spoken">{t('bar.signedInAs', { name: isolated(operator.label) })}</span>
        <bdi aria-hidden="true">{operator.label}</bdi>
      </p>
      <HelpButton />
      <MainMenu key={scans} />
      {explainedAt === scans && offline !== null && (
        <OfflineExplained reachability={offline} onClose={() => setExplainedAt(null)} />
      )}
    </div>
  );
}
