/**
 * All wishes of the journal, indexed for whoever asks: by person, by person and role, by act, and the open ones apart.
 * It decides nothing; wishes.ts says what an event makes of a wish, and this keeps the result.
 */
import type { JournalRecord } from './journal-record.ts';
import { type Act, isOpen, moveOn, type Progress, type WishEvent, type WishFacts } from './wishes.ts';

export interface Wish {
  readonly facts: WishFacts;
  readonly act: Act;
  /** Order of making; only grows. */
  readonly sequence: number;
  progress: Progress;
}

export interface ActEntry {
  readonly act: Act;
  readonly wishes: readonly Wish[];
  /** Earlier wishes it took off the list before they were sent. */
  readonly collapsed: readonly Wish[];
  /** The undo that took back all that could be taken back of this act. */
  undoneBy: string | null;
}

/** The acts of one list. */
export interface Batch {
  readonly batchId: string;
  readonly size: number;
  /** In the order they were written down. */
  readonly entries: ActEntry[];
  /** Nothing of it is sent until it goes on. */
  paused: boolean;
}

export interface WishBook {
  wish(wishId: string): Wish | undefined;
  act(actId: string): ActEntry | undefined;
  /** Oldest first. */
  acts(): Iterable<ActEntry>;
  newestActs(): Iterable<ActEntry>;
  /** Oldest first. */
  batches(): Iterable<Batch>;
  batch(batchId: string): Batch | undefined;
  /** Every wish for one person and role, oldest first. */
  ofPair(userId: string, roleId: string): readonly Wish[];
  /** Every wish for one person, oldest first. */
  ofUser(userId: string): readonly Wish[];
  /** Waiting and sending ones, oldest first. */
  open(): Iterable<Wish>;
  openCount(): number;
  /** Refused and not dismissed, oldest first. */
  refused(): Iterable<Wish>;
  refusedCount(): number;
  sendingCount(): number;
  /** Takes in one record of the journal. Records about wishes that are not here, and repeated ones, change nothing. */
  apply(record: JournalRecord): void;
  /** Moves one wish on. Answers whether that changed it. */
  move(wish: Wish, event: WishEvent): boolean;
  forget(actIds: ReadonlySet<string>): void;
  /** Told the person of every change. */
  onChange(listener: (userId: string) => void): void;
}

function* newestFirst<Value>(values: readonly Value[]): Iterable<Value> {
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const value = values[index];
    if (value !== undefined) yield value;
  }
}

