import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { fuseProblems, fusesForBuilder } from './fuses.mjs';
import { licenceAt, shippedPackages } from './licences.mjs';
import { stageApp } from './package-contents.mjs';
import { findProgram, ROOT } from './paths.mjs';
import { pristineRegistryRuntime, REGISTRY_ELECTRON } from './registry-runtime.mjs';
import { capture, run } from './run.mjs';
import { Problem, say } from './say.mjs';
import { readManifests } from './shipped-packages.mjs';
import { ARCHIVER, ensureSystemPackages } from './system-packages.mjs';

export const PACKAGES = path.join(ROOT, 'release', 'packages');

/**
 * @typedef {object} PackageOptions
 * @property {boolean} release insist on what a release needs: the official Electron, a feed on https
 * @property {string[] | undefined} targets electron-builder's names; undefined: those of electron-builder.yml
 * @property {string | undefined} feed where updates are offered; without one the program never looks for any
 */

/**
 * @param {readonly string[]} given behind `npm run package --`
 * @returns {PackageOptions}
 */
export function packageOptions(given) {
  /** @param {string} name */
  const value = (name) => given.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
  const unknown = given.filter((argument) => !/^--(release$|targets=.|feed=.)/.test(argument));
  if (unknown.length > 0) {
    throw new Problem(`Not understood: ${unknown.join(' ')}. There are --release, --targets=dir,deb and --feed=URL.`, {
      exitCode: 2,
    });
  }
  const feed = value('feed');
  if (feed !== undefined && !isFeed(feed)) throw new Problem(`A feed for updates has to be on https: ${feed}`);
  return { release: given.includes('--release'), targets: value('targets')?.split(','), feed };
}

