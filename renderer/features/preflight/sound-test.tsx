import { Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreflightAnswer } from '../../../contract/desk/preflight.ts';
import { lengthOf, type Sound } from '../../sounds/tones.ts';
import { useApp } from '../../state/use-app.ts';
import { Button } from '../../ui/button.tsx';

/** Milliseconds of silence between two sounds. */
const betweenMs = 350;
/** In the order a person hears them explained. */
const order: readonly Sound[] = ['done', 'already', 'kept', 'problem'];

/** Plays the four sounds one after the other, saying which, and asks whether they were heard. */
export function SoundTest({ onAnswer }: { readonly onAnswer: (answer: PreflightAnswer) => void }) {
  const { t } = useTranslation();
  const { sounds } = useApp();
  const [playing, setPlaying] = useState<number | null>(null);
  const [played, setPlayed] = useState(false);
  const sound = playing === null ? undefined : order[playing];

  useEffect(() => {
    if (playing === null || sound === undefined) return;
    sounds.play(sound);
    const timer = setTimeout(
      () => setPlaying(playing + 1 < order.length ? playing + 1 : null),
      lengthOf(sound) + betweenMs,
    );
    return () => clearTimeout(timer);
  }, [playing, sound, sounds]);

  const play = (): void => {
    if (sounds.volume() === 'off') {
      onAnswer({ row: 'sound', finding: 'sound-off' });
      return;
    }
    setPlayed(true);
    setPlaying(0);
  };
  const words = {
    done: t('sounds.done'),
    already: t('sounds.already'),
    kept: t('sounds.kept'),
    problem: t('sounds.problem'),
  };
  return (
    <div className="sound-test">
      <Button icon={Volume2} onPress={play}>
        {t('preflight.sound.play')}
      </Button>
      {played && (
        <>
          <p role="status" className="sound-test__now">
            {sound === undefined ? t('preflight.sound.question') : words[sound]}
          </p>
          <Button onPress={() => onAnswer({ row: 'sound', finding: 'fine' })}>{t('preflight.sound.heard')}</Button>
          <Button onPress={() => onAnswer({ row: 'sound', finding: 'sound-not-heard' })}>
            {t('preflight.sound.notHeard')}
          </Button>
        </>
      )}
    </div>
  );
}
