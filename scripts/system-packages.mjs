import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram, isRoot } from './paths.mjs';
import { capture, run } from './run.mjs';
import { Problem, say } from './say.mjs';

/**
 * @typedef {object} Need
 * @property {string} what told to the person
 * @property {() => boolean | Promise<boolean>} isMet
 * @property {string[][]} debian packages; of several names for one package the first that the system knows is taken
 * @property {string[]} fedora
 * @property {string[]} arch
 */

/** @param {string[]} programs */
const anyProgram = (programs) => programs.some((program) => findProgram(program) !== undefined);

/**
 * The shared libraries Electron wants and the system doesn't have.
 * @param {string} executable
 */
export async function missingLibraries(executable) {
  const { stdout } = await capture('ldd', [executable]);
  return parseMissingLibraries(stdout);
}

/** @param {string} lddOutput */
export function parseMissingLibraries(lddOutput) {
  return [...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? '');
}

/** @param {string} executable Electron @returns {Need} */
export const electronLibraries = (executable) => ({
  what: `libraries of Electron`,
  isMet: async () => (await missingLibraries(executable)).length === 0,
  // The renamed ones are those of Debian 13 and Ubuntu 24.04.
  debian: [['libgtk-3-0t64', 'libgtk-3-0'], ['libnss3'], ['libasound2t64', 'libasound2'], ['libgbm1']],
  fedora: ['gtk3', 'nss', 'alsa-lib', 'mesa-libgbm'],
  arch: ['gtk3', 'nss', 'alsa-lib', 'mesa'],
});

/** @type {Need} */
export const VIRTUAL_DISPLAY = {
  what: 'a virtual display',
  isMet: () => anyProgram(['Xvfb']),
  debian: [['xvfb']],
  fedora: ['xorg-x11-server-Xvfb'],
  arch: ['xorg-server-xvfb'],
};

/** @type {Need} */
export const KEYRING = {
  what: 'a session bus and a keyring',
  isMet: () => anyProgram(['dbus-run-session']) && anyProgram(['gnome-keyring-daemon']),
  debian: [['dbus'], ['gnome-keyring']],
  fedora: ['dbus-daemon', 'gnome-keyring'],
  arch: ['dbus', 'gnome-keyring'],
};

/** @type {Need} */
export const ARCHIVER = {
  what: 'a packer for tar.gz',
  isMet: () => anyProgram(['7za']),
  debian: [['p7zip-full']],
  fedora: ['p7zip'],
  arch: ['p7zip'],
};

/** Chromium under its names in distributions, Chrome as a last resort. */
export const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @type {Need} */
export const BROWSER = {
  what: 'a system browser to sign in with',
  isMet: () => anyProgram(BROWSERS) && anyProgram(['xdg-open']) && anyProgram(['update-desktop-database']),
  debian: [['chromium'], ['chromium-sandbox'], ['xdg-utils'], ['desktop-file-utils']],
  fedora: ['chromium', 'xdg-utils', 'desktop-file-utils'],
  arch: ['chromium', 'xdg-utils', 'desktop-file-utils'],
};

/** @type {Need} */
export const FONTS = {
  what: 'fonts for the names of the made-up convention, which come from many scripts',
  isMet: async () => {
    const languages = ['ja', 'ko', 'hi', 'ar', 'th'];
    const found = await Promise.all(languages.map((language) => capture('fc-list', [`:lang=${language}`])));
    return found.every(({ stdout }) => stdout.trim() !== '');
  },
  debian: [['fontconfig'], ['fonts-noto-core'], ['fonts-noto-cjk']],
  fedora: ['fontconfig', 'google-noto-sans-fonts', 'google-noto-sans-cjk-fonts'],
  arch: ['fontconfig', 'noto-fonts', 'noto-fonts-cjk'],
};

/** How this user gets at root's rights without being asked for a password. */
async function rootPrefix() {
  if (isRoot()) return [];
  if (findProgram('sudo') !== undefined && (await capture('sudo', ['-n', 'true'])).code === 0) return ['sudo', '-n'];
  return undefined;
}

