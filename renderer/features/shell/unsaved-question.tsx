import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asked before what was changed in a form goes unsaved. */
export function UnsavedQuestion() {
  const { t } = useTranslation();
  const { screen } = useApp();
  const { leaving } = useStore(screen);
  if (leaving === null) return null;
  const stay = (): void => screen.setState({ leaving: null });
  return (
    <Dialog
      question
      title={t('unsaved.title')}
      onClose={stay}
      acts={
        <>
          <Button autoFocus onPress={stay}>
            {t('unsaved.keep')}
          </Button>
          <Button
            look="danger"
            onPress={() => {
              stay();
              leaving();
            }}
          >
            {t('unsaved.discard')}
          </Button>
        </>
      }
    >
      <p>{t('unsaved.explained')}</p>
    </Dialog>
  );
}
