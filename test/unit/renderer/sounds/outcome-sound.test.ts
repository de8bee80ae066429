import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginHearing, type Heard, hear } from '../../../../renderer/sounds/outcome-sound.ts';
import type { Sound } from '../../../../renderer/sounds/tones.ts';

const calm: Heard = { lastAct: null, keeps: false, failure: null, nobodyOpened: false, open: null };
type State = NonNullable<Heard['lastAct']>['state'];
const act = (actId: string, state: State, time = Number(actId)): Heard['lastAct'] => ({ actId, time, state });

/** The sounds of a screen that changes in these steps. */
function sounds(first: Partial<Heard>, ...steps: Partial<Heard>[]): (Sound | null)[] {
  let screen = { ...calm, ...first };
  let hearing = beginHearing(screen);
  return steps.map((step) => {
    screen = { ...screen, ...step };
    const heard = hear(hearing, screen);
    hearing = heard.hearing;
    return heard.sound;
  });
}

describe('an act', () => {
  it('sounds once, when it is done', () => {
    expect(
      sounds(
        {},
        { lastAct: act('1', 'waiting') },
        { lastAct: act('1', 'sending') },
        { lastAct: act('1', 'confirmed') },
        { lastAct: act('1', 'confirmed') },
      ),
    ).toEqual([null, null, 'done', null]);
  });

  it('sounds when it is kept, and not again when it arrives after all', () => {
    expect(
      sounds({ keeps: true }, { lastAct: act('1', 'waiting') }, { keeps: false }, { lastAct: act('1', 'confirmed') }),
    ).toEqual(['kept', null, null]);
    expect(sounds({}, { lastAct: act('1', 'sending') }, { keeps: true })).toEqual([null, 'kept']);
  });

  it('sounds when it is refused, even after it was kept', () => {
    expect(sounds({}, { lastAct: act('1', 'sending') }, { lastAct: act('1', 'refused') })).toEqual([null, 'problem']);
    expect(sounds({ keeps: true }, { lastAct: act('1', 'waiting') }, { lastAct: act('1', 'refused') })).toEqual([
      'kept',
      'problem',
    ]);
  });

  it('is no news when it stood there from the start, or comes back from behind a newer one', () => {
    expect(sounds({ lastAct: act('1', 'waiting') }, { lastAct: act('1', 'confirmed') })).toEqual([null]);
    expect(sounds({ lastAct: act('2', 'confirmed') }, { lastAct: act('1', 'confirmed') })).toEqual([null]);
    expect(sounds({ lastAct: act('2', 'confirmed') }, { lastAct: act('1', 'refused') })).toEqual([null]);
  });

  it('each of several has its own', () => {
    expect(
      sounds(
        {},
        { lastAct: act('1', 'confirmed') },
        { lastAct: act('2', 'waiting') },
        { lastAct: act('2', 'confirmed') },
      ),
    ).toEqual(['done', null, 'done']);
  });
});

describe('a person', () => {
  const open = (userId: string, already: boolean, elsewhere = false) => ({ open: { userId, already, elsewhere } });

  it('who is in already says so, each time they are opened', () => {
    expect(sounds({}, open('a', true), open('a', true), { open: null }, open('a', true))).toEqual([
      'already',
      null,
      null,
      'already',
    ]);
  });

  it('who is just being checked in here does not', () => {
    expect(sounds({}, open('a', false), open('a', true))).toEqual([null, null]);
  });

  it('whom another desk has meanwhile checked in does', () => {
    expect(sounds({}, open('a', false), open('a', true, true), open('a', true, true))).toEqual([null, 'already', null]);
  });
});

describe('trouble', () => {
  it('sounds for each refusal, and for a scan that opened nobody', () => {
    const failure = {};
    expect(sounds({}, { failure }, { failure }, { failure: {} }, { failure: null })).toEqual([
      'problem',
      null,
      'problem',
      null,
    ]);
    expect(sounds({}, { nobodyOpened: true }, { nobodyOpened: true }, { nobodyOpened: false })).toEqual([
      'problem',
      null,
      null,
    ]);
  });

  it('is heard instead of anything else of the same moment', () => {
    expect(sounds({}, { failure: {}, lastAct: act('1', 'confirmed') })).toEqual(['problem']);
  });
});

it('says at most one outcome of an act, and none twice', () => {
  const state = fc.constantFrom<State>('waiting', 'sending', 'confirmed', 'refused');
  fc.assert(
    fc.property(fc.array(fc.record({ state, keeps: fc.boolean() }), { maxLength: 12 }), (steps) => {
      const heard = sounds({}, ...steps.map(({ state: now, keeps }) => ({ keeps, lastAct: act('1', now) }))).filter(
        (sound) => sound !== null,
      );
      expect(heard.filter((sound) => sound === 'done' || sound === 'kept').length).toBeLessThanOrEqual(1);
    }),
  );
});
