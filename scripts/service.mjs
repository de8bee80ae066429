import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { DIST } from './paths.mjs';
import { run } from './run.mjs';

/**
 * `npm run service`: the Event Registration Service alone, in plain Node. Its standard output is its own.
 * @param {readonly string[]} forService
 */
export async function service(forService) {
  await ensureDependencies();
  await ensureBuilt(['node']);
  // From where the person stands, so that --data-dir ./here means their folder.
  return run(process.execPath, ['--enable-source-maps', path.join(DIST, 'service', 'main.js'), ...forService], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  });
}
