/** Wishes, from the click to what the service shows: puts the journal, the delivery and the screen's view together. */
import { randomUUID } from 'node:crypto';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { RequestName } from '../../contract/desk/channel-names.ts';
import type { RoleChangesState } from '../../contract/desk/role-changes.ts';
import type { Operator } from '../../contract/desk/sign-in.ts';
import type { ServiceRole, ServiceRoles } from '../directory/service-roles.ts';
import { runInSlices } from '../directory/slices.ts';
import { RolecallError, toDeskError } from '../errors.ts';
import { localDay } from '../local-day.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { SaveFile } from '../ports/save-file.ts';
import type { RegistrationClient } from '../registration/registration-client.ts';
import type { CurrentStation } from '../stations/station.ts';
import { filtered, lastActOf, pageOfRows, type RowContext, toCsv } from './activity.ts';
import { type Batches, createBatches } from './batches.ts';
import { type CountingOverlay, createOverlay } from './create-overlay.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { type Journal, openJournal } from './journal.ts';
import { type JournalRecord, journalVersion } from './journal-record.ts';
import {
  type ActRecord,
  type Change,
  changesOfRecipe,
  isActUndoable,
  isFoundSo,
  isFromAnotherShift,
  isUndoneByTakingOff,
  type Plan,
  planChanges,
  planUndo,
  shiftMs,
} from './plan-act.ts';
import { findExpired, recordsToCarry, supersededBy } from './tidy.ts';
import { type ActEntry, createWishBook, type Wish } from './wish-book.ts';
import type { Act, ActKind, BaseState, BatchPart, WishEvent } from './wishes.ts';

export type RoleChangesRequestName = Extract<RequestName, `role-changes:${string}`>;

export interface RoleChangesOptions {
  readonly client: Pick<RegistrationClient, 'listUserRoles' | 'addRole' | 'removeRole'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: Publish;
  /** Folder of this connection's journal; created if it is not there. */
  readonly journalFolder: string;
  readonly station: CurrentStation;
  /** Asked for when needed: the directory is made after the wishes it lays over its people. */
  readonly serviceRoles: () => ServiceRoles;
  /** Who is signed in now. */
  readonly operator: () => Operator | null;
  /** From the directory; null for people it does not have. */
  readonly displayNameOf: (userId: string) => string | null;
  readonly saveFile?: SaveFile;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** This machine's clock minus the service's, as last measured; milliseconds. */
  readonly clockSkewMs?: () => number | null;
  /** Lanes of the delivery; 4 by default. */
  readonly concurrency?: number;
  /** How long closed wishes are kept, asked each time; milliseconds, 180 days by default. Null: as long as there is room. */
  readonly keepMs?: () => number | null;
  /** Whether undoing what is from another shift asks for the PIN first, and when it was last given. */
  readonly lateUndo?: { needsUnlock(): boolean; unlockedSince(): number | null };
  /** How large the journal may grow before closed wishes are dropped early; bytes, 64 MiB by default. */
  readonly mostBytes?: number;
  /** Size at which the journal begins a new file; bytes. */
  readonly fileBytes?: number;
}

