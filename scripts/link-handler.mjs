import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { findProgram } from './paths.mjs';
import { capture } from './run.mjs';
import { say } from './say.mjs';

const SCHEME = 'rolecall';
const OURS = 'rolecall-development.desktop';

/**
 * A .desktop file that starts this command line with a link behind it. Arguments are quoted as the Desktop Entry
 * Specification asks ("The Exec key"): backslashes twice, as the value is a string that is unescaped first.
 * @param {string} name
 * @param {readonly string[]} commandLine
 * @param {string} scheme
 */
export function desktopEntry(name, commandLine, scheme) {
  const exec = commandLine
    .map(
      (part) =>
        `"${part
          .replace(/(["`$\\])/g, '\\$1')
          .replaceAll('\\', '\\\\')
          .replaceAll('%', '%%')}"`,
    )
    .join(' ');
  return [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${exec} %u`,
    'Terminal=false',
    'NoDisplay=true',
    `MimeType=x-scheme-handler/${scheme};`,
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
  const wanted = desktopEntry('Rolecall (development)', commandLine, SCHEME);
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
