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

/** Choosing the PIN, before the first lock or to change it. */
function ChoosePinDialog({ purpose }: { readonly purpose: PinPurpose }) {
  const { t } = useTranslation();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const app = useApp();
  const [current, setCurrent] = useState('');
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const asking = useRef(false);
  const changing = purpose === 'to-change';

  useEffect(() => first.current?.focus(), []);

  const choose = async (): Promise<void> => {
    if (pin.length < pinLength.least) {
      setProblem(t('lock.tooShort', pinLength));
      return;
    }
    if (pin !== again) {
      setAgain('');
      setProblem(t('lock.notTheSame'));
      return;
    }
    // Enter held down, or pressed twice, is one try at the PIN until now.
    if (asking.current) return;
    asking.current = true;
    // Said anew, or the second of the same kind is heard by nobody.
    setProblem(null);
    const chosen = await app.program.ask('sign-in:set-pin', { pin, currentPin: changing ? current : null });
    asking.current = false;
    if (!chosen.ok) {
      setCurrent('');
      setProblem(sentences([words(chosen.error.code).happened, words(chosen.error.code).next]));
      return;
    }
    app.lock.close();
    if (purpose !== 'to-lock') return;
    const locked = await app.program.ask('sign-in:lock', {});
    if (!locked.ok) app.acts.report(locked.error);
  };

  return (
    <Dialog
      title={changing ? t('lock.changeTitle') : t('lock.chooseTitle')}
      onClose={app.lock.close}
      acts={
        <>
          <Button onPress={app.lock.close}>{t('common.cancel')}</Button>
          <Button look="primary" icon={Lock} onPress={() => void choose()}>
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
          void choose();
        }}
      >
        <p>{t('lock.chooseExplained')}</p>
        <div role="alert">{problem !== null && <Banner tone="refused" title={problem} />}</div>
        {changing && <PinField ref={first} label={t('lock.currentPin')} value={current} onChange={setCurrent} />}
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
