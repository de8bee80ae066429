import { expect, test } from 'vitest';
import { closingLine, countsOfPlaywright, countsOfVitest, isGood, sum } from '../../../scripts/counts.mjs';

test('vitest: tests are counted, and a file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    success: false,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ],
  };
  expect(countsOfVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 1 });
});

test('vitest: a run that failed without a failing test has one failure', () => {
  expect(countsOfVitest({ numPassedTests: 3, success: false })).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('playwright: what went well at the second try only has failed', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
  expect(countsOfPlaywright(report)).toEqual({ passed: 4, failed: 3, skipped: 2 });
});

test('the closing line adds the parts up', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 4, failed: 1, skipped: 0 },
  ]);
  expect(closingLine(total)).toBe('7 passed, 1 failed');
  expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});

test('nothing ran, something failed or something was left out: none of it is good', () => {
  expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(isGood({ passed: 0, failed: 0, skipped: 0 })).toBe(false);
  expect(isGood({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
  expect(isGood({ passed: 9, failed: 0, skipped: 1 })).toBe(false);
});
