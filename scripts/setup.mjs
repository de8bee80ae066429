import { chmodSync, chownSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureElectron, sandboxState } from './electron-runtime.mjs';
import { isRoot } from './paths.mjs';
import { capture } from './run.mjs';
import { Problem, say } from './say.mjs';
import { electronLibraries, ensureSystemPackages } from './system-packages.mjs';

/**
 * Everything that must be there before Electron runs: packages, Electron, its libraries, a sandbox that works, and
 * (unless told otherwise) the built app.
 * @param {{ build: boolean, needs?: readonly import('./system-packages.mjs').Need[] }} options
 */
export async function prepareElectron({ build, needs = [] }) {
  await ensureDependencies();
  const electron = await ensureElectron();
  await ensureSystemPackages([
    ...(process.platform === 'linux' ? [electronLibraries(electron.executable)] : []),
    ...needs,
  ]);
  await ensureSandbox(electron.folder);
  if (build) await ensureBuilt();
  return electron;
}

/** @param {string} folder */
async function ensureSandbox(folder) {
  if (isRoot()) {
    // Not for root itself, but for the ordinary user the tests run as.
    const helper = path.join(folder, 'chrome-sandbox');
    if (process.platform !== 'linux' || !existsSync(helper)) return;
    const { uid, mode } = statSync(helper);
    if (uid === 0 && (mode & 0o7777) === 0o4755) return;
    chownSync(helper, 0, 0);
    chmodSync(helper, 0o4755);
    return;
  }
  const before = await sandboxState(folder);
  if (before.works) return;
  await capture('sudo', ['-n', 'sh', '-c', before.repair.replaceAll('sudo ', '')]);
  if ((await sandboxState(folder)).works) {
    say("Gave Chromium's sandbox helper the owner and mode it needs.");
    return;
  }
  throw new Problem(`Chromium's sandbox can't work on this system yet. This makes it work:\n  ${before.repair}`);
}
