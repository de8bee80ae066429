/** The four sounds of the desk, as notes for an oscillator: short, and told apart by rhythm as well as by pitch. */
export type Sound = 'done' | 'already' | 'problem' | 'kept';

export interface Note {
  /** Hertz. */
  readonly pitch: number;
  /** From the beginning of the sound; milliseconds. */
  readonly startMs: number;
  readonly lengthMs: number;
  readonly shape: 'sine' | 'triangle' | 'square';
}

/**
 * Done rises, already repeats one note, a problem falls and is low and rough, kept is one soft long note. Pitches stay
 * between 180 and 1,400 Hz, where small laptop speakers and older ears still hear them over a hall.
 */
export const tones: Readonly<Record<Sound, readonly Note[]>> = {
  done: [
    { pitch: 880, startMs: 0, lengthMs: 80, shape: 'sine' },
    { pitch: 1320, startMs: 80, lengthMs: 130, shape: 'sine' },
  ],
  already: [
    { pitch: 660, startMs: 0, lengthMs: 80, shape: 'triangle' },
    { pitch: 660, startMs: 130, lengthMs: 80, shape: 'triangle' },
    { pitch: 660, startMs: 260, lengthMs: 80, shape: 'triangle' },
  ],
  problem: [
    { pitch: 311, startMs: 0, lengthMs: 150, shape: 'square' },
    { pitch: 208, startMs: 170, lengthMs: 240, shape: 'square' },
  ],
  kept: [{ pitch: 523, startMs: 0, lengthMs: 240, shape: 'sine' }],
};

/** All sounds, for whoever wants to hear them. */
export const soundNames = Object.keys(tones) as readonly Sound[];

/** Milliseconds until the last note has ended. */
export function lengthOf(sound: Sound): number {
  return Math.max(...tones[sound].map(({ startMs, lengthMs }) => startMs + lengthMs));
}
