import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGuide } from '../../../../renderer/state/guide.ts';
import {
  advance,
  beginGuide,
  type Guide,
  type GuideSight,
  guideSteps,
} from '../../../../renderer/state/guide-steps.ts';

const empty: GuideSight = { letters: 0, hits: 0, openUserId: null, lastAct: null, scans: 0 };
const walk = (guide: Guide, ...sights: Partial<GuideSight>[]): string[] => {
  let now = guide;
  return sights.map((sight) => {
    now = advance(now, { ...empty, ...sight });
    return now.kind === 'step' ? now.step : now.kind;
  });
};
const checkedIn = { actId: '1', kind: 'recipe' } as const;
const undone = { actId: '2', kind: 'undo' } as const;

describe('the guide', () => {
  it('goes through its five steps with the desk', () => {
    expect(
      walk(
        beginGuide(empty),
        { letters: 2, hits: 5 },
        { letters: 3, hits: 5 },
        { letters: 3, hits: 5, openUserId: 'a' },
        { openUserId: 'a', lastAct: checkedIn },
        { lastAct: undone },
        { lastAct: undone, scans: 1 },
        { lastAct: undone, scans: 1, openUserId: 'a' },
      ),
    ).toEqual(['find', 'open', 'check-in', 'undo', 'scan', 'scan', 'finished']);
  });

  it('follows who goes back or does it another way', () => {
    const begun = beginGuide(empty);
    expect(walk(begun, { letters: 3, hits: 2 }, { letters: 1, hits: 2 })).toEqual(['open', 'find']);
    expect(walk(begun, { openUserId: 'a' }, {})).toEqual(['check-in', 'find']);
    expect(walk(begun, { openUserId: 'a' }, { lastAct: checkedIn })).toEqual(['check-in', 'undo']);
    expect(walk(begun, { letters: 4, hits: 0 })).toEqual(['find']);
  });

  it('takes no act from before it began for its own', () => {
    expect(walk(beginGuide({ ...empty, lastAct: checkedIn }), { openUserId: 'a', lastAct: checkedIn })).toEqual([
      'check-in',
    ]);
  });

  it('waits for the undo, whatever else is done', () => {
    expect(
      walk(
        beginGuide(empty),
        { openUserId: 'a' },
        { openUserId: 'a', lastAct: checkedIn },
        { openUserId: 'b', lastAct: { actId: '3', kind: 'give' } },
        { lastAct: { actId: '4', kind: 'undo' } },
      ),
    ).toEqual(['check-in', 'undo', 'undo', 'scan']);
  });

  it('knows the code to scan from undo on', () => {
    const act = fc.record({
      actId: fc.constantFrom('1', '2', '3'),
      kind: fc.constantFrom('recipe', 'give', 'take', 'undo'),
    });
    const sight: fc.Arbitrary<GuideSight> = fc.record({
      letters: fc.nat(5),
      hits: fc.nat(3),
      openUserId: fc.option(fc.constantFrom('a', 'b')),
      lastAct: fc.option(act) as fc.Arbitrary<GuideSight['lastAct']>,
      scans: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(sight, { maxLength: 20 }), (sights) => {
        let guide = beginGuide(empty);
        for (const now of sights) {
          const before = guide;
          guide = advance(guide, now);
          if (guide.kind !== 'step') continue;
          if (guide.step === 'undo' || guide.step === 'scan') expect(guide.userId).not.toBeNull();
          // From undo on it never goes back.
          if (before.kind === 'step' && guideSteps.indexOf(before.step) >= 3) {
            expect(guideSteps.indexOf(guide.step)).toBeGreaterThanOrEqual(guideSteps.indexOf(before.step));
          }
        }
      }),
    );
  });
});

describe('offering it', () => {
  const setUp = (offered: boolean) => {
    const memory = { offered };
    const guide = createGuide(
      {
        wasOffered: () => memory.offered,
        remember: () => {
          memory.offered = true;
        },
      },
      () => empty,
    );
    return { guide, memory, kind: () => guide.store.getState().kind };
  };

  it('happens once, and in practice only', () => {
    const { guide, kind, memory } = setUp(false);
    guide.look(false);
    expect(kind()).toBe('hidden');
    guide.look(true);
    expect(kind()).toBe('offered');
    guide.leave();
    guide.look(true);
    expect(kind()).toBe('hidden');
    expect(memory.offered).toBe(true);
    guide.begin();
    expect(kind()).toBe('step');
  });

  it('is remembered when it was begun, and ends with practice', () => {
    const { guide, kind, memory } = setUp(false);
    guide.look(true);
    guide.begin();
    expect(memory.offered).toBe(true);
    guide.look(false);
    expect(kind()).toBe('hidden');
  });

  it('can be finished without a scanner, from the last step only', () => {
    const { guide, kind } = setUp(true);
    guide.begin();
    guide.skipScan();
    expect(kind()).toBe('step');
    guide.store.setState({ kind: 'step', step: 'scan', userId: 'a', actId: null, scans: 0 }, true);
    guide.skipScan();
    expect(kind()).toBe('finished');
  });
});
