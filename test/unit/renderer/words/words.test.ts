import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../../contract/desk/errors.ts';
import { formatOf, spanOf } from '../../../../renderer/words/format.ts';
import { createWords, isolated } from '../../../../renderer/words/words.ts';

const { t } = createWords({ strict: true });

describe.each(errorCodes)('the words of %s', (code) => {
  it('say what happened, what is safe and what to do, in whole sentences', () => {
    for (const part of ['happened', 'safe', 'next'] as const) {
      const sentence = t(`errors.${code}.${part}`);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).not.toContain(code);
    }
  });

  it('have a short form that fits a tile', () => {
    const short = t(`errors.${code}.short`);
    expect(short.length).toBeLessThanOrEqual(36);
    expect(short).toMatch(/^\S.*[^.]$/);
  });
});

it('counts in the right number', () => {
  expect(t('status.waiting', { count: 1 })).toBe('1 change waiting');
  expect(t('status.waiting', { count: 3 })).toBe('3 changes waiting');
  expect(t('search.people', { count: 2000, formatted: '2,000' })).toBe('2,000 people');
});

it('leaves a name as it is, in any script and with signs that mean something elsewhere', () => {
  const name = '<b>O’Brien & {{t}} $t(product) محمد';
  expect(t('spoken.opened', { name: isolated(name) })).toBe(`\u2068${name}\u2069 open`);
});

describe('times', () => {
  it('name the day only when it is another one', () => {
    const now = new Date(2026, 7, 14, 14, 3).getTime();
    expect(formatOf('en-GB').timeNear(new Date(2026, 7, 14, 9, 5).getTime(), now)).toBe('09:05');
    expect(formatOf('en-GB').timeNear(new Date(2026, 7, 13, 23, 59).getTime(), now)).toMatch(/^Thu.* 23:59$/);
    expect(formatOf('en-GB').timeNear(new Date(2026, 7, 14, 0, 0).getTime(), now)).toBe('00:00');
  });

  it.each([
    [-5000, 'seconds', 0],
    [12_400, 'seconds', 12],
    [59_600, 'minutes', 1],
    [119_000, 'minutes', 1],
    [3_600_000, 'hours', 1],
    [49 * 3_600_000, 'days', 2],
  ])('%d ms is so many %s: %d', (milliseconds, unit, count) => {
    expect(spanOf(milliseconds)).toEqual({ unit, count });
  });
});
