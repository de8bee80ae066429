import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {import('node:child_process').SpawnOptions} SpawnOptions */

/**
 * The exit code a shell would report: 128 + the signal's number after a signal.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  if (signal !== null) return 128 + (constants.signals[signal] ?? 0);
  return code ?? 1;
}

/** How often to look whether npm's shell still lives. */
const PARENT_CHECK_MS = 300;

/**
 * Calls back once the process that started us is gone. `kill` on npm ends the shell between npm and us, and that shell
 * passes nothing on: without this, a service started through npm would outlive it.
 * @param {() => void} onGone
 * @returns {() => void} stops watching
 */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Runs a program to its end and answers its exit code. Ctrl-C and SIGTERM reach the program too, and it decides when to
 * end: a terminal sends Ctrl-C to the whole group, `kill` only to this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options] by default everything the program prints goes to standard error
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2], ...options });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    const unwatch = watchParent(() => child.kill('SIGTERM'));
    const release = () => {
      unwatch();
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code, signal) => {
      release();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/**
 * Runs a program and answers what it printed. Never rejects: a program that can't be started answers code 127, as a shell.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions & { input?: string }} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export function capture(command, args, options = {}) {
  const { input, ...spawnOptions } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...spawnOptions,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.once('error', (error) => resolve({ code: 127, stdout, stderr: stderr + error.message }));
    child.once('close', (code, signal) => resolve({ code: exitCodeOf(code, signal), stdout, stderr }));
    if (input !== undefined) child.stdin?.end(input);
  });
}

/**
 * How to call the npm that is running us (or the one on PATH): its registry, proxy and credentials come from its own
 * configuration, which is why everything fetched here is fetched through it.
 * @param {readonly string[]} args
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCall(args) {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running))
    return { command: process.execPath, args: [running, ...args], shell: false };
  // npm is a .cmd file on Windows, which only a shell starts.
  return { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}
