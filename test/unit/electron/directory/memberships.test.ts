import { describe, expect, it } from 'vitest';
import { createMemberships } from '../../../../electron/directory/memberships.ts';
import { runSteps } from '../../../support/run-steps.ts';

const staff = (scope: 'convention' | 'global' = 'convention') => ({ id: 's', name: 'Staff', scope });

describe('memberships', () => {
  it('know no scope from a sweep, and the scope once the person was read', () => {
    const memberships = createMemberships();
    runSteps(memberships.recordSweep('s', new Map([['a', 10]]), 9));
    expect(memberships.of('a').get('s')).toEqual({ roleScope: null, readAt: 10 });
    memberships.record('a', [staff('global')], 20);
    expect(memberships.of('a').get('s')).toEqual({ roleScope: 'global', readAt: 20 });
    runSteps(memberships.recordSweep('s', new Map([['a', 30]]), 29));
    expect(memberships.of('a').get('s')).toEqual({ roleScope: 'global', readAt: 30 });
  });

  it('never let an older read replace a newer one', () => {
    const memberships = createMemberships();
    memberships.record('a', [staff()], 20);
    memberships.record('a', [], 19);
    expect(memberships.of('a').has('s')).toBe(true);
    runSteps(memberships.recordSweep('s', new Map(), 15));
    expect(memberships.of('a').has('s')).toBe(true);
    memberships.record('b', [], 20);
    runSteps(memberships.recordSweep('s', new Map([['b', 18]]), 16));
    expect(memberships.of('b').has('s')).toBe(false);
    runSteps(memberships.recordSweep('s', new Map([['b', 40]]), 39));
    expect([memberships.of('a').has('s'), memberships.of('b').has('s')]).toEqual([false, true]);
    memberships.record('b', [], 38);
    expect(memberships.of('b').has('s')).toBe(true);
    memberships.record('a', [staff()], 38);
    expect(memberships.of('a').has('s')).toBe(false);
  });

  it('tell who changed, and nobody when nothing did', () => {
    const memberships = createMemberships();
    const told: string[][] = [];
    const end = memberships.subscribe((ids) => told.push([...ids].sort()));
    runSteps(
      memberships.recordSweep(
        's',
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
        1,
      ),
    );
    runSteps(
      memberships.recordSweep(
        's',
        new Map([
          ['b', 2],
          ['c', 2],
        ]),
        2,
      ),
    );
    runSteps(
      memberships.recordSweep(
        's',
        new Map([
          ['b', 3],
          ['c', 3],
        ]),
        3,
      ),
    );
    memberships.record('b', [staff()], 4);
    memberships.record('b', [staff()], 5);
    end();
    memberships.record('b', [], 6);
    expect(told).toEqual([['a', 'b'], ['a', 'c'], ['b']]);
    expect(memberships.count('s')).toBe(1);
  });

  it('come back from the lines of a snapshot, behind what is known already', () => {
    const memberships = createMemberships();
    runSteps(memberships.recordSweep('s', new Map(Array.from({ length: 2500 }, (_, index) => [`p${index}`, 5])), 4));
    memberships.record('p1', [staff('global')], 6);
    const steps = memberships.write();
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const restored = createMemberships();
    restored.record('p2', [], 50);
    for (const _ of restored.restore(step.value));
    expect(restored.count('s')).toBe(2499);
    expect(restored.of('p1').get('s')).toEqual({ roleScope: 'global', readAt: 6 });
    expect(restored.of('p2').size).toBe(0);
    expect(restored.sweptAt('s')).toBe(4);
  });
});

it('a sweep taken in step by step is seen whole at its end, and what was read of somebody meanwhile stays', () => {
  const memberships = createMemberships();
  const many = (count: number, readAt: number) =>
    new Map(Array.from({ length: count }, (_, index) => [`u${index}`, readAt] as const));
  runSteps(memberships.recordSweep('s', many(600, 10), 9));
  const steps = memberships.recordSweep('s', many(1_000, 20), 19);
  steps.next();
  expect(memberships.count('s')).toBe(600);
  memberships.record('u1', [], 30);
  memberships.record('new', [{ id: 's', name: 'S', scope: 'global' }], 30);
  runSteps(steps);
  expect(memberships.count('s')).toBe(1_000);
  expect(memberships.of('u1').size).toBe(0);
  expect(memberships.of('new').get('s')).toEqual({ roleScope: 'global', readAt: 30 });
});

it('a sweep half taken in when everything is forgotten brings nobody back', () => {
  const memberships = createMemberships();
  const steps = memberships.recordSweep('s', new Map(Array.from({ length: 600 }, (_, index) => [`u${index}`, 5])), 4);
  steps.next();
  memberships.clear();
  let told = 0;
  memberships.subscribe(() => {
    told += 1;
  });
  runSteps(steps);
  expect([memberships.count('s'), told]).toEqual([0, 0]);
});

it('memberships say since when they know of a role, and when somebody was read', () => {
  const memberships = createMemberships();
  expect(memberships.saidSince('a', 's', 0)).toBe(false);
  runSteps(memberships.recordSweep('s', new Map([['a', 12]]), 10));
  // Who was not met is known of since the sweep began; of other roles nothing is.
  expect([10, 11].map((at) => memberships.saidSince('b', 's', at))).toEqual([true, false]);
  expect([12, 13].map((at) => memberships.saidSince('a', 's', at))).toEqual([true, false]);
  expect(memberships.saidSince('a', 'other', 1)).toBe(false);
  expect(memberships.readSince('a', 1)).toBe(false);
  memberships.record('a', [], 20);
  expect(memberships.saidSince('a', 'other', 20)).toBe(true);
  expect([20, 21].map((at) => memberships.readSince('a', at))).toEqual([true, false]);
});

it('memberships give way to what is said after the clock was set back', () => {
  let now = 5_000;
  const memberships = createMemberships(() => now);
  memberships.record('a', [staff()], 5_000);
  runSteps(memberships.recordSweep('s', new Map([['b', 5_000]]), 5_000));
  now = 100;
  expect(memberships.saidSince('a', 's', 5_000)).toBe(true);
  expect(memberships.readSince('a', 50)).toBe(false);
  memberships.record('a', [], 90);
  runSteps(memberships.recordSweep('s', new Map([['c', 95]]), 95));
  expect(['a', 'b', 'c'].map((id) => memberships.of(id).has('s'))).toEqual([false, false, true]);
});
