import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp, useKnown, useNow } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { useFormat } from '../../words/use-format.ts';

/** How long it is said, milliseconds: whoever comes to the laptop later did not sign out. */
const saidFor = 5 * 60_000;

/** After a sign-out: that it is done, and what became of the changes made here. */
export function SignedOutNotice() {
  const { t } = useTranslation();
  const { sentences } = useFormat();
  const app = useApp();
  const at = useStore(app.screen, ({ signedOutAt }) => signedOutAt);
  const changes = useKnown(app.roleChanges);
  const now = useNow(10_000);
  if (at === null || now - at >= saidFor) return null;
  const kept = (changes?.waiting ?? 0) + (changes?.sending ?? 0);
  const refused = changes?.refused ?? 0;
  const became = (): string => {
    if (kept > 0) return sentences([t('signOut.waiting', { count: kept }), t('signOut.stays')]);
    return refused > 0 ? t('status.refused', { count: refused }) : t('signOut.allSent');
  };
  return (
    <div className="sign-in__notice" role="status">
      <Banner icon={Check} title={t('signOut.done')}>
        {changes !== null && <p>{became()}</p>}
      </Banner>
    </div>
  );
}
