// Runs inside a session bus of its own: unlocks a new GNOME keyring on it, then runs Node with the arguments given. The
// daemon ends with the bus.

import { spawn } from 'node:child_process';
import { capture, exitCodeOf } from './run.mjs';
import { say } from './say.mjs';

const unlocked = await capture('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
  input: 'only for these tests',
});
if (unlocked.code !== 0) {
  say(`The keyring did not start: ${unlocked.stderr.trim()}`);
  process.exit(1);
}
const child = spawn(process.execPath, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('close', (code, signal) => {
  process.exitCode = exitCodeOf(code, signal);
});
