/** What goes into a package, and the rules it is checked by. The names of files use forward slashes. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './paths.mjs';
import { say } from './say.mjs';
import { closureOf, readManifests, unbundledDependencies } from './shipped-packages.mjs';

/** Where the app is put together; electron-builder.yml names it too. */
export const STAGED_APP = path.join(ROOT, 'release', 'app');

/** What an installed Rolecall may take beyond Electron itself, in bytes. */
export const SIZE_BUDGET = 35 * 1024 * 1024;

/** Of `dist`: all that runs. Source maps, the conformance command and the maker of the template stay here. */
const OF_DIST = [
  /^electron\/(desk-program|[a-z-]+-thread)\.js$/,
  /^electron\/(main|preload)\.cjs$/,
  /^electron\/licences\.json$/,
  /^chunks\/[\w.-]+\.js$/,
  /^service\/main\.js$/,
  /^service\/database-template\.tar\.gz$/,
  /^renderer\/[\w./-]+\.(html|js|css|woff2|svg|png|ogg|mp3|wav)$/,
];

/** Of the packages beside it: code, what it loads, and licences. */
const OF_PACKAGES = [/\.(js|mjs|cjs|json|wasm|data)$/, /(^|\/)(licen[cs]e|copying|notice)[\w.-]*$/i];
const NOT_OF_PACKAGES = [
  /(^|\/)(test|tests|__tests__|example|examples|docs|\.github)\//,
  /\.(test|spec)\.[cm]?js$/,
  /\.d\.[cm]?ts$/,
  /\.map$/,
];

/** Parts of packages that nothing of ours loads. The main process and the service are ES modules. */
const LEFT_OUT = [
  /^@electric-sql\/pglite\/.*\.cjs$/,
  /^@electric-sql\/pglite\/dist\/(live|worker|vector|contrib|pg_[a-z_]+)\//,
  /^@electric-sql\/pglite\/dist\/templating\.js$/,
  // electron-updater loads the rest of js-yaml; its command line, for which argparse is there, nobody starts.
  /^js-yaml\/(bin|dist)\//,
  /^argparse\/.*\.js$/,
];

/** @param {string} name below dist/ */
export function shipsOfDist(name) {
  return OF_DIST.some((pattern) => pattern.test(name));
}

/** @param {string} name below node_modules/ */
export function shipsOfPackages(name) {
  return (
    OF_PACKAGES.some((pattern) => pattern.test(name)) &&
    ![...NOT_OF_PACKAGES, ...LEFT_OUT].some((one) => one.test(name))
  );
}

/**
 * What should not be in the app's archive.
 * @param {readonly string[]} names files of the archive
 * @param {readonly string[]} packages locations that ship, `node_modules/…`
 * @returns {string[]}
 */
export function unexpectedInApp(names, packages) {
  const shipped = new Set(
    packages.map((location) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return names.filter((name) => {
    if (name === 'package.json') return false;
    if (name.startsWith('dist/')) return !shipsOfDist(name.slice('dist/'.length));
    // electron-builder moves packages that stand inside of others up where there is room.
    const inside = name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const owner = inside
      .split('/')
      .slice(0, inside.startsWith('@') ? 2 : 1)
      .join('/');
    return !name.startsWith('node_modules/') || !shipped.has(owner) || !shipsOfPackages(inside);
  });
}

/** @param {string} folder @returns {string[]} files below it, with forward slashes, sorted */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** Locations of the packages that ship unbundled. */
export function shippedLocations() {
  const { manifest, lock } = readManifests();
  return closureOf(lock.packages, unbundledDependencies(manifest));
}

/** Puts the app together below release/app. Needs it built. */
export function stageApp() {
  const { manifest } = readManifests();
  rmSync(STAGED_APP, { recursive: true, force: true });
  /** @param {string} from @param {string} to @param {(name: string) => boolean} ships */
  const copy = (from, to, ships) => {
    for (const name of filesBelow(from).filter(ships)) {
      const target = path.join(STAGED_APP, to, name);
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(path.join(from, name), target);
    }
  };
  copy(path.join(ROOT, 'dist'), 'dist', shipsOfDist);
  for (const location of shippedLocations()) {
    const inside = location.slice('node_modules/'.length);
    copy(path.join(ROOT, location), location, (name) => {
      // A package inside a package is a location of its own.
      return !name.startsWith('node_modules/') && shipsOfPackages(`${inside}/${name}`);
    });
  }
  const { dependencies } = manifest;
  const shipped = unbundledDependencies(manifest);
  const staged = {
    name: manifest.name,
    productName: manifest.productName,
    desktopName: manifest.desktopName,
    version: manifest.version,
    description: manifest.description,
    license: manifest.license,
    author: 'The Rolecall engineers <rolecall@example.org>',
    homepage: 'https://rolecall.example.org',
    type: 'module',
    main: manifest.main,
    dependencies: Object.fromEntries(shipped.map((name) => [name, dependencies[name]])),
  };
  writeFileSync(path.join(STAGED_APP, 'package.json'), `${JSON.stringify(staged, null, 2)}\n`);
  const bytes = filesBelow(STAGED_APP).reduce((total, name) => total + statSync(path.join(STAGED_APP, name)).size, 0);
  say(`The app: ${(bytes / 1024 / 1024).toFixed(1)} MB in ${filesBelow(STAGED_APP).length} files.`);
}
