import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Logo } from '../../ui/logo.tsx';
import './start.css';

/** Before anything is known: what is being waited for, in words. */
export function Starting() {
  const { t } = useTranslation();
  const session = useKnown(useApp().session);
  const waitingFor =
    session?.kind !== 'starting'
      ? t('start.program')
      : session.waitingFor === 'vault'
        ? t('start.vault')
        : t('start.practiceService');
  return (
    <main className="start">
      <div className="start__box">
        <Logo name={t('product')} size="large" />
        <h1 className="start__title">{t('start.title')}</h1>
        <div className="start__progress" aria-hidden="true" />
        <p className="start__words" role="status">
          {waitingFor}
        </p>
      </div>
    </main>
  );
}
