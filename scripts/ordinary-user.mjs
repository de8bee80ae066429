import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/**
 * A folder of this user's own that nobody else can look into.
 * @param {string} purpose
 * @param {User | undefined} user undefined: ours
 */
export function privateFolder(purpose, user) {
  const folder = mkdtempSync(path.join(tmpdir(), `rolecall-${purpose}-`));
  chmodSync(folder, 0o700);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/**
 * The checkout, or a copy of it where that user can't read it (a clone in root's home, for one).
 * @param {User | undefined} user
 * @returns {Promise<{ root: string, remove: () => void }>}
 */
export async function readableCheckout(user) {
  const asIs = { root: ROOT, remove: () => {} };
  if (user === undefined) return asIs;
  const probe = await capture('test', ['-r', path.join(ROOT, 'package.json')], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
  });
  if (probe.code === 0) return asIs;
  const copy = mkdtempSync(path.join(tmpdir(), 'rolecall-checkout-'));
  say(`${user.name} can't read ${ROOT}, so the tests run in a copy: ${copy}`);
  chmodSync(copy, 0o755);
  for (const name of readdirSync(ROOT)) {
    if (name !== '.git')
      cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
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
