import { expect, it } from 'vitest';
import { rowsInSight } from '../../../../renderer/state/rows-in-sight.ts';

it('asks for what a window has room for, and at least for the rows with a digit', () => {
  // 1280×720, 1366×768 and 1920×1080, and 1280×720 at 200 %.
  expect([720, 768, 1080, 360].map(rowsInSight)).toEqual([9, 10, 14, 9]);
});
