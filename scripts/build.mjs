import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLE_NAMES } from './bundled-packages.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { DIST, ROOT } from './paths.mjs';
import { capture } from './run.mjs';
import { Problem, say } from './say.mjs';

/**
 * @typedef {object} BuildPart
 * @property {string} name
 * @property {string} what told to the person
 * @property {string[]} sources what its output depends on
 * @property {string[]} outputs removed before the build; the first one proves that there is one
 * @property {string[]} command arguments of Node
 * @property {string} [onlyIf] a file of an earlier part; without it this part is left out
 */

const VITE = path.join('node_modules', 'vite', 'bin', 'vite.js');
const COMMON = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/bundled-packages.mjs',
  'scripts/shipped-packages.mjs',
];
const STAMPS = path.join(DIST, '.rolecall');

/** @param {string} config */
const vite = (config) => [VITE, 'build', '--config', config, '--logLevel', 'error'];

/** @type {BuildPart[]} */
const BUNDLES = [
  {
    name: 'node',
    what: 'program and service',
    sources: [...COMMON, 'vite.node.config.ts', 'contract', 'electron', 'service'],
    outputs: [
      'dist/electron/desk-program.js',
      'dist/electron/list-reader-thread.js',
      'dist/service/main.js',
      'dist/service/make-template.js',
      'dist/chunks',
    ],
    command: vite('vite.node.config.ts'),
  },
  {
    name: 'main',
    what: 'main process',
    sources: [...COMMON, 'vite.main.config.ts', 'contract', 'electron'],
    outputs: ['dist/electron/main.cjs'],
    command: vite('vite.main.config.ts'),
  },
  {
    name: 'preload',
    what: 'preload',
    sources: [...COMMON, 'vite.preload.config.ts', 'contract', 'electron'],
    outputs: ['dist/electron/preload.cjs'],
    command: vite('vite.preload.config.ts'),
  },
  {
    name: 'renderer',
    what: 'renderer',
    sources: [...COMMON, 'vite.renderer.config.ts', 'contract', 'renderer'],
    outputs: ['dist/renderer'],
    command: vite('vite.renderer.config.ts'),
  },
];

/** An empty database, so that the first start needn't make one. After the bundles: it is one of them that makes it. @type {BuildPart} */
const TEMPLATE = {
  name: 'template',
  what: 'database template',
  sources: [...COMMON, 'vite.node.config.ts', 'service/database', 'service/make-template.ts'],
  outputs: ['dist/service/database-template.tar.gz'],
  command: [path.join('dist', 'service', 'make-template.js')],
  onlyIf: path.join('dist', 'service', 'make-template.js'),
};

/** The licences of all that was bundled, and of what ships beside it. @type {BuildPart} */
const LICENCES = {
  name: 'licences',
  what: 'list of licences',
  sources: [
    ...COMMON,
    'scripts/licences.mjs',
    ...BUNDLE_NAMES.map((bundle) => `dist/.rolecall/packages-${bundle}.json`),
  ],
  outputs: ['dist/electron/licences.json'],
  command: [path.join('scripts', 'licences.mjs')],
};

/** @param {BuildPart} part */
const stampFile = (part) => path.join(STAMPS, `${part.name}.built`);

/**
 * A part is fresh when its stamp names exactly these sources and its output is there.
 * @param {{ stamp: string | undefined, sources: string, outputExists: boolean }} facts
 */
export function isFresh({ stamp, sources, outputExists }) {
  return outputExists && stamp === sources;
}

/** @param {BuildPart} part @param {string} sources */
function partIsFresh(part, sources) {
  const file = stampFile(part);
  return isFresh({
    stamp: existsSync(file) ? readFileSync(file, 'utf8') : undefined,
    sources,
    outputExists: existsSync(path.join(ROOT, part.outputs[0] ?? '')),
  });
}

/** @param {BuildPart} part */
const sourcesOf = (part) => fingerprint(ROOT, part.sources);

/** @param {BuildPart[]} parts */
const staleParts = (parts) =>
  parts
    .filter((part) => part.onlyIf === undefined || existsSync(path.join(ROOT, part.onlyIf)))
    .map((part) => ({ part, sources: sourcesOf(part) }))
    .filter(({ part, sources }) => !partIsFresh(part, sources));

/** @param {{ part: BuildPart, sources: string }} stale */
async function buildPart({ part, sources }) {
  // The stamp goes first and comes back last: a build that was interrupted is stale.
  rmSync(stampFile(part), { force: true });
  for (const output of part.outputs) rmSync(path.join(ROOT, output), { recursive: true, force: true });
  const { code, stdout, stderr } = await capture(process.execPath, part.command, { cwd: ROOT });
  if (code !== 0) throw new Problem(`Building the ${part.what} failed:\n${(stderr + stdout).trim()}`);
  const warnings = stderr.trim();
  if (warnings !== '') say(warnings);
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampFile(part), sources);
}

/**
 * Builds what is stale. Needs the packages installed.
 * @param {readonly (typeof BUNDLE_NAMES)[number][]} [wanted] bundles to look at; all of them unless told otherwise
 */
export async function ensureBuilt(wanted = BUNDLE_NAMES) {
  const bundles = BUNDLES.filter(({ name }) => wanted.some((one) => one === name));
  const others = [
    ...(wanted.includes('node') ? [TEMPLATE] : []),
    ...(wanted.length === BUNDLES.length ? [LICENCES] : []),
  ];
  if (staleParts([...bundles, ...others]).length === 0) return;
  await withLock(path.join(STAMPS, 'build.lock'), 'build', async () => {
    const stale = staleParts(bundles);
    if (stale.length > 0) {
      say(`Building: ${stale.map(({ part }) => part.what).join(', ')} …`);
      const results = await Promise.allSettled(stale.map(buildPart));
      const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
      if (failures.length > 1) throw new Problem(failures.map((failure) => failure.message).join('\n\n'));
      if (failures.length === 1) throw failures[0];
    }
    for (const next of staleParts(others)) {
      say(`Building: ${next.part.what} …`);
      await buildPart(next);
    }
  });
}
