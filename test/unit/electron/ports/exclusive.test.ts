import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exclusiveByFile } from '../../../../electron/ports/exclusive.ts';
import { type Log, silentLog } from '../../../../electron/ports/log.ts';

let folder: string;
let lockFile: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rolecall-lock-'));
  lockFile = path.join(folder, 'refresh.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('lets one task run at a time, and leaves nothing behind', async () => {
  const exclusive = exclusiveByFile(lockFile, silentLog);
  const other = exclusiveByFile(lockFile, silentLog);
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await stat(lockFile);
    running -= 1;
  };
  // Many, since handing over is where one waiter could take away the lock of the next.
  await Promise.all(Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? exclusive(task) : other(task))));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

it('waits for the lock of a process that lives, and takes it at once when that process died', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  await writeFile(lockFile, `${child.pid} its-own`);
  let ran = false;
  const waiting = exclusiveByFile(
    lockFile,
    silentLog,
  )(async () => {
    ran = true;
  });
  // Two looks at the lock later it is still the other's.
  for (let turn = 0; turn < 20; turn += 1) await stat(lockFile);
  expect(ran).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waiting;
  expect(ran).toBe(true);
});

it.each([
  ['nobody has touched for long', `${process.ppid} hung`, -11_000],
  ['was left by an earlier program with our number', `${process.pid} earlier`, 0],
  ['has no owner written into it', '', -2_000],
  ['holds nonsense', 'nonsense', 0],
])('takes over a lock that %s', async (_what, owner, ageMs) => {
  await writeFile(lockFile, owner);
  const at = new Date(Date.now() + ageMs);
  await utimes(lockFile, at, at);
  expect(await exclusiveByFile(lockFile, silentLog)(async () => 'ran')).toBe('ran');
  expect(await readdir(folder)).toEqual([]);
});

it('runs the task all the same where no lock can be made, and says so in the log', async () => {
  await writeFile(path.join(folder, 'a-file'), '');
  const said: string[] = [];
  const log: Log = { ...silentLog, warn: (event) => void said.push(event) };
  expect(await exclusiveByFile(path.join(folder, 'a-file', 'refresh.lock'), log)(async () => 'ran')).toBe('ran');
  expect(said).toEqual(['refresh-lock-not-had']);
});
