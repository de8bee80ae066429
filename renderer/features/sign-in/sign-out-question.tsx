import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Question } from '../../ui/question.tsx';

/** Asked before a sign-out that leaves changes behind: what stays, and whose it is. */
export function SignOutQuestion(props: { readonly onSignOut: () => void; readonly onClose: () => void }) {
  const { onSignOut, onClose } = props;
  const { t } = useTranslation();
  const changes = useKnown(useApp().roleChanges);
  const count = (changes?.waiting ?? 0) + (changes?.sending ?? 0);
  return (
    <Question
      title={t('signOut.title')}
      keep={t('signOut.stay')}
      onKeep={onClose}
      doIt={t('signOut.confirm')}
      onDoIt={onSignOut}
      look="danger"
    >
      <p>{t('signOut.waiting', { count })}</p>
      <p>{t('signOut.stays')}</p>
    </Question>
  );
}
