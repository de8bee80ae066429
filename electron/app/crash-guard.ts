import type { Log } from '../ports/log.ts';

/** Errors nobody caught are written down, redacted, and the desk goes on: the journal is already on disk (B79). */
export function logUncaughtErrors(log: Log): void {
  const write = (event: string, error: unknown): void => {
    log.error(event, { problem: error instanceof Error ? (error.stack ?? error.message) : typeof error });
  };
  process.on('uncaughtException', (error) => write('uncaught-error', error));
  process.on('unhandledRejection', (error) => write('unhandled-rejection', error));
}
