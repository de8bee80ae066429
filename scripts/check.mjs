import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './run.mjs';
import { say } from './say.mjs';
import { runVitest } from './vitest-run.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/** @param {string[]} parts */
const inModules = (...parts) => path.join('node_modules', ...parts);

const LAYERED = ['contract', 'electron', 'renderer', 'service'];

/** @type {{ name: string, args: string[] }[]} */
const STATIC_CHECKS = [
  { name: 'types', args: [inModules('typescript', 'bin', 'tsc'), '--build'] },
  {
    name: 'format and lint',
    args: [
      inModules('@biomejs', 'biome', 'bin', 'biome'),
      'ci',
      '--error-on-warnings',
      `--colors=${process.stderr.isTTY ? 'force' : 'off'}`,
    ],
  },
  {
    name: 'layers',
    args: [
      inModules('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...LAYERED,
      '--config',
      '--output-type',
      'err',
    ],
  },
  // Every package comes from the registry npm is configured with, and is what its sha512 says.
  {
    name: 'lock file',
    args: [
      inModules('lockfile-lint', 'bin', 'lockfile-lint.js'),
      ...['--path', 'package-lock.json', '--type', 'npm'],
      ...['--allowed-hosts', 'npm', '--validate-https', '--validate-integrity'],
    ],
  },
];

/**
 * `npm run check`: format, lint, layers, types and unit tests, two at a time.
 * @returns {Promise<Counts>} a static check that fails counts as one failure
 */
export async function check() {
  await ensureDependencies();
  const waiting = [...STATIC_CHECKS];
  /** @type {string[]} */
  const failedChecks = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const started = performance.now();
      const { code, stdout, stderr } = await capture(process.execPath, next.args, { cwd: ROOT });
      report(next.name, code === 0, started, (stdout + stderr).trim());
      if (code !== 0) failedChecks.push(next.name);
    }
  };
  const unitTests = async () => {
    const started = performance.now();
    const { counts, output } = await runVitest('unit', { quiet: true });
    report(`unit tests: ${counts.passed} passed`, counts.failed === 0 && counts.passed > 0, started, output.trim());
    return counts;
  };
  const [counts] = await Promise.all([unitTests(), worker()]);
  return {
    ...counts,
    failed: counts.failed + failedChecks.length,
    failures: [...(counts.failures ?? []), ...failedChecks],
  };
}

/** @param {string} name @param {boolean} good @param {number} started @param {string} output */
function report(name, good, started, output) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${good ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (!good && output !== '') say(output);
}
