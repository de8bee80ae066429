/** The directory: people and memberships of one connection, kept up to date, searched, and shown one at a time. */
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';
import type { DirectoryState, LookUp, PersonView, ScanResult, SearchResult } from '../../contract/desk/directory.ts';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { RegistrationClient } from '../registration/registration-client.ts';
import type { BudgetState } from '../registration/request-budget.ts';
import type { RoleOverlay } from '../role-changes/role-overlay.ts';
import type { CurrentSettings } from '../settings/settings-store.ts';
import { type CurrentStation, rolesOfStation } from '../stations/station.ts';
import { hitOf } from './hit.ts';
import { createMemberships } from './memberships.ts';
import { createPeopleIndex, wipe } from './people-index/people-index.ts';
import { readQuery } from './people-index/query.ts';
import { displayNameOf } from './people-index/tokens.ts';
import {
  createFollowedRoles,
  createPeopleReader,
  membersOf,
  type PeopleReader,
  type RoleMembers,
} from './people-reader.ts';
import { createPeopleSync } from './people-sync.ts';
import { type KnownRoles, personDetails, personView } from './person-view.ts';
import { createLinkWords, looksLikeId, resolveScan, type ScanPeople, sameLetters } from './resolve-scan.ts';
import { createRoleSync } from './role-sync.ts';
import type { ServiceRoles } from './service-roles.ts';
import { runInSlices } from './slices.ts';
import { createSnapshot, type Snapshot, type SnapshotParts } from './snapshot.ts';
import { pause } from './sweep.ts';
import { createThrottle } from './throttle.ts';

type Channels = Extract<RequestName, `directory:${string}`>;

export interface Directory {
  readonly handlers: RequestHandlers<Channels>;
  /** What the service last said about roles. Deliveries record what they read here. */
  readonly serviceRoles: ServiceRoles;
  /** For work on many people at once. */
  readonly people: PeopleReader;
  /** How many people there are; null until they were complete once. */
  countedPeople(): number | null;
  /** Who holds a role; kept up to date for the station's roles and for those somebody follows. */
  membersOf(roleId: string): RoleMembers;
  /** Keeps a role's members up to date although the station does not show it. Answers with the function that ends it. */
  followRole(roleId: string): () => void;
  /** The name to show for somebody; null for people who are not in the directory. */
  displayNameOf(userId: string): string | null;
  /**
   * Reads the snapshot ahead of `start`, while it is still being found out whether somebody is signed in. Nobody in it can be
   * found before `start`; `clear` forgets it.
   */
  readAhead(): void;
  /** Begins to sweep: call it once data may be asked for (signed in). Calling it twice changes nothing. */
  start(): void;
  /** Ends all requests and timers; people stay searchable. */
  stop(): void;
  /** Stops and forgets everybody: on sign-out and before another connection (checklist B82). */
  clear(): void;
  /**
   * The machine woke up: people nobody asked for in a long time are forgotten before anybody sees them; whoever stays is
   * fetched anew, as the timers stood still.
   */
  wakeUp(): void;
  /** Ends for good. */
  dispose(): void;
  /** Writes the snapshot now if there is something new to write; resolves when it is on disk. Never rejects. */
  save(): Promise<void>;
  /** Removes the snapshot for good ("Remove this connection"). */
  destroySnapshot(): Promise<void>;
}

export interface DirectoryParts {
  readonly client: RegistrationClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  readonly station: CurrentStation;
  readonly overlay: RoleOverlay;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly settings: CurrentSettings;
  /** The client's request budget, for diagnostics. */
  readonly budget: () => BudgetState;
  /** Where the encrypted snapshot lies; without it, people are kept in memory only. */
  readonly snapshot?: Pick<SnapshotParts, 'file' | 'cipher'>;
  readonly intervals?: Partial<DirectoryIntervals>;
}

/** All in milliseconds. */
export interface DirectoryIntervals {
  /** Rest between two full sweeps. */
  readonly peopleMs: number;
  /** Between two sweeps of a small role. */
  readonly rolesMs: number;
  /** Between two looks at the open person. */
  readonly openPersonMs: number;
}

