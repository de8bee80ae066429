// The one entry of all npm scripts. Plain Node: nothing of node_modules is needed until `ensureDependencies` has run, so
// commands that need more are loaded when they are asked for.
import { splitArguments } from './arguments.mjs';
import { Problem, say } from './say.mjs';

const MINIMUM_NODE = [20, 19];

/** @type {Record<string, { what: string, run: (given: string[]) => Promise<number> }>} */
const COMMANDS = {
  start: {
    what: 'set up what is missing and open Rolecall; arguments after -- go to the app',
    run: async (given) => (await import('./start.mjs')).start(splitArguments(given).rest),
  },
  build: {
    what: 'build what is stale into dist/',
    run: async () => {
      await (await import('./dependencies.mjs')).ensureDependencies();
      await (await import('./build.mjs')).ensureBuilt();
      return 0;
    },
  },
  service: {
    what: 'run the Event Registration Service alone; arguments after -- go to it',
    run: async (given) => (await import('./service.mjs')).service(splitArguments(given).rest),
  },
  conformance: {
    what: 'check an instance of the service against the specification; arguments after -- say which',
    run: async (given) => (await import('./service.mjs')).conformance(splitArguments(given).rest),
  },
  check: {
    what: 'format, lint, layers, types and unit tests',
    run: async () => {
      const { check } = await import('./check.mjs');
      const { closingLine, isGood } = await import('./counts.mjs');
      const counts = await check();
      process.stdout.write(`${closingLine(counts)}\n`);
      return isGood(counts) ? 0 : 1;
    },
  },
  test: {
    what: 'set up what is missing and run every test',
    run: async () => (await import('./test.mjs')).test(),
  },
  e2e: {
    what: 'run the end-to-end tests; arguments after -- go to Playwright',
    run: async (given) => (await (await import('./e2e.mjs')).e2e(splitArguments(given).rest)).code,
  },
  tour: {
    what: 'walk through the main job in the built app and take the pictures of docs/pictures',
    run: async (given) => (await import('./e2e.mjs')).tour(splitArguments(given).rest),
  },
  gallery: {
    what: 'show every screen in every state; -- --photograph takes pictures of them and checks them',
    run: async (given) => (await import('./gallery.mjs')).gallery(given),
  },
  bench: {
    what: 'measure, and write test/bench/figures.json',
    run: async (given) => (await import('./e2e.mjs')).bench(splitArguments(given).rest),
  },
  package: {
    what: 'make the packages of this platform in release/packages; arguments after -- see docs/packages.md',
    run: async (given) => (await import('./package.mjs')).packageApp(splitArguments(given).rest),
  },
  'package-test': {
    what: 'make the packages, install the .deb and drive what was installed (root on Debian)',
    run: async (given) => (await (await import('./package-test.mjs')).packageTest(splitArguments(given).rest)).code,
  },
  'electron-path': {
    what: 'print the path of the Electron that `start` and the tests use',
    run: async () => {
      await (await import('./dependencies.mjs')).ensureDependencies();
      const electron = await (await import('./electron-runtime.mjs')).ensureElectron();
      process.stdout.write(`${electron.executable}\n`);
      return 0;
    },
  },
};

/** @param {string} version */
function nodeIsTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = MINIMUM_NODE;
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

/** @param {string[]} commandLine */
async function main([name = '', ...given]) {
  if (nodeIsTooOld(process.versions.node)) {
    throw new Problem(
      `Rolecall needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}. See https://nodejs.org`,
    );
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const known = Object.entries(COMMANDS).map(([known, { what }]) => `  ${known.padEnd(15)}${what}`);
    throw new Problem(`Usage: node scripts/rolecall.mjs COMMAND\n${known.join('\n')}`, { exitCode: 2 });
  }
  return command.run(given);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
