import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { isRoot } from './paths.mjs';
import { Problem } from './say.mjs';

/**
 * Whether windows can be shown. Only Linux machines come without a display.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function hasDisplay(platform, env) {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/**
 * Starts a virtual display (Xvfb) on a free number.
 * @param {{ uid?: number, gid?: number, env?: NodeJS.ProcessEnv }} [owner] whose it is; by default ours
 * @returns {Promise<{ display: string, stop: () => void }>} display: the value for DISPLAY
 */
export async function startVirtualDisplay(owner = {}) {
  // An ordinary user's Xvfb may not make this folder with the owner and mode it wants. The mode on its own, as the umask
  // is taken off what a new folder is asked for, and a folder that nobody else may write to is no use.
  if (isRoot()) {
    mkdirSync('/tmp/.X11-unix', { recursive: true });
    chmodSync('/tmp/.X11-unix', 0o1777);
  }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl-C must reach the app first, and the display when the app is gone.
    detached: true,
    ...owner,
  });
  const stop = () => {
    server.kill();
  };
  process.once('exit', stop);
  const number = await new Promise((resolve, reject) => {
    let answer = '';
    let complaint = '';
    server.stdio[3]?.on('data', (text) => {
      answer += text;
      if (answer.includes('\n')) resolve(answer.trim());
    });
    server.stderr?.on('data', (text) => {
      complaint += text;
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Problem(`The virtual display (Xvfb) did not start: ${complaint.trim()}`)));
  });
  server.unref();
  for (const stream of [server.stderr, server.stdio[3]]) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
  return {
    display: `:${number}`,
    stop: () => {
      process.off('exit', stop);
      stop();
    },
  };
}
