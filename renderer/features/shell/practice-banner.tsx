import { GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Practice is unmistakable on every screen (B82): a striped band with the words. */
export function PracticeBanner() {
  const { t } = useTranslation();
  return (
    <div className="practice">
      <GraduationCap className="icon" size={16} aria-hidden="true" />
      <p className="practice__words">
        <strong>{t('practice.name')}</strong>. <span>{t('practice.explained')}</span>
      </p>
    </div>
  );
}
