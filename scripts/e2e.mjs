import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { runOnDesktop } from './desktop-session.mjs';
import { ensureOrdinaryUser, handOver, privateFolder, reachableFor } from './ordinary-user.mjs';
import { ROOT } from './paths.mjs';
import { Problem, say } from './say.mjs';
import { prepareElectron } from './setup.mjs';
import { BROWSER, ensureSystemPackages, FONTS, KEYRING, VIRTUAL_DISPLAY } from './system-packages.mjs';

const PLAYWRIGHT = [path.join('node_modules', '@playwright', 'test', 'cli.js'), 'test'];

/**
 * Runs Node beside the built app and real Electron on a desktop of its own, as an ordinary user with Chromium's sandbox on,
 * and brings what it wrote into ROLECALL_RESULTS back into the checkout.
 * @param {readonly string[]} nodeArguments
 * @param {string} resultsName folder below test/results
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Promise<{ code: number, results: string }>} results: an absolute folder
 */
async function runBesideElectron(nodeArguments, resultsName, env = {}) {
  const electron = await prepareElectron({ build: true, needs: [VIRTUAL_DISPLAY, KEYRING, BROWSER] });
  const user = await ensureOrdinaryUser();
  const reachable = await reachableFor(user);
  const kept = path.join(ROOT, 'test', 'results', resultsName);
  const results = user === undefined ? kept : privateFolder('results', user);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  say(`Real Electron ${electron.version}, as ${user?.name ?? 'yourself'}, with Chromium's sandbox on.`);
  try {
    const code = await runOnDesktop(nodeArguments, {
      cwd: reachable.root,
      node: reachable.node,
      user,
      env: {
        // The official Electron lies in the checkout, and so in its copy.
        ELECTRON_OVERRIDE_DIST_PATH: electron.folder.replace(ROOT, reachable.root),
        ROLECALL_ELECTRON_EXECUTABLE: electron.executable.replace(ROOT, reachable.root),
        ROLECALL_RESULTS: results,
        ...env,
      },
    });
    if (results !== kept) handOver(results, kept);
    return { code, results: kept };
  } finally {
    if (results !== kept) rmSync(results, { recursive: true, force: true });
    reachable.remove();
  }
}

/**
 * `npm run e2e`.
 * @param {readonly string[]} forPlaywright
 * @returns {Promise<{ code: number, report: string | undefined }>} report: Playwright's JSON report
 */
export async function e2e(forPlaywright) {
  const { code, results } = await runBesideElectron([...PLAYWRIGHT, ...forPlaywright], 'e2e');
  const report = path.join(results, 'report.json');
  return { code, report: existsSync(report) ? report : undefined };
}

/**
 * The end-to-end tests of an installed package (test/e2e/packaged.spec.ts).
 * @param {readonly string[]} forPlaywright
 * @param {Record<string, string>} env where it is installed
 * @returns {Promise<{ code: number, report: string | undefined }>} report: Playwright's JSON report
 */
export async function packagedE2e(forPlaywright, env) {
  const { code, results } = await runBesideElectron([...PLAYWRIGHT, ...forPlaywright], 'packaged', env);
  const report = path.join(results, 'report.json');
  return { code, report: existsSync(report) ? report : undefined };
}

/**
 * `npm run tour`: the main job, step by step, with pictures for docs/pictures.
 * @param {readonly string[]} forPlaywright
 * @returns {Promise<number>} the exit code
 */
export async function tour(forPlaywright) {
  await wantFonts('Without them some names show as boxes in the pictures.');
  const config = path.join('test', 'tour', 'playwright.config.ts');
  const { code, results } = await runBesideElectron([...PLAYWRIGHT, '--config', config, ...forPlaywright], 'tour');
  const taken = path.join(results, 'pictures');
  if (code === 0 && existsSync(taken)) {
    cpSync(taken, path.join(ROOT, 'docs', 'pictures'), { recursive: true });
    say(`Pictures: ${readdirSync(taken).join(', ')} in docs/pictures.`);
  }
  return code;
}

/**
 * `npm run bench`: runs test/bench/main.ts, which writes `figures.json` into ROLECALL_RESULTS and prints the table.
 * @param {readonly string[]} forBench
 * @returns {Promise<number>} the exit code
 */
export async function bench(forBench) {
  return measure([path.join('test', 'bench', 'main.ts'), ...forBench], {});
}

/**
 * How long an installed package takes to its window (test/bench/packaged-start.bench.ts).
 * @param {Record<string, string>} env where it is installed, and where an empty program beside it
 * @returns {Promise<number>} the exit code
 */
export async function packagedBench(env) {
  return measure([path.join('test', 'bench', 'packaged-start.bench.ts')], env);
}

/** @param {string} without what follows where there are none */
async function wantFonts(without) {
  await ensureDependencies();
  try {
    await ensureSystemPackages([FONTS]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(`${error.message}\n${without}`);
  }
}

/** @param {readonly string[]} program @param {Record<string, string>} env */
async function measure(program, env) {
  await wantFonts('Without them every letter that no font has takes ten times as long to draw, and so do the figures.');
  const { code, results } = await runBesideElectron(['--import', 'tsx', ...program], 'bench', env);
  const figures = path.join(results, 'figures.json');
  if (code === 0 && existsSync(figures)) cpSync(figures, path.join(ROOT, 'test', 'bench', 'figures.json'));
  return code;
}
