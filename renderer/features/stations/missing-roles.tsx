import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { useFormat } from '../../words/use-format.ts';
import { isolated } from '../../words/words.ts';

/** Says that a role of this station is gone, so that nobody looks for its switch. */
export const MissingRoles = memo(function MissingRoles() {
  const { t } = useTranslation();
  const { list } = useFormat();
  const missing = useKnown(useApp().station)?.missingRoles ?? [];
  if (missing.length === 0) return null;
  return (
    <Banner
      tone="waiting"
      title={t('stations.missingTitle', { count: missing.length, roles: list(missing.map(isolated)) })}
    >
      {t('stations.missing')}
    </Banner>
  );
});
