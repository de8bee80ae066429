import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { isolated } from '../../words/words.ts';
import './laptop-lost.css';

/** What to revoke where when a laptop with Rolecall on it is gone, and what lies on it. Also in docs/administrator-guide.md. */
export function LaptopLost() {
  const { t } = useTranslation();
  const app = useApp();
  const connections = useKnown(app.connections);
  const current = connections?.all.find((each) => each.current && !each.practice);
  const host = current === undefined ? t('signIn.yourService') : isolated(current.host);
  const kept = ['signIn', 'secret', 'people', 'changes', 'log'] as const;
  return (
    <main className="page">
      <PageHead back={t('lost.back')} onBack={() => app.screen.setState({ page: 'desk' })} title={t('lost.title')} />
      <div className="lost">
        <p>{t('lost.explained')}</p>
        <section aria-labelledby="lost-operators">
          <h2 id="lost-operators">{t('lost.operators')}</h2>
          <ol>
            <li>{t('lost.revoke', { host })}</li>
            <li>{t('lost.password')}</li>
          </ol>
        </section>
        <section aria-labelledby="lost-administrator">
          <h2 id="lost-administrator">{t('lost.administrator')}</h2>
          <ol>
            <li>{t('lost.secret', { host })}</li>
            <li>{t('lost.sessions')}</li>
            <li>{t('lost.otherDesks')}</li>
            <li>{t('lost.report')}</li>
          </ol>
        </section>
        <section aria-labelledby="lost-kept">
          <h2 id="lost-kept">{t('lost.onIt')}</h2>
          <dl className="lost__kept">
            {kept.map((each) => (
              <div key={each}>
                <dt>{t(`lost.kept.${each}.what`)}</dt>
                <dd>{t(`lost.kept.${each}.how`)}</dd>
              </div>
            ))}
          </dl>
          <p>{t('lost.account')}</p>
        </section>
      </div>
    </main>
  );
}
