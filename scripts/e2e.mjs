import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runOnDesktop } from './desktop-session.mjs';
import { ensureOrdinaryUser, handOver, privateFolder, readableCheckout } from './ordinary-user.mjs';
import { ROOT } from './paths.mjs';
import { say } from './say.mjs';
import { prepareElectron } from './setup.mjs';
import { BROWSER, KEYRING, VIRTUAL_DISPLAY } from './system-packages.mjs';

/** Where traces, screenshots and logs of failed tests end up. */
export const E2E_RESULTS = path.join(ROOT, 'test', 'results', 'e2e');

/**
 * Playwright over the built app in real Electron, as an ordinary user with Chromium's sandbox on.
 * @param {readonly string[]} forPlaywright
 * @returns {Promise<{ code: number, report: string | undefined }>} report: Playwright's JSON report
 */
export async function e2e(forPlaywright) {
  const electron = await prepareElectron({ build: true, needs: [VIRTUAL_DISPLAY, KEYRING, BROWSER] });
  const user = await ensureOrdinaryUser();
  const checkout = await readableCheckout(user);
  const results = user === undefined ? E2E_RESULTS : privateFolder('results', user);
  if (user === undefined) {
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
  }
  say(`End to end in Electron ${electron.version}, as ${user?.name ?? 'yourself'}, with Chromium's sandbox on.`);
  try {
    const code = await runOnDesktop(
      [path.join('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...forPlaywright],
      {
        cwd: checkout.root,
        user,
        env: {
          ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
          ROLECALL_ELECTRON_EXECUTABLE: electron.executable,
          ROLECALL_E2E_RESULTS: results,
        },
      },
    );
    if (results !== E2E_RESULTS) handOver(results, E2E_RESULTS);
    const report = path.join(E2E_RESULTS, 'report.json');
    return { code, report: existsSync(report) ? report : undefined };
  } finally {
    if (results !== E2E_RESULTS) rmSync(results, { recursive: true, force: true });
    checkout.remove();
  }
}
