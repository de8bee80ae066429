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
  quiet.sent();
  pass(5_000);
  expect(await isQuiet()).toBe(true);
});

it('is not quiet from about when an answer is due until the request for the next page has left', async () => {
  const { quiet, pass, isQuiet } = start();
  quiet.asked();
  pass(10);
  quiet.answered();
  expect(await isQuiet()).toBe(false);
  quiet.asked();
  expect(await isQuiet()).toBe(false);
  quiet.sent();
  pass(6);
  expect(await isQuiet()).toBe(true);
  pass(1);
  expect(await isQuiet()).toBe(false);
  quiet.answered();
  expect(await isQuiet()).toBe(false);
});

it('wakes whoever waits when the request for the next page has left, or when there is none', async () => {
  for (const next of ['sent', 'ended'] as const) {
    const { quiet, pass } = start();
    quiet.asked();
    pass(10);
    quiet.answered();
    const waiting = quiet.wait();
    quiet.asked();
    quiet[next]();
    await waiting;
  }
});

it('a request that has left after its answer came, as it may seem after long work, does not make it quiet', async () => {
  const { quiet, pass, isQuiet } = start();
  quiet.asked();
  pass(10);
  quiet.answered();
  quiet.sent();
  expect(await isQuiet()).toBe(false);
});

it('an answer that comes after the end does not close it', async () => {
  const { quiet, isQuiet } = start();
  quiet.asked();
  quiet.ended();
  quiet.answered();
  expect(await isQuiet()).toBe(true);
});
