import '@fontsource-variable/inter/index.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/logo.css';
import './features/shell/frame.css';
import './features/start/start.css';

/**
 * The page shows what index.html holds before it runs its program: that is read meanwhile (vite.renderer.config.ts), and its
 * first run would take longer than the frame.
 */
const latestMs = 1_000;

function framePainted(): Promise<void> {
  return new Promise((resolve) => {
    // A window that isn't shown may never paint.
    const timer = setTimeout(resolve, latestMs);
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

await framePainted();
await import('./main.tsx');
