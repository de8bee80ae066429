import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageIn } from '../../../scripts/administrator.mjs';
import { packageOf } from '../../../scripts/bundled-packages.mjs';
import { controlFile, readArguments } from '../../../scripts/fpm-deb.mjs';
import { FUSES, fuseProblems, fusesForBuilder } from '../../../scripts/fuses.mjs';
import { isGoodLicence } from '../../../scripts/licences.mjs';
import { isFeed, onlyShipped, packageOptions } from '../../../scripts/package.mjs';
import { shipsOfDist, shipsOfPackages, unexpectedInApp } from '../../../scripts/package-contents.mjs';
import { whyNotInstalled } from '../../../scripts/package-test.mjs';
import { closureOf } from '../../../scripts/shipped-packages.mjs';

const text = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

describe('which packages ship', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
    'node_modules/b': {},
    'node_modules/c': { optionalDependencies: { elsewhere: '1' } },
    'node_modules/d': { dependencies: { a: '1' } },
    'node_modules/tool': { dev: true },
  };

  it('those asked for and all they need, found as Node finds them', () => {
    expect(closureOf(packages, ['a'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ]);
  });

  it('says what the lock file does not hold', () => {
    expect(() => closureOf(packages, ['gone'])).toThrow('package-lock.json does not hold gone');
  });

  it.each([
    ['/x/node_modules/react/index.js', 'node_modules/react'],
    ['/x/node_modules/@scope/part/dist/a.js?used', 'node_modules/@scope/part'],
    ['C:\\x\\node_modules\\a\\node_modules\\b\\c.js', 'node_modules/a/node_modules/b'],
    ['/x/electron/main.ts', undefined],
  ])('knows whose module %s is', (id, location) => {
    expect(packageOf(id)).toBe(location);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0-only', false],
    ['', false],
  ])('“%s”: %s', (licence, good) => {
    expect(isGoodLicence(licence)).toBe(good);
  });
});

describe('what is in the archive', () => {
  it.each([
    'electron/main.cjs',
    'electron/desk-program.js',
    'electron/preload.cjs',
    'chunks/table-JroRSR_b.js',
    'service/database-template.tar.gz',
    'renderer/assets/index-x.css',
  ])('of what was built: %s', (name) => {
    expect(shipsOfDist(name)).toBe(true);
  });

  it.each(['electron/main.cjs.map', 'service/conformance.js', 'service/make-template.js', '.rolecall/node.built'])(
    'not: %s',
    (name) => {
      expect(shipsOfDist(name)).toBe(false);
    },
  );

  it.each([
    ['p-queue/dist/index.js', true],
    ['p-queue/license', true],
    ['p-queue/readme.md', false],
    ['p-queue/dist/index.d.ts', false],
    ['a/test/a.js', false],
    ['debug/src/index.js', true],
    ['@electric-sql/pglite/dist/pglite.wasm', true],
    ['@electric-sql/pglite/dist/index.cjs', false],
    ['@electric-sql/pglite/dist/hstore.tar.gz', false],
    ['js-yaml/lib/loader.js', true],
    ['js-yaml/dist/js-yaml.min.js', false],
    ['argparse/argparse.js', false],
    ['argparse/LICENSE', true],
  ])('of packages, %s: %s', (name, ships) => {
    expect(shipsOfPackages(name)).toBe(ships);
  });

  it('names what has no business there', () => {
    const names = [
      'package.json',
      'dist/electron/main.cjs',
      'dist/electron/main.cjs.map',
      'node_modules/good/index.js',
      'node_modules/@scope/inner/index.js',
      'node_modules/good/node_modules/@scope/inner/index.js',
      'node_modules/vitest/index.js',
      'test/a.test.ts',
      '.env',
    ];
    expect(unexpectedInApp(names, ['node_modules/good', 'node_modules/good/node_modules/@scope/inner'])).toEqual([
      'dist/electron/main.cjs.map',
      'node_modules/vitest/index.js',
      'test/a.test.ts',
      '.env',
    ]);
  });
});

