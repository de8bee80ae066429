/** Puts the parts together: database, demo event, application, listening. Used by main.ts and by the tests. */
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { newSecret } from './authorization/secrets.ts';
import { buildService } from './build-service.ts';
import { isLoopback, type StartOptions } from './command-line.ts';
import { type DemoAccess, demoOperators, ensureDemoEvent } from './database/demo-event.ts';
import { gatherStatistics, removeExpired } from './database/housekeeping.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import type { Database } from './database/schema.ts';
import { readSetting, signingKey } from './database/settings.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { faultsPath } from './faults/register-faults.ts';
import { describeFault, type Log } from './log.ts';
import { StartUpError } from './start-up-error.ts';

export interface RunningService extends DemoAccess {
  /** Where it listens, or `baseUrl`; without a slash at the end. */
  readonly url: string;
  /** Where faults are switched (`--faults`), and the bearer that may. */
  readonly faults: { readonly url: string; readonly secret: string } | undefined;
  readonly database: Database;
  /** Finishes the requests in flight, then closes the database. May be called more than once. */
  stop(): Promise<void>;
}

export interface Surroundings {
  readonly log: Log;
  /** The database template, where one has been made (database/make-template.ts). */
  readonly templateFile: string | undefined;
}

/** Milliseconds that a stop waits for requests in flight; whoever has not finished sending by then is cut off. */
const stopPatience = 7_000;
const housekeepingInterval = 10 * 60 * 1_000;

/** @throws {StartUpError} with words for whoever started it. */
export async function startService(options: StartOptions, surroundings: Surroundings): Promise<RunningService> {
  const { log } = surroundings;
  const tls = options.tls === undefined ? undefined : await readTls(options.tls);
  const opened = await openDatabase(options.location, surroundings.templateFile, (error) => {
    log.error('database-connection-lost', describeFault(error));
  });
  try {
    return await listen(options, log, opened, tls);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function listen(
  options: StartOptions,
  log: Log,
  opened: OpenDatabase,
  tls: { certificate: string; key: string } | undefined,
): Promise<RunningService> {
  const { database } = opened;
  const key = await signingKey(database);
  const access = await prepareEvent(options, log, opened, key);
  const faults = options.faults ? { plan: new FaultPlan(), secret: newSecret() } : undefined;
  const ownHosts = new Set<string>();
  const app = await buildService(
    {
      database,
      bearers: opened.bearers,
      signingKey: key,
      settings: {
        eventName: (await readSetting(database, 'event-name')) ?? 'Event registration',
        accessTokenSeconds: options.accessTokenSeconds,
        refreshGraceSeconds: options.refreshGraceSeconds,
        rateLimit: options.rateLimit,
        baseUrl: options.baseUrl,
        secureCookies: tls !== undefined || options.baseUrl?.startsWith('https:') === true,
        practiceOperators: practiceOperators(options, access),
      },
    },
    {
      log,
      tls,
      trustedProxies: options.trustedProxies,
      faults,
      // Elsewhere the certificate says who we are.
      isOwnHost: (host) => !isLoopback(options.host) || ownHosts.has(host.toLowerCase()),
    },
  );
  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (cause) {
    throw listenError(options, cause);
  }
  const { port } = app.server.address() as AddressInfo;
  const scheme = tls === undefined ? 'http' : 'https';
  // Elsewhere every name is taken, and what is listened on need not be one that an address can hold (fe80::1%eth0).
  for (const name of isLoopback(options.host) ? ['127.0.0.1', 'localhost', '[::1]', urlHost(options.host)] : []) {
    for (const spelling of hostSpellings(scheme, name, port)) ownHosts.add(spelling);
  }
  if (options.baseUrl !== undefined) ownHosts.add(new URL(options.baseUrl).host);

  const housekeeping = setInterval(() => {
    removeExpired(database).catch((error: unknown) => log.error('housekeeping-failed', describeFault(error)));
  }, housekeepingInterval);
  housekeeping.unref();

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    clearInterval(housekeeping);
    const cutOff = setTimeout(() => app.server.closeAllConnections(), stopPatience);
    await app.close();
    clearTimeout(cutOff);
    await opened.close();
  };
  const url = options.baseUrl ?? `${scheme}://${urlHost(options.host)}:${port}`;
  return {
    url,
    applications: access?.applications ?? [],
    operators: access?.operators ?? [],
    faults: faults === undefined ? undefined : { url: url + faultsPath, secret: faults.secret },
    database,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function prepareEvent(
  options: StartOptions,
  log: Log,
  opened: OpenDatabase,
  key: Buffer,
): Promise<DemoAccess | undefined> {
  if (options.attendees === 0) return undefined;
  const demo = await ensureDemoEvent(opened.database, options, key);
  if (demo === undefined) {
    log.info('real-event-kept', { note: 'This database holds a real event; the demo event was left out.' });
    return undefined;
  }
  if (demo.created) {
    await gatherStatistics(opened.database);
  } else {
    log.info('demo-event-kept', { note: 'This database holds a demo event already; its people are kept.' });
  }
  return demo.access;
}

/** Signing in by one click is for practice on this computer, never for whoever reaches the service from elsewhere. */
function practiceOperators(options: StartOptions, access: DemoAccess | undefined) {
  if (access === undefined || !isLoopback(options.host) || options.baseUrl !== undefined) return [];
  return demoOperators.map((operator) => ({
    userId: String(operator.id),
    name: operator.preferredName ?? `${operator.firstName} ${operator.lastName}`,
    label: operator.label,
  }));
}

async function readTls(files: { certificateFile: string; keyFile: string }) {
  const read = async (file: string): Promise<string> => {
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      throw new StartUpError('certificate-unreadable', `${file} can't be read. Is the path right?`, { cause });
    }
  };
  const certificate = await read(files.certificateFile);
  const key = await read(files.keyFile);
  try {
    createSecureContext({ cert: certificate, key });
  } catch (cause) {
    throw new StartUpError(
      'certificate-unreadable',
      `${files.certificateFile} and ${files.keyFile} are not a certificate and its key in PEM form.`,
      { cause },
    );
  }
  return { certificate, key };
}

function listenError(options: StartOptions, cause: unknown): unknown {
  const { code } = cause as { code?: string };
  if (code === 'EADDRINUSE') {
    return new StartUpError(
      'port-taken',
      `Port ${options.port} on ${options.host} is taken. Choose another --port, or 0 for any free one.`,
      { cause },
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartUpError(
      'address-unusable',
      `This computer can't listen on ${options.host}, port ${options.port} (${code}).`,
      { cause },
    );
  }
  return cause;
}

/** How a Host header may name a host and port: the usual port of a scheme is left out by browsers (RFC 9110 4.2.3). */
export function hostSpellings(scheme: 'http' | 'https', name: string, port: number): ReadonlySet<string> {
  return new Set([`${name}:${port}`, new URL(`${scheme}://${name}:${port}`).host]);
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
