/** Lists: reading one, saying what it would change, applying it, and who holds a role. The list itself is in memory only. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';
import type { Candidate, ColumnKind, ListRow, ListsState } from '../../contract/desk/lists.ts';
import type { Wanted } from '../../contract/desk/stations.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import type { Directory } from '../directory/create-directory.ts';
import { maskEmail } from '../directory/masking.ts';
import { displayNameOf } from '../directory/people-index/tokens.ts';
import { personRole } from '../directory/person-view.ts';
import { runInSlices } from '../directory/slices.ts';
import { createThrottle } from '../directory/throttle.ts';
import { RolecallError } from '../errors.ts';
import { localDay } from '../local-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { SaveFile } from '../ports/save-file.ts';
import type { Batches } from '../role-changes/batches.ts';
import type { RoleOverlay } from '../role-changes/role-overlay.ts';
import type { CurrentStation } from '../stations/station.ts';
import { type DryRow, type DryRun, dryRun } from './dry-run.ts';
import { type Matched, matchPeople, wantedRows } from './match-people.ts';
import { membersAfter, membersCsv, type SortedMember, sortedMembers } from './members.ts';
import type { ListSource } from './read-table.ts';
import { columnCount, recogniseColumns } from './recognise-columns.ts';
import { mostListBytes, type Table } from './table.ts';
import type { TableReader } from './table-reader.ts';

export type ListsRequestName = Extract<RequestName, `lists:${string}`>;

export interface ListsParts {
  readonly batches: Batches;
  /** Told when anything about the wishes may have changed. */
  readonly onWishes: (listener: () => void) => () => void;
  readonly overlay: RoleOverlay;
  readonly directory: Pick<Directory, 'people' | 'membersOf' | 'followRole' | 'serviceRoles'>;
  readonly station: CurrentStation;
  readonly readTable: TableReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  /** Asks for a file; null when the dialog was closed. */
  readonly openDialog: () => Promise<string | null>;
  readonly saveFile: SaveFile;
}

export interface Lists {
  readonly handlers: RequestHandlers<ListsRequestName>;
  /** Forgets the list and what was looked at: on sign-out (checklist B82). */
  clear(): void;
  dispose(): void;
}

interface Draft {
  readonly fileName: string | null;
  readonly table: Table;
  hasHeader: boolean;
  kinds: readonly ColumnKind[];
  roleId: string | null;
  wanted: Wanted;
  choices: ReadonlyMap<number, string>;
  /** Who the rows mean; null while that is being looked up. */
  matched: readonly Matched[] | null;
  looked: DryRun | null;
}

/** At most four a second. */
const changedEveryMs = 250;
const mostCandidates = 20;
/** Of a row that means nobody, so many who come near are offered. */
const mostNear = 8;

