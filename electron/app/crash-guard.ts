import type { Log } from '../ports/log.ts';

/** Somebody is told of one error in this time, however many there are; milliseconds. */
const quietMs = 60_000;

/**
 * Errors nobody caught are written down, redacted, and the desk goes on: the journal is already on disk (checklist B79). An
 * exception leaves the program in a state nobody has thought of, so somebody is asked what to do, once a minute at most. A
 * promise nobody waited for does not, and a volunteer is not stopped for it.
 * @param given `now`: steady, in milliseconds. `tell`: asks, natively, as the page may be what is broken
 */
export function followUncaughtErrors(given: {
  readonly log: Log;
  readonly now: () => number;
  readonly tell: () => Promise<void>;
  readonly program?: Pick<NodeJS.Process, 'on'>;
}): void {
  const { log, now, tell, program = process } = given;
  let toldAt = Number.NEGATIVE_INFINITY;
  let asking = false;
  const write = (event: string, error: unknown): void => {
    log.error(event, { problem: error instanceof Error ? (error.stack ?? error.message) : typeof error });
  };
  program.on('uncaughtException', (error: unknown) => {
    write('uncaught-error', error);
    if (asking || now() - toldAt < quietMs) return;
    asking = true;
    tell()
      .catch(() => log.warn('error-not-told'))
      .finally(() => {
        asking = false;
        toldAt = now();
      });
  });
  program.on('unhandledRejection', (error: unknown) => write('unhandled-rejection', error));
}
