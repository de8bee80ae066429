import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/logo.tsx';
import './start.css';

/** The page opened in an ordinary browser: there is no program behind it. */
export function Outside() {
  const { t } = useTranslation();
  return (
    <main className="start">
      <div className="start__box">
        <Logo name={t('product')} size="large" />
        <p className="start__words">{t('start.outside')}</p>
      </div>
    </main>
  );
}
