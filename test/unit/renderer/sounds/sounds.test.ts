import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Heard } from '../../../../renderer/sounds/outcome-sound.ts';
import { createSounds, type SoundVolume } from '../../../../renderer/sounds/sounds.ts';
import { createSpeaker } from '../../../../renderer/sounds/speaker.ts';
import { lengthOf, soundNames, tones } from '../../../../renderer/sounds/tones.ts';

describe('the sounds of the desk', () => {
  const setUp = () => {
    const played: [unknown, number][] = [];
    const listeners = new Set<() => void>();
    const around = {
      volume: 'normal' as SoundVolume,
      wanted: true,
      screen: { lastAct: null, keeps: false, failure: null, nobodyOpened: false, open: null } as Heard,
    };
    const sounds = createSounds({
      speaker: { play: (notes, loudness) => void played.push([notes, loudness]) },
      volume: () => around.volume,
      wanted: () => around.wanted,
      look: () => around.screen,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    const fail = (): void => {
      around.screen = { ...around.screen, failure: {} };
      for (const listener of listeners) listener();
    };
    return { sounds, played, around, fail, listeners };
  };

  it('play at once when the screen changes, until they are ended', () => {
    const { sounds, played, fail, listeners } = setUp();
    const stop = sounds.start();
    fail();
    expect(played).toEqual([[tones.problem, 0.25]]);
    stop();
    expect(listeners.size).toBe(0);
  });

  it('stay silent where the station or the settings want none', () => {
    const { sounds, played, fail, around } = setUp();
    sounds.start();
    around.wanted = false;
    fail();
    around.wanted = true;
    around.volume = 'off';
    fail();
    expect(played).toEqual([]);
    sounds.play('done', 'loud');
    expect(played).toEqual([[tones.done, 0.7]]);
  });
});

describe('tones', () => {
  it('are short, audible on small speakers and all different', () => {
    for (const sound of soundNames) {
      expect(lengthOf(sound)).toBeLessThan(500);
      for (const { pitch } of tones[sound]) {
        expect(pitch).toBeGreaterThan(180);
        expect(pitch).toBeLessThan(1_400);
      }
    }
    const rhythms = soundNames.map((sound) =>
      JSON.stringify(tones[sound].map(({ startMs, lengthMs }) => [startMs, lengthMs])),
    );
    expect(new Set(rhythms).size).toBe(soundNames.length);
  });
});

describe('the speaker', () => {
  afterEach(() => vi.unstubAllGlobals());

  const parameter = () => ({
    value: 0,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
  });

  it('ends the sound before when the next begins, and has one audio context', () => {
    const made: { kind: string; connected: boolean }[] = [];
    let contexts = 0;
    const node = (kind: string) => {
      const state = { kind, connected: false };
      made.push(state);
      return {
        gain: parameter(),
        frequency: parameter(),
        type: 'sine',
        connect: (target: unknown) => {
          state.connected = true;
          return target;
        },
        disconnect: () => {
          state.connected = false;
        },
        start: () => undefined,
        stop: () => undefined,
      };
    };
    vi.stubGlobal(
      'AudioContext',
      class {
        state = 'running';
        currentTime = 1;
        destination = {};
        constructor() {
          contexts += 1;
        }
        createGain = () => node('gain');
        createOscillator = () => node('oscillator');
      },
    );
    const speaker = createSpeaker();
    speaker.play(tones.kept, 0.5);
    speaker.play(tones.done, 0.5);
    const [first, , , second] = made;
    expect(contexts).toBe(1);
    expect(first).toEqual({ kind: 'gain', connected: false });
    expect(second).toEqual({ kind: 'gain', connected: true });
    expect(made.filter(({ kind }) => kind === 'oscillator')).toHaveLength(3);
  });

  it('is silent where there is no sound system', () => {
    expect(() => createSpeaker().play(tones.done, 1)).not.toThrow();
  });
});