describe('fuses', () => {
  const wire = (change: Record<number, number> = {}) => ({
    version: '1',
    ...Object.fromEntries(FUSES.map(({ wanted }, place) => [place, wanted('linux') ? 0x31 : 0x30])),
    ...change,
  });

  it('as decided are no problem', () => {
    expect(fuseProblems(wire(), 'linux')).toEqual([]);
  });

  it('names one that is not', () => {
    expect(fuseProblems(wire({ 0: 0x31 }), 'linux')).toEqual(['RunAsNode is on']);
    expect(fuseProblems(wire({ 5: 0x30 }), 'linux')).toEqual(['OnlyLoadAppFromAsar is off']);
  });

  it('wants a decision about a new one', () => {
    expect(fuseProblems(wire({ [FUSES.length]: 0x31 }), 'linux')).toEqual([
      `fuse ${FUSES.length} is new: decide about it in scripts/fuses.mjs`,
    ]);
  });

  it('the archive is checked where Electron can', () => {
    expect(fusesForBuilder('win32')).toMatchObject({ enableEmbeddedAsarIntegrityValidation: true });
    expect(fusesForBuilder('darwin')).toMatchObject({ enableEmbeddedAsarIntegrityValidation: true });
    expect(fusesForBuilder('linux')).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: false,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});

describe('npm run package', () => {
  it('reads its arguments', () => {
    expect(packageOptions(['--targets=dir,deb', '--feed=https://updates.example.org/', '--release'])).toEqual({
      release: true,
      targets: ['dir', 'deb'],
      feed: 'https://updates.example.org/',
    });
    expect(packageOptions([])).toEqual({ release: false, targets: undefined, feed: undefined });
  });

  it.each([['--feed=http://updates.example.org/'], ['--feed=ftp://x'], ['--realease'], ['deb']])(
    'refuses %s',
    (argument) => {
      expect(() => packageOptions([argument])).toThrow();
    },
  );

  it('a feed is on https, or this machine in tests', () => {
    expect(isFeed('https://updates.example.org/x')).toBe(true);
    expect(isFeed('http://127.0.0.1:9/')).toBe(true);
    expect(isFeed('http://127.0.0.1.example.org/')).toBe(false);
  });

  it('keeps of the bill of materials what ships', () => {
    const bill = {
      metadata: { component: { 'bom-ref': 'root', name: 'rolecall' } },
      components: [
        { 'bom-ref': 'zod', name: 'zod', version: '4.6.7' },
        { 'bom-ref': 'pglite', group: '@electric-sql', name: 'pglite', version: '0.5.17' },
        {
          'bom-ref': 'vitest',
          name: 'vitest',
          version: '4.1.12',
          components: [{ 'bom-ref': 'ms', name: 'ms', version: '2.1.3' }],
        },
      ],
      dependencies: [
        { ref: 'root', dependsOn: ['zod', 'vitest', 'pglite'] },
        { ref: 'vitest', dependsOn: ['ms'] },
      ],
    };
    const shipped = [
      { name: 'zod', version: '4.6.7' },
      { name: '@electric-sql/pglite', version: '0.5.17' },
      { name: 'ms', version: '2.1.3' },
    ];
    const kept = onlyShipped(bill, shipped);
    expect(kept.components?.map(({ name }) => name)).toEqual(['zod', 'pglite', 'ms']);
    expect(kept.dependencies).toEqual([{ ref: 'root', dependsOn: ['zod', 'pglite'] }]);
  });
});

describe('the stand-in for fpm', () => {
  const args = [
    '-s',
    'dir',
    '--force',
    '-t',
    'deb',
    '-d',
    'libnss3',
    '-d',
    'libgtk-3-0t64 | libgtk-3-0',
    '--deb-compression',
    'gz',
    '--architecture',
    'amd64',
    '--description',
    'Registration desk\n Find a person.',
    '--version',
    '0.1.0',
    '--package',
    '/out/rolecall.deb',
    '--name',
    'rolecall',
    '--maintainer',
    'The engineers <a@example.org>',
    '--url',
    'https://example.org',
    '/in/=/opt/Rolecall',
    '/icon=1.png=/usr/share/icons/a.png',
  ];

  it('reads what electron-builder passes', () => {
    const { values, mappings } = readArguments(args);
    expect(values.get('-d')).toEqual(['libnss3', 'libgtk-3-0t64 | libgtk-3-0']);
    expect(mappings).toEqual([
      { from: '/in/', to: '/opt/Rolecall' },
      { from: '/icon=1.png', to: '/usr/share/icons/a.png' },
    ]);
  });

  it('writes the control file', () => {
    expect(controlFile(readArguments(args).values, 300_000)).toBe(
      [
        'Package: rolecall',
        'Version: 0.1.0',
        'Architecture: amd64',
        'Maintainer: The engineers <a@example.org>',
        'Installed-Size: 300000',
        'Depends: libnss3, libgtk-3-0t64 | libgtk-3-0',
        'Section: misc',
        'Priority: optional',
        'Homepage: https://example.org',
        'Description: Registration desk',
        ' Find a person.',
        '',
      ].join('\n'),
    );
  });
});

it('says why a package can not be installed and tested', () => {
  const here = { platform: 'linux' as const, root: true, hasTools: true, installed: false };
  expect(whyNotInstalled(here)).toBeUndefined();
  expect(whyNotInstalled({ ...here, platform: 'darwin' })).toMatch(/Debian/);
  expect(whyNotInstalled({ ...here, root: false })).toMatch(/root/);
  expect(whyNotInstalled({ ...here, installed: true })).toMatch(/installed here already/);
});

it.each([
  ['dpkg -i /home/x/.cache/rolecall-updater/pending/rolecall-9.1.0-linux-amd64.deb', true],
  ['dpkg -i /tmp/a.deb; id', false],
  ['dpkg -i /tmp/$(id).deb', false],
  ['dpkg -i a.deb', false],
  ['apt-get install -f -y', false],
  ['', false],
])('root’s stand-in obeys nothing but the installation of a package: “%s”', (commandLine, obeyed) => {
  expect(packageIn(commandLine) !== undefined).toBe(obeyed);
});

it('no package needs to run a script when it is installed', () => {
  const { packages } = JSON.parse(text('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const withScripts = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript === true);
  // esbuild only looks whether its program runs; electron-winstaller copies files for a target we don't build; fsevents is
  // macOS's, with its program inside; libxmljs2 would check bills of materials in XML, and ours is JSON.
  const harmless = /\/(esbuild|electron-winstaller|fsevents|libxmljs2)$/;
  expect(withScripts.filter((name) => !harmless.test(name))).toEqual([]);
  expect(text('.npmrc')).toMatch(/^ignore-scripts=true$/m);
});
