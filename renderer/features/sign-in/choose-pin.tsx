import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { latinLetter } from '../../keyboard/keys.ts';
import type { PinPurpose } from '../../state/lock.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { PinField, pinLength } from './pin-field.tsx';
import { usePin } from './use-pin.ts';

/** Choosing the PIN, before the first lock or to change it. */
function ChoosePinDialog({ purpose }: { readonly purpose: PinPurpose }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const app = useApp();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const changing = purpose === 'to-change';
  const {
    field: current,
    failure,
    give,
  } = usePin(async (currentPin) => {
    const chosen = await app.program.ask('sign-in:set-pin', { pin, currentPin: changing ? currentPin : null });
    if (!chosen.ok) return chosen.error;
    app.lock.close();
    if (purpose !== 'to-lock') return null;
    const locked = await app.program.ask('sign-in:lock', {});
    if (!locked.ok) app.acts.report(locked.error);
    return null;
  });

  useEffect(() => first.current?.focus(), []);

  const choose = (): void => {
    if (pin.length < pinLength.least) {
      setProblem(t('lock.tooShort', pinLength));
      return;
    }
    if (pin !== again) {
      setAgain('');
      setProblem(t('lock.notTheSame'));
      return;
    }
    setProblem(null);
    void give();
  };
  const wrong =
    problem ?? (failure === null ? null : sentences([words(failure.code).happened, words(failure.code).next]));

  return (
    <Dialog
      title={changing ? t('lock.changeTitle') : t('lock.chooseTitle')}
      onClose={app.lock.close}
      acts={
        <>
          <Button onPress={app.lock.close}>{t('common.cancel')}</Button>
          <Button look="primary" icon={Lock} onPress={choose}>
            {
              { 'to-lock': t('lock.chooseAndLock'), 'to-change': t('lock.change'), 'to-undo': t('lateUndo.choosePin') }[
                purpose
              ]
            }
          </Button>
        </>
      }
    >
      <form
        className="choose-pin"
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <p>{t('lock.chooseExplained')}</p>
        <div role="alert">{wrong !== null && <Banner tone="refused" title={wrong} />}</div>
        {changing && <PinField label={t('lock.currentPin')} {...current} />}
        <PinField
          {...(changing ? {} : { ref: first })}
          label={changing ? t('lock.newPin') : t('lock.pin')}
          hint={t('lock.pinHint', pinLength)}
          value={pin}
          onChange={setPin}
        />
        <PinField label={t('lock.again')} value={again} onChange={setAgain} />
        {/* Enter in a field sends a form that has a button of its own. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  );
}

/** The dialog while a PIN is being chosen, and the key that locks. */
export function ChoosePin() {
  const app = useApp();
  const { choosing } = useStore(app.lock.store);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const accelerator = event.ctrlKey !== event.metaKey;
      if (!accelerator || event.altKey || event.shiftKey || latinLetter(event) !== 'l') return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) app.lock.lock();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [app]);
  return choosing === null ? null : <ChoosePinDialog purpose={choosing} />;
}
