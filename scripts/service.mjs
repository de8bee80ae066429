import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { DIST } from './paths.mjs';
import { run } from './run.mjs';

/**
 * `npm run service`: the Event Registration Service alone, in plain Node. Its standard output is its own.
 * @param {readonly string[]} forService
 */
export const service = (forService) => runBuilt('main.js', forService);

/**
 * `npm run conformance`: checks any instance of the service against the specification (docs/conformance.md).
 * @param {readonly string[]} forConformance
 */
export const conformance = (forConformance) => runBuilt('conformance.js', forConformance);

/**
 * @param {string} program file below dist/service
 * @param {readonly string[]} forProgram
 */
async function runBuilt(program, forProgram) {
  await ensureDependencies();
  await ensureBuilt(['node']);
  // From where the person stands, so that --data-dir ./here means their folder.
  return run(process.execPath, ['--enable-source-maps', path.join(DIST, 'service', program), ...forProgram], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  });
}