/**
 * Sees to it that the needs are met: installs what is missing where that is possible without asking, and names the exact
 * command where it isn't. Does nothing outside Linux.
 * @param {readonly Need[]} needs
 */
export async function ensureSystemPackages(needs) {
  if (process.platform !== 'linux') return;
  const unmet = await unmetOf(needs);
  if (unmet.length === 0) return;
  const what = unmet.map((need) => need.what).join(', ');
  const prefix = await rootPrefix();
  if (findProgram('apt-get') === undefined || prefix === undefined) {
    throw new Problem(`Missing on this system: ${what}. This installs it:\n  ${await commandFor(unmet)}`);
  }
  await installOnDebian(unmet, what, prefix);
  const still = await unmetOf(unmet);
  if (still.length > 0)
    throw new Problem(`Still missing after the installation: ${still.map((need) => need.what).join(', ')}.`);
}

/** @param {readonly Need[]} needs */
async function unmetOf(needs) {
  const met = await Promise.all(needs.map((need) => need.isMet()));
  return needs.filter((_need, index) => !met[index]);
}

/** @param {readonly Need[]} unmet @param {string} what @param {string[]} prefix */
async function installOnDebian(unmet, what, prefix) {
  const lists = '/var/lib/apt/lists';
  const hasLists =
    existsSync(lists) && readdirSync(lists).some((name) => name.endsWith('_Packages') || name.includes('_Packages.'));
  if (!hasLists) {
    say('Asking for the list of system packages (apt-get update) …');
    await runOrStop([...prefix, 'apt-get', 'update', '-qq']);
  }
  const packages = await debianNames(unmet);
  say(`Installing for ${what}: ${packages.join(' ')}`);
  const install = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...packages,
  ];
  if ((await runQuietly(install)) === 0) return;
  // Old lists name versions the server no longer has.
  await runOrStop([...prefix, 'apt-get', 'update', '-qq']);
  await runOrStop(install);
}

/** @param {string[]} commandLine */
async function runQuietly([command = '', ...args]) {
  const { code } = await capture(command, args);
  return code;
}

/** @param {string[]} commandLine */
async function runOrStop([command = '', ...args]) {
  const code = await run(command, args, { stdio: ['ignore', 'ignore', 2] });
  if (code !== 0) throw new Problem(`This failed (code ${code}): ${[command, ...args].join(' ')}`);
}

/** @param {readonly Need[]} unmet */
async function debianNames(unmet) {
  /** @type {string[]} */
  const names = [];
  for (const alternatives of unmet.flatMap((need) => need.debian)) names.push(await knownName(alternatives));
  return names;
}

/** @param {string[]} alternatives */
async function knownName(alternatives) {
  if (alternatives.length > 1) {
    for (const name of alternatives) {
      const { code, stdout } = await capture('apt-cache', ['show', '--no-all-versions', name]);
      if (code === 0 && stdout.includes('Package:')) return name;
    }
  }
  return alternatives.at(-1) ?? '';
}

/** @param {readonly Need[]} unmet */
async function commandFor(unmet) {
  if (findProgram('apt-get')) return `sudo apt-get install -y ${(await debianNames(unmet)).join(' ')}`;
  if (findProgram('dnf')) return `sudo dnf install -y ${unmet.flatMap((need) => need.fedora).join(' ')}`;
  if (findProgram('pacman')) return `sudo pacman -S --needed ${unmet.flatMap((need) => need.arch).join(' ')}`;
  return `(your system's package manager, Debian's names:) ${unmet.flatMap((need) => need.debian.map((names) => names.at(-1))).join(' ')}`;
}

/**
 * The browser on this system, if there is one.
 * @returns {string | undefined} its path
 */
export function systemBrowser() {
  for (const name of BROWSERS) {
    const found = findProgram(name);
    if (found !== undefined) return path.resolve(found);
  }
  return undefined;
}
