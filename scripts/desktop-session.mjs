import { rmSync } from 'node:fs';
import path from 'node:path';
import { hasDisplay, startVirtualDisplay } from './display.mjs';
import { privateFolder } from './ordinary-user.mjs';
import { run } from './run.mjs';
import { appEnvironment } from './start.mjs';

/**
 * Runs Node with these arguments inside a desktop of its own: a virtual display, an empty HOME, a session bus, and an
 * unlocked GNOME keyring on it. On Windows and macOS, and on Linux with ROLECALL_VISIBLE=1, the desktop that is there is
 * used. Nothing outside the folders made here is touched.
 * @param {readonly string[]} nodeArguments
 * @param {object} options
 * @param {string} options.cwd
 * @param {string} options.node the Node to run
 * @param {import('./ordinary-user.mjs').User | undefined} options.user who runs it; undefined: we do
 * @param {Record<string, string>} options.env added to the environment
 * @param {import('node:child_process').StdioOptions} [options.stdio]
 * @returns {Promise<number>} the exit code
 */
export async function runOnDesktop(nodeArguments, { cwd, node, user, env, stdio = ['ignore', 'inherit', 'inherit'] }) {
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  if (process.platform !== 'linux') {
    return run(node, nodeArguments, { cwd, stdio, env: { ...process.env, ...env } });
  }
  const home = privateFolder('home', user);
  const runtime = privateFolder('runtime', user);
  const useDesktop =
    process.env.ROLECALL_VISIBLE === '1' && user === undefined && hasDisplay(process.platform, process.env);
  const virtual = useDesktop ? undefined : await startVirtualDisplay({ ...identity, env: { PATH: process.env.PATH } });
  /** @type {NodeJS.ProcessEnv} */
  const inherited = appEnvironment(process.env);
  for (const name of [
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_CACHE_HOME',
    'XDG_STATE_HOME',
    'WAYLAND_DISPLAY',
    'BROWSER',
    'DBUS_SESSION_BUS_ADDRESS',
  ]) {
    delete inherited[name];
  }
  if (user !== undefined) delete inherited.TMPDIR;
  try {
    return await run(
      'dbus-run-session',
      ['--', node, path.join(cwd, 'scripts', 'unlock-keyring.mjs'), ...nodeArguments],
      {
        ...identity,
        cwd,
        stdio,
        env: {
          ...inherited,
          HOME: home,
          XDG_RUNTIME_DIR: runtime,
          ...(user === undefined ? {} : { USER: user.name, LOGNAME: user.name }),
          ...(virtual ? { DISPLAY: virtual.display } : {}),
          ...env,
        },
      },
    );
  } finally {
    virtual?.stop();
    for (const folder of [home, runtime]) rmSync(folder, { recursive: true, force: true });
  }
}