export interface RoleChanges {
  readonly handlers: RequestHandlers<RoleChangesRequestName>;
  readonly overlay: CountingOverlay;
  /** Lists: many wishes as one. */
  readonly batches: Batches;
  /** Told when anything about the wishes may have changed. Answers with the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Opens the journal, and then begins to deliver, where nobody paused it meanwhile; requests wait until it is open. Throws
   * RolecallError `journal-unwritable` or `storage-full`; requests fail with the same error then.
   */
  start(): Promise<void>;
  /** Resolves when the journal is open, or can't be opened, or nobody wants it any more. Never rejects. */
  whenOpen(): Promise<void>;
  /** Sends nothing new until `resume`; nothing is lost. `reason` goes to the log. */
  pause(reason: string): void;
  /** Signed in, or the service is back: tries again at once. */
  resume(): void;
  /** Wishes the service has not yet agreed to or refused. */
  unsent(): number;
  /** How many changes are not confirmed, refused, and since when the oldest waits. */
  counts(): { readonly waiting: number; readonly refused: number; readonly oldestAt: number | null };
  /** Acts made at `since` or later, newest first; milliseconds since the epoch. */
  actsSince(since: number): Iterable<ActEntry>;
  /** Stops sending, writes what is left and lets go of the journal. */
  dispose(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
const defaultKeepMs = 180 * day;
/** An unlock opens what needs one for so long; milliseconds. */
const unlockLastsMs = 5 * 60 * 1000;
/**
 * How long changes are gathered before the screen hears of them; milliseconds. The open person, told by itself, is drawn
 * meanwhile: that is what somebody waits for after a click.
 */
const gatherMs = 20;
/** With more open than this, as while a list is delivered, it is longer. */
const fewOpen = 20;
const gatherManyMs = 50;
/** People whose roles are compared with the wishes in one step. */
const comparedAtOnce = 200;
const defaultMostBytes = 64 * 1024 * 1024;
/** A scope the service named longer ago than this is not relied on when removing; milliseconds. */
const latelyMs = 60_000;

export function createRoleChanges(options: RoleChangesOptions): RoleChanges {
  const { client, clock, log, publish, station, serviceRoles, operator, displayNameOf } = options;
  const book = createWishBook();
  const overlay = createOverlay(book, knownRoles, (userId, roleId, at) => serviceRoles().saidSince(userId, roleId, at));
  const reserved = new Set<string>();
  const listeners = new Set<() => void>();
  let journal: Journal | null = null;
  let startError: unknown = null;
  /** The journal is open, or can't be opened. */
  let isOpen = false;
  let sayOpen = (): void => {};
  const whenOpen = new Promise<void>((resolve) => {
    sayOpen = resolve;
  });
  const stop = new AbortController();
  let opening: Promise<void> = Promise.resolve();
  let paused = false;
  let unreadable = false;
  let newer = false;
  let disposed = false;
  let unsubscribe = (): void => {};
  let cancelPublish: (() => void) | null = null;
  /** Acts are planned and written one after the other: each must see the one before. */
  let acts: Promise<unknown> = Promise.resolve();
  let tidying: Promise<void> = Promise.resolve();

  const delivery: Delivery = createDelivery({
    book,
    client,
    clock,
    log,
    random: options.random,
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    recordRoles: (userId, roles, readAt) => serviceRoles().record(userId, roles, readAt),
    lately: (userId, roleId) => {
      // A sweep says that somebody holds it, not how far: another desk may have given it everywhere meanwhile.
      if (!serviceRoles().readSince(userId, clock.now() - latelyMs)) return undefined;
      return serviceRoles().of(userId).get(roleId)?.roleScope ?? undefined;
    },
    settle,
    noteSending,
    isReserved: (wish) => reserved.has(wish.facts.wishId) || book.isHeldBack(wish),
    onSchedule: changed,
  });
  delivery.pause('not started');
  book.onChange((userId) => {
    batches.touch(userId);
    overlay.touch(userId);
    changed();
  });

  function changed(): void {
    // Of a journal that is not read yet nobody should hear that nothing waits.
    if (disposed || !isOpen) return;
    for (const listener of listeners) listener();
    if (cancelPublish !== null) return;
    cancelPublish = clock.after(book.openCount() > fewOpen ? gatherManyMs : gatherMs, publishNow);
  }

  function publishNow(): void {
    cancelPublish = null;
    publish('role-changes:changed', readState());
  }

  function rowContext(): RowContext {
    const { checkInRoleId = null } = station.read();
    return { book, now: clock.now(), displayNameOf, undoNeedsUnlock, checkInRoleId };
  }

  function undoNeedsUnlock(act: Act): boolean {
    const { lateUndo } = options;
    if (lateUndo === undefined || !lateUndo.needsUnlock()) return false;
    const since = lateUndo.unlockedSince();
    const now = clock.now();
    return (since === null || now - since > unlockLastsMs) && isFromAnotherShift(act, operator()?.id, now);
  }

  function checkUndo({ act }: ActEntry): void {
    if (undoNeedsUnlock(act)) {
      throw new RolecallError('unlock-required', 'What is from another shift is undone with the PIN only.');
    }
  }

  /** What the service last said of a person; null where it has said nothing, as after a sign-out. */
  function knownRoles(userId: string): ReadonlyMap<string, ServiceRole> | null {
    const roles = serviceRoles().of(userId);
    return roles.size === 0 && displayNameOf(userId) === null ? null : roles;
  }

  /** The newest act of this operator: the next operator must not see or undo it by habit (checklist B82). */
  function newestAct(operatorId: string | undefined, fits: (entry: ActEntry) => boolean): ActEntry | null {
    let seen = 0;
    // A list is taken back as a whole, on its own page.
    for (const entry of book.newestClicks()) {
      seen += 1;
      if (seen > 200) return null;
      // What takes a list's unsent changes off undoes no click.
      if (entry.act.kind === 'undo' && entry.act.undoes === null) continue;
      if (entry.act.operator.id === operatorId && fits(entry)) return entry;
    }
    return null;
  }

  function readState(): RoleChangesState {
    const sending = book.sendingCount();
    const now = clock.now();
    const last = newestAct(operator()?.id, ({ act }) => now - act.time <= shiftMs);
    return {
      waiting: book.openCount() - sending,
      sending,
      refused: book.refusedCount(),
      oldestAt: oldestAt(),
      nextTryAt: book.openCount() === 0 ? null : delivery.nextTryAt(),
      heldBecause: book.openCount() === 0 ? null : delivery.heldBecause(),
      unreadable,
      newer,
      lastAct: last === null ? null : lastActOf(last, rowContext()),
    };
  }

  function oldestAt(): number | null {
    for (const { act } of book.open()) return act.time;
    return null;
  }

  /** What the delivery found out goes to the screen at once and to the disk as soon as it can: it can be found out again. */
  function settle(wish: Wish, event: WishEvent): void {
    const { userId, roleId, wishId } = wish.facts;
    if (!book.move(wish, event)) return;
    if (event.kind === 'confirmed') {
      const { at, how, heldScope } = event;
      const clockSkewMs = options.clockSkewMs?.() ?? null;
      void note({ v: journalVersion, kind: 'confirmed', wishId, at, clockSkewMs, how, heldScope });
    } else if (event.kind === 'refused') {
      void note({ v: journalVersion, kind: 'refused', wishId, at: event.at, error: event.error });
    } else if (event.kind === 'superseded') {
      void note({ v: journalVersion, kind: 'superseded', wishId, at: event.at, by: event.by });
    }
    if (event.kind === 'confirmed') refuseVainUndo(wish);
    // A newer wish waits behind it: that one goes on instead.
    if (event.kind === 'put-back') supersedeOlder(userId, roleId);
    if (event.kind === 'refused') {
      // What a refused try left behind is not known well enough to build on.
      for (const later of book.ofPair(userId, roleId)) book.move(later, { kind: 'doubted' });
    }
  }

  /** Taken back while it was being sent, and then it had changed nothing: what others made so stays. */
  function refuseVainUndo(undone: Wish): void {
    if (!isFoundSo(undone, book)) return;
    const { userId, roleId, wishId } = undone.facts;
    for (const wish of book.ofPair(userId, roleId)) {
      if (wish.facts.undoes !== wishId || wish.progress.kind !== 'waiting') continue;
      const error = toDeskError(new RolecallError('wish-not-known', 'What was to be taken back had changed nothing.'));
      settle(wish, { kind: 'refused', at: clock.now(), error });
    }
  }

  /** What was taken back may have turned out to have changed nothing before its undo was written down. */
  function refuseWhereVain(undoes: string | null): void {
    const undone = undoes === null ? undefined : book.wish(undoes);
    if (undone !== undefined) refuseVainUndo(undone);
  }

  /** A list is cancelled: what would bring about its wish by taking back what replaced that is off, where it was not sent. */
  function refuseVainUndosOver({ facts: { userId, roleId } }: Wish): void {
    for (const { facts, progress } of book.ofPair(userId, roleId)) {
      if (progress.kind === 'waiting' && progress.certain) refuseWhereVain(facts.undoes);
    }
  }

  /** What is left of a person and role when wishes came to it or went. */
  function lookAfter(userId: string, roleId: string): void {
    supersedeOlder(userId, roleId);
    for (const { facts, progress } of book.ofPair(userId, roleId)) {
      if (progress.kind === 'waiting') refuseWhereVain(facts.undoes);
    }
  }

  function supersedeOlder(userId: string, roleId: string): void {
    for (const { older, by } of supersededBy(book.ofPair(userId, roleId))) {
      if (by.facts.undoes === older.facts.wishId && isUndoneByTakingOff(older, book)) {
        takeOffVain(older, by);
        return;
      }
      settle(older, { kind: 'superseded', at: clock.now(), by: by.facts.wishId });
    }
  }

  /**
   * Taken back while it was being sent, and then taking it off is all there is to do: both are off the table. The undo would
   * otherwise read, and take for this desk's what others did, or what a list asked for that is cancelled meanwhile.
   */
  function takeOffVain(undone: Wish, undo: Wish): void {
    if (undo.progress.kind !== 'waiting') return;
    const { operator, subject } = undo.act;
    const act = newAct(operator, 'undo', subject, null);
    const collapses = [undone.facts.wishId, undo.facts.wishId];
    const record: ActRecord = { v: journalVersion, kind: 'act', act, wishes: [], collapses, supersedes: [] };
    book.apply(record);
    void note(record);
    lookAfter(undone.facts.userId, undone.facts.roleId);
  }

  async function noteSending({ facts }: Wish, kind: 'sending' | 'not-sent'): Promise<void> {
    await note({ v: journalVersion, kind, wishId: facts.wishId, at: clock.now() });
  }

  /** Milliseconds since the epoch: now, where the wish is under way and its request may have left. */
  function maybeSentAt(wish: Wish): number | null {
    return wish.progress.kind === 'sending' && delivery.isNotedAsSent(wish) ? clock.now() : null;
  }

  async function note(record: JournalRecord): Promise<void> {
    if (journal === null) return;
    await journal.note(record).then(tidyAfterRotation, () => log.warn('role-changes.not-noted', { kind: record.kind }));
  }

  function tidyAfterRotation(): void {
    if (journal?.takeRotated() === true) tidying = tidying.then(tidy);
  }

  /** Gives up old files of the journal; what is still needed of them is carried into the newest first. */
  async function tidy(): Promise<void> {
    const opened = journal;
    if (opened === null) return;
    const keepMs = options.keepMs === undefined ? defaultKeepMs : options.keepMs();
    const limits = {
      olderThan: keepMs === null ? Number.NEGATIVE_INFINITY : clock.now() - keepMs,
      mostBytes: options.mostBytes ?? defaultMostBytes,
    };
    try {
      for (const file of findExpired(opened.closedFiles(), limits)) {
        const carried = new Set<string>();
        for (const record of recordsToCarry(file.actIds, book, maybeSentAt)) {
          await opened.append(record);
          if (record.kind === 'carried') carried.add(record.act.actId);
        }
        for (const record of batches.toCarry()) await opened.append(record);
        await opened.remove(file.name);
        book.forget(new Set([...file.actIds].filter((actId) => !carried.has(actId))));
        log.info('journal.file-given-up', { file: file.name, acts: file.actIds.size, carried: carried.size });
      }
    } catch (error) {
      log.warn('journal.not-tidied', { code: error instanceof RolecallError ? error.code : 'bug' });
    }
  }

  function openedJournal(): Journal {
    if (startError !== null) throw startError;
    if (journal === null || disposed) throw new RolecallError('journal-unwritable', 'The journal is not open.');
    return journal;
  }

  /** Asked for with the click: by the time it is written down, somebody else may have signed in. */
  function author(): Act['operator'] {
    const who = operator();
    if (who === null) throw new RolecallError('sign-in-required', 'Nobody is signed in.');
    return { id: who.id, label: who.label };
  }

  function newAct(by: Act['operator'], kind: ActKind, subject: string, undoes: string | null, batch?: BatchPart): Act {
    return {
      actId: randomUUID(),
      number: book.nextNumber(),
      kind,
      subject,
      time: clock.now(),
      clockSkewMs: options.clockSkewMs?.() ?? null,
      operator: by,
      station: station.read().name,
      undoes,
      ...(batch === undefined ? {} : { batch, notesSending: true }),
    };
  }

  const planContext = {
    book,
    newId: randomUUID,
    base: (userId: string, roleId: string): BaseState | null => {
      const roles = knownRoles(userId);
      if (roles === null) return null;
      const role = roles.get(roleId);
      return { held: role !== undefined, roleScope: role?.roleScope ?? null };
    },
  };

  /** Acts, one after the other. */
  function inTurn<Value>(work: (opened: Journal) => Promise<Value>): Promise<Value> {
    const turn = acts.then(() => work(openedJournal()));
    acts = turn.catch(() => {});
    return turn;
  }

  /** Plans an act when its turn comes, and answers with its id once it is on the disk. */
  async function perform(plan: (by: Act['operator']) => Plan): Promise<{ actId: string }> {
    const by = author();
    return await inTurn(async (opened) => {
      const planned = plan(by);
      if (planned.kind === 'already-wished') return { actId: planned.actId };
      await write(opened, [planned.record]);
      return { actId: planned.record.act.actId };
    });
  }

  /** Writes acts of different people, each a line of its own. */
  async function write(opened: Journal, records: readonly ActRecord[]): Promise<void> {
    const closing = records.flatMap(({ collapses, supersedes }) => [
      ...collapses,
      ...supersedes.map(({ wishId }) => wishId),
    ]);
    for (const wishId of closing) reserved.add(wishId);
    try {
      // Appended together they share one fsync; what got to the disk of them counts, whatever became of the rest.
      const written = await Promise.allSettled(
        records.map(async (record) => {
          await opened.append(record);
          book.apply(record);
        }),
      );
      for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
    } finally {
      for (const wishId of closing) reserved.delete(wishId);
      for (const { act, wishes, collapses, supersedes } of records) {
        const closed = [...collapses, ...supersedes.map(({ wishId }) => wishId)];
        const touched = [...wishes, ...closed.flatMap((wishId) => book.wish(wishId)?.facts ?? [])];
        for (const { userId, roleId } of touched) lookAfter(userId, roleId);
        // A list never goes before somebody who stands at the desk.
        for (const userId of new Set(touched.map((facts) => facts.userId))) {
          delivery.enqueue(userId, act.batch === undefined);
        }
      }
      tidyAfterRotation();
    }
  }

  function nameOfRole(roleId: string): string {
    const { allRoles } = station.read();
    const role = allRoles.find(({ id }) => id === roleId);
    // Before the list of roles arrived nobody can tell; after it, a role that is not in it can't be given.
    if (role === undefined && allRoles.length > 0) {
      throw new RolecallError('role-not-known', 'The service has no such role.');
    }
    return role?.name ?? roleId;
  }

  const batches: Batches = createBatches({
    book,
    clock,
    planContext,
    write: (plan) => inTurn((opened) => write(opened, plan())),
    append: (record) => openedJournal().append(record),
    refuseVainUndosOver,
    author,
    newAct,
    nameOfRole,
    checkUndo,
    enqueue: (userId) => delivery.enqueue(userId, false),
    changed,
  });

  const handlers: RequestHandlers<RoleChangesRequestName> = {
    'role-changes:read': async () => {
      await whenOpen;
      return readState();
    },
    'role-changes:wish': ({ userId, roleId, wanted, roleScope, exactScope: asked }) =>
      perform((by) => {
        const roleName = nameOfRole(roleId);
        const exactScope = wanted === 'held' && (roleScope === 'global' || asked === true);
        const change: Change = { userId, roleId, roleName, wanted, roleScope, exactScope, undoes: null };
        return planChanges(newAct(by, wanted === 'held' ? 'give' : 'take', roleName, null), [change], planContext);
      }),
    'role-changes:run-recipe': ({ userId, recipeId }) =>
      perform((by) => {
        const { primaryRecipe, furtherRecipes = [] } = station.read();
        const recipe = [primaryRecipe, ...furtherRecipes].find((each) => each?.id === recipeId) ?? null;
        if (recipe === null) {
          throw new RolecallError('role-not-known', 'This station has no such recipe.');
        }
        return planChanges(
          newAct(by, 'recipe', recipe.name, null),
          changesOfRecipe(recipe, userId, nameOfRole),
          planContext,
        );
      }),
    'role-changes:undo': ({ actId }) =>
      perform((by) => {
        const now = clock.now();
        const entry =
          actId === undefined
            ? newestAct(by.id, (candidate) => isActUndoable(candidate, book, now))
            : (book.act(actId) ?? null);
        if (entry === null) throw new RolecallError('wish-not-known', 'There is nothing here that can be undone.');
        checkUndo(entry);
        const act = newAct(by, 'undo', entry.act.subject, entry.act.actId);
        return { kind: 'record', record: planUndo(act, entry, now, planContext) };
      }),
    'role-changes:dismiss': async ({ wishId }) => {
      const opened = openedJournal();
      const wish = book.wish(wishId);
      if (wish?.progress.kind !== 'refused') {
        throw new RolecallError('wish-not-known', 'There is no refused change with this id.');
      }
      const who = operator();
      await opened.append({
        v: journalVersion,
        kind: 'dismissed',
        wishId,
        at: clock.now(),
        operator: { id: who?.id ?? '', label: who?.label ?? '' },
      });
      book.move(wish, { kind: 'dismissed' });
      return {};
    },
    'role-changes:list': ({ which, filter, before, limit }) =>
      runInSlices(
        pageOfRows(which === 'open' ? openWishes() : newestWishes(), { filter, before, limit }, rowContext()),
        clock,
      ),
    'role-changes:facets': () => {
      const operators = new Set<string>();
      const roleNames = new Map<string, string>();
      for (const { act, wishes } of book.acts()) {
        operators.add(act.operator.label);
        for (const { facts } of wishes) roleNames.set(facts.roleId, facts.roleName);
      }
      const roles = [...roleNames].map(([roleId, roleName]) => ({ roleId, roleName }));
      return { operators: [...operators].slice(-200), roles: roles.slice(-500) };
    },
    'role-changes:export': async ({ filter }) => {
      const day = localDay(clock.now());
      const csv = () => runInSlices(toCsv(filtered(allWishes(), filter, rowContext())), clock);
      return { saved: (await options.saveFile?.(`rolecall-activity-${day}.csv`, csv)) ?? false };
    },
  };

  function* openWishes(): Iterable<Wish> {
    yield* [...book.open(), ...book.refused()].sort((one, other) => other.sequence - one.sequence);
  }

  function* newestWishes(): Iterable<Wish> {
    for (const { wishes } of book.newestActs()) yield* wishes.toReversed();
  }

  function* allWishes(): Iterable<Wish> {
    for (const entry of book.acts()) yield* entry.wishes;
  }

  function* actsSince(since: number): Iterable<ActEntry> {
    for (const entry of book.newestActs()) {
      if (entry.act.time >= since) yield entry;
      else if (!entry.carried) return;
    }
  }

  function* compareEach(userIds: Iterable<string>): Generator<void, void, void> {
    for (const userId of userIds) {
      overlay.compare([userId]);
      yield;
    }
  }

  /** The service said something new about these people. A sweep says it of a hundred thousand at once. */
  function compare(userIds: ReadonlySet<string>): void {
    if (userIds.size <= comparedAtOnce) {
      overlay.compare(userIds);
      return;
    }
    runInSlices(compareEach(userIds), clock, stop.signal).catch(() => {
      if (!stop.signal.aborted) log.error('role-changes.not-compared', { people: userIds.size });
    });
  }

  /** Takes up what happened while the journal was not read. */
  function* catchUp(heardOf: ReadonlySet<string>): Generator<void, void, void> {
    for (const userId of book.userIds()) overlay.touch(userId);
    yield* compareEach(heardOf);
    // The last program may have ended before the older of two wishes was taken off.
    for (const { facts } of [...book.open()]) {
      lookAfter(facts.userId, facts.roleId);
      yield;
    }
  }

  async function open(): Promise<void> {
    const { fileBytes } = options;
    const heardOf = new Set<string>();
    unsubscribe = serviceRoles().subscribe((userIds) => {
      for (const userId of userIds) heardOf.add(userId);
    });
    const opened = await openJournal({
      folder: options.journalFolder,
      clock,
      log,
      ...(fileBytes === undefined ? {} : { fileBytes }),
    });
    await runInSlices(book.restore(opened.records, opened.damagedLines === 0 && opened.newerLines === 0), clock);
    await runInSlices(batches.count(), clock);
    journal = opened.journal;
    unreadable = opened.lostLines > 0;
    newer = opened.newerLines > 0;
    unsubscribe();
    unsubscribe = serviceRoles().subscribe(compare);
    await runInSlices(catchUp(heardOf), clock);
    batches.finishCancelling();
    tidying = tidying.then(tidy);
    log.info('role-changes.started', { open: book.openCount(), refused: book.refusedCount() });
  }

  return {
    handlers,
    overlay,
    batches,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: async () => {
      const work = open().finally(() => {
        isOpen = true;
        sayOpen();
      });
      opening = work.catch((error: unknown) => {
        startError = error;
      });
      acts = opening;
      await work;
      if (!paused) delivery.resume();
      changed();
    },
    whenOpen: () => whenOpen,
    pause: (reason) => {
      log.info('role-changes.paused', { reason });
      paused = true;
      delivery.pause(reason);
    },
    resume: () => {
      paused = false;
      if (journal !== null && isOpen) delivery.resume();
      changed();
    },
    unsent: () => book.openCount(),
    counts: () => ({ waiting: book.openCount(), refused: book.refusedCount(), oldestAt: oldestAt() }),
    actsSince,
    dispose: async () => {
      disposed = true;
      stop.abort();
      sayOpen();
      cancelPublish?.();
      // A journal that is just being opened would otherwise stay locked for whoever opens it next.
      await opening;
      await acts;
      await delivery.dispose();
      listeners.clear();
      unsubscribe();
      await tidying;
      await journal?.close();
      overlay.dispose();
    },
  };
}
