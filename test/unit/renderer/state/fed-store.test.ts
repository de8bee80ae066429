import { expect, it, vi } from 'vitest';
import type { Result } from '../../../../contract/desk/errors.ts';
import { createFedStore, known } from '../../../../renderer/state/fed-store.ts';

function source() {
  const answers: ((result: Result<string>) => void)[] = [];
  let tell: (value: string) => void = () => undefined;
  const unsubscribe = vi.fn<() => void>();
  const fed = createFedStore<string>({
    read: () => new Promise((resolve) => answers.push(resolve)),
    subscribe(listener) {
      tell = listener;
      return unsubscribe;
    },
  });
  return {
    fed,
    unsubscribe,
    publish: (value: string) => tell(value),
    async answer(index: number, result: Result<string>) {
      answers[index]?.(result);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

it('is loading, then has what was read', async () => {
  const { fed, answer } = source();
  fed.start();
  expect(fed.store.getState()).toEqual({ kind: 'loading' });
  await answer(0, { ok: true, value: 'read' });
  expect(known(fed.store.getState())).toBe('read');
});

it('keeps the event when the answer to an earlier read comes after it', async () => {
  const { fed, publish, answer } = source();
  fed.start();
  publish('event');
  await answer(0, { ok: true, value: 'older' });
  expect(known(fed.store.getState())).toBe('event');
});

it('keeps the later of two reads, whichever answers first', async () => {
  const { fed, answer } = source();
  fed.start();
  void fed.read();
  await answer(1, { ok: true, value: 'later' });
  await answer(0, { ok: true, value: 'earlier' });
  expect(known(fed.store.getState())).toBe('later');
});

it('says why a read failed, and recovers with the next event', async () => {
  const { fed, publish, answer } = source();
  fed.start();
  await answer(0, { ok: false, error: { code: 'bug', message: 'x', retryable: false } });
  expect(fed.store.getState()).toMatchObject({ kind: 'failed', error: { code: 'bug' } });
  publish('event');
  expect(known(fed.store.getState())).toBe('event');
});

it('gives its subscription back and takes no answer after that', async () => {
  const { fed, unsubscribe, answer } = source();
  const stop = fed.start();
  stop();
  await answer(0, { ok: true, value: 'too late' });
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(fed.store.getState()).toEqual({ kind: 'loading' });
});