/** http is for tests on this machine. @param {string} text */
export function isFeed(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

/**
 * `npm run package`: makes the packages of this platform in release/packages, and looks at them.
 * @param {readonly string[]} given
 * @returns {Promise<number>} the exit code
 */
export async function packageApp(given) {
  const options = packageOptions(given);
  // What is made belongs to root on another machine, and ordinary users run it: the archive of a builder with a strict umask
  // they could not read.
  process.umask(0o022);
  await ensureDependencies();
  const electron = await ensureElectron();
  const fromRegistry = electron.source.startsWith('registry');
  if (options.release && fromRegistry) {
    throw new Problem(
      'A release is built with the official Electron, which could not be had here. See docs/packages.md, "The release machine".',
    );
  }
  await ensureBuilt();
  stageApp();
  // The other formats want tools that come from electron-builder's own release host.
  const targets = options.targets ?? (fromRegistry ? ['dir', 'tar.gz', 'deb'] : undefined);
  await withElectronBuilder(options, targets, fromRegistry);
  await checkFuses();
  await writeBillOfMaterials();
  for (const name of readdirSync(PACKAGES).filter((each) => /\.(deb|rpm|gz|AppImage|exe|dmg|zip|json)$/.test(each))) {
    say(`${name}: ${(statSync(path.join(PACKAGES, name)).size / 1024 / 1024).toFixed(1)} MB`);
  }
  return 0;
}

/**
 * @param {PackageOptions} options
 * @param {string[] | undefined} targets
 * @param {boolean} fromRegistry
 */
async function withElectronBuilder(options, targets, fromRegistry) {
  rmSync(PACKAGES, { recursive: true, force: true });
  mkdirSync(PACKAGES, { recursive: true });
  /** @type {Record<string, unknown>} */
  const config = { electronFuses: fusesForBuilder(process.platform) };
  if (options.feed !== undefined) config.publish = { provider: 'generic', url: options.feed };
  if (fromRegistry) {
    await ensureSystemPackages([ARCHIVER]);
    config.electronVersion = REGISTRY_ELECTRON;
    config.electronDist = pristineRegistryRuntime();
    config.deb = { compression: 'gz' };
    config.productName = 'Rolecall';
    // Each would be looked for at a host that can't be reached, for most of a minute.
    process.env.ELECTRON_BUILDER_7ZIP_PATH ??= findProgram('7za');
    process.env.CUSTOM_FPM_PATH ??= path.join(import.meta.dirname, 'fpm-deb.mjs');
    process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL ??= '1';
    say(`With Electron ${REGISTRY_ELECTRON} from the package registry: to try and to test, not to hand out.`);
  } else {
    config.electronVersion = JSON.parse(
      readFileSync(path.join(ROOT, 'node_modules', 'electron', 'package.json'), 'utf8'),
    ).version;
  }
  const code = await run(process.execPath, [
    path.join(import.meta.dirname, 'electron-builder.mjs'),
    JSON.stringify({ projectDir: ROOT, config, targets }),
  ]);
  if (code !== 0) throw new Problem('electron-builder could not make the packages: its own words are above.');
}

/** The programs electron-builder unpacked, one for each processor. */
export function unpackedPrograms() {
  return readdirSync(PACKAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(PACKAGES, entry.name))
    .map((folder) =>
      process.platform === 'darwin'
        ? path.join(folder, 'Rolecall.app')
        : path.join(folder, process.platform === 'win32' ? 'Rolecall.exe' : 'rolecall'),
    )
    .filter((program) => existsSync(program));
}

async function checkFuses() {
  const { getCurrentFuseWire } = await import('@electron/fuses');
  const programs = unpackedPrograms();
  if (programs.length === 0) throw new Problem(`electron-builder left no program in ${PACKAGES}.`);
  for (const program of programs) {
    const wire = Object.fromEntries(Object.entries(await getCurrentFuseWire(program)));
    const problems = fuseProblems(wire, process.platform);
    if (problems.length > 0) throw new Problem(`Fuses of ${program}:\n${problems.join('\n')}`);
  }
}

/**
 * The bill of materials (CycloneDX), made by its own tool from what is installed, kept to what ships.
 */
async function writeBillOfMaterials() {
  const { manifest } = readManifests();
  const file = path.join(PACKAGES, `rolecall-${manifest.version}.cdx.json`);
  const tool = path.join('node_modules', '@cyclonedx', 'cyclonedx-npm', 'bin', 'cyclonedx-npm-cli.js');
  const args = [tool, '--ignore-npm-errors', '--output-format', 'JSON', '--output-file', file];
  const { code, stderr } = await capture(process.execPath, args, { cwd: ROOT });
  if (code !== 0) throw new Problem(`The bill of materials could not be made:\n${stderr.trim()}`);
  const shipped = shippedPackages().map(licenceAt);
  writeFileSync(file, JSON.stringify(onlyShipped(JSON.parse(readFileSync(file, 'utf8')), shipped), null, 2));
}

/**
 * @typedef {{ 'bom-ref'?: string, group?: string, name: string, version?: string, components?: Component[] }} Component
 * @typedef {{ metadata?: { component?: Component }, components?: Component[],
 *   dependencies?: { ref: string, dependsOn?: string[] }[] }} BillOfMaterials
 */

/**
 * @param {BillOfMaterials} bill
 * @param {readonly { name: string, version: string }[]} shipped
 * @returns {BillOfMaterials}
 */
export function onlyShipped(bill, shipped) {
  const wanted = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  /** @param {Component} component */
  const keyOf = ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`;
  /** @param {readonly Component[]} components @returns {Component[]} */
  const flat = (components) => components.flatMap((each) => [each, ...flat(each.components ?? [])]);
  const components = flat(bill.components ?? [])
    .filter((component) => wanted.has(keyOf(component)))
    .map(({ components: _inner, ...component }) => component);
  const refs = new Set([...components, bill.metadata?.component].flatMap((each) => each?.['bom-ref'] ?? []));
  const dependencies = (bill.dependencies ?? [])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return { ...bill, components, dependencies };
}
