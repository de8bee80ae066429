/** Milliseconds after which nobody waits for a frame any more: a window that isn't shown may never paint. */
const latestMs = 1_000;

/** Resolves with the page's first paint, at the latest after a second. */
export function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, latestMs);
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}
