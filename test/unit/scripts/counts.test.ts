import { expect, test } from 'vitest';
import { closingLine, countsOfPlaywright, countsOfVitest, isGood, sum } from '../../../scripts/counts.mjs';

test('vitest: tests are counted, and a file that could not be loaded is a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    success: false,
    testResults: [
      { name: '/a/first.test.ts', status: 'failed', message: 'No such module\nat …', assertionResults: [] },
      {
        name: '/a/second.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'adds up', failureMessages: ['\u001b[31mError: 2 is not 3\u001b[39m\nat …'] },
        ],
      },
    ],
  };
  expect(countsOfVitest(report)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 1,
    failures: ['first.test.ts › could not be loaded: No such module', 'second.test.ts › adds up: Error: 2 is not 3'],
  });
});

test('vitest: a run that failed without a failing test has one failure', () => {
  expect(countsOfVitest({ numPassedTests: 3, success: false })).toMatchObject({ passed: 3, failed: 1, skipped: 0 });
});

test('playwright: what went well at the second try only has failed', () => {
  const specs = [
    {
      title: 'opens',
      file: 'desk.spec.ts',
      ok: false,
      tests: [{ results: [{ error: { message: 'Error: gone\nat …' } }] }],
    },
    { title: 'shuts', file: 'desk.spec.ts', ok: true },
  ];
  const suites = [{ file: 'desk.spec.ts', suites: [{ specs }] }];
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}], suites };
  expect(countsOfPlaywright(report)).toEqual({
    passed: 4,
    failed: 3,
    skipped: 2,
    failures: ['desk.spec.ts › opens: Error: gone'],
  });
});

test('the closing line adds the parts up', () => {
  const total = sum([
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 4, failed: 1, skipped: 0, failures: ['a › b'] },
  ]);
  expect(total.failures).toEqual(['a › b']);
  expect(closingLine(total)).toBe('7 passed, 1 failed');
  expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
});

test('nothing ran, something failed or something was left out: none of it is good', () => {
  expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
  expect(isGood({ passed: 0, failed: 0, skipped: 0 })).toBe(false);
  expect(isGood({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
  expect(isGood({ passed: 9, failed: 0, skipped: 1 })).toBe(false);
});
