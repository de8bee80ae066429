import path from 'node:path';
import { splitArguments } from './arguments.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { findProgram, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { BROWSER, BROWSERS, ensureSystemPackages, FONTS } from './system-packages.mjs';

/**
 * `npm run gallery`: every screen in every state. Without switches it is served until Ctrl-C; `--photograph` and `--accept`
 * do their work and end.
 * @param {readonly string[]} given
 * @returns {Promise<number>} the exit code
 */
export async function gallery(given) {
  await ensureDependencies();
  const { own, rest } = splitArguments(given, ['--photograph']);
  const batch = own.has('--photograph') || rest.includes('--accept');
  if (batch) await ensureSystemPackages([BROWSER, FONTS]);
  const browser = BROWSERS.map((name) => findProgram(name)).find((found) => found !== undefined);
  return run(
    process.execPath,
    ['--import', 'tsx', path.join('test', 'gallery', batch ? 'photograph.ts' : 'serve.ts'), ...rest],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(browser === undefined ? {} : { ROLECALL_CHROMIUM: browser }),
        ...browserOf(process.env),
      },
    },
  );
}

/** Who named a browser keeps it. @param {NodeJS.ProcessEnv} env */
function browserOf({ ROLECALL_CHROMIUM }) {
  return ROLECALL_CHROMIUM === undefined ? {} : { ROLECALL_CHROMIUM };
}
