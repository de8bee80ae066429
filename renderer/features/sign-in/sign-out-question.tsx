import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asked before a sign-out that leaves changes behind: what stays, and whose it is. */
export function SignOutQuestion(props: { readonly onSignOut: () => void; readonly onClose: () => void }) {
  const { onSignOut, onClose } = props;
  const { t } = useTranslation();
  const changes = useKnown(useApp().roleChanges);
  const count = (changes?.waiting ?? 0) + (changes?.sending ?? 0);
  return (
    <Dialog
      question
      title={t('signOut.title')}
      onClose={onClose}
      acts={
        <>
          <Button autoFocus onPress={onClose}>
            {t('signOut.stay')}
          </Button>
          <Button look="danger" onPress={onSignOut}>
            {t('signOut.confirm')}
          </Button>
        </>
      }
    >
      <p>{t('signOut.waiting', { count })}</p>
      <p>{t('signOut.stays')}</p>
    </Dialog>
  );
}
