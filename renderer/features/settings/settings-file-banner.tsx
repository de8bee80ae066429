import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';

/** The file of the settings could not be used: somebody may miss what was chosen. */
export function SettingsFileBanner() {
  const { t } = useTranslation();
  const problem = useKnown(useApp().settings)?.problem;
  if (problem === undefined) return null;
  return problem === 'newer' ? (
    <Banner title={t('settings.newer')}>{t('settings.newerExplained')}</Banner>
  ) : (
    <Banner title={t('settings.setAside')}>{t('settings.setAsideExplained')}</Banner>
  );
}
