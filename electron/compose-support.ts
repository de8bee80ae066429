import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type App, screen } from 'electron';
import { z } from 'zod';
import type { Publish, RequestHandlers } from '../contract/desk/channel-map.ts';
import type { RequestName } from '../contract/desk/channel-names.ts';
import { shippedPackageSchema } from '../contract/desk/diagnostics.ts';
import type { SupportChannel } from './app/desk-session.ts';
import { createDiagnostics } from './diagnostics/create-diagnostics.ts';
import type { StartTimings } from './diagnostics/start-timings.ts';
import { RolecallError } from './errors.ts';
import { systemClock } from './ports/clock.ts';
import { nodeFiles } from './ports/files.ts';
import type { Log } from './ports/log.ts';
import { createUpdates } from './updates/create-updates.ts';
import { electronUpdateSource, hasFeed } from './updates/electron-update-source.ts';
import { followOpenPerson } from './updates/open-person.ts';

/** What scripts/licences.mjs wrote at the build. */
const licencesSchema = z.object({ packages: z.array(shippedPackageSchema), texts: z.array(z.string()) });

/** Reports, licences and new versions: what belongs to the program and not to a connection. */
export interface Support {
  readonly handlers: RequestHandlers<SupportChannel>;
  /** Watches whether a person is open, and asks these handlers how the desk stands. Answers with what to use instead. */
  follow(handlers: RequestHandlers<RequestName>): RequestHandlers<RequestName>;
  /** Asks where to, and writes a report. False: the question was closed. */
  saveReport(): Promise<boolean>;
}

export function composeSupport(given: {
  readonly app: App;
  readonly log: Log;
  readonly publish: Publish;
  readonly timings: StartTimings;
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
}): Support {
  const { app, log, timings } = given;
  let followed: RequestHandlers<RequestName> | null = null;
  let personOpen = (): boolean => false;
  const desk = (): RequestHandlers<RequestName> => {
    if (followed === null) throw new RolecallError('bug', 'The desk does not stand yet.');
    return followed;
  };

  const diagnostics = createDiagnostics({
    files: nodeFiles,
    logFolder: path.join(app.getPath('userData'), 'logs'),
    now: systemClock.now,
    about: () => ({
      program: {
        version: app.getVersion(),
        packaged: app.isPackaged,
        electron: process.versions.electron,
        chromium: process.versions.chrome,
        node: process.versions.node,
      },
      system: {
        platform: process.platform,
        architecture: process.arch,
        release: os.release(),
        processors: os.cpus().length,
        memoryMb: Math.round(os.totalmem() / 1024 / 1024),
        programMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
        upSeconds: Math.round(process.uptime()),
        displays: screen.getAllDisplays().map(({ size, scaleFactor }) => ({ ...size, scale: scaleFactor })),
      },
      start: timings.read(),
    }),
    handlers: desk,
    saveDialog: given.saveDialog,
    log,
  });

  const updates = createUpdates({
    source: app.isPackaged && hasFeed(process.resourcesPath) ? electronUpdateSource(app.getVersion()) : null,
    current: app.getVersion(),
    desk: async () => {
      const { waiting, sending } = await desk()['role-changes:read']({});
      return { changesWaiting: waiting + sending, personOpen: personOpen() };
    },
    clock: systemClock,
    publish: given.publish,
    log,
  });
  updates.start();
  app.once('will-quit', updates.dispose);

  const licences = async (): Promise<z.infer<typeof licencesSchema>> => {
    const file = path.join(app.getAppPath(), 'dist', 'electron', 'licences.json');
    return licencesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  };

  return {
    handlers: {
      ...diagnostics.handlers,
      ...updates.handlers,
      'diagnostics:packages': async () => ({ packages: (await licences()).packages }),
      'diagnostics:licence': async ({ text }) => {
        const words = (await licences()).texts[text];
        if (words === undefined) throw new RolecallError('bad-input', 'There is no such licence.');
        return { words };
      },
    },
    follow: (handlers) => {
      followed = handlers;
      const person = followOpenPerson(handlers);
      personOpen = person.isOpen;
      return person.handlers;
    },
    saveReport: diagnostics.save,
  };
}
