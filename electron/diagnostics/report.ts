/**
 * A report for whoever helps a desk: versions, settings, states, times and the last events. Everything in it is a number, a
 * yes or no, or one of our own words; people, operators, roles, hosts, tokens and secrets have no member to be in.
 */
import { z } from 'zod';
import type { ConnectionsState } from '../../contract/desk/connections.ts';
import type { DirectoryDiagnostics } from '../../contract/desk/directory.ts';
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { Settings } from '../../contract/desk/settings.ts';
import type { SignInState } from '../../contract/desk/sign-in.ts';
import type { StationState } from '../../contract/desk/stations.ts';
import type { TellingLine } from './telling-lines.ts';

/** What is known when a report is asked for. Null: nobody is signed in, or the part did not answer. */
export interface ReportFacts {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly program: {
    readonly version: string;
    readonly packaged: boolean;
    readonly electron: string;
    readonly chromium: string;
    readonly node: string;
  };
  readonly system: {
    readonly platform: string;
    readonly architecture: string;
    readonly release: string;
    readonly processors: number;
    readonly memoryMb: number;
    readonly programMb: number;
    readonly upSeconds: number;
    readonly displays: readonly { readonly width: number; readonly height: number; readonly scale: number }[];
  };
  /** Steps of the start: milliseconds since the process began. */
  readonly start: Readonly<Record<string, number>>;
  readonly settings: Settings | null;
  readonly signIn: SignInState | null;
  readonly connections: ConnectionsState | null;
  readonly station: StationState | null;
  readonly directory: DirectoryDiagnostics | null;
  readonly roleChanges: RoleChangesState | null;
  readonly events: readonly TellingLine[];
}

/** A word of ours. Names of people, hosts and files never are: they are not asked for. */
const word = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:+~-]{0,79}$/);
const count = z.number();
const time = z.number().nullable();

export const reportSchema = z.strictObject({
  format: z.literal('rolecall-report'),
  version: z.literal(1),
  writtenAt: z.string(),
  program: z.strictObject({ version: word, packaged: z.boolean(), electron: word, chromium: word, node: word }),
  system: z.strictObject({
    platform: word,
    architecture: word,
    release: word,
    processors: count,
    memoryMb: count,
    programMb: count,
    upSeconds: count,
    displays: z.array(z.strictObject({ width: count, height: count, scale: count })),
  }),
  start: z.record(word, count),
  settings: z.record(word, z.union([count, z.boolean(), word, z.null()])).nullable(),
  signIn: z
    .strictObject({ kind: word, facts: z.record(word, z.union([count, z.boolean(), word, z.null()])) })
    .nullable(),
  connections: z
    .strictObject({
      organisations: count,
      practising: z.boolean(),
      /** Of the current one. A private address or name says where a desk stands, so it is not named. */
      address: z.enum(['loopback', 'private', 'public', 'none']),
      reachability: word,
      reason: word.nullable(),
      fileProblem: word.nullable(),
    })
    .nullable(),
  station: z.strictObject({ roles: count, hasPrimaryRecipe: z.boolean() }).nullable(),
  directory: z
    .strictObject({
      people: count,
      upToDateAt: time,
      sweeping: z.boolean(),
      fetched: count.nullable(),
      problem: word.nullable(),
      kept: word,
      savedAt: time,
      roleSizes: z.array(count),
      underWay: count,
      most: count,
      waiting: count,
      lastMinute: count,
      pausedForMs: count,
    })
    .nullable(),
  roleChanges: z
    .strictObject({ waiting: count, sending: count, refused: count, oldestAt: time, nextTryAt: time })
    .nullable(),
  events: z.array(
    z.strictObject({
      time: z.string(),
      level: word,
      event: z.string(),
      fields: z.record(z.string(), z.union([z.string(), count, z.boolean()])),
    }),
  ),
});
export type Report = z.infer<typeof reportSchema>;

