import { readFileSync } from 'node:fs';
import { ensureBuilt } from './build.mjs';
import { check } from './check.mjs';
import { closingLine, countsOfPlaywright, isGood, sum } from './counts.mjs';
import { e2e } from './e2e.mjs';
import { packageTest, whyNotHere } from './package-test.mjs';
import { POSTGRES, postgresPrograms, withPostgres } from './postgres.mjs';
import { Problem, say } from './say.mjs';
import { prepareElectron } from './setup.mjs';
import { BROWSER, KEYRING, VIRTUAL_DISPLAY } from './system-packages.mjs';
import { runVitest } from './vitest-run.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * `npm test`: sets up what is missing and runs everything. One part's failure doesn't keep the others from running; the
 * last line counts them all.
 * @returns {Promise<number>} the exit code
 */
export async function test() {
  // The server is worth installing where tests decide (CI); a newcomer's machine has the embedded database.
  const needs = process.env.CI ? [POSTGRES] : [];
  await prepareElectron({ build: false, needs: [VIRTUAL_DISPLAY, KEYRING, BROWSER, ...needs] });

  /** @type {Counts[]} */
  const parts = [];
  parts.push(await part('Check', check));
  parts.push(
    await part('Build', async () => {
      await ensureBuilt();
      return { passed: 0, failed: 0, skipped: 0 };
    }),
  );
  parts.push(
    await part('Integration: the real service on its embedded database', async () => {
      return (await runVitest('integration', { quiet: false })).counts;
    }),
  );
  if (postgresPrograms() !== undefined) {
    parts.push(
      await part('Integration: the service on a PostgreSQL server', () =>
        withPostgres(async (databaseUrl) => {
          const env = databaseUrl === undefined ? {} : { ROLECALL_TEST_DATABASE_URL: databaseUrl };
          return (await runVitest('integration', { quiet: false, env, only: ['test/integration/service'] })).counts;
        }),
      ),
    );
  }
  parts.push(await part('End to end: real Electron', async () => countsOfReport(await e2e([]), 'End to end')));
  // It puts a program into the system, so it runs on machines that are there for tests.
  const leftOut = process.env.CI ? whyNotHere() : 'it is for CI=true, or run npm run package:test';
  if (leftOut === undefined) {
    parts.push(
      await part('Packages: built, installed and driven', async () =>
        countsOfReport(await packageTest([]), 'Packages'),
      ),
    );
  } else say(`\n── Packages\n   Left out, nothing is counted: ${leftOut}.`);
  const total = sum(parts);
  // Thousands of lines lie between a failure and the end of the run; whoever reads the end needs its name.
  for (const failure of total.failures) process.stdout.write(`\n✗ ${failure}`);
  process.stdout.write(`\n${closingLine(total)}\n`);
  return isGood(total) ? 0 : 1;
}

/** @param {{ code: number, report: string | undefined }} run @param {string} title @returns {Counts} */
function countsOfReport({ code, report }, title) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0, failures: [`${title}: no report`] };
  const counts = countsOfPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} title @param {() => Promise<Counts>} work @returns {Promise<Counts>} */
async function part(title, work) {
  say(`\n── ${title}`);
  const started = performance.now();
  try {
    const counts = await work();
    say(`   ${closingLine(counts)} in ${Math.round((performance.now() - started) / 1000)} s`);
    return counts;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(error.message);
    return { passed: 0, failed: 1, skipped: 0, failures: [`${title}: ${error.message.split('\n')[0]}`] };
  }
}
