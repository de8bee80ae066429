import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { framePainted } from '../../../renderer/frame-painted.ts';

/** What the browser would do with the observer. */
let paint: () => void;
const disconnect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(told: (entries: unknown, observer: unknown) => void) {
        paint = () => told([], this);
      }
      disconnect = disconnect;
      observe(what: unknown) {
        expect(what).toEqual({ type: 'paint', buffered: true });
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  disconnect.mockClear();
});

it('waits for the first paint, and listens no longer', async () => {
  let painted = false;
  const waiting = framePainted().then(() => {
    painted = true;
  });
  await vi.advanceTimersByTimeAsync(500);
  expect(painted).toBe(false);
  paint();
  await waiting;
  expect(disconnect).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on after a second where nothing is painted', async () => {
  let waits = true;
  void framePainted().then(() => {
    waits = false;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(waits).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(waits).toBe(false);
});
