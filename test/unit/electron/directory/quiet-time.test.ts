import { expect, it } from 'vitest';
import { createQuietTime } from '../../../../electron/directory/quiet-time.ts';

function start() {
  let now = 0;
  const quiet = createQuietTime({ monotonic: () => now });
  return {
    quiet,
    pass: (ms: number) => {
      now += ms;
    },
    /** Whether it is quiet now. */
    async isQuiet(): Promise<boolean> {
      let is = false;
      void quiet.wait().then(() => {
        is = true;
      });
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
      return is;
    },
  };
}

it('is quiet while nothing is fetched, and while nobody knows yet how long an answer takes', async () => {
  const { quiet, pass, isQuiet } = start();
  expect(await isQuiet()).toBe(true);
  quiet.asked();
  pass(5_000);
  expect(await isQuiet()).toBe(true);
});

it('is not quiet from about when an answer is due until the next page is asked for', async () => {
  const { quiet, pass, isQuiet } = start();
  quiet.asked();
  pass(10);
  quiet.answered();
  expect(await isQuiet()).toBe(false);
  quiet.asked();
  pass(6);
  expect(await isQuiet()).toBe(true);
  pass(1);
  expect(await isQuiet()).toBe(false);
  quiet.answered();
  expect(await isQuiet()).toBe(false);
});

it('wakes whoever waits when the next page is asked for, or when there is none', async () => {
  for (const next of ['asked', 'ended'] as const) {
    const { quiet, pass } = start();
    quiet.asked();
    pass(10);
    quiet.answered();
    const waiting = quiet.wait();
    quiet[next]();
    await waiting;
  }
});

it('an answer that comes after the end does not close it', async () => {
  const { quiet, isQuiet } = start();
  quiet.asked();
  quiet.ended();
  quiet.answered();
  expect(await isQuiet()).toBe(true);
});
