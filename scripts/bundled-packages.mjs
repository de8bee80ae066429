import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DIST } from './paths.mjs';

/** The bundles that are built (scripts/build.mjs says of what). */
export const BUNDLE_NAMES = /** @type {const} */ (['node', 'main', 'preload', 'renderer']);

/** Below `dist`: which packages each bundle was made of. */
const NOTES = path.join(DIST, '.rolecall');

/** @param {string} bundle */
export const packagesFile = (bundle) => path.join(NOTES, `packages-${bundle}.json`);

/**
 * The location of the package a module is from, `node_modules/…`; undefined for our own.
 * @param {string} moduleId as bundlers name modules: a path, perhaps with something before and after it
 */
export function packageOf(moduleId) {
  const name = moduleId.split('\\').join('/');
  const start = name.indexOf('node_modules/');
  if (start < 0) return undefined;
  const parts = name.slice(start).split('/node_modules/');
  const last = (parts.pop() ?? '').replace(/^node_modules\//, '');
  const own = last
    .split('/')
    .slice(0, last.startsWith('@') ? 2 : 1)
    .join('/');
  return parts.length === 0 ? `node_modules/${own}` : `${parts.join('/node_modules/')}/node_modules/${own}`;
}

/**
 * A plugin for vite that notes the packages a bundle was made of: their licences have to be named (scripts/licences.mjs).
 * @param {string} bundle
 * @returns {import('vite').Plugin}
 */
export function notePackages(bundle) {
  return {
    name: 'rolecall:note-packages',
    generateBundle() {
      const locations = new Set([...this.getModuleIds()].flatMap((id) => packageOf(id) ?? []));
      mkdirSync(NOTES, { recursive: true });
      writeFileSync(packagesFile(bundle), `${JSON.stringify([...locations].sort(), null, 2)}\n`);
    },
  };
}

/** @param {string} bundle @returns {string[]} locations */
export function packagesIn(bundle) {
  return JSON.parse(readFileSync(packagesFile(bundle), 'utf8'));
}
