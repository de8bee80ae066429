import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What a run counted; `failures` names what failed, with the first line of why, where the report knows it.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts
 */

/**
 * What vitest's JSON report counts. A file that could not be loaded has no tests of its own and counts as one failure.
 * @param {{ numPassedTests?: number, numFailedTests?: number, numPendingTests?: number, numTodoTests?: number,
 *   success?: boolean, testResults?: { name?: string, status?: string, message?: string,
 *   assertionResults?: { status?: string, fullName?: string, failureMessages?: string[] }[] }[] }} report
 * @returns {Counts}
 */
export function countsOfVitest(report) {
  const unloadable = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && (file.assertionResults ?? []).length === 0,
  ).length;
  const failed = (report.numFailedTests ?? 0) + unloadable;
  const failures = (report.testResults ?? [])
    .filter((file) => file.status === 'failed')
    .flatMap((file) =>
      (file.assertionResults ?? []).length === 0
        ? [named(file.name, 'could not be loaded', file.message)]
        : (file.assertionResults ?? [])
            .filter((result) => result.status === 'failed')
            .map((result) => named(file.name, result.fullName, result.failureMessages?.[0])),
    );
  return {
    passed: report.numPassedTests ?? 0,
    // An error outside of any test (an unhandled rejection) makes a run fail in which every test passed.
    failed: failed === 0 && report.success === false ? 1 : failed,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures,
  };
}

/**
 * What Playwright's JSON report counts. `flaky` needs retries, which are off; should one come, it has failed once.
 * @param {{ stats?: { expected?: number, unexpected?: number, flaky?: number, skipped?: number }, errors?: unknown[],
 *   suites?: PlaywrightSuite[] }} report
 * @returns {Counts}
 */
export function countsOfPlaywright(report) {
  return {
    passed: report.stats?.expected ?? 0,
    failed: (report.stats?.unexpected ?? 0) + (report.stats?.flaky ?? 0) + (report.errors ?? []).length,
    skipped: report.stats?.skipped ?? 0,
    failures: (report.suites ?? []).flatMap(failuresOfSuite),
  };
}

/**
 * @typedef {{ file?: string, suites?: PlaywrightSuite[], specs?: { title?: string, file?: string, ok?: boolean,
 *   tests?: { results?: { error?: { message?: string } }[] }[] }[] }} PlaywrightSuite
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failuresOfSuite(suite) {
  const own = (suite.specs ?? [])
    .filter((spec) => spec.ok === false)
    .map((spec) => named(spec.file, spec.title, spec.tests?.[0]?.results?.[0]?.error?.message));
  return [...own, ...(suite.suites ?? []).flatMap(failuresOfSuite)];
}

/** @param {string | undefined} file @param {string | undefined} title @param {string | undefined} message */
function named(file, title, message) {
  const why =
    stripVTControlCharacters(message ?? '')
      .split('\n')[0]
      ?.slice(0, 300) ?? '';
  return `${path.basename(file ?? '')} › ${title ?? ''}${why === '' ? '' : `: ${why}`}`;
}

/**
 * @param {readonly Counts[]} parts
 * @returns {Counts & { failures: string[] }}
 */
export function sum(parts) {
  return {
    passed: parts.reduce((total, part) => total + part.passed, 0),
    failed: parts.reduce((total, part) => total + part.failed, 0),
    skipped: parts.reduce((total, part) => total + part.skipped, 0),
    failures: parts.flatMap((part) => part.failures ?? []),
  };
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
