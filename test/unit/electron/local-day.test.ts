import process from 'node:process';
import { afterEach, expect, it } from 'vitest';
import { localDay } from '../../../electron/local-day.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each([
  ['Asia/Tokyo', '2026-01-05'],
  ['America/Los_Angeles', '2026-01-04'],
])('is the day in %s', (name, day) => {
  process.env.TZ = name;
  expect(localDay(Date.UTC(2026, 0, 4, 23, 30))).toBe(day);
});
