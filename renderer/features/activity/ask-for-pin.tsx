import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskError } from '../../../contract/desk/errors.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { PinField } from '../sign-in/pin-field.tsx';

/** Undoing what is from another shift asks for the PIN of whoever is signed in (field report R36). */
export function AskForPin(props: { readonly onClose: () => void; readonly onUnlocked: () => void }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const app = useApp();
  const session = useKnown(app.session);
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<DeskError | null>(null);
  const pinSet = session?.kind === 'signed-in' && session.pinSet;
  useEffect(() => field.current?.focus(), []);
  const unlock = async (): Promise<void> => {
    // Enter held down, or pressed twice, is one try: there are not many.
    if (pin === '') return;
    setPin('');
    // Said anew, or the second of the same kind is heard by nobody.
    setFailure(null);
    const result = await app.program.ask('sign-in:unlock', { pin });
    if (result.ok) props.onUnlocked();
    else setFailure(result.error);
  };
  return (
    <Dialog
      title={t('lateUndo.title')}
      onClose={props.onClose}
      acts={
        <>
          <Button onPress={props.onClose}>{t('common.cancel')}</Button>
          {pinSet ? (
            <Button look="primary" onPress={() => void unlock()}>
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
            void unlock();
          }}
        >
          <PinField label={t('lateUndo.pin')} value={pin} onChange={setPin} ref={field} />
        </form>
      )}
      <p role="alert">{failure !== null && `${words(failure.code).happened} ${words(failure.code).next}`}</p>
    </Dialog>
  );
}
