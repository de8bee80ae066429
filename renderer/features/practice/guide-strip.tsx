import { CircleCheckBig, Footprints, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type GuideStep, guideSteps } from '../../state/guide-steps.ts';
import { useApp, useKnown } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
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

function Step({ step, userId }: { readonly step: GuideStep; readonly userId: string | null }) {
  const { t } = useTranslation();
  const { guide, person } = useApp();
  const recipe = useKnown(useApp().station)?.primaryRecipe?.name ?? t('guide.checkInWord');
  const isIn = useStore(person.store, (open) => open.kind === 'open' && open.view.primary?.held === true);
  const words = {
    find: { does: t('guide.find'), how: t('guide.findHow') },
    open: { does: t('guide.open'), how: t('guide.openHow') },
    'check-in': isIn
      ? { does: t('guide.another'), how: t('guide.anotherHow') }
      : { does: t('guide.checkIn', { act: isolated(recipe) }), how: t('guide.checkInHow') },
    undo: { does: t('guide.undo'), how: t('guide.undoHow') },
    scan: { does: t('guide.scan'), how: t('guide.scanHow') },
  }[step];
  return (
    <>
      {step === 'scan' && userId !== null && (
        <div className="guide__code">
          <QrCode parts={[{ text: userId, packed: 'plain' }]} label={t('guide.code')} tooLong={t('guide.code')} />
        </div>
      )}
      <div className="guide__words">
        <p className="guide__step">
          {t('guide.step', { step: guideSteps.indexOf(step) + 1, steps: guideSteps.length })}
        </p>
        <p className="guide__does">{words.does}</p>
        <p className="guide__how">{words.how}</p>
      </div>
      <div className="guide__acts">
        {step === 'scan' && <Button onPress={guide.skipScan}>{t('guide.noScanner')}</Button>}
        <Button look="quiet" icon={X} onPress={guide.leave}>
          {t('guide.leave')}
        </Button>
      </div>
    </>
  );
}

/**
 * The guided first check-in: a strip above the desk that says what to do next and rings the real control. It covers
 * nothing, takes no key and no focus, and can be left at any time.
 */
export function GuideStrip() {
  const { t } = useTranslation();
  const { guide } = useApp();
  const state = useStore(guide.store);
  useRing(state.kind === 'step' ? state.step : null);
  if (state.kind === 'hidden') return null;
  return (
    <section className="guide" aria-label={t('guide.label')}>
      <div className="guide__mark" aria-hidden="true">
        {state.kind === 'finished' ? (
          <CircleCheckBig className="icon" size={22} />
        ) : (
          <Footprints className="icon" size={22} />
        )}
      </div>
      <div className="guide__live" role="status">
        {state.kind === 'offered' && (
          <>
            <div className="guide__words">
              <p className="guide__does">{t('guide.offer')}</p>
              <p className="guide__how">{t('guide.offerExplained')}</p>
            </div>
            <div className="guide__acts">
              <Button onPress={guide.begin}>{t('guide.begin')}</Button>
              <Button look="quiet" onPress={guide.leave}>
                {t('guide.notNow')}
              </Button>
            </div>
          </>
        )}
        {state.kind === 'step' && <Step step={state.step} userId={state.userId} />}
        {state.kind === 'finished' && (
          <>
            <div className="guide__words">
              <p className="guide__does">{t('guide.finished')}</p>
              <p className="guide__how">{t('guide.finishedExplained')}</p>
            </div>
            <div className="guide__acts">
              <Button onPress={guide.leave}>{t('guide.close')}</Button>
            </div>
          </>
        )}
      </div>
    </section>
  );
}
