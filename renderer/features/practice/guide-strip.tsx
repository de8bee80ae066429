import { CircleCheckBig, Footprints, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Guide, type GuideStep, guideSteps } from '../../state/guide-steps.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useBuiltInNames } from '../../words/use-built-in-names.ts';
import { isolated } from '../../words/words.ts';
import './practice.css';

/** Lets the style sheet ring the real control that the step is about. */
function useRing(step: GuideStep | null): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (step === null) return;
    dataset.guide = step;
    return () => {
      delete dataset.guide;
    };
  }, [step]);
}

interface GuideWords {
  readonly step: string;
  readonly does: string;
  readonly how: string;
}

/** What the strip says. */
function useGuideWords(): (guide: Exclude<Guide, { readonly kind: 'hidden' }>) => GuideWords {
  const { t } = useTranslation();
  const { person, station } = useApp();
  const names = useBuiltInNames();
  const recipe = useKnown(station)?.primaryRecipe;
  const act = isolated(recipe == null ? t('guide.checkInWord') : names.ofRecipe(recipe));
  const isIn = useStore(person.store, (open) => open.kind === 'open' && open.view.primary?.held === true);
  return (guide) => {
    if (guide.kind === 'offered') return { step: '', does: t('guide.offer'), how: t('guide.offerExplained') };
    if (guide.kind === 'finished') return { step: '', does: t('guide.finished'), how: t('guide.finishedExplained') };
    const step = t('guide.step', { step: guideSteps.indexOf(guide.step) + 1, steps: guideSteps.length });
    switch (guide.step) {
      case 'find':
        return { step, does: t('guide.find'), how: t('guide.findHow') };
      case 'open':
        return { step, does: t('guide.open'), how: t('guide.openHow') };
      case 'check-in':
        return isIn
          ? { step, does: t('guide.another'), how: t('guide.anotherHow') }
          : { step, does: t('guide.checkIn', { act }), how: t('guide.checkInHow') };
      case 'undo':
        return { step, does: t('guide.undo'), how: t('guide.undoHow') };
      case 'scan':
        return { step, does: t('guide.scan'), how: t('guide.scanHow') };
    }
  };
}

function GuideActs({ state }: { readonly state: Exclude<Guide, { readonly kind: 'hidden' }> }) {
  const { t } = useTranslation();
  const { guide } = useApp();
  switch (state.kind) {
    case 'offered':
      return (
        <>
          <Button onPress={guide.begin}>{t('guide.begin')}</Button>
          <Button look="quiet" onPress={guide.leave}>
            {t('guide.notNow')}
          </Button>
        </>
      );
    case 'step':
      return (
        <>
          {state.step === 'scan' && <Button onPress={guide.skipScan}>{t('guide.noScanner')}</Button>}
          <Button look="quiet" icon={X} onPress={guide.leave}>
            {t('guide.leave')}
          </Button>
        </>
      );
    case 'finished':
      return <Button onPress={guide.leave}>{t('guide.close')}</Button>;
  }
}

/**
 * The guided first check-in: a strip above the desk that says what to do next and rings the real control. It covers
 * nothing, takes no key and no focus, and can be left at any time.
 */
export function GuideStrip() {
  const { t } = useTranslation();
  const { guide } = useApp();
  const state = useStore(guide.store);
  const wordsOf = useGuideWords();
  useRing(state.kind === 'step' ? state.step : null);
  if (state.kind === 'hidden') return null;
  const { step, does, how } = wordsOf(state);
  const Mark = state.kind === 'finished' ? CircleCheckBig : Footprints;
  const code = state.kind === 'step' && state.step === 'scan' ? state.userId : null;
  return (
    <section className="guide" aria-label={t('guide.label')}>
      {code === null ? (
        <div className="guide__mark" aria-hidden="true">
          <Mark className="icon" size={22} />
        </div>
      ) : (
        <div className="guide__code">
          <QrCode parts={[{ text: code, packed: 'plain' }]} label={t('guide.code')} tooLong={t('guide.code')} />
        </div>
      )}
      <div className="guide__body">
        <div className="guide__words" role="status">
          {step !== '' && <p className="guide__step">{step}</p>}
          <p className="guide__does">{does}</p>
          <p className="guide__how">{how}</p>
        </div>
        <div className="guide__acts">
          <GuideActs state={state} />
        </div>
      </div>
    </section>
  );
}
