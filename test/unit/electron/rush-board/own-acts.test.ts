import { describe, expect, it } from 'vitest';
import type { ActEntry } from '../../../../electron/role-changes/wish-book.ts';
import type { Act, Progress, WishFacts } from '../../../../electron/role-changes/wishes.ts';
import { madeHere, ownArrivals, paceOf } from '../../../../electron/rush-board/own-acts.ts';

const role = 'checked-in';
let made = 0;
const confirmed = (at: number, how: 'written' | 'already' | 'unknown' = 'written'): Progress => ({
  kind: 'confirmed',
  at,
  how,
  heldScope: 'convention',
});

function act(
  time: number,
  userId: string,
  more: {
    readonly act?: Partial<Act>;
    readonly facts?: Partial<WishFacts>;
    readonly progress?: Progress;
  } = {},
): ActEntry {
  made += 1;
  const whole: Act = {
    actId: `act-${made}`,
    kind: 'recipe',
    subject: 'Check in',
    time,
    clockSkewMs: null,
    operator: { id: 'o', label: 'Sam R.' },
    station: 'Front desk',
    undoes: null,
    ...more.act,
  };
  const facts: WishFacts = {
    wishId: `wish-${made}`,
    userId,
    roleId: role,
    roleName: 'Checked in',
    wanted: 'held',
    roleScope: 'convention',
    exactScope: false,
    base: null,
    undoes: null,
    ...more.facts,
  };
  const progress = more.progress ?? confirmed(time + 100);
  return { act: whole, wishes: [{ facts, act: whole, sequence: made, progress }], collapsed: [] };
}

const take = { facts: { wanted: 'absent' } } as const;
const undo = { act: { kind: 'undo' } } as const;
const everywhere = {
  facts: { roleScope: 'global', exactScope: true, base: { held: true, roleScope: 'convention' } },
} as const;

describe('ownArrivals', () => {
  it('counts a person once, when they came first', () => {
    expect(ownArrivals([act(1_000, 'a'), act(5_000, 'a'), act(6_000, 'b')], role)).toEqual([
      { at: 1_000, station: 'Front desk' },
      { at: 6_000, station: 'Front desk' },
    ]);
  });

  it('counts what still waits: the person stands here', () => {
    expect(ownArrivals([act(1, 'a', { progress: { kind: 'waiting', certain: true } })], role)).toHaveLength(1);
    expect(ownArrivals([act(1, 'a', { progress: { kind: 'sending', certain: true } })], role)).toHaveLength(1);
  });

  it.each<[string, ActEntry[]]>([
    ['was taken back', [act(1, 'a'), act(2, 'a', { facts: { wanted: 'absent' } })]],
    ['was in already', [act(1, 'a', { progress: confirmed(2, 'already') })]],
    ['was taken back before it was sent', [act(1, 'a', { progress: { kind: 'collapsed', at: 2 } })]],
    ['got another role', [act(1, 'a', { facts: { roleId: 'staff' } })]],
    ['stood on a list', [act(1, 'a', { act: { batch: { batchId: 'l', size: 300 } } })]],
    ['came elsewhere and was taken back by mistake', [act(1, 'a', take), act(2, 'a', undo)]],
    ['was in and now is for all conventions', [act(1, 'a', everywhere)]],
    [
      'was refused',
      [
        act(1, 'a', {
          progress: {
            kind: 'refused',
            at: 2,
            error: { code: 'service-forbidden', message: '', retryable: false },
            dismissed: false,
          },
        }),
      ],
    ],
  ])('counts nobody who %s', (_what, acts) => {
    expect(ownArrivals(acts, role)).toEqual([]);
  });

  it('counts who comes again after being taken back, when they came again', () => {
    const acts = [act(1, 'a'), act(2, 'a', { facts: { wanted: 'absent' } }), act(3, 'a')];
    expect(ownArrivals(acts, role)).toEqual([{ at: 3, station: 'Front desk' }]);
  });

  it('leaves the arrival where it was when a slip is undone, on a list too', () => {
    const batch = { batchId: 'l', size: 300 };
    const once = [act(1, 'a'), act(5, 'a', take), act(6, 'a', undo)];
    expect(ownArrivals(once, role)).toEqual([{ at: 1, station: 'Front desk' }]);
    const twice = [...once, act(7, 'a', { ...take, act: { batch } }), act(8, 'a', { act: { kind: 'undo', batch } })];
    expect(ownArrivals(twice, role)).toEqual([{ at: 1, station: 'Front desk' }]);
  });
});

describe('madeHere', () => {
  it('is what was given less what was taken, lists included, between two times', () => {
    const acts = [
      act(0, 'a', { progress: confirmed(10) }),
      act(0, 'b', { progress: confirmed(20) }),
      act(0, 'c', { progress: confirmed(20), act: { batch: { batchId: 'l', size: 2 } } }),
      act(0, 'd', { progress: confirmed(30), facts: { wanted: 'absent' } }),
      act(0, 'e', { progress: confirmed(30, 'already') }),
      act(0, 'f', { progress: { kind: 'waiting', certain: true } }),
      act(0, 'g', { progress: confirmed(30), facts: { roleId: 'staff' } }),
      act(0, 'h', { progress: confirmed(40) }),
      act(0, 'i', { progress: confirmed(30), ...everywhere }),
    ];
    expect(madeHere(acts, role, 10, 30)).toBe(1);
    expect(madeHere(acts, role, 0, 100)).toBe(3);
  });
});

describe('paceOf', () => {
  const every = (seconds: readonly number[]): ActEntry[] => {
    let time = 0;
    const rest = seconds.map((gap, index) => {
      time += gap * 1_000;
      return act(time, `p${index}`);
    });
    return [act(0, 'first'), ...rest];
  };

  it('is the median from one person to the next', () => {
    expect(paceOf(every([10, 12, 14, 16, 100]))).toEqual({ medianMs: 14_000, people: 5 });
    expect(paceOf(every([10, 12, 14, 16, 18, 20]))).toEqual({ medianMs: 15_000, people: 6 });
  });

  it('leaves out pauses, undos, lists and the same person again', () => {
    const busy = every([10, 10, 10, 10, 10]);
    const last = busy.at(-1)?.act.time ?? 0;
    const rest = [
      act(last + 1_000, 'p4'),
      act(last + 2_000, 'x', { act: { kind: 'undo' } }),
      act(last + 3_000, 'y', { act: { batch: { batchId: 'l', size: 2 } } }),
      act(last + 600_000, 'z'),
    ];
    expect(paceOf([...busy, ...rest])).toEqual({ medianMs: 10_000, people: 5 });
  });

  it('goes by the last twenty, and says nothing of fewer than five', () => {
    const slowThenFast = every([...Array.from({ length: 30 }, () => 60), ...Array.from({ length: 20 }, () => 8)]);
    expect(paceOf(slowThenFast)).toEqual({ medianMs: 8_000, people: 20 });
    expect(paceOf(every([10, 10, 10, 10]))).toBeNull();
    expect(paceOf([])).toBeNull();
  });
});
