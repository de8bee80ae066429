/**
 * Somebody with root's rights who is asked for a password when a package wants to be updated, as the system's own dialog would
 * ask (pkexec). For the test of the installed package: it installs the one package that the test made, and nothing else.
 */
import { chownSync, copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { capture } from './run.mjs';
import { Problem, say } from './say.mjs';

/** @typedef {{ folder: string, leave: () => void }} Administrator */

/**
 * Waits at a pipe `asked` for command lines and says at a pipe `answer` by which code they ended.
 * @param {string} folder a new one
 * @param {string} update the package that may be installed
 * @param {import('./ordinary-user.mjs').User | undefined} user who asks
 * @returns {Promise<Administrator>}
 */
export async function standInForAdministrator(folder, update, user) {
  mkdirSync(folder);
  const [asked, answer] = [path.join(folder, 'asked'), path.join(folder, 'answer')];
  for (const pipe of [asked, answer]) {
    const { code } = await capture('mkfifo', ['-m', '600', pipe]);
    if (code !== 0) throw new Problem(`There could be no pipe ${pipe}.`);
    if (user !== undefined) chownSync(pipe, user.uid, user.gid);
  }
  // In processes of their own, since opening a pipe that nobody else opens would hold this one up, even at its end.
  const leaving = new AbortController();
  const { signal } = leaving;
  const work = async () => {
    while (!signal.aborted) {
      const { stdout } = await capture('cat', [asked], { signal });
      if (signal.aborted) return;
      const code = await obey(stdout.trim(), update);
      await capture('tee', [answer], { signal, input: `${code}\n` });
    }
  };
  void work().catch((error) => say(`Nobody answers for the administrator any more: ${error}`));
  return { folder, leave: () => leaving.abort() };
}

/**
 * What the updater of a .deb asks for, letter by letter.
 * @param {string} commandLine
 */
export function packageIn(commandLine) {
  return /^dpkg -i (\/[\w./-]+\.deb)$/.exec(commandLine)?.[1];
}

/** @param {string} commandLine @param {string} update */
async function obey(commandLine, update) {
  const file = packageIn(commandLine);
  if (file === undefined || !readFileSync(file).equals(readFileSync(update))) return 126;
  // A copy of root's own, which nobody exchanges meanwhile.
  const own = `${update}.installed.deb`;
  copyFileSync(update, own);
  const { code } = await capture('dpkg', ['-i', own]);
  rmSync(own);
  return code;
}
