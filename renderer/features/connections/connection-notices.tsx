import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../words/use-format.ts';

/** The list of connections itself could not be used. */
export function SettingsBanner() {
  const { t } = useTranslation();
  const settings = useKnown(useApp().connections)?.settings;
  if (settings === undefined) return null;
  return settings === 'newer' ? (
    <Banner title={t('connections.settingsNewer')}>{t('connections.settingsNewerExplained')}</Banner>
  ) : (
    <Banner title={t('connections.settingsSetAside')}>{t('connections.settingsSetAsideExplained')}</Banner>
  );
}

/** A connection file that was left out, whoever handed it over and whatever page is open, until somebody has read it. */
export function LeftOutBanner() {
  const { t } = useTranslation();
  const { sentences } = useFormat();
  const app = useApp();
  const problem = useKnown(app.connections)?.problem;
  return (
    // In the page from the start, so that it is spoken when something comes (C59); no second `alert` beside a page's own.
    <div aria-live="assertive">
      {problem !== undefined && (
        <div className="left-out">
          <Banner
            tone="refused"
            title={t('connections.problemTitle')}
            acts={
              <Button icon={X} onPress={() => void app.program.ask('connections:dismiss-problem', {})}>
                {t('connections.hideProblem')}
              </Button>
            }
          >
            {sentences([
              t(`connections.problems.${problem.what}`, { field: problem.field ?? '' }),
              problem.what === 'not-kept' ? t('connections.problemNotKept') : t('connections.problemNext'),
            ])}
          </Banner>
        </div>
      )}
    </div>
  );
}
