import type { Note } from './tones.ts';

/** Plays notes. One sound at a time: a new one ends the one before. */
export interface Speaker {
  /** `loudness`: from 0 to 1. */
  play(notes: readonly Note[], loudness: number): void;
}

/** Seconds in which a note swells and fades, so that it does not click. */
const edge = 0.008;
/** A square wave sounds several times as loud as a sine of the same height. */
const heights: Record<Note['shape'], number> = { sine: 1, triangle: 0.9, square: 0.35 };

/** Web Audio: no files, so the page's policy (connect-src and media-src none) stays as strict as it is. */
export function createSpeaker(): Speaker {
  let context: AudioContext | null = null;
  let sounding: GainNode | null = null;

  return {
    play(notes, loudness) {
      // Pages in tests and a computer without any sound system have none.
      if (typeof AudioContext === 'undefined') return;
      // It is made with the first sound: opening the sound system takes time that a start does not have.
      context ??= new AudioContext({ latencyHint: 'interactive' });
      if (context.state === 'suspended') void context.resume();
      // Taken off the line at once, whatever of it was still to come.
      sounding?.disconnect();
      const { currentTime } = context;
      const all = context.createGain();
      all.gain.value = loudness;
      all.connect(context.destination);
      sounding = all;
      for (const { pitch, startMs, lengthMs, shape } of notes) {
        const from = currentTime + startMs / 1000;
        const until = from + lengthMs / 1000;
        const oscillator = context.createOscillator();
        const swell = context.createGain();
        oscillator.type = shape;
        oscillator.frequency.value = pitch;
        swell.gain.setValueAtTime(0, from);
        swell.gain.linearRampToValueAtTime(heights[shape], from + edge);
        swell.gain.setValueAtTime(heights[shape], until - edge);
        swell.gain.linearRampToValueAtTime(0, until);
        oscillator.connect(swell).connect(all);
        oscillator.start(from);
        oscillator.stop(until);
      }
    },
  };
}
