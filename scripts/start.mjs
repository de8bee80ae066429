import { electronArguments } from './arguments.mjs';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { registerLinkHandler } from './link-handler.mjs';
import { isRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';
import { prepareElectron } from './setup.mjs';
import { VIRTUAL_DISPLAY } from './system-packages.mjs';

/**
 * `npm start`: sets up what is missing, then runs the app until it ends.
 * @param {readonly string[]} forApp
 * @returns {Promise<number>} the app's exit code
 */
export async function start(forApp) {
  const visible = hasDisplay(process.platform, process.env);
  const electron = await prepareElectron({ build: true, needs: visible ? [] : [VIRTUAL_DISPLAY] });
  const virtual = visible ? undefined : await startVirtualDisplay();
  if (virtual) {
    say(`There is no display here, so Rolecall runs on a virtual one (${virtual.display}) where nobody sees it.`);
    say('To see what it does, let it take pictures: npm run tour');
  }
  if (isRoot())
    say(
      "Running as root, where Chromium's sandbox can't work: started with --no-sandbox. Use an ordinary user for real work.",
    );
  const args = electronArguments({
    root: ROOT,
    isRoot: isRoot(),
    onlyWayland: process.platform === 'linux' && virtual === undefined && !process.env.DISPLAY,
    forApp,
  });
  // The link's instance has to find the same profile, or it would be a second app instead of waking the first.
  const profile = forApp.filter((argument) => argument.startsWith('--user-data-dir='));
  const withoutApps = electronArguments({ root: ROOT, isRoot: isRoot(), onlyWayland: false, forApp: profile });
  await registerLinkHandler([electron.executable, ...withoutApps]);
  try {
    return await run(electron.executable, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...appEnvironment(process.env), ...(virtual ? { DISPLAY: virtual.display } : {}) },
    });
  } finally {
    virtual?.stop();
  }
}

/**
 * The environment without what would make Electron something else than a browser, and without npm's own variables.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function appEnvironment(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE' && !name.toLowerCase().startsWith('npm_')),
  );
}
