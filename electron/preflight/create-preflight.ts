/** "Ready for the doors?": looks at what a desk needs before an event opens, and keeps what it found. */
import path from 'node:path';
import { z } from 'zod';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { TestRow } from '../../contract/desk/connections.ts';
import {
  type AutomaticRow,
  automaticRowSchema,
  type Drill,
  type PreflightResult,
  type PreflightRowName,
  type PreflightState,
  preflightResultSchema,
  preflightRowNameSchema,
} from '../../contract/desk/preflight.ts';
import { paths } from '../../contract/registration-api/endpoints.ts';
import type { OpenConnection } from '../connections/create-connection-desk.ts';
import { testConnection } from '../connections/test-connection.ts';
import { assertNever, RolecallError } from '../errors.ts';
import { localDay } from '../local-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Links } from '../ports/links.ts';
import type { Log } from '../ports/log.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';
import { isLoopbackRedirect } from '../sign-in/loopback-redirect.ts';
import { runDrill } from './drill.ts';
import {
  judgeClock,
  judgeConnection,
  judgeDisk,
  judgeKeyring,
  judgeLinks,
  judgePeople,
  judgePower,
  type Verdict,
} from './findings.ts';

export type PreflightChannel = `preflight:${'read' | 'run' | 'stop' | 'answer' | 'save'}`;

/** What is asked of the connection that is open. */
export interface PreflightConnection extends Pick<OpenConnection, 'connection' | 'clientSecret' | 'operatorAccess'> {
  readonly handlers: Pick<RequestHandlers<'directory:read'>, 'directory:read'>;
}

export interface Preflight {
  readonly handlers: RequestHandlers<PreflightChannel>;
  /** Another connection is open: stops what is under way, and takes up what was found for this one. Null: none is. */
  follow(open: { readonly connection: PreflightConnection; readonly folder: string } | null): Promise<void>;
}

export interface PreflightDependencies {
  /** The program's data folder: what is looked at for space, and where the drill writes. */
  readonly userData: string;
  readonly files: Files;
  readonly cipher: SecretCipher;
  readonly links: Pick<Links, 'look'>;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
  readonly onBattery: () => boolean;
  readonly freeBytes: (folder: string) => Promise<number | null>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Milliseconds between two steps of the drill; its own where it is left out. */
  readonly drillPauseMs?: number;
}

const keptSchema = z.object({ results: z.array(z.unknown()).max(50) });
/** Milliseconds for the one request that asks the service for the time. */
const clockTimeoutMs = 10_000;
const resultsName = 'preflight.json';

