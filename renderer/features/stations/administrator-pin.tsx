import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationBook } from '../../../contract/desk/stations.ts';
import { useApp } from '../../state/use-app.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useErrorWords } from '../../words/use-error-words.ts';
import { useFormat } from '../../words/use-format.ts';
import { PinField, pinLength } from '../sign-in/pin-field.tsx';

function ChooseDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { stations } = useApp();
  const words = useErrorWords();
  const { sentences } = useFormat();
  const first = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => first.current?.focus(), []);

  const choose = async (): Promise<void> => {
    if (pin.length < pinLength.least) {
      setProblem(t('stations.pinTooShort', { least: pinLength.least }));
      return;
    }
    if (pin !== again) {
      setAgain('');
      setProblem(t('stations.pinNotTheSame'));
      return;
    }
    const failure = await stations.setPin(pin);
    if (failure === null) onClose();
    else setProblem(sentences([words(failure.code).happened, words(failure.code).next]));
  };

  return (
    <Dialog
      title={t('stations.administrator')}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" icon={KeyRound} onPress={() => void choose()}>
            {t('stations.pinChoose')}
          </Button>
        </>
      }
    >
      <form
        className="stations-pin"
        onSubmit={(event) => {
          event.preventDefault();
          void choose();
        }}
      >
        <p>{t('stations.pinForgotten')}</p>
        <div role="alert">{problem !== null && <Banner tone="refused" title={problem} />}</div>
        <PinField
          ref={first}
          label={t('stations.pinNew')}
          hint={t('stations.pinHint', pinLength)}
          value={pin}
          onChange={setPin}
        />
        <PinField label={t('stations.pinAgain')} value={again} onChange={setAgain} />
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  );
}

/** The PIN that keeps helpers out of the stations, the settings and the connections. */
export function AdministratorPin({ access }: { readonly access: StationBook['access'] }) {
  const { t } = useTranslation();
  const { stations, acts } = useApp();
  const [choosing, setChoosing] = useState(false);
  const takeAway = async (): Promise<void> => {
    const failure = await stations.setPin(null);
    if (failure !== null) acts.report(failure);
  };
  const isSet = access !== 'free';
  return (
    <section className="panel" aria-labelledby="administrator-pin">
      <h2 id="administrator-pin" className="panel__title">
        {t('stations.administrator')}
      </h2>
      <p className="quiet">{t('stations.pinExplained')}</p>
      <p role="status">{isSet ? t('stations.pinSet') : t('stations.pinNotSet')}</p>
      <div className="stations-acts">
        <Button icon={KeyRound} onPress={() => setChoosing(true)}>
          {isSet ? t('stations.pinChange') : t('stations.pinChoose')}
        </Button>
        {isSet && <Button onPress={() => void takeAway()}>{t('stations.pinTakeAway')}</Button>}
        {isSet && <Button onPress={() => void stations.lock()}>{t('stations.lockMenu')}</Button>}
      </div>
      {choosing && <ChooseDialog onClose={() => setChoosing(false)} />}
    </section>
  );
}
