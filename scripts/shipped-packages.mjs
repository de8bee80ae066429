import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * Bundled although they are dependencies: unbundled, their hundreds of small files cost the service most of a second at each
 * start.
 */
export const BUNDLED = ['@fastify/cookie', 'fastify', 'kysely', 'pg', 'zod'];

/**
 * @typedef {{ version?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, dev?: boolean }} LockedPackage
 */

/**
 * The packages that ship unbundled, by what the lock file says: those asked for and all they need, found as Node would.
 * @param {Record<string, LockedPackage>} packages of package-lock.json
 * @param {readonly string[]} wanted names
 * @returns {string[]} locations, `node_modules/…`, sorted
 */
export function closureOf(packages, wanted) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from @param {boolean} optional */
  const take = (name, from, optional) => {
    const location = locate(packages, name, from);
    if (location === undefined) {
      if (optional) return;
      throw new Error(`package-lock.json does not hold ${name}, which ${from === '' ? 'the app' : from} needs.`);
    }
    if (found.has(location)) return;
    found.add(location);
    const { dependencies = {}, optionalDependencies = {} } = packages[location] ?? {};
    for (const needed of Object.keys(dependencies)) take(needed, location, needed in optionalDependencies);
    for (const needed of Object.keys(optionalDependencies)) take(needed, location, true);
  };
  for (const name of wanted) take(name, '', false);
  return [...found].sort();
}

/**
 * @param {Record<string, LockedPackage>} packages
 * @param {string} name
 * @param {string} from location of who asks, '' for the root
 */
function locate(packages, name, from) {
  let folder = from;
  for (;;) {
    const location = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[location] !== undefined) return location;
    if (folder === '') return undefined;
    const end = folder.lastIndexOf('/node_modules/');
    folder = end < 0 ? '' : folder.slice(0, end);
  }
}

/** package.json and package-lock.json of the repository. */
export function readManifests() {
  /** @param {string} name */
  const read = (name) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
  return {
    /** @type {{ version: string, description: string, license: string, name: string, productName: string, desktopName: string, main: string, dependencies: Record<string, string> }} */
    manifest: read('package.json'),
    /** @type {{ packages: Record<string, LockedPackage> }} */
    lock: read('package-lock.json'),
  };
}

/** Names of the dependencies that ship as they are. @param {{ dependencies: Record<string, string> }} manifest */
export function unbundledDependencies(manifest) {
  return Object.keys(manifest.dependencies).filter((name) => !BUNDLED.includes(name));
}