export function createLists(parts: ListsParts): Lists {
  const { batches, overlay, directory, station, clock, log, publish } = parts;
  let draft: Draft | null = null;
  let revision = 0;
  /** Aborted by the sign-out. */
  let signedIn = new AbortController();
  let reading: AbortController | null = null;
  let matching = new AbortController();
  let looking = new AbortController();
  /** Something was asked for that what was looked at does not know yet. */
  let outdated = false;
  let unfollow = (): void => {};
  let members: {
    readonly roleId: string;
    readonly unfollow: () => void;
    sorted: Promise<readonly SortedMember[]> | null;
    /** Who was given or lost a role since that was sorted. */
    changed: Set<string>;
  } | null = null;

  function readState(): ListsState {
    return {
      reading: reading !== null,
      draft:
        draft === null
          ? null
          : {
              revision,
              fileName: draft.fileName,
              hasHeader: draft.hasHeader,
              columns: draft.kinds.map((kind, column) =>
                columnOf(draft?.table, draft?.hasHeader ?? false, kind, column),
              ),
              roleId: draft.roleId,
              wanted: draft.wanted,
              counts: draft.looked?.counts ?? null,
              roleKnownAt: draft.roleId === null ? null : directory.membersOf(draft.roleId).sweptAt,
            },
      runs: [...batches.runs()],
    };
  }
  const changed = createThrottle(clock, changedEveryMs, () => publish('lists:changed', readState()));

  /** What would change, from what is known now; null where nobody can say. */
  async function tryDry({ matched, roleId, choices, wanted }: Draft, signal: AbortSignal): Promise<DryRun | null> {
    if (matched === null || roleId === null) return null;
    const steps = dryRun({
      rows: matched,
      choices,
      change: wanted,
      roleOf: (userId) =>
        personRole(roleId, '', {
          service: directory.serviceRoles.of(userId),
          overlay: overlay.of(userId),
          saidSince: (_roleId, at) => directory.serviceRoles.saidSince(userId, roleId, at),
        }),
    });
    return await runInSlices(steps, clock, signal);
  }

  /** Ends the look that is under way, and begins another. */
  function newLook(): AbortSignal {
    looking.abort();
    looking = new AbortController();
    return looking.signal;
  }

  /** Says again what would change: something else was asked for. */
  async function look(current: Draft): Promise<void> {
    const signal = newLook();
    outdated = true;
    try {
      const looked = await tryDry(current, signal);
      if (signal.aborted) return;
      current.looked = looked;
      outdated = false;
      revision += 1;
      changed.request();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Finds out who the rows mean. */
  async function match(current: Draft): Promise<void> {
    newLook();
    outdated = false;
    matching.abort();
    matching = new AbortController();
    const { signal } = matching;
    current.matched = null;
    current.looked = null;
    current.choices = new Map();
    revision += 1;
    changed.request();
    const rows = wantedRows(current.table, current.hasHeader, current.kinds);
    try {
      const matched = await runInSlices(matchPeople(rows, directory.people.all()), clock, signal);
      if (draft !== current || signal.aborted) return;
      current.matched = matched;
      log.info('list.looked-up', { rows: matched.length });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await look(current);
  }

  /** Counts follow what other desks do while somebody looks at them. */
  async function follow(current: Draft, before: DryRun): Promise<void> {
    const signal = newLook();
    try {
      const looked = await tryDry(current, signal);
      // Nothing new: what is on the screen is still what would be applied.
      if (signal.aborted || looked === null || sameRows(before.rows, looked.rows)) return;
      current.looked = looked;
      revision += 1;
      changed.request();
    } catch (error) {
      if (!signal.aborted)
        log.error('list.not-followed', { code: error instanceof RolecallError ? error.code : 'bug' });
    }
  }
  const relook = createThrottle(clock, 1_000, () => {
    // What was asked for comes first.
    if (outdated) relook.request();
    else if (draft?.looked != null) void follow(draft, draft.looked);
  });

  async function read(source: ListSource, fileName: string | null): Promise<void> {
    reading?.abort();
    const mine = new AbortController();
    reading = mine;
    changed.request();
    try {
      const table = await parts.readTable(source, mine.signal);
      if (mine.signal.aborted) return;
      const { hasHeader, kinds } = recogniseColumns(table);
      const { primaryRecipe, allRoles } = station.read();
      const roleId = primaryRecipe?.changes.find(({ wanted }) => wanted === 'held')?.roleId ?? allRoles[0]?.id ?? null;
      draft = {
        fileName,
        table,
        hasHeader,
        kinds,
        roleId: draft?.roleId ?? roleId,
        wanted: draft?.wanted ?? 'held',
        choices: new Map(),
        matched: null,
        looked: null,
      };
      followRole(draft.roleId);
      log.info('list.read', { rows: table.rows.length, columns: kinds.length, header: hasHeader });
    } finally {
      if (reading === mine) reading = null;
      changed.request();
    }
    await match(draft);
  }

  function followRole(roleId: string | null): void {
    unfollow();
    unfollow = roleId === null ? () => {} : directory.followRole(roleId);
  }

  function currentDraft(): Draft {
    if (draft === null) throw new RolecallError('list-changed', 'There is no list.');
    return draft;
  }

  function toListRow({ row, text, status, matchedBy, userId, fits, sameAs }: DryRow): ListRow {
    const user = userId === null ? null : directory.people.get(userId);
    const displayName = user === null ? null : displayNameOf(user).slice(0, 400);
    return { row, text, status, matchedBy, userId, displayName, fits: fits.length, sameAs };
  }

  function dryRowOf(current: Draft, row: number): DryRow {
    const found = current.looked?.rows.find((each) => each.row === row);
    if (found === undefined) throw new RolecallError('list-changed', 'There is no such row any more.');
    return found;
  }

  function candidatesFor(current: Draft, row: DryRow): readonly User[] {
    const chosen = current.choices.get(row.row);
    const named = row.fits.flatMap((userId) => directory.people.get(userId) ?? []);
    const near = named.length > 0 ? named : directory.people.search(row.text.replaceAll(' · ', ' '), mostNear);
    const own = chosen === undefined ? null : directory.people.get(chosen);
    const all = own === null || near.some(({ id }) => id === own.id) ? near : [own, ...near];
    return all.slice(0, mostCandidates);
  }

  function forgetMembers(): void {
    members?.unfollow();
    members = null;
  }

  async function sortedMembersOf(roleId: string): Promise<readonly SortedMember[]> {
    if (members?.roleId !== roleId) {
      forgetMembers();
      members = { roleId, unfollow: directory.followRole(roleId), sorted: null, changed: new Set() };
    }
    const current = members;
    const { changed, sorted: before } = current;
    if (before !== null && changed.size === 0) return before;
    current.changed = new Set();
    const holders = directory.membersOf(roleId);
    const { get } = directory.people;
    const sorted =
      before === null
        ? runInSlices(sortedMembers(holders, get), clock)
        : before.then((list) => runInSlices(membersAfter(list, changed, holders, get), clock));
    current.sorted = sorted;
    return sorted;
  }

  const unsubscribes = [
    parts.onWishes(() => {
      changed.request();
      relook.request();
    }),
    directory.serviceRoles.subscribe((userIds) => {
      // Put in their places when somebody asks again.
      for (const userId of userIds) members?.changed.add(userId);
      relook.request();
    }),
  ];

  const handlers: RequestHandlers<ListsRequestName> = {
    'lists:read': () => readState(),
    'lists:roles': () => ({
      roles: station
        .read()
        .allRoles.map(({ id, name }) => ({ roleId: id, roleName: name }))
        .sort((one, other) => one.roleName.localeCompare(other.roleName, 'en')),
    }),
    'lists:choose-file': async () => {
      const { signal } = signedIn;
      const file = await parts.openDialog();
      const bytes = file === null || signal.aborted ? null : await readBounded(file);
      // What somebody chose before they signed out is nothing to whoever comes next.
      if (file === null || bytes === null || signal.aborted) return { chosen: false };
      await read({ kind: 'file', bytes }, path.basename(file).slice(0, 300));
      return { chosen: true };
    },
    'lists:paste': async ({ text }) => {
      await read({ kind: 'text', text }, null);
      return {};
    },
    'lists:set-columns': async ({ hasHeader, kinds }) => {
      const current = currentDraft();
      const count = columnCount(current.table);
      current.hasHeader = hasHeader;
      current.kinds = Array.from({ length: count }, (_, column) => kinds[column] ?? 'ignored');
      await match(current);
      return {};
    },
    'lists:set-change': async ({ roleId, wanted }) => {
      const current = currentDraft();
      if (!station.read().allRoles.some(({ id }) => id === roleId)) {
        throw new RolecallError('role-not-known', 'The service has no such role.');
      }
      if (roleId !== current.roleId) followRole(roleId);
      current.roleId = roleId;
      current.wanted = wanted;
      await look(current);
      return {};
    },
    'lists:rows': ({ status, offset, limit }) => {
      const rows = draft?.looked?.rows ?? [];
      const shown = status === null ? rows : rows.filter((row) => row.status === status);
      return { revision, total: shown.length, rows: shown.slice(offset, offset + limit).map(toListRow) };
    },
    'lists:candidates': ({ row }) => {
      const current = currentDraft();
      const candidates = candidatesFor(current, dryRowOf(current, row)).map(
        (user): Candidate => ({
          userId: user.id,
          displayName: displayNameOf(user),
          details: detailsOf(user),
          chosen: current.choices.get(row) === user.id,
        }),
      );
      return { candidates };
    },
    'lists:choose': async ({ row, userId }) => {
      const current = currentDraft();
      dryRowOf(current, row);
      const choices = new Map(current.choices);
      if (userId === null) choices.delete(row);
      else if (directory.people.get(userId) === null) {
        throw new RolecallError('person-not-known', 'This person is not in the directory.');
      } else choices.set(row, userId);
      current.choices = choices;
      await look(current);
      return {};
    },
    'lists:apply': async ({ revision: seen }) => {
      const current = currentDraft();
      const { roleId, looked, wanted } = current;
      if (seen !== revision || outdated || looked === null || roleId === null) {
        throw new RolecallError('list-changed', 'The list is not what was on the screen.');
      }
      const userIds = looked.rows.flatMap(({ status, userId }) =>
        status === 'will-change' && userId !== null ? [userId] : [],
      );
      if (userIds.length === 0) throw new RolecallError('list-changed', 'There is nothing to change.');
      // Gone from here on: pressing twice must not apply it twice.
      forgetDraft();
      log.info('list.applied', { people: userIds.length });
      return { batchId: await batches.apply({ roleId, wanted, userIds }) };
    },
    'lists:discard': () => {
      forgetDraft();
      return {};
    },
    'lists:pause': async ({ batchId }) => {
      await batches.pause(batchId);
      return {};
    },
    'lists:resume': async ({ batchId }) => {
      await batches.resume(batchId);
      return {};
    },
    'lists:cancel': async ({ batchId }) => {
      await batches.cancel(batchId);
      return {};
    },
    'lists:undo': async ({ batchId }) => {
      await batches.undo(batchId);
      return {};
    },
    'lists:members': async ({ roleId, offset, limit }) => {
      const sorted = await sortedMembersOf(roleId);
      return {
        total: sorted.length,
        knownAt: directory.membersOf(roleId).sweptAt,
        members: sorted.slice(offset, offset + limit).map(({ member }) => member),
      };
    },
    'lists:export-members': async ({ roleId }) => {
      const role = station.read().allRoles.find(({ id }) => id === roleId);
      if (role === undefined) throw new RolecallError('role-not-known', 'The service has no such role.');
      const day = localDay(clock.now());
      const saved = await parts.saveFile(`rolecall-members-${day}.csv`, async () => {
        const sorted = await sortedMembersOf(roleId);
        return runInSlices(membersCsv(sorted, role, directory.membersOf(roleId).sweptAt), clock);
      });
      return { saved };
    },
    'lists:close-members': () => {
      forgetMembers();
      return {};
    },
  };

  function forgetDraft(): void {
    reading?.abort();
    reading = null;
    matching.abort();
    looking.abort();
    outdated = false;
    draft = null;
    revision += 1;
    unfollow();
    unfollow = () => {};
    changed.request();
  }

  return {
    handlers,
    clear: () => {
      signedIn.abort();
      signedIn = new AbortController();
      forgetDraft();
      forgetMembers();
    },
    dispose: () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
      reading?.abort();
      matching.abort();
      looking.abort();
      forgetMembers();
      unfollow();
      changed.cancel();
      relook.cancel();
      draft = null;
    },
  };
}

function columnOf(table: Table | undefined, hasHeader: boolean, kind: ColumnKind, column: number) {
  const rows = table?.rows ?? [];
  const cut = (text: string): string => text.slice(0, 200);
  return {
    title: hasHeader ? cut(rows[0]?.[column] ?? '') : '',
    kind,
    examples: rows
      .slice(hasHeader ? 1 : 0, 20)
      .flatMap((row) => (row[column] ? [cut(row[column])] : []))
      .slice(0, 3),
  };
}

function sameRows(one: readonly DryRow[], other: readonly DryRow[]): boolean {
  return one.every((row, index) => {
    const its = other[index];
    return its !== undefined && its.row === row.row && its.status === row.status && its.userId === row.userId;
  });
}

/** What tells two people of one name apart. */
function detailsOf(user: User): string[] {
  const { address } = user;
  return [user.username, maskEmail(user.email), address?.addressCity ?? '', user.id].filter((detail) => detail !== '');
}

async function readBounded(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > mostListBytes) throw new RolecallError('list-too-large', 'The file is too large for a list.');
    return await readFile(file);
  } catch (cause) {
    if (cause instanceof RolecallError) throw cause;
    throw new RolecallError('list-not-understood', 'The file could not be opened.', { cause });
  }
}
