#!/usr/bin/env node
/**
 * Stands in for fpm, which electron-builder calls to make a .deb, on machines that have Debian's tools and can't fetch fpm:
 * takes the arguments electron-builder passes, and calls dpkg-deb. `CUSTOM_FPM_PATH` points here (scripts/package.mjs).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** fpm's switches without a value. */
const FLAGS = new Set(['--force', '--debug']);

/**
 * @param {readonly string[]} args
 * @returns {{ values: Map<string, string[]>, mappings: { from: string, to: string }[] }}
 */
export function readArguments(args) {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  /** @type {{ from: string, to: string }[]} */
  const mappings = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (FLAGS.has(argument)) continue;
    if (argument.startsWith('-')) {
      index += 1;
      values.set(argument, [...(values.get(argument) ?? []), args[index] ?? '']);
      continue;
    }
    const equals = argument.lastIndexOf('=');
    mappings.push({ from: argument.slice(0, equals), to: argument.slice(equals + 1) });
  }
  return { values, mappings };
}

/**
 * The control file (Debian Policy, 5.3).
 * @param {Map<string, string[]>} values
 * @param {number} installedKilobytes
 */
export function controlFile(values, installedKilobytes) {
  /** @param {string} name */
  const one = (name) => values.get(name)?.[0] ?? '';
  const [synopsis = '', ...description] = one('--description').split('\n');
  /** @type {[string, string][]} */
  const fields = [
    ['Package', one('--name')],
    ['Version', one('--version')],
    ['Architecture', one('--architecture')],
    ['Maintainer', one('--maintainer')],
    ['Installed-Size', String(installedKilobytes)],
    ['Depends', (values.get('-d') ?? []).join(', ')],
    ['Recommends', (values.get('--deb-recommends') ?? []).join(', ')],
    ['Section', one('--category') || 'misc'],
    ['Priority', one('--deb-priority') || 'optional'],
    ['Homepage', one('--url')],
    ['Description', [synopsis, ...description.map((line) => ` ${line.trim() || '.'}`)].join('\n')],
  ];
  return `${fields.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])).join('\n')}\n`;
}

/** Hard links where that works: the files are large and only read. @param {string} from @param {string} to */
function place(from, to) {
  const found = lstatSync(from);
  mkdirSync(path.dirname(to), { recursive: true });
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (found.isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) place(path.join(from, name), path.join(to, name));
  } else {
    try {
      linkSync(from, to);
    } catch {
      copyFileSync(from, to);
    }
  }
}

/** @param {string} folder @returns {string[]} files below it */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const whole = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(whole) : entry.isFile() ? [whole] : [];
  });
}

/** @param {readonly string[]} args */
function makeDeb(args) {
  const { values, mappings } = readArguments(args);
  const output = values.get('--package')?.[0];
  if (values.get('-t')?.[0] !== 'deb' || output === undefined)
    throw new Error('This stand-in for fpm makes .deb files only.');
  const stage = mkdtempSync(path.join(path.dirname(output), '.deb-'));
  try {
    for (const { from, to } of mappings) place(from.replace(/\/$/, ''), path.join(stage, to));
    const files = filesBelow(stage);
    const kilobytes = files.reduce((total, file) => total + Math.ceil(statSync(file).size / 1024), 0);
    const sums = files.map((file) => {
      const sum = createHash('md5').update(readFileSync(file)).digest('hex');
      return `${sum}  ${path.relative(stage, file)}\n`;
    });
    const control = path.join(stage, 'DEBIAN');
    mkdirSync(control);
    writeFileSync(path.join(control, 'control'), controlFile(values, kilobytes));
    writeFileSync(path.join(control, 'md5sums'), sums.join(''));
    for (const [name, option] of [
      ['postinst', '--after-install'],
      ['postrm', '--after-remove'],
    ]) {
      const script = values.get(option ?? '')?.[0];
      if (script === undefined) continue;
      copyFileSync(script, path.join(control, name ?? ''));
      chmodSync(path.join(control, name ?? ''), 0o755);
    }
    // Not to be taken for a mode of the system's own folders.
    execFileSync('find', [stage, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    const quick = values.get('--deb-compression')?.[0] === 'gz';
    const compression = quick ? ['-Zgzip', '-z1'] : ['-Zxz'];
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', stage, output], { stdio: 'inherit' });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === import.meta.filename)
  makeDeb(process.argv.slice(2));