/** Where a service is, without saying where. */
export function kindOfAddress(host: string): 'loopback' | 'private' | 'public' | 'none' {
  const name = host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  if (name === '') return 'none';
  if (name === 'localhost' || name === '::1' || /^127\./.test(name)) return 'loopback';
  const privateAddress = /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:|fe80:)/;
  const privateName = /\.(local|lan|home|internal|intranet|corp|test)$/;
  const isPrivate = privateAddress.test(name) || privateName.test(name) || !/[.:]/.test(name);
  return isPrivate ? 'private' : 'public';
}

/** Throws a ZodError where something that has no place in a report would get into it. */
export function createReport(facts: ReportFacts): Report {
  const { settings, signIn, connections, station, directory, roleChanges } = facts;
  const current = connections?.all.find((each) => each.current);
  return reportSchema.parse({
    format: 'rolecall-report',
    version: 1,
    writtenAt: new Date(facts.now).toISOString(),
    program: facts.program,
    system: { ...facts.system, release: facts.system.release.replace(/[^A-Za-z0-9._+~-]/g, '-') },
    start: facts.start,
    settings: settings === null ? null : plainMembers(settings),
    signIn: signIn === null ? null : { kind: signIn.kind, facts: signInFacts(signIn) },
    connections:
      connections === null
        ? null
        : {
            organisations: connections.all.filter((each) => !each.practice).length,
            practising: current?.practice === true,
            address: kindOfAddress(current?.host ?? ''),
            reachability: connections.reachability.kind,
            reason: connections.reachability.kind === 'offline' ? connections.reachability.reason : null,
            fileProblem: connections.settings ?? null,
          },
    station:
      station === null ? null : { roles: station.roles.length, hasPrimaryRecipe: station.primaryRecipe !== null },
    directory:
      directory === null
        ? null
        : {
            people: directory.people,
            upToDateAt: directory.upToDateAt,
            sweeping: directory.sweep !== null,
            fetched: directory.sweep?.fetched ?? null,
            problem: directory.problem,
            kept: directory.kept,
            savedAt: directory.savedAt,
            roleSizes: directory.roles.map(({ members }) => members),
            underWay: directory.requests.underWay,
            most: directory.requests.most,
            waiting: directory.requests.waiting,
            lastMinute: directory.requests.lastMinute,
            pausedForMs: directory.requests.pausedForMs,
          },
    roleChanges:
      roleChanges === null
        ? null
        : {
            waiting: roleChanges.waiting,
            sending: roleChanges.sending,
            refused: roleChanges.refused,
            oldestAt: roleChanges.oldestAt,
            nextTryAt: roleChanges.nextTryAt,
          },
    events: facts.events,
  });
}

/** How a sign-in stands; who it is and what was asked for are left out. */
function signInFacts(state: SignInState): Record<string, number | boolean | string | null> {
  switch (state.kind) {
    case 'starting':
      return { waitingFor: state.waitingFor };
    case 'signed-out':
      return {
        notice: state.notice,
        kept: state.kept,
        comesBackByItself: state.comesBackByItself,
        linksOpenWith: state.linksOpenWith,
      };
    case 'opening':
    case 'exchanging':
      return { startedAt: state.startedAt };
    case 'waiting':
      return {
        startedAt: state.startedAt,
        browserFailed: state.browserFailed,
        earlierAnswered: state.earlierAnswered,
        oauthScopes: state.asked.oauthScopes.length,
      };
    case 'signed-in':
      return {
        kept: state.kept,
        notice: state.notice,
        mayRead: state.mayRead,
        mayChangeRoles: state.mayChangeRoles,
        pinSet: state.pinSet,
      };
    case 'locked':
      return { because: state.because, pinSet: state.pinSet, triesLeft: state.triesLeft, nextTryAt: state.nextTryAt };
  }
}

/** Settings are numbers, switches and choices; one that ever holds more is left out until somebody has decided about it. */
function plainMembers(settings: Settings): Record<string, number | boolean | string | null> {
  const members: [string, unknown][] = Object.entries(settings);
  return Object.fromEntries(
    members.filter((member): member is [string, number | boolean | string | null] => isPlain(member[1])),
  );
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return /^[a-z][a-z-]{0,19}$/.test(value);
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
