/**
 * What leaves the house in a report. Canaries stand in every text that a desk knows of people, operators, roles, hosts and
 * secrets, and in the log; none may come out.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '../../../../electron/app/log-sink.ts';
import { createDiagnostics } from '../../../../electron/diagnostics/create-diagnostics.ts';
import {
  createReport,
  kindOfAddress,
  type ReportFacts,
  reportSchema,
} from '../../../../electron/diagnostics/report.ts';
import type { tellingLines } from '../../../../electron/diagnostics/telling-lines.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { nodeFiles } from '../../../../electron/ports/files.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { usualSettings } from '../../../../electron/settings/settings-store.ts';

/** One for each place, so that a failure names it. */
const canaries = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  email: 'zephyrine.quillfeather@canary.example',
  phone: '+4917012345678',
  badge: 'badge-canary-771',
  operator: 'Ottoline Canary',
  operatorId: 'operator-canary-id',
  role: 'Canary Whisperer',
  connection: 'Canary Con 2026',
  host: 'reg.canary.internal',
  clientId: 'canary-client-4711',
  secret: 'canary-secret-hunter2hunter2',
  token: 'canary.token.eyJhbGciOiJub25lIn0',
  code: 'canarycode123456',
  folder: '/home/canary-user/rolecall',
};
const all = Object.values(canaries);

const facts: ReportFacts = {
  now: Date.UTC(2026, 10, 28),
  program: { version: '0.1.0', packaged: true, electron: '45.5.0', chromium: '150.0.1', node: '24.1.0' },
  system: {
    platform: 'linux',
    architecture: 'x64',
    release: '6.1.0-18-amd64 #1',
    processors: 2,
    memoryMb: 4096,
    programMb: 210,
    upSeconds: 90,
    displays: [{ width: 1366, height: 768, scale: 1 }],
  },
  start: { ready: 210, 'window-painted': 480 },
  settings: usualSettings,
  signIn: {
    kind: 'signed-in',
    operator: { id: canaries.operatorId, label: canaries.operator, initials: 'OC' },
    kept: 'keyring',
    notice: null,
    mayRead: true,
    mayChangeRoles: true,
    pinSet: false,
  },
  connections: {
    all: [
      { id: canaries.clientId, name: canaries.connection, host: canaries.host, practice: false, current: true },
      { id: 'practice', name: 'Practice', host: '', practice: true, current: false },
    ],
    reachability: { kind: 'offline', since: 1, reason: 'network-timeout', nextTryAt: null },
  },
  station: null,
  directory: {
    people: 2000,
    upToDateAt: 5,
    sweep: null,
    problem: null,
    kept: 'disk',
    savedAt: 5,
    roles: [{ roleName: canaries.role, members: 12, sweptAt: 4 }],
    requests: { underWay: 0, most: 4, waiting: 0, lastMinute: 9, pausedForMs: 0 },
  },
  roleChanges: {
    waiting: 1,
    sending: 0,
    refused: 0,
    oldestAt: 3,
    nextTryAt: null,
    heldBecause: null,
    unreadable: false,
    newer: false,
    lastAct: null,
  },
  events: [],
};

/** What the log is given on a bad day: more than any line of ours says. */
function writeBadDay(folder: string): void {
  const log = createFileLog(folder);
  log.info('start', { version: '0.1.0', electron: '45.5.0', packaged: true });
  for (const [name, value] of Object.entries(canaries)) {
    log.warn('request-refused', { [name]: value, code: value, channel: `directory:${value}`, what: value });
    log.error('request-failed', { problem: `TypeError: ${value}\n    at open (${canaries.folder}/main.js:1:2)` });
    log.error(`said ${value}`);
  }
  log.error('uncaught-error', { problem: 'Error: nothing\n    at run (main.js:10:4)' });
}

