import type { Log } from '../ports/log.ts';

/** Two crashes within this time mean that showing the page again does not help; milliseconds. */
const soonMs = 60_000;

/** What is used of Electron's WebContents. */
export interface CrashingPage {
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: { readonly reason: string; readonly exitCode: number }) => void,
  ): unknown;
  reload(): void;
}

/**
 * The page comes back by itself once; the second time within a minute somebody is asked, natively, since there is no page
 * to ask on (B79). What was done is in the journal already.
 */
export function followCrashes(given: {
  readonly page: CrashingPage;
  readonly isGone: () => boolean;
  /** Steady, in milliseconds. */
  readonly now: () => number;
  /** Shows the question; true: show the page again. */
  readonly ask: () => Promise<boolean>;
  readonly quit: () => void;
  readonly log: Log;
}): void {
  const { page, isGone, now, ask, quit, log } = given;
  let lastCrashAt = Number.NEGATIVE_INFINITY;
  const askWhetherToGoOn = async (): Promise<void> => {
    const again = await ask();
    if (isGone()) return;
    if (again) page.reload();
    else quit();
  };
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error('page-crashed', { reason, exitCode });
    if (reason === 'clean-exit' || isGone()) return;
    const soon = now() - lastCrashAt < soonMs;
    lastCrashAt = now();
    if (!soon) page.reload();
    else askWhetherToGoOn().catch(() => quit());
  });
}
