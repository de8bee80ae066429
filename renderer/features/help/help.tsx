import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { App } from '../../state/app.ts';
import { known } from '../../state/fed-store.ts';
import { type DeskInSight, type HelpTopic, topicOfDesk, topicOfPage } from '../../state/help-topics.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { HelpBook } from './help-book.tsx';
import { KeyboardMap } from './keyboard-map.tsx';

function personInSight(app: App): DeskInSight['person'] {
  const open = app.person.store.getState();
  if (open.kind !== 'open') return 'none';
  const { primary, refusedBeside, roles } = open.view;
  if ([primary, ...refusedBeside, ...roles].some((role) => role?.state === 'refused')) return 'refused';
  return primary?.held === true && primary.state === 'confirmed' ? 'in-already' : 'open';
}

function topicInSight(app: App): HelpTopic {
  const session = known(app.session.store.getState());
  const { page } = app.screen.getState();
  if (session?.kind === 'locked') return 'lock';
  if (page !== 'desk') return topicOfPage(page);
  if (session?.kind !== 'signed-in') return 'sign-in';
  const { text, answer } = app.search.store.getState();
  const nobody = answer !== null && answer.text === text && answer.result.hits.length === 0;
  return topicOfDesk({
    found: text === '' ? 'nothing-typed' : nobody ? 'nobody' : 'somebody',
    person: personInSight(app),
    offline: known(app.connections.store.getState())?.reachability.kind === 'offline',
  });
}

/** Opens the help where it is about what is on the screen now. */
export function openHelp(app: App): void {
  app.screen.setState({ help: false, helpTopic: topicInSight(app) });
}

/** The "?" of every screen. */
export function HelpButton() {
  const { t } = useTranslation();
  const app = useApp();
  return <Button look="quiet" icon={CircleHelp} label={t('help.forThis')} onPress={() => openHelp(app)} />;
}

/** What lies over the page while help or the keyboard map is open. */
export function Help() {
  const app = useApp();
  const { help, helpTopic } = useStore(app.screen);
  return (
    <>
      {help && <KeyboardMap onClose={() => app.screen.setState({ help: false })} onGuide={() => openHelp(app)} />}
      {helpTopic !== null && <HelpBook topic={helpTopic} onClose={() => app.screen.setState({ helpTopic: null })} />}
    </>
  );
}
