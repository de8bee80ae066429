import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countsOfVitest } from './counts.mjs';
import { ROOT } from './paths.mjs';
import { capture, run } from './run.mjs';

/**
 * Runs one vitest project.
 * @param {'unit' | 'integration'} project
 * @param {object} options
 * @param {NodeJS.ProcessEnv} [options.env] added to the environment
 * @param {readonly string[]} [options.only] paths; without it the whole project
 * @param {boolean} options.quiet keep the output for `output` instead of showing it as it comes
 * @returns {Promise<{ counts: import('./counts.mjs').Counts, output: string }>}
 */
export async function runVitest(project, { env = {}, only = [], quiet }) {
  const report = path.join(ROOT, 'test', 'results', `${project}.json`);
  rmSync(report, { force: true });
  const args = [
    path.join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...only,
    // `unit` is two projects, as files with pages are isolated from each other.
    '--project',
    `${project}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const options = {
    cwd: ROOT,
    env: {
      ...process.env,
      // Outside of Electron the electron package would start a download when imported.
      ELECTRON_OVERRIDE_DIST_PATH:
        process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(ROOT, 'node_modules', 'electron', 'dist'),
      ...env,
    },
  };
  const { code, output } = quiet
    ? await capture(process.execPath, args, options).then((result) => ({
        code: result.code,
        output: result.stdout + result.stderr,
      }))
    : { code: await run(process.execPath, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] }), output: '' };
  if (!existsSync(report)) {
    return { counts: { passed: 0, failed: 1, skipped: 0, failures: [`${project}: no report`] }, output };
  }
  const counts = countsOfVitest(JSON.parse(readFileSync(report, 'utf8')));
  return { counts: code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts, output };
}
