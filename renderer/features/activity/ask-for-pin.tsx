import { useTranslation } from 'react-i18next';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { PinField } from '../sign-in/pin-field.tsx';
import { usePin } from '../sign-in/use-pin.ts';

/** Undoing what is from another shift asks for the PIN of whoever is signed in (field report R36). */
export function AskForPin(props: { readonly onClose: () => void; readonly onUnlocked: () => void }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const session = useKnown(app.session);
  const pinSet = session?.kind === 'signed-in' && session.pinSet;
  const { field, failure, give } = usePin(async (pin) => {
    const result = await app.program.ask('sign-in:unlock', { pin });
    if (!result.ok) return result.error;
    props.onUnlocked();
    return null;
  });
  return (
    <Dialog
      title={t('lateUndo.title')}
      onClose={props.onClose}
      acts={
        <>
          <Button onPress={props.onClose}>{t('common.cancel')}</Button>
          {pinSet ? (
            <Button look="primary" onPress={() => void give()}>
              {t('lateUndo.confirm')}
            </Button>
          ) : (
            <Button
              look="primary"
              onPress={() => {
                props.onClose();
                app.lock.choosePin();
              }}
            >
              {t('lateUndo.choosePin')}
            </Button>
          )}
        </>
      }
    >
      <p>{pinSet ? t('lateUndo.explained') : t('lateUndo.noPin')}</p>
      {pinSet && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void give();
          }}
        >
          <PinField label={t('lateUndo.pin')} {...field} />
        </form>
      )}
      <p role="alert">{failure !== null && `${words(failure.code).happened} ${words(failure.code).next}`}</p>
    </Dialog>
  );
}
