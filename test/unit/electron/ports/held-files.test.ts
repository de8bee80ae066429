/** On Windows a virus scanner holds a fresh file for a moment (checklist B71, field report C46); here that is made up. */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const platform = process.platform;
/** Never written. */
const file = path.join(tmpdir(), 'rolecall-held.json');
let refusals: string[] = [];
let tries = 0;

/** The module as it is where the file is written by `write-file-atomic`, which refuses as often as `refusals` says. */
async function nodeFiles() {
  vi.resetModules();
  vi.doMock('write-file-atomic', () => ({
    default: async () => {
      tries += 1;
      const code = refusals.shift();
      if (code !== undefined) throw Object.assign(new Error('held'), { code });
    },
  }));
  return (await import('../../../../electron/ports/files.ts')).nodeFiles;
}

beforeEach(() => {
  tries = 0;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('write-file-atomic');
  vi.resetModules();
  Object.defineProperty(process, 'platform', { value: platform });
});

/** Lets the time pass that the writing waits for. */
async function whileTimePasses(writing: Promise<unknown>): Promise<void> {
  let done = false;
  const ended = writing
    .catch(() => undefined)
    .then(() => {
      done = true;
    });
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(10);
  }
  await ended;
}

const on = (value: NodeJS.Platform): void => void Object.defineProperty(process, 'platform', { value });

it.each(['EPERM', 'EBUSY', 'EACCES'])(
  'is written all the same where somebody holds it for a moment: %s',
  async (code) => {
    on('win32');
    refusals = [code, code, code];
    const files = await nodeFiles();
    const written = files.write(file, '{}');
    await whileTimePasses(written);
    await written;
    expect(tries).toBe(4);
  },
);

it('is given up after some two seconds, in words', async () => {
  on('win32');
  refusals = Array.from({ length: 50 }, () => 'EBUSY');
  const files = await nodeFiles();
  const written = files.write(file, '{}');
  await whileTimePasses(written);
  await expect(written).rejects.toMatchObject({ code: 'storage-unwritable' });
  expect(tries).toBe(6);
});

it.each([
  ['linux', 'EACCES'],
  ['win32', 'ENOSPC'],
] as const)('is not tried again where that would not help: %s, %s', async (system, code) => {
  on(system);
  refusals = [code];
  await expect((await nodeFiles()).write(file, '{}')).rejects.toThrow();
  expect(tries).toBe(1);
});
