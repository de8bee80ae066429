import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../../service/database/folder-lock.ts';

let folder: string;
let lockFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rolecall-lock-'));
  lockFile = join(folder, 'in-use.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rewrite(change: Record<string, unknown>): void {
  writeFileSync(lockFile, JSON.stringify({ ...JSON.parse(readFileSync(lockFile, 'utf8')), ...change }));
}

test('is exclusive until released', () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/in use by process/);
  lock.release();
  expect(existsSync(lockFile)).toBe(false);
  lockFolder(folder).release();
});

test('is taken over from a process that is gone', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'close');
  lockFolder(folder);
  rewrite({ processId: child.pid });
  lockFolder(folder).release();
});

test('is taken over when the number belongs to another process by now, or the machine was restarted', () => {
  lockFolder(folder);
  if (existsSync('/proc/self/stat')) {
    rewrite({ processStartedAt: '1' });
    lockFolder(folder);
  }
  rewrite({ bootedAt: 0 });
  lockFolder(folder).release();
});

test('is never taken over from another machine', () => {
  lockFolder(folder);
  rewrite({ host: 'another-machine', bootedAt: 0 });
  expect(() => lockFolder(folder)).toThrow(/another-machine/);
});

const longAgo = new Date(0);

test('is taken over when it has said nothing for a while: its writer was killed in between', () => {
  writeFileSync(lockFile, '');
  utimesSync(lockFile, longAgo, longAgo);
  lockFolder(folder).release();
});

test('is not taken from a process that has just created it and is about to write', () => {
  writeFileSync(lockFile, '');
  expect(() => lockFolder(folder)).toThrow(/in use by another process/);
  expect(readFileSync(lockFile, 'utf8')).toBe('');
});

test('is not taken over by two at once; a takeover that crashed is forgotten after a while', () => {
  writeFileSync(lockFile, '');
  utimesSync(lockFile, longAgo, longAgo);
  const takeover = `${lockFile}.takeover`;
  writeFileSync(takeover, '');
  expect(() => lockFolder(folder)).toThrow(/in use/);
  utimesSync(takeover, longAgo, longAgo);
  lockFolder(folder).release();
});

test('releasing twice does not release the next holder', () => {
  const first = lockFolder(folder);
  first.release();
  const second = lockFolder(folder);
  first.release();
  expect(existsSync(lockFile)).toBe(true);
  second.release();
});
