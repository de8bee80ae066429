import { expect, it } from 'vitest';
import { nameBeside } from '../../../../renderer/state/acts.ts';

it('a failure says whose it was, unless they are open or nobody knows', () => {
  const mika = { userId: 'u1', name: 'Mika' };
  expect(nameBeside(mika, null)).toBe('Mika');
  expect(nameBeside(mika, 'u2')).toBe('Mika');
  expect(nameBeside(mika, 'u1')).toBeNull();
  expect(nameBeside({ userId: 'u1', name: null }, 'u2')).toBeNull();
  expect(nameBeside(null, null)).toBeNull();
});
