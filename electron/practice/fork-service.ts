import { createInterface } from 'node:readline';
import { utilityProcess } from 'electron';
import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import type { PracticeArguments, PracticeProcess } from './practice-service.ts';

const logLineSchema = z.object({ level: z.string(), event: z.string().optional(), code: z.string().optional() });

/** Starts the bundled service as a process of Electron's own: no Node has to be installed, and a crash stays its own. */
export function forkService(serviceFile: string, log: Log): (args: PracticeArguments) => PracticeProcess {
  return ({ port, dataFolder, attendees, seed }) => {
    const child = utilityProcess.fork(
      serviceFile,
      [
        ...['--port', String(port)],
        ...['--data-dir', dataFolder],
        ...['--attendees', String(attendees)],
        ...['--seed', String(seed)],
      ],
      // Its standard output carries the ready line with the secret of the demo application: nobody listens to it.
      { serviceName: 'Rolecall practice service', stdio: ['ignore', 'ignore', 'pipe'] },
    );
    if (child.stderr !== null) {
      createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => forward(line, log));
    }
    return {
      onMessage: (listener) => {
        child.on('message', listener);
      },
      onExit: (listener) => {
        child.once('exit', listener);
      },
      stop: () => child.postMessage('stop'),
      kill: () => {
        child.kill();
      },
    };
  };
}

/** Only what kind of thing happened: the service's own words may name people. */
function forward(line: string, log: Log): void {
  try {
    const { level, event, code } = logLineSchema.parse(JSON.parse(line));
    if (level === 'error') log.error('practice-service', { what: event ?? 'unknown', code });
  } catch {
    log.warn('practice-service', { what: 'unreadable-line', length: line.length });
  }
}
