import { expect, test } from 'vitest';
import { repeatedName } from '../../../service/authorization/parameters.ts';

test('names the parameter that comes twice', () => {
  expect(repeatedName(new URLSearchParams('a=1&b=2&b=&a='))).toBe('b');
  expect(repeatedName(new URLSearchParams('a=1&%61=2'))).toBe('a');
  expect(repeatedName(new URLSearchParams('a=1&b=1'))).toBeUndefined();
  expect(repeatedName(new URLSearchParams(''))).toBeUndefined();
});

test('a form as large as the service reads, of nothing but names, keeps nobody waiting', () => {
  const form = new URLSearchParams(Array.from({ length: 12_000 }, (_, index) => `${index}=`).join('&'));
  const before = process.cpuUsage();
  expect(repeatedName(form)).toBeUndefined();
  // Milliseconds of work, on any machine; comparing each name with all others takes half a second on a fast one.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(150);
});