export function createPreflight(given: PreflightDependencies): Preflight {
  const { files, cipher, clock, log, publish } = given;
  const results = new Map<PreflightRowName, PreflightResult>();
  const progress = new Map<PreflightRowName, 'waiting' | 'running'>();
  let drill: Drill | null = null;
  let open: { readonly connection: PreflightConnection; readonly folder: string } | null = null;
  let waiting: AutomaticRow[] = [];
  let under: AbortController | null = null;
  let work: Promise<void> = Promise.resolve();

  const state = (): PreflightState => ({
    rows: preflightRowNameSchema.options.map((row) => ({
      row,
      progress: progress.get(row) ?? 'resting',
      result: results.get(row) ?? null,
    })),
    drill,
  });
  const changed = (): void => publish('preflight:changed', state());

  async function keep(row: PreflightRowName, { state: found, finding, facts = {} }: Verdict): Promise<void> {
    results.set(row, { row, state: found, finding, facts, checkedAt: clock.now() });
    log.info('preflight', { row, finding });
    changed();
    if (open === null) return;
    const text = JSON.stringify({ results: [...results.values()] });
    // A full disk is what a row of its own says.
    await files.write(path.join(open.folder, resultsName), text).catch(() => log.warn('preflight.not-kept'));
  }

  async function load(folder: string): Promise<void> {
    results.clear();
    try {
      const text = await files.read(path.join(folder, resultsName));
      if (text === null) return;
      for (const entry of keptSchema.parse(JSON.parse(text)).results) {
        const result = preflightResultSchema.safeParse(entry);
        if (result.success) results.set(result.data.row, result.data);
      }
    } catch {
      // It is looked at again with one press.
      log.warn('preflight.not-read');
    }
  }

  async function checkKeyring(): Promise<Verdict> {
    const { strength, name } = await cipher.backend();
    if (strength !== 'strong') return judgeKeyring(strength, name, false);
    const probe = `preflight ${clock.now()}`;
    const opened = await cipher
      .seal(probe)
      .then((sealed) => cipher.open(sealed))
      .then(({ plain }) => plain === probe)
      .catch(() => false);
    return judgeKeyring(strength, name, opened);
  }

  async function checkConnection(connection: PreflightConnection, signal: AbortSignal): Promise<Verdict> {
    let rows: readonly TestRow[] = [];
    await testConnection({
      transport: given.transport,
      clock,
      connection: connection.connection,
      clientSecret: connection.clientSecret,
      signal,
      operator: (stop) => connection.operatorAccess(stop),
      changed: (now) => {
        rows = now;
      },
    });
    signal.throwIfAborted();
    return judgeConnection(rows);
  }

  async function checkClock(connection: PreflightConnection, signal: AbortSignal): Promise<Verdict> {
    const startedAt = clock.monotonic();
    try {
      const { headers } = await given.transport({
        method: 'GET',
        url: connection.connection.baseUrl.replace(/\/+$/, '') + paths.metadata,
        headers: { accept: 'application/json' },
        timeoutMs: clockTimeoutMs,
        signal,
      });
      return judgeClock(headers, clock.now(), clock.monotonic() - startedAt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RolecallError)) throw error;
      return judgeClock({}, 0, 0);
    }
  }

  async function checkDisk(): Promise<Verdict> {
    const probe = path.join(given.userData, 'preflight-probe.json');
    const text = JSON.stringify({ at: clock.now() });
    const written = await files
      .write(probe, text)
      .then(async () => ((await files.read(probe)) === text ? 'fine' : 'failed') as 'fine' | 'failed')
      .catch((error: unknown) =>
        error instanceof RolecallError && error.code === 'storage-full' ? 'full' : ('failed' as const),
      );
    await files.remove(probe).catch(() => undefined);
    return judgeDisk(await given.freeBytes(given.userData), written);
  }

  function withConnection(check: (connection: PreflightConnection) => Promise<Verdict> | Verdict) {
    if (open === null) return { state: 'skipped', finding: 'not-signed-in' } as const;
    return check(open.connection);
  }

  async function look(row: AutomaticRow, signal: AbortSignal): Promise<Verdict> {
    switch (row) {
      case 'keyring':
        return checkKeyring();
      case 'links':
        return withConnection(async ({ connection }) =>
          isLoopbackRedirect(connection.redirectUri)
            ? judgeLinks('rolecall', false)
            : judgeLinks(await given.links.look(), true),
        );
      case 'connection':
        return withConnection((connection) => checkConnection(connection, signal));
      case 'people':
        return withConnection(async ({ handlers }) => judgePeople(await handlers['directory:read']({}), clock.now()));
      case 'clock':
        return withConnection((connection) => checkClock(connection, signal));
      case 'disk':
        return checkDisk();
      case 'power':
        return judgePower(given.onBattery());
      case 'drill':
        return runDrill({
          folder: given.userData,
          files,
          clock,
          log,
          random: given.random,
          signal,
          changed: (now) => {
            drill = now;
            changed();
          },
          ...(given.drillPauseMs === undefined ? {} : { pauseMs: given.drillPauseMs }),
        });
      default:
        return assertNever(row);
    }
  }

  async function checkRow(row: AutomaticRow): Promise<void> {
    const stop = new AbortController();
    const of = open;
    under = stop;
    progress.set(row, 'running');
    if (row === 'drill') drill = null;
    changed();
    let verdict: Verdict | null = null;
    try {
      verdict = await look(row, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) {
        log.error('preflight-broke', { row, problem: error instanceof Error ? error.stack : 'unknown' });
        verdict = { state: 'failed', finding: 'broken' };
      }
    }
    progress.delete(row);
    if (under === stop) under = null;
    // Stopped by hand, or another connection is open by now: what was found earlier stays, and a drill that was left
    // half-way is not shown. Not everything hears the signal; a keyring may ask for minutes.
    if (stop.signal.aborted || of !== open) {
      if (row === 'drill') drill = null;
      changed();
      return;
    }
    if (verdict !== null) await keep(row, verdict);
  }

  /** One row at a time: two at once would only slow each other down. */
  async function workThrough(): Promise<void> {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await checkRow(row);
  }

  function stopAll(): void {
    for (const row of waiting) progress.delete(row);
    waiting = [];
    under?.abort(new RolecallError('bad-input', 'Stopped.'));
    changed();
  }

  return {
    async follow(next) {
      stopAll();
      open = next;
      drill = null;
      if (next === null) results.clear();
      else await load(next.folder);
      changed();
    },
    handlers: {
      'preflight:read': state,
      'preflight:run': ({ rows }) => {
        for (const row of automaticRowSchema.options) {
          if (!rows.includes(row) || progress.has(row)) continue;
          waiting.push(row);
          progress.set(row, 'waiting');
        }
        changed();
        work = work.then(workThrough);
        return {};
      },
      'preflight:stop': () => {
        stopAll();
        return {};
      },
      'preflight:answer': async (answer) => {
        await keep(answer.row, verdictOf(answer));
        return {};
      },
      'preflight:save': async ({ text }) => {
        const day = localDay(clock.now());
        const file = await given.saveDialog(`rolecall-ready-${day}.txt`);
        if (file === null) return { saved: false };
        await files.write(file, text.endsWith('\n') ? text : `${text}\n`);
        return { saved: true };
      },
    },
  };
}

function verdictOf(answer: Parameters<RequestHandlers<'preflight:answer'>['preflight:answer']>[0]): Verdict {
  if (answer.row === 'sound') {
    const state = answer.finding === 'fine' ? 'fine' : answer.finding === 'sound-off' ? 'skipped' : 'warning';
    return { state, finding: answer.finding };
  }
  const { finding, suffix, scannerLayout, computerLayout } = answer;
  return {
    state: finding === 'fine' ? 'fine' : 'warning',
    finding,
    facts: {
      suffix,
      ...(scannerLayout === undefined ? {} : { scannerLayout }),
      ...(computerLayout === undefined ? {} : { computerLayout }),
    },
  };
}
