/**
 * Command line of the service, and its entry as an Electron utility process. When it is ready it prints one line of JSON
 * on standard output (docs/service.md); everything else goes to standard error as structured lines.
 */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { administer } from './administration/administer.ts';
import {
  type AdministrationCommand,
  administrationUsage,
  isAdministration,
  readAdministration,
} from './administration/commands.ts';
import { CommandRefusal } from './administration/refusal.ts';
import { printable } from './administration/text.ts';
import { readCommandLine, type StartOptions, usage } from './command-line.ts';
import { exportEvent, importEvent } from './database/event-file.ts';
import { templateFileName } from './database/make-template.ts';
import { holdsDatabase, openDatabase } from './database/open-database.ts';
import { createLog, describeFault } from './log.ts';
import { type RunningService, startService } from './start-service.ts';
import { StartUpError } from './start-up-error.ts';

/** Electron's side of a utility process; absent under plain Node. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}
const parentPort = (process as { parentPort?: ParentPort }).parentPort;

/** Milliseconds a stop may take before requests that don't end are cut off. */
const stopDeadline = 10_000;

const log = createLog((line) => process.stderr.write(`${line}\n`));
// Whoever reads the log may end first: a desk must not lose the service for that.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

async function main(argumentList: readonly string[]): Promise<void> {
  const options = isAdministration(argumentList) ? readAdministration(argumentList) : readCommandLine(argumentList);
  if (options === 'help') {
    process.stdout.write(`${usage}\n${administrationUsage}`);
    return;
  }
  const templateFile = options.databaseTemplate ?? fileURLToPath(new URL(templateFileName, import.meta.url));
  if ('task' in options) return carryOut(options, templateFile);
  if (options.eventFile !== undefined) return moveEvent(options, options.eventFile, templateFile);
  const service = await startService(options, { log, templateFile });
  stopOnRequest(service);
  const { url, applications, operators, faults } = service;
  const ready = { url, applications, operators, ...(faults === undefined ? {} : { faults }) };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  parentPort?.postMessage(ready);
}

async function carryOut(command: AdministrationCommand, templateFile: string): Promise<void> {
  const { location, task } = command;
  if (location.kind === 'folder' && !command.begins && !holdsDatabase(location.folder)) {
    throw new CommandRefusal(`There is no event in ${location.folder}. Is --data-dir right?`);
  }
  const opened = await openDatabase(location, templateFile, (error) => {
    log.error('database-connection-lost', describeFault(error));
  });
  try {
    const { value, lines } = await administer(opened.database, task, () => text(process.stdin));
    process.stdout.write(command.json ? `${JSON.stringify(value)}\n` : `${lines.map(printable).join('\n')}\n`);
  } finally {
    await opened.close();
  }
}

async function moveEvent(
  options: StartOptions,
  { direction, file }: NonNullable<StartOptions['eventFile']>,
  templateFile: string,
): Promise<void> {
  const { location } = options;
  if (direction === 'export' && location.kind === 'folder' && !holdsDatabase(location.folder)) {
    throw new StartUpError('data-folder-unusable', `There is no event in ${location.folder}. Is --data-dir right?`);
  }
  const opened = await openDatabase(location, templateFile, (error) => {
    log.error('database-connection-lost', describeFault(error));
  });
  try {
    await (direction === 'export' ? exportEvent : importEvent)(opened.database, file);
    log.info(`event-${direction}ed`);
  } finally {
    await opened.close();
  }
}

function stopOnRequest(service: RunningService): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopDeadline).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The terminal was closed.
  process.on('SIGHUP', stop);
  parentPort?.on('message', ({ data }) => {
    if (data === 'stop') stop();
  });
}

function fail(error: unknown): void {
  // A person reads a sentence; lines of JSON are for whoever keeps the log.
  const isRead = process.stderr.isTTY && (error instanceof StartUpError || error instanceof CommandRefusal);
  if (isRead) {
    process.stderr.write(`${error.message}\n`);
  } else if (error instanceof StartUpError) {
    log.error('start-up-failed', { code: error.code, message: error.message });
    parentPort?.postMessage({ startUpError: { code: error.code, message: error.message } });
  } else if (error instanceof CommandRefusal) {
    log.error('command-refused', { message: error.message });
  } else {
    log.error('service-failed', {
      ...describeFault(error),
      message: error instanceof Error ? error.message : undefined,
    });
  }
  process.exitCode = 1;
  // Not process.exit: the line above may still be on its way into a pipe.
  process.stderr.write('', () => process.exit());
}

main(process.argv.slice(2)).catch(fail);