export function createWishBook(): WishBook {
  const wishes = new Map<string, Wish>();
  const actEntries = new Map<string, ActEntry>();
  let actOrder: ActEntry[] = [];
  const users = new Map<string, Wish[]>();
  const batches = new Map<string, Batch>();
  /** A file of the journal may have been given up with the acts and not with the pause. */
  const paused = new Set<string>();
  const open = new Map<string, Wish>();
  const refused = new Map<string, Wish>();
  let sending = 0;
  let nextSequence = 1;
  let changed: (userId: string) => void = () => {};

  function index(wish: Wish): void {
    const { wishId } = wish.facts;
    if (isOpen(wish.progress)) open.set(wishId, wish);
    else open.delete(wishId);
    if (wish.progress.kind === 'refused' && !wish.progress.dismissed) refused.set(wishId, wish);
    else refused.delete(wishId);
  }

  function add(act: Act, facts: WishFacts, progress: Progress): Wish | null {
    if (wishes.has(facts.wishId)) return null;
    const wish: Wish = { facts, act, sequence: nextSequence, progress };
    nextSequence += 1;
    wishes.set(facts.wishId, wish);
    const ofUser = users.get(facts.userId);
    if (ofUser === undefined) users.set(facts.userId, [wish]);
    else ofUser.push(wish);
    index(wish);
    return wish;
  }

  function addAct(
    act: Act,
    list: readonly { readonly facts: WishFacts; readonly progress: Progress }[],
    collapsed: readonly Wish[],
  ): void {
    const entry: ActEntry = {
      act,
      wishes: list.flatMap(({ facts, progress }) => add(act, facts, progress) ?? []),
      collapsed,
      undoneBy: null,
    };
    actEntries.set(act.actId, entry);
    actOrder.push(entry);
    if (act.batch !== undefined) {
      const { batchId, size } = act.batch;
      const batch = batches.get(batchId);
      if (batch === undefined) batches.set(batchId, { batchId, size, entries: [entry], paused: paused.has(batchId) });
      else batch.entries.push(entry);
    }
    const undone = act.undoes === null ? undefined : actEntries.get(act.undoes);
    if (undone !== undefined) undone.undoneBy = act.actId;
    for (const { facts } of entry.wishes) changed(facts.userId);
  }

  function move(wish: Wish, event: WishEvent): boolean {
    const before = wish.progress;
    wish.progress = moveOn(before, event);
    if (wish.progress === before) return false;
    if (before.kind === 'sending') sending -= 1;
    if (wish.progress.kind === 'sending') sending += 1;
    index(wish);
    changed(wish.facts.userId);
    // What follows a wish that now never happens may find its work done: the list is read before it is sent.
    if (event.kind === 'superseded' && isOpen(before)) moveById(event.by, { kind: 'doubted' });
    return true;
  }

  function moveById(wishId: string, event: WishEvent): void {
    const wish = wishes.get(wishId);
    if (wish !== undefined) move(wish, event);
  }

  function apply(record: JournalRecord): void {
    switch (record.kind) {
      case 'act': {
        if (actEntries.has(record.act.actId)) return;
        const { time } = record.act;
        for (const wishId of record.collapses) moveById(wishId, { kind: 'collapsed', at: time });
        addAct(
          record.act,
          record.wishes.map((facts) => ({ facts, progress: { kind: 'waiting', certain: true } })),
          record.collapses.flatMap((wishId) => wishes.get(wishId) ?? []),
        );
        for (const { wishId, by } of record.supersedes) moveById(wishId, { kind: 'superseded', at: time, by });
        return;
      }
      case 'carried':
        if (!actEntries.has(record.act.actId)) addAct(record.act, record.wishes, []);
        return;
      case 'confirmed':
        moveById(record.wishId, { kind: 'confirmed', at: record.at, how: record.how, heldScope: record.heldScope });
        return;
      case 'refused':
        moveById(record.wishId, { kind: 'refused', at: record.at, error: record.error });
        return;
      case 'superseded':
        moveById(record.wishId, { kind: 'superseded', at: record.at, by: record.by });
        return;
      case 'dismissed':
        moveById(record.wishId, { kind: 'dismissed' });
        return;
      case 'batch': {
        if (record.paused) paused.add(record.batchId);
        else paused.delete(record.batchId);
        const batch = batches.get(record.batchId);
        if (batch !== undefined) batch.paused = record.paused;
      }
    }
  }

  return {
    wish: (wishId) => wishes.get(wishId),
    act: (actId) => actEntries.get(actId),
    acts: () => actOrder,
    newestActs: () => newestFirst(actOrder),
    batches: () => batches.values(),
    batch: (batchId) => batches.get(batchId),
    ofPair: (userId, roleId) => (users.get(userId) ?? []).filter((wish) => wish.facts.roleId === roleId),
    ofUser: (userId) => users.get(userId) ?? [],
    open: () => open.values(),
    openCount: () => open.size,
    refused: () => refused.values(),
    refusedCount: () => refused.size,
    sendingCount: () => sending,
    apply,
    move,
    forget: (actIds) => {
      const entries = [...actIds].flatMap((actId) => actEntries.get(actId) ?? []);
      const gone = new Set(entries);
      const userIds = new Set<string>();
      for (const { act, wishes: ofAct } of entries) {
        actEntries.delete(act.actId);
        for (const { facts } of ofAct) {
          wishes.delete(facts.wishId);
          open.delete(facts.wishId);
          refused.delete(facts.wishId);
          userIds.add(facts.userId);
        }
      }
      actOrder = actOrder.filter((entry) => !gone.has(entry));
      for (const userId of userIds) {
        const left = (users.get(userId) ?? []).filter((wish) => wishes.has(wish.facts.wishId));
        if (left.length === 0) users.delete(userId);
        else users.set(userId, left);
      }
      for (const batchId of new Set(entries.flatMap(({ act }) => act.batch?.batchId ?? []))) {
        const batch = batches.get(batchId);
        const left = batch?.entries.filter((entry) => !gone.has(entry)) ?? [];
        if (batch === undefined || left.length === 0) batches.delete(batchId);
        else batches.set(batchId, { ...batch, entries: left });
      }
    },
    onChange: (listener) => {
      changed = listener;
    },
  };
}