const usualIntervals: DirectoryIntervals = { peopleMs: 5 * 60_000, rolesMs: 20_000, openPersonMs: 5_000 };
/** A snapshot is some 45 MB at a hundred thousand people: it is not written after each sweep that found somebody new. */
const saveEveryMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** How often it is looked whether people are still of use, milliseconds. */
const retentionEveryMs = 60 * 60_000;
/** People listed before somebody searches, where that is set. */
const mostLatest = 10;
/** At most four a second. */
const changedEveryMs = 250;
/** The screen hears of what became of wishes for the open person at once, and then this often; milliseconds. */
const openPersonEveryMs = 25;

/** Why somebody the directory does not have could not be shown. */
function notOpened(because: ErrorCode | null): RolecallError {
  if (because === null || because === 'person-not-known') {
    return new RolecallError('person-not-known', 'The service does not know this person.');
  }
  return new RolecallError(because, 'The service could not be asked about a person who is not in the directory.');
}

/** Longest wait for the service on a scan, milliseconds. */
const askForMs = 3_000;

export function createDirectory(parts: DirectoryParts): Directory {
  const { client, clock, log, publish, station, overlay, random, settings } = parts;
  const retentionMs = () => settings.read().snapshotDays * dayMs;
  const intervals = { ...usualIntervals, ...parts.intervals };
  const people = createPeopleIndex(clock.now);
  const memberships = createMemberships(clock.now);

  const report = (what: string) => (error: unknown) => {
    log.error(what, { code: error instanceof RolecallError ? error.code : 'bug' });
  };

  // The snapshot. One reading or writing at a time; `saving` ends those that began before everything was forgotten.
  const snapshot: Snapshot | null =
    parts.snapshot === undefined ? null : createSnapshot({ retentionMs, log, now: clock.now, ...parts.snapshot });
  let unsaved = false;
  let savedAt: number | null = null;
  let saving = new AbortController();
  let storing: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void>): Promise<void> => {
    storing = storing.then(task).catch((error: unknown) => {
      log.warn('directory.snapshot-failed', { code: error instanceof RolecallError ? error.code : 'bug' });
    });
    return storing;
  };
  const save = () =>
    inTurn(async () => {
      // Half a sweep is not what the service has: only what a complete one left is worth keeping.
      const { upToDateAt } = sync.read();
      if (snapshot === null || !unsaved || upToDateAt === null) return;
      const { signal } = saving;
      const lines = await runInSlices(memberships.write(), clock);
      if (signal.aborted) return;
      unsaved = false;
      const writtenAt = clock.now();
      try {
        const content = { segments: people.segments, memberships: lines, upToDateAt };
        const written = await snapshot.write(content, usedAt, signal);
        if (written && !signal.aborted) savedAt = writtenAt;
      } catch (error) {
        unsaved = true;
        throw error;
      }
    });
  /** Read, and not taken over yet. */
  let ahead: Awaited<ReturnType<Snapshot['read']>> = null;
  const forgetAhead = () => {
    for (const segment of ahead?.segments ?? []) wipe(segment);
    ahead = null;
  };
  const readAhead = async (signal: AbortSignal) => {
    ahead = (await snapshot?.read()) ?? null;
    if (signal.aborted) forgetAhead();
  };
  /** Ends with what is being forgotten when it is asked for, not when its turn comes: a sign-out may lie between. */
  const load = () => {
    const { signal } = saving;
    return inTurn(async () => {
      if (signal.aborted) return;
      // Whoever is known beside what was read ahead was asked for meanwhile.
      if (ahead === null && people.size === 0) await readAhead(signal);
      const content = ahead;
      if (snapshot === null || content === null || signal.aborted) return;
      await runInSlices(people.adopt(content.segments), clock, signal);
      if (signal.aborted) return;
      ahead = null;
      sync.restore(content.upToDateAt);
      await snapshot.touch(usedAt);
      if (signal.aborted) return;
      await runInSlices(memberships.restore(content.memberships), clock, signal);
      savedAt = content.savedAt;
      log.info('directory.snapshot-read', { people: people.size });
    });
  };

  const readState = (): DirectoryState => {
    const { sweep, upToDateAt, problem } = sync.read();
    return { people: people.size, upToDateAt, sweep, problem };
  };
  const changed = createThrottle(clock, changedEveryMs, () => publish('directory:changed', readState()));

  const sync = createPeopleSync({
    client,
    clock,
    random,
    log,
    people,
    onChange: changed.request,
    onPeople: (userIds) => {
      unsaved = true;
      if (open !== null && userIds.includes(open.userId)) publishOpen();
    },
    onComplete: () => {
      // That nothing changed is worth keeping too: it says how fresh the list is.
      unsaved = true;
      // Whoever is open may be gone.
      publishOpen();
      if (savedAt === null || clock.now() - savedAt >= saveEveryMs) save().catch(report('directory.save-broke'));
    },
    restMs: intervals.peopleMs,
  });
  const stationRoleIds = (): readonly string[] => {
    const here = station.read();
    // The primary recipe's first: the desk counts by it.
    const first = here.primaryRecipe?.changes.map(({ roleId }) => roleId) ?? [];
    return [...new Set([...first, ...rolesOfStation(here)])];
  };
  const followed = createFollowedRoles(() => roleSync.nudge());
  const roleSync = createRoleSync({
    client,
    clock,
    random,
    log,
    memberships,
    roleIds: () => [...new Set([...stationRoleIds(), ...followed.ids])],
    leastIntervalMs: intervals.rolesMs,
  });

  const rolesOf = (userId: string): KnownRoles => ({
    service: memberships.of(userId),
    overlay: overlay.of(userId),
    saidSince: (roleId, at) => memberships.saidSince(userId, roleId, at),
  });

  // The open person.
  interface Open {
    readonly userId: string;
    readonly stop: AbortController;
    /** As last known: the service may no longer have somebody who is on the screen. */
    user: User | null;
    freshAt: number | null;
    notFreshBecause: ErrorCode | null;
    /** The view the screen has, as text, to tell whether there is anything to say. */
    shown: string;
  }
  let open: Open | null = null;

  const viewOf = (current: Open): PersonView | null => {
    const { userId, freshAt } = current;
    const stored = people.get(userId);
    current.user = stored?.user ?? current.user;
    if (current.user === null) return null;
    // Only a complete sweep that did not meet them takes somebody out while they are open.
    const notFreshBecause = stored === null ? 'person-not-known' : current.notFreshBecause;
    return personView(current.user, station.read(), rolesOf(userId), { freshAt, notFreshBecause });
  };
  const publishOpen = () => {
    if (open === null) return;
    const view = viewOf(open);
    if (view === null) return;
    const text = JSON.stringify(view);
    if (text === open.shown) return;
    open.shown = text;
    publish('directory:person-changed', view);
  };
  // Waiting, sending, confirmed: on a good network all three within what the screen takes to draw one.
  const wishesChanged = createThrottle(clock, openPersonEveryMs, publishOpen);
  const closeOpen = () => {
    wishesChanged.cancel();
    open?.stop.abort();
    open = null;
  };

  /** Asks the service about the open person. Somebody waits for the first answer; later ones go with the sweeps. */
  const refresh = async (current: Open, priority: 'interactive' | 'background') => {
    const { signal } = current.stop;
    const askedAt = clock.now();
    try {
      const asking = client.listUserRoles(current.userId, { priority, signal });
      // Whether there is such a person comes before what became of asking for their roles.
      asking.catch(() => {});
      const user = await client.getUser(current.userId, { priority, signal }).catch((error: unknown) => {
        if (!(error instanceof RolecallError) || error.code !== 'service-not-found') throw error;
        throw new RolecallError('person-not-known', 'The service does not have this person.', { cause: error });
      });
      const roles = await asking;
      if (signal.aborted) return;
      people.put([user], askedAt, 0);
      memberships.record(current.userId, roles, askedAt);
      current.freshAt = askedAt;
      current.notFreshBecause = null;
    } catch (error) {
      if (signal.aborted) return;
      current.notFreshBecause = error instanceof RolecallError ? error.code : 'bug';
    }
    publishOpen();
  };
  const keepFresh = async (current: Open) => {
    const { signal } = current.stop;
    while (!signal.aborted) {
      await pause(clock, intervals.openPersonMs, signal).catch(() => {});
      if (!signal.aborted) await refresh(current, 'background');
    }
  };

  const unsubscribe = [
    overlay.subscribe((userIds) => {
      if (open !== null && userIds.has(open.userId)) wishesChanged.request();
    }),
    memberships.subscribe((userIds) => {
      unsaved = true;
      if (open !== null && userIds.has(open.userId)) publishOpen();
    }),
    station.subscribe(() => {
      publishOpen();
      roleSync.nudge();
    }),
    settings.subscribe(() => checkRetention()),
  ];

  let running: AbortController | null = null;
  /** Forgotten since nobody needed them; the next who does has them fetched again. */
  let resting = false;
  let cancelRetention = (): void => {};
  const stop = () => {
    running?.abort();
    running = null;
    resting = false;
    cancelRetention();
    closeOpen();
  };
  const runUntil = async (signal: AbortSignal) => {
    await load();
    if (signal.aborted) return;
    await Promise.all([
      sync.run(signal).catch(report('directory.sync-broke')),
      roleSync.run(signal).catch(report('directory.role-sync-broke')),
    ]);
  };

  const run = () => {
    running = new AbortController();
    cancelRetention = clock.after(retentionEveryMs, checkRetention);
    runUntil(running.signal).catch(report('directory.start-broke'));
  };
  const forgetEverybody = () => {
    stop();
    saving.abort();
    saving = new AbortController();
    unsaved = false;
    savedAt = null;
    latest = [];
    linkWords.clear();
    changed.cancel();
    forgetAhead();
    people.clear();
    memberships.clear();
    sync.forget();
    publish('directory:changed', readState());
  };
  const destroySnapshot = () =>
    inTurn(async () => {
      await snapshot?.destroy();
    });

  // Retention: people nobody asked for in so many days are forgotten, though somebody may still be signed in.
  let usedAt = clock.now();
  let lastQuery = '';
  const use = () => {
    usedAt = clock.now();
    if (resting) run();
    resting = false;
  };
  const checkRetention = () => {
    cancelRetention();
    if (running === null) return;
    cancelRetention = clock.after(retentionEveryMs, checkRetention);
    if (clock.now() - usedAt <= retentionMs()) {
      inTurn(async () => await snapshot?.touch(usedAt)).catch(report('directory.touch-broke'));
      return;
    }
    log.info('directory.forgotten', { people: people.size });
    forgetEverybody();
    resting = true;
    destroySnapshot().catch(report('directory.destroy-broke'));
  };
  const storedUser = (userId: string) => {
    const stored = people.get(userId);
    if (stored === null) {
      throw new RolecallError('person-not-known', 'This person is not in the directory. Search for them again.');
    }
    return stored.user;
  };

  const search = (text: string, limit: number, loose = false): SearchResult => {
    const query = readQuery(text);
    const { people: found, total } = people.search(text, limit, loose);
    const here = station.read();
    // Whom only the second look finds is near at best, however it was found.
    const least = loose ? 1 : 0;
    const hits = found.map(({ user, slips }) => hitOf(user, Math.max(least, slips), query, here, rolesOf(user.id)));
    return { query: text, hits, total, searched: people.size };
  };

  const linkWords = createLinkWords();
  // Whom this desk opened last, the last one first.
  let latest: readonly string[] = [];
  const listLatest = (): SearchResult => {
    const query = readQuery('');
    const here = station.read();
    const hits = latest.flatMap((userId) => {
      const stored = people.get(userId);
      return stored === null ? [] : [hitOf(stored.user, 0, query, here, rolesOf(userId))];
    });
    return { query: '', hits, total: hits.length, searched: people.size };
  };

  /** Adds the person with this id, if the service has them. */
  const fetchPerson = async (
    userId: string,
    // Somebody stands there with a badge: better no answer than a late one.
    patience = AbortSignal.timeout(askForMs),
  ): Promise<LookUp['outcome']> => {
    if (people.get(userId) !== null) return 'found';
    if (running === null) return 'unreachable';
    const signal = AbortSignal.any([running.signal, patience]);
    const askedAt = clock.now();
    try {
      const user = await client.getUser(userId, { priority: 'interactive', signal });
      if (signal.aborted) return 'unreachable';
      // A service that reads 9f3c as the number 9 has nobody by this id.
      if (!sameLetters(user.id, userId)) return 'unknown';
      people.put([user], askedAt, 0);
      unsaved = true;
      changed.request();
      return 'found';
    } catch (error) {
      const code = error instanceof RolecallError ? error.code : 'bug';
      log.info('directory.id-not-found', { code });
      // What can't be an id of this service is nobody's either.
      return code === 'service-not-found' || code === 'service-invalid-request' ? 'unknown' : 'unreachable';
    }
  };

  const scan = async (text: string): Promise<ScanResult> => {
    const patience = AbortSignal.timeout(askForMs);
    const scannedPeople: ScanPeople = {
      has: (userId) => people.get(userId) !== null,
      named: people.named,
      // The first has the fewest slips of all.
      finds: (searched) => people.search(searched, 1).people.some(({ slips }) => slips === 0),
      askFor: (userId) => fetchPerson(userId, patience),
    };
    const meaning = await resolveScan(text, scannedPeople, linkWords);
    if (meaning.kind === 'search') return { ...search(meaning.text, 50), searchedFor: meaning.text };
    const { userId, isGuess } = meaning;
    const stored = people.get(userId);
    const hits = stored === null ? [] : [hitOf(stored.user, 0, readQuery(userId), station.read(), rolesOf(userId))];
    const result = { query: userId, hits, total: hits.length, searched: people.size, searchedFor: userId };
    return isGuess === true ? { ...result, isGuess } : result;
  };

  return {
    serviceRoles: memberships,
    people: createPeopleReader(people),
    countedPeople: () => (sync.read().upToDateAt === null ? null : people.size),
    membersOf: (roleId) => membersOf(memberships, roleId),
    followRole: followed.follow,
    displayNameOf(userId) {
      const stored = people.get(userId);
      return stored === null ? null : displayNameOf(stored.user);
    },
    handlers: {
      'directory:read': readState,
      'directory:search': ({ query, limit, loose }) => {
        if (query.trim() === '' && settings.read().latestOpened) return listLatest();
        // The same text again comes by itself, when the list moves on under it.
        if (query !== lastQuery) use();
        lastQuery = query;
        return search(query, limit, loose);
      },
      'directory:scan': ({ text }) => {
        use();
        return scan(text);
      },
      'directory:look-up': async ({ text }) => {
        use();
        const id = text.trim();
        return { outcome: looksLikeId(id) ? await fetchPerson(id) : 'not-an-id' };
      },
      'directory:diagnostics': async () => {
        const { allRoles } = station.read();
        return {
          ...readState(),
          kept: snapshot !== null && (await snapshot.keeps()) ? 'disk' : 'memory',
          savedAt,
          roles: stationRoleIds().map((roleId) => ({
            roleName: allRoles.find(({ id }) => id === roleId)?.name ?? roleId,
            members: memberships.count(roleId),
            sweptAt: memberships.sweptAt(roleId),
          })),
          requests: parts.budget(),
        };
      },
      'directory:open': async ({ userId }) => {
        use();
        closeOpen();
        const current: Open = {
          userId,
          stop: new AbortController(),
          user: null,
          freshAt: null,
          notFreshBecause: null,
          shown: '',
        };
        open = current;
        const refreshing = refresh(current, 'interactive');
        let view = viewOf(current);
        if (view === null) {
          // Not swept yet, or new since the last sweep: then the service is the one to ask.
          await refreshing;
          view = viewOf(current);
        }
        if (view === null) {
          if (open === current) closeOpen();
          throw notOpened(current.notFreshBecause);
        }
        latest = [userId, ...latest.filter((other) => other !== userId)].slice(0, mostLatest);
        current.shown = JSON.stringify(view);
        refreshing.then(() => keepFresh(current)).catch(report('directory.refresh-broke'));
        return view;
      },
      'directory:close': () => {
        closeOpen();
        return {};
      },
      'directory:reveal': ({ userId }) => {
        use();
        return personDetails(storedUser(userId));
      },
    },
    readAhead() {
      if (running !== null) return;
      const { signal } = saving;
      inTurn(() => (signal.aborted ? Promise.resolve() : readAhead(signal))).catch(
        report('directory.read-ahead-broke'),
      );
    },
    start() {
      if (running !== null) return;
      usedAt = clock.now();
      run();
    },
    stop,
    clear() {
      forgetEverybody();
      // Not where nobody needed them: the list on the screen asks for the same text once more, which nobody typed.
      lastQuery = '';
    },
    wakeUp() {
      checkRetention();
      if (running === null) return;
      const { upToDateAt } = sync.read();
      if (upToDateAt === null || clock.now() - upToDateAt >= intervals.peopleMs) sync.nudge();
      roleSync.nudge();
    },
    dispose() {
      stop();
      changed.cancel();
      for (const end of unsubscribe) end();
    },
    save,
    destroySnapshot,
  };
}
