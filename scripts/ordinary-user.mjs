import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram, isRoot, ROOT } from './paths.mjs';
import { capture, run } from './run.mjs';
import { Problem, say } from './say.mjs';

/** @typedef {{ name: string, uid: number, gid: number }} User */

const TEST_USER = 'rolecall-test';

/**
 * Who runs what must not run as root: ourselves, or a system user made for it when we are root (Chromium's sandbox, a
 * keyring and PostgreSQL all refuse root).
 * @returns {Promise<User | undefined>} undefined: we are an ordinary user already
 */
export async function ensureOrdinaryUser() {
  if (!isRoot()) return undefined;
  const known = userNamed(TEST_USER);
  if (known !== undefined) return known;
  if (findProgram('useradd') === undefined) {
    throw new Problem(
      `Root can't use Chromium's sandbox, and there is no useradd here to make a user for the tests. Run them as an ordinary user.`,
    );
  }
  say(`Making the system user ${TEST_USER} for the tests, as root can't use Chromium's sandbox.`);
  const code = await run('useradd', [
    '--system',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    TEST_USER,
  ]);
  const made = userNamed(TEST_USER);
  if (code !== 0 || made === undefined)
    throw new Problem(`useradd could not make the user ${TEST_USER} (code ${code}).`);
  return made;
}

/** @param {string} name @returns {User | undefined} */
function userNamed(name) {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if (login === name) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Root's TMPDIR may be a place only root can enter. @param {User | undefined} user */
const temporaryBase = (user) => (user === undefined ? tmpdir() : '/tmp');

/**
 * A folder of this user's own that nobody else can look into.
 * @param {string} purpose
 * @param {User | undefined} user undefined: ours
 */
export function privateFolder(purpose, user) {
  const folder = mkdtempSync(path.join(temporaryBase(user), `rolecall-${purpose}-`));
  chmodSync(folder, 0o700);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * What that user is to run: the checkout and the Node we run on, or copies where that user can't reach them (a clone or a
 * Node in root's home, for example).
 * @param {User | undefined} user
 * @returns {Promise<{ root: string, node: string, remove: () => void }>}
 */
export async function reachableFor(user) {
  if (user === undefined) return { root: ROOT, node: process.execPath, remove: () => {} };
  const asUser = { uid: user.uid, gid: user.gid, cwd: '/' };
  const [readsCheckout, runsNode] = await Promise.all([
    capture('test', ['-r', path.join(ROOT, 'package.json')], asUser),
    capture(process.execPath, ['--version'], asUser),
  ]);
  /** @type {string[]} */
  const copies = [];
  const newCopy = () => {
    const folder = mkdtempSync(path.join('/tmp', 'rolecall-checkout-'));
    chmodSync(folder, 0o755);
    copies.push(folder);
    return folder;
  };
  let root = ROOT;
  let node = process.execPath;
  if (runsNode.code !== 0) {
    node = path.join(newCopy(), 'node');
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
  }
  if (readsCheckout.code !== 0) {
    root = newCopy();
    say(`${user.name} can't read ${ROOT}, so the tests run in a copy: ${root}`);
    const names = readdirSync(ROOT).filter((name) => name !== '.git');
    const copied = await run('cp', ['--archive', '--reflink=auto', ...names, root], { cwd: ROOT });
    // Keeps the special mode of Chromium's sandbox helper, which the official Electron has in node_modules.
    if (copied === 0) await run('chmod', ['--recursive', 'a+rX', root]);
    else throw new Problem(`Copying the checkout to ${root} failed. Is there enough space?`);
  }
  return {
    root,
    node,
    remove: () => {
      for (const folder of copies) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Hands what an ordinary user wrote back into the checkout.
 * @param {string} from
 * @param {string} to
 */
export function handOver(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
