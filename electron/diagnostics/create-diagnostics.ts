import path from 'node:path';
import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import { localDay } from '../local-day.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import { createReport, type Report, type ReportFacts } from './report.ts';
import { tellingLines } from './telling-lines.ts';

const mostEvents = 400;

/** The channels a report is put together from. */
type Told = RequestHandlers<
  | 'sign-in:read'
  | 'connections:read'
  | 'stations:read'
  | 'directory:diagnostics'
  | 'role-changes:read'
  | 'settings:read'
>;

export interface DiagnosticsGiven {
  readonly files: Pick<Files, 'read' | 'write'>;
  readonly logFolder: string;
  readonly now: () => number;
  readonly about: () => Pick<ReportFacts, 'program' | 'system' | 'start'>;
  /** The desk's own, unlocked: a report of a locked desk says so, and nothing about people. */
  readonly handlers: () => Told;
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
  readonly log: Log;
  /** What of the log is told; tests switch the leaving out off, to see that they would notice. */
  readonly tell?: typeof tellingLines;
}

export interface Diagnostics {
  readonly handlers: RequestHandlers<'diagnostics:save'>;
  /** Puts a report together. Never rejects because a part does not answer. */
  report(): Promise<Report>;
  /** Asks where to, and writes it. False: the question was closed. Throws what writing throws. */
  save(): Promise<boolean>;
}

export function createDiagnostics(given: DiagnosticsGiven): Diagnostics {
  const { files, logFolder, log } = given;

  const events = async () => {
    const texts = await Promise.all(
      ['rolecall.log.1', 'rolecall.log'].map((name) => files.read(path.join(logFolder, name)).catch(() => null)),
    );
    return (given.tell ?? tellingLines)(texts.map((text) => text ?? '').join('\n'), mostEvents);
  };

  const report = async (): Promise<Report> => {
    const told = given.handlers();
    const [settings, signIn, connections, station, directory, roleChanges] = await Promise.all([
      answerOf(() => told['settings:read']({})),
      answerOf(() => told['sign-in:read']({})),
      answerOf(() => told['connections:read']({})),
      answerOf(() => told['stations:read']({})),
      answerOf(() => told['directory:diagnostics']({})),
      answerOf(() => told['role-changes:read']({})),
    ]);
    return createReport({
      now: given.now(),
      ...given.about(),
      settings,
      signIn,
      connections,
      station,
      directory,
      roleChanges,
      events: await events(),
    });
  };

  const save = async (): Promise<boolean> => {
    const day = localDay(given.now());
    const file = await given.saveDialog(`rolecall-report-${day}.json`);
    if (file === null) return false;
    await files.write(file, `${JSON.stringify(await report(), null, 2)}\n`);
    log.info('report-saved');
    return true;
  };

  return { handlers: { 'diagnostics:save': async () => ({ saved: await save() }) }, report, save };
}

/** Null where a part has nothing to say: nobody is signed in, or it is what is broken. */
async function answerOf<Value>(ask: () => Promise<Value> | Value): Promise<Value | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}
