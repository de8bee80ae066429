import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { findProgram } from './paths.mjs';
import { capture } from './run.mjs';
import { say } from './say.mjs';

const SCHEME = 'rolecall';
const OURS = 'rolecall-development.desktop';

/**
 * One argument in an Exec line, quoted as the Desktop Entry Specification asks ("The Exec key"): backslashes twice, as the
 * value is a string that is unescaped first. Only where it must be: xdg-open, on desktops that leave it the work, takes
 * quotes for part of the name.
 * @param {string} argument
 */
function execArgument(argument) {
  const text = argument.replaceAll('%', '%%');
  if (/^[\w./:=@,+%-]+$/.test(text)) return text;
  return `"${text.replace(/(["`$\\])/g, '\\$1').replaceAll('\\', '\\\\')}"`;
}

/**
 * A .desktop file that starts this command line with a link behind it.
 * @param {string} name
 * @param {readonly string[]} commandLine
 * @param {readonly string[]} schemes
 */
export function desktopEntry(name, commandLine, schemes) {
  const exec = commandLine.map(execArgument).join(' ');
  const mimeTypes = schemes.map((scheme) => `x-scheme-handler/${scheme};`).join('');
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${exec} %u`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=${mimeTypes}`,
    '',
  ].join('\n');
}

/**
 * Lets the browser's `rolecall:` links come back to the app that is about to start. A running Linux program can't do that
 * without a .desktop file; an installed Rolecall brings one, a checkout doesn't. Another program's claim is left alone.
 * @param {readonly string[]} commandLine
 */
export async function registerLinkHandler(commandLine) {
  if (process.platform !== 'linux') return;
  if (findProgram('xdg-mime') === undefined) {
    say(
      "There is no xdg-mime here, so the browser can't bring you back after signing in: paste the address instead, or install xdg-utils.",
    );
    return;
  }
  const mimeType = `x-scheme-handler/${SCHEME}`;
  const present = (await capture('xdg-mime', ['query', 'default', mimeType])).stdout.trim();
  if (present !== '' && present !== OURS) {
    say(
      `rolecall: links belong to ${present} on this desktop. Signed in there by mistake? Paste the address here instead.`,
    );
    return;
  }
  const dataHome = process.env.XDG_DATA_HOME || path.join(homedir(), '.local', 'share');
  const applications = path.join(dataHome, 'applications');
  const file = path.join(applications, OURS);
  const wanted = desktopEntry('Rolecall (development)', commandLine, [SCHEME]);
  if (present === OURS && read(file) === wanted) return;
  mkdirSync(applications, { recursive: true });
  writeFileSync(file, wanted);
  if (findProgram('update-desktop-database') !== undefined) await capture('update-desktop-database', [applications]);
  await capture('xdg-mime', ['default', OURS, mimeType]);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
