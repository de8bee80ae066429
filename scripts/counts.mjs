/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * What vitest's JSON report counts. A file that could not be loaded has no tests of its own and counts as one failure.
 * @param {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   success?: boolean, testResults?: { status?: string, assertionResults?: unknown[] }[] }} report
 * @returns {Counts}
 */
export function countsOfVitest(report) {
  const unloadable = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && (file.assertionResults ?? []).length === 0,
  ).length;
  const failed = (report.numFailedTests ?? 0) + unloadable;
  return {
    passed: report.numPassedTests ?? 0,
    // An error outside of any test (an unhandled rejection) makes a run fail in which every test passed.
    failed: failed === 0 && report.success === false ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/**
 * What Playwright's JSON report counts. `flaky` needs retries, which are off; should one come, it has failed once.
 * @param {{ stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number }, errors?: unknown[] }} report
 * @returns {Counts}
 */
export function countsOfPlaywright(report) {
  return {
    passed: report.stats?.expected ?? 0,
    failed: (report.stats?.unexpected ?? 0) + (report.stats?.flaky ?? 0) + (report.errors ?? []).length,
    skipped: report.stats?.skipped ?? 0,
  };
}

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts}
 */
export function sum(parts) {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * The closing line of a whole run; tools read it.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * A run is good when something ran, and nothing failed or was left out.
 * @param {Counts} counts
 */
export function isGood({ passed, failed, skipped }) {
  return passed > 0 && failed === 0 && skipped === 0;
}
