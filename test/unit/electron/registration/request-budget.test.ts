import { expect, it } from 'vitest';
import { createRequestBudget } from '../../../../electron/registration/request-budget.ts';
import { createHandClock, settle } from '../../../support/directory/hand-clock.ts';

it('says how much of it is used, and forgets requests after a minute', async () => {
  const clock = createHandClock();
  const budget = createRequestBudget({ clock, concurrency: 3, backgroundConcurrency: 2 });
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = [1, 2, 3, 4].map(() => budget.run({ priority: 'background' }, () => held));
  await settle();
  expect(budget.read()).toEqual({ underWay: 2, most: 3, waiting: 2, lastMinute: 2, pausedForMs: 0 });
  release();
  await Promise.all(work);
  expect(budget.read()).toMatchObject({ underWay: 0, waiting: 0, lastMinute: 4 });
  budget.pause(5_000);
  await clock.pass(1_000);
  expect(budget.read().pausedForMs).toBe(4_000);
  await clock.pass(60_000);
  expect(budget.read()).toMatchObject({ lastMinute: 0, pausedForMs: 0 });
  budget.dispose();
});
