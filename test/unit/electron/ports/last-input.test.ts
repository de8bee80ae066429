import { expect, it } from 'vitest';
import { createInputWatch } from '../../../../electron/ports/last-input.ts';

it('counts from the last touch, and takes the clock that went further', () => {
  const clock = { wall: 1_000_000, steady: 50 };
  const watch = createInputWatch({ now: () => clock.wall, monotonic: () => clock.steady });
  clock.wall += 5_000;
  clock.steady += 5_000;
  expect(watch.idleMs()).toBe(5_000);
  // Asleep: the steady clock of some systems stands still.
  clock.wall += 3_600_000;
  expect(watch.idleMs()).toBe(3_605_000);
  watch.seen();
  expect(watch.idleMs()).toBe(0);
  // Set back by hand.
  clock.wall -= 86_400_000;
  clock.steady += 2_000;
  expect(watch.idleMs()).toBe(2_000);
});