/** Saves a report of a desk that had a bad day, and answers with what is in the file. */
async function saved(tell?: typeof tellingLines): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rolecall-report-'));
  try {
    writeBadDay(path.join(folder, 'logs'));
    const target = path.join(folder, 'report.json');
    const diagnostics = createDiagnostics({
      files: nodeFiles,
      logFolder: path.join(folder, 'logs'),
      now: () => facts.now,
      about: () => ({ program: facts.program, system: facts.system, start: facts.start }),
      handlers: () => ({
        'settings:read': () => usualSettings,
        'sign-in:read': () => facts.signIn ?? unknown(),
        'connections:read': () => facts.connections ?? unknown(),
        'stations:read': unknown,
        'directory:diagnostics': () => facts.directory ?? unknown(),
        'role-changes:read': () => facts.roleChanges ?? unknown(),
      }),
      saveDialog: async () => target,
      log: silentLog,
      ...(tell === undefined ? {} : { tell }),
    });
    expect(await diagnostics.handlers['diagnostics:save']({})).toEqual({ saved: true });
    return readFileSync(target, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const foundIn = (text: string): string[] => all.filter((canary) => text.toLowerCase().includes(canary.toLowerCase()));

describe('a report', () => {
  it('holds none of the canaries, wherever they stood', async () => {
    expect(foundIn(await saved())).toEqual([]);
  });

  it('would hold them with the leaving out switched off', async () => {
    // Every line as it stands in the log, which takes out what looks like a secret and can't know a name.
    const everything: typeof tellingLines = (text) =>
      text.split('\n').flatMap((line) => {
        if (line === '') return [];
        const { time, level, event, ...fields } = JSON.parse(line);
        return [{ time, level, event, fields }];
      });
    expect(foundIn(await saved(everything))).toEqual(
      expect.arrayContaining([canaries.firstName, canaries.lastName, canaries.operator, canaries.role, canaries.host]),
    );
  });

  it('is worth sending all the same', async () => {
    const report = reportSchema.parse(JSON.parse(await saved()));
    expect(report.directory).toMatchObject({ people: 2000, roleSizes: [12] });
    expect(report.connections).toEqual({
      organisations: 1,
      practising: false,
      address: 'private',
      reachability: 'offline',
      reason: 'network-timeout',
      fileProblem: null,
    });
    expect(report.start).toEqual({ ready: 210, 'window-painted': 480 });
    expect(report.events.at(-1)).toMatchObject({
      event: 'uncaught-error',
      fields: { problem: 'Error < run main.js:10:4' },
    });
    expect(report.station).toBeNull();
  });

  it('can not be made with a member nobody has thought about', () => {
    const withGuest = { ...facts, program: { ...facts.program, guest: canaries.firstName } };
    expect(() => createReport(withGuest)).toThrow(/guest/);
    const withName = { ...facts, start: { [canaries.operator]: 1 } };
    expect(() => createReport(withName)).toThrow();
  });

  it.each(['starting', 'signed-out', 'opening', 'waiting', 'exchanging', 'locked'] as const)(
    'says how a sign-in stands, not whose it is: %s',
    (kind) => {
      const states = {
        starting: { kind, waitingFor: 'vault' },
        'signed-out': {
          kind,
          notice: 'sign-in-denied',
          kept: 'memory',
          comesBackByItself: true,
          linksOpenWith: 'rolecall',
        },
        opening: { kind, attemptId: canaries.code, startedAt: 1 },
        waiting: {
          kind,
          attemptId: canaries.code,
          startedAt: 1,
          browserFailed: false,
          asked: { clientId: canaries.clientId, redirectUri: 'rolecall://oauth/callback', oauthScopes: ['pii:basic'] },
          earlierAnswered: false,
        },
        exchanging: { kind, attemptId: canaries.code, startedAt: 1 },
        locked: {
          kind,
          operator: { id: canaries.operatorId, label: canaries.operator, initials: 'OC' },
          because: 'idle',
          pinSet: true,
          triesLeft: 3,
          nextTryAt: null,
        },
      };
      const report = createReport({ ...facts, signIn: states[kind] as ReportFacts['signIn'] });
      expect(report.signIn?.kind).toBe(kind);
      const text = JSON.stringify(report);
      expect(all.filter((canary) => text.includes(canary))).toEqual([]);
    },
  );

  it('leaves the place of the file to whoever saves it, and nothing where the question is closed', async () => {
    const written: string[] = [];
    const diagnostics = createDiagnostics({
      files: { read: async () => null, write: async (file) => void written.push(file) },
      logFolder: '/logs',
      now: () => facts.now,
      about: () => facts,
      handlers: unknown,
      saveDialog: async (name) => {
        expect(name).toBe('rolecall-report-2026-11-28.json');
        return null;
      },
      log: silentLog,
    });
    expect(await diagnostics.save()).toBe(false);
    expect(written).toEqual([]);
  });
});

function unknown(): never {
  throw new RolecallError('sign-in-required', 'Nobody is signed in.');
}

it.each([
  ['127.0.0.1:4711', 'loopback'],
  ['[::1]:80', 'loopback'],
  ['localhost', 'loopback'],
  ['10.2.3.4', 'private'],
  ['172.20.0.1:8443', 'private'],
  ['172.32.0.1', 'public'],
  ['[fd00::1]:443', 'private'],
  ['registration', 'private'],
  ['reg.convention.lan', 'private'],
  ['reg.example.org', 'public'],
  ['', 'none'],
])('says of %s only what kind of place it is', (host, kind) => {
  expect(kindOfAddress(host)).toBe(kind);
});
