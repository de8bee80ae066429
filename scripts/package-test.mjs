/**
 * Makes the packages of this Linux, installs the .deb as a system's own tools do, and drives what was installed as an ordinary
 * user (test/e2e/packaged.spec.ts). Leaves nothing behind.
 */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { standInForAdministrator } from './administrator.mjs';
import { packagedBench, packagedE2e } from './e2e.mjs';
import { ensureOrdinaryUser } from './ordinary-user.mjs';
import { PACKAGES, packageApp } from './package.mjs';
import { findProgram, isRoot } from './paths.mjs';
import { capture } from './run.mjs';
import { Problem, say } from './say.mjs';
import { readManifests } from './shipped-packages.mjs';

/** Where the package puts itself. */
const INSTALLED = '/opt/Rolecall';
/** The same program in the same place, apart from the one fuse that lets Playwright attach. */
const INSPECTABLE = path.join(INSTALLED, 'rolecall-inspectable');
/** An empty program beside it, to compare with. */
const BLANK = '/opt/Rolecall-blank';
/** Its page is in its address: with the fuses of a package no file page can be loaded out of the archive. */
const BLANK_APP = {
  'package.json': JSON.stringify({ name: 'blank', version: '1.0.0', main: 'main.js' }),
  'main.js': `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  window.once('ready-to-show', () => window.show());
  window.loadURL('data:text/html,<title>blank</title><p>Nothing.</p>');
});
app.on('window-all-closed', () => app.quit());
`,
};
/** Rewritten by the test, which serves the feed. */
const FEED = 'http://127.0.0.1:9/';

/**
 * Why the package can't be installed here; undefined where it can.
 * @param {{ platform: NodeJS.Platform, root: boolean, hasTools: boolean, installed: boolean }} machine
 */
export function whyNotInstalled({ platform, root, hasTools, installed }) {
  if (platform !== 'linux' || !hasTools) return 'a .deb is installed on Debian and its relatives only';
  if (!root) return 'installing it takes root';
  return installed ? `a Rolecall is installed here already, in ${INSTALLED}` : undefined;
}

/** What this machine says to that. */
export function whyNotHere() {
  return whyNotInstalled({
    platform: process.platform,
    root: isRoot(),
    hasTools: findProgram('apt-get') !== undefined && findProgram('dpkg-deb') !== undefined,
    installed: existsSync(INSTALLED),
  });
}

/**
 * `npm run package:test`. With `--start` nothing is tested: what it takes to the window is measured beside an empty program.
 * @param {readonly string[]} given `--start`, or what goes to Playwright
 * @returns {Promise<{ code: number, report: string | undefined }>} report: Playwright's JSON report
 */
export async function packageTest(given) {
  const reason = whyNotHere();
  if (reason !== undefined) throw new Problem(`The package can't be installed and tested here: ${reason}.`);
  await packageApp(['--targets=dir,tar.gz,deb', `--feed=${FEED}`]);
  const name = readdirSync(PACKAGES).find((each) => each.endsWith('.deb'));
  if (name === undefined) throw new Problem(`There is no .deb in ${PACKAGES}.`);
  const deb = path.join(PACKAGES, name);
  try {
    await asRoot([
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      deb,
    ]);
    await makeInspectable();
    return given.includes('--start')
      ? { code: await measureInstalled(), report: undefined }
      : await testInstalled(deb, given);
  } finally {
    await asRoot(['rm', '-rf', INSPECTABLE, BLANK]).catch((error) => say(String(error)));
    await asRoot(['apt-get', 'purge', '-y', '-qq', 'rolecall']).catch((error) => say(String(error)));
    if (existsSync(INSTALLED)) say(`Purging the package left ${INSTALLED} behind.`);
  }
}

/** @param {string} deb @param {readonly string[]} forPlaywright */
async function testInstalled(deb, forPlaywright) {
  const folder = mkdtempSync(path.join('/tmp', 'rolecall-update-'));
  chmodSync(folder, 0o755);
  const update = path.join(folder, 'update.deb');
  /** @type {import('./administrator.mjs').Administrator | undefined} */
  let administrator;
  try {
    await makeNewer(deb, update);
    const user = await ensureOrdinaryUser();
    if (user !== undefined) chownSync(path.join(INSTALLED, 'resources', 'app-update.yml'), user.uid, user.gid);
    administrator = await standInForAdministrator(path.join(folder, 'administrator'), update, user);
    return await packagedE2e(forPlaywright, {
      ROLECALL_INSTALLED: INSTALLED,
      ROLECALL_INSPECTABLE: INSPECTABLE,
      ROLECALL_UPDATE: update,
      ROLECALL_ADMINISTRATOR: administrator.folder,
    });
  } finally {
    administrator?.leave();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same program with an archive in which there is nothing but a page. */
async function measureInstalled() {
  await asRoot(['cp', '--archive', '--link', INSTALLED, BLANK]);
  const archive = path.join(BLANK, 'resources', 'app.asar');
  rmSync(archive);
  const source = mkdtempSync(path.join('/tmp', 'rolecall-blank-'));
  for (const [name, text] of Object.entries(BLANK_APP)) writeFileSync(path.join(source, name), text);
  const { createPackage } = await import('@electron/asar');
  await createPackage(source, archive);
  rmSync(source, { recursive: true });
  return packagedBench({
    ROLECALL_INSPECTABLE: INSPECTABLE,
    ROLECALL_BLANK: path.join(BLANK, path.basename(INSPECTABLE)),
  });
}

/**
 * The same package as one of a later version: only the numbers differ, in the control file and in the program itself.
 * @param {string} deb
 * @param {string} newer where it goes
 */
async function makeNewer(deb, newer) {
  const { manifest } = readManifests();
  const later = `9${manifest.version.slice(1)}`;
  const unpacked = `${newer}.unpacked`;
  await asRoot(['dpkg-deb', '--raw-extract', deb, unpacked]);
  /** @param {string} name @param {(text: string) => string} change */
  const rewrite = (name, change) => {
    const file = path.join(unpacked, name);
    const before = readFileSync(file, 'latin1');
    const after = change(before);
    // As long as before: nothing in the archive may move.
    if (after === before || after.length !== before.length) throw new Problem(`No version was found in ${name}.`);
    writeFileSync(file, after, 'latin1');
  };
  rewrite('DEBIAN/control', (text) => text.replace(`Version: ${manifest.version}\n`, `Version: ${later}\n`));
  rewrite(path.join(INSTALLED, 'resources', 'app.asar'), (text) =>
    text.replace(/"name": ?"rolecall",[^{}]*?"version": ?"/, '$&\0').replace(`\0${manifest.version}"`, `${later}"`),
  );
  await asRoot(['dpkg-deb', '--root-owner-group', '-Znone', '--build', unpacked, newer]);
  chmodSync(newer, 0o644);
  rmSync(unpacked, { recursive: true });
}

async function makeInspectable() {
  copyFileSync(path.join(INSTALLED, 'rolecall'), INSPECTABLE);
  chmodSync(INSPECTABLE, 0o755);
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(INSPECTABLE, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

/** @param {readonly string[]} commandLine */
async function asRoot([command = '', ...args]) {
  const { code, stdout, stderr } = await capture(command, args);
  if (code !== 0)
    throw new Problem(`This failed (code ${code}): ${[command, ...args].join(' ')}\n${(stdout + stderr).trim()}`);
}
