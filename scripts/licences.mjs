/**
 * Collects the licences of everything that ships, bundled or beside the bundles, into `dist/electron/licences.json`, which the
 * page "About Rolecall" shows. A package without a licence we know stops the build.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLE_NAMES, packagesIn } from './bundled-packages.mjs';
import { DIST, ROOT } from './paths.mjs';
import { closureOf, readManifests, unbundledDependencies } from './shipped-packages.mjs';

/** All may be passed on within a program under the MIT licence, named with their texts. */
const GOOD = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'CC0-1.0',
  'PostgreSQL',
]);

/**
 * Whether a licence, or one of a choice, is one we know.
 * @param {string} expression SPDX
 */
export function isGoodLicence(expression) {
  const plain = expression.replace(/[()]/g, '');
  if (plain.includes(' AND ')) return plain.split(' AND ').every((each) => GOOD.has(each.trim()));
  return plain.split(' OR ').some((each) => GOOD.has(each.trim()));
}

/** Locations of everything that ships, Electron included. */
export function shippedPackages() {
  const { manifest, lock } = readManifests();
  const beside = closureOf(lock.packages, unbundledDependencies(manifest));
  const bundled = BUNDLE_NAMES.flatMap(packagesIn);
  return [...new Set(['node_modules/electron', ...beside, ...bundled])].sort();
}

/** @param {string} location @returns {{ name: string, version: string, licence: string, text: string }} */
export function licenceAt(location) {
  const folder = path.join(ROOT, location);
  /** @type {{ name: string, version: string, license?: string | { type?: string }, licenses?: { type?: string }[] }} */
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { license } = manifest;
  const licence =
    (typeof license === 'string' ? license : license?.type) ??
    (manifest.licenses ?? []).map(({ type = '' }) => type).join(' OR ');
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return { name: manifest.name, version: manifest.version, licence, text: texts.join('\n\n') };
}

function collect() {
  const found = shippedPackages().map(licenceAt);
  const unknown = found.filter(({ licence }) => !isGoodLicence(licence));
  if (unknown.length > 0) {
    const named = unknown.map(({ name, version, licence }) => `${name} ${version}: ${licence || 'no licence'}`);
    throw new Error(`May these ship? Decide about it in scripts/licences.mjs.\n${named.join('\n')}`);
  }
  // Many share one text.
  const texts = [...new Set(found.map(({ text }) => text))];
  const packages = found.map(({ name, version, licence, text }) => ({
    name,
    version,
    licence,
    text: texts.indexOf(text),
  }));
  writeFileSync(path.join(DIST, 'electron', 'licences.json'), JSON.stringify({ packages, texts }));
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename) {
  if (!existsSync(path.join(DIST, 'electron'))) throw new Error('Build first: npm run build');
  collect();
}
