import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { ensureOrdinaryUser, privateFolder } from './ordinary-user.mjs';
import { findProgram } from './paths.mjs';
import { capture } from './run.mjs';
import { Problem, say } from './say.mjs';

/** The folder of PostgreSQL's server programs; Debian keeps them off PATH, one folder per version. */
export function postgresPrograms() {
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((one, other) => Number(other) - Number(one));
    const found = versions
      .map((version) => path.join(debian, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb')));
    if (found !== undefined) return found;
  }
  const onPath = findProgram('initdb');
  return onPath === undefined ? undefined : path.dirname(onPath);
}

/** @type {import('./system-packages.mjs').Need} */
export const POSTGRES = {
  what: 'a PostgreSQL server for the integration tests',
  isMet: () => postgresPrograms() !== undefined,
  debian: [['postgresql']],
  fedora: ['postgresql-server'],
  arch: ['postgresql'],
};

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * Runs `work` beside a PostgreSQL server of its own: a new cluster in a temporary folder, on loopback, with a password
 * nobody else knows, gone afterwards. Never touches a server that is there already. Without PostgreSQL on this machine (or on
 * Windows) `work` runs without one.
 * @template T
 * @param {(databaseUrl: string | undefined) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withPostgres(work) {
  const programs = process.platform === 'win32' ? undefined : postgresPrograms();
  if (programs === undefined) return work(undefined);
  const user = await ensureOrdinaryUser();
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const folder = privateFolder('postgres', user);
  const data = path.join(folder, 'data');
  const password = randomBytes(18).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chmodSync(passwordFile, 0o600);
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);

  /** @param {string} program @param {string[]} args */
  const call = async (program, args) => {
    const { code, stdout, stderr } = await capture(path.join(programs, program), args, {
      ...identity,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
    });
    if (code !== 0) {
      const log = path.join(folder, 'log');
      throw new Problem(`${program} failed:\n${stdout}${stderr}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
    }
  };
  const stop = () => call('pg_ctl', ['--pgdata', data, '--mode', 'immediate', '--wait', 'stop']);
  try {
    say('Starting a PostgreSQL server for the tests …');
    await call('initdb', [
      '--pgdata',
      data,
      '--username',
      'rolecall',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--no-sync',
    ]);
    const port = await freePort();
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=50`;
    await call('pg_ctl', [
      '--pgdata',
      data,
      '--log',
      path.join(folder, 'log'),
      '--options',
      settings,
      '--wait',
      'start',
    ]);
    try {
      return await work(`postgres://rolecall:${password}@127.0.0.1:${port}/postgres`);
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
