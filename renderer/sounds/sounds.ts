import type { Settings } from '../../contract/desk/settings.ts';
import { beginHearing, type Heard, type Hearing, hear } from './outcome-sound.ts';
import type { Speaker } from './speaker.ts';
import { type Sound, tones } from './tones.ts';

export type SoundVolume = Settings['soundVolume'];

const loudness: Record<SoundVolume, number> = { off: 0, quiet: 0.08, normal: 0.25, loud: 0.7 };

export interface Sounds {
  /** Plays what belongs to the changes of the screen from now on. Answers with the function that ends it. */
  start(): () => void;
  /** To try how it sounds. `volume`: the one in the settings where it is left out. */
  play(sound: Sound, volume?: SoundVolume): void;
  volume(): SoundVolume;
}

/** Sounds beside what the screen shows, never in its place. */
export function createSounds(given: {
  readonly speaker: Speaker;
  readonly volume: () => SoundVolume;
  /** Whether this station wants sounds. */
  readonly wanted: () => boolean;
  readonly look: () => Heard;
  /** Told when something of what `look` shows may be another. */
  readonly subscribe: (listener: () => void) => () => void;
}): Sounds {
  const play = (sound: Sound, volume = given.volume()): void => {
    if (volume !== 'off') given.speaker.play(tones[sound], loudness[volume]);
  };
  return {
    play,
    volume: given.volume,
    start() {
      let hearing: Hearing = beginHearing(given.look());
      return given.subscribe(() => {
        const heard = hear(hearing, given.look());
        hearing = heard.hearing;
        if (heard.sound !== null && given.wanted()) play(heard.sound);
      });
    },
  };
}
