/**
 * All wishes of the journal, indexed for whoever asks: by person, by person and role, by act, and the open ones apart.
 * It decides nothing; wishes.ts says what an event makes of a wish, and this keeps the result.
 */
import type { JournalRecord } from './journal-record.ts';
import { type Act, asksTheSame, isOpen, moveOn, type Progress, type WishEvent, type WishFacts } from './wishes.ts';

export interface Wish {
  readonly facts: WishFacts;
  readonly act: Act;
  /** Order of making; only grows. */
  readonly sequence: number;
  progress: Progress;
  /** What it asks for may be so already, without anything sent: the person's roles are read before it is written. */
  readsFirst?: boolean;
}

export interface ActEntry {
  readonly act: Act;
  readonly wishes: readonly Wish[];
  /** Earlier wishes it took off the list before they were sent. */
  readonly collapsed: readonly Wish[];
  /** It was taken along when its file was given up. Made by an older program, it may stand behind acts that are newer. */
  readonly carried?: boolean;
}

/** The acts of one list. */
export interface Batch {
  readonly batchId: string;
  readonly size: number;
  /** In the order they were written down. */
  readonly entries: ActEntry[];
  /** Nothing of it is sent until it goes on. */
  paused: boolean;
  /** What waits of it, and what comes back to it, is withdrawn in this name. */
  cancelledBy: Act['operator'] | null;
}

export interface WishBook {
  /** For the act that is made now. */
  nextNumber(): number;
  wish(wishId: string): Wish | undefined;
  act(actId: string): ActEntry | undefined;
  /** Oldest first. */
  acts(): Iterable<ActEntry>;
  newestActs(): Iterable<ActEntry>;
  /** Without those of lists. */
  newestClicks(): Iterable<ActEntry>;
  /** Oldest first. */
  batches(): Iterable<Batch>;
  batch(batchId: string): Batch | undefined;
  /** Whether the wish belongs to a list that is paused. */
  isHeldBack(wish: Wish): boolean;
  /** Every wish for one person and role, oldest first. */
  ofPair(userId: string, roleId: string): readonly Wish[];
  /** Every wish for one person, oldest first. */
  ofUser(userId: string): readonly Wish[];
  /** Everybody something was wished for. */
  userIds(): Iterable<string>;
  /** Waiting and sending ones, oldest first. */
  open(): Iterable<Wish>;
  openCount(): number;
  /** Refused and not dismissed, oldest first. */
  refused(): Iterable<Wish>;
  refusedCount(): number;
  sendingCount(): number;
  /** Takes in one record of the journal. Records about wishes that are not here, and repeated ones, change nothing. */
  apply(record: JournalRecord): void;
  /**
   * Takes in what the journal held at the start, a step for each record. The book has nothing of it before the last step,
   * and then all, in doubt what is open and may have been sent. Whoever calls it tells of the change. `isWhole`: no line of
   * the journal was lost or not understood; otherwise all that is open is in doubt.
   */
  restore(records: Iterable<JournalRecord>, isWhole: boolean): Generator<void, void, void>;
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

/** Everything the book knows. */
interface Shelves {
  readonly wishes: Map<string, Wish>;
  readonly acts: Map<string, ActEntry>;
  order: ActEntry[];
  /** Those of `order` that belong to no list. */
  clicks: ActEntry[];
  readonly users: Map<string, Wish[]>;
  readonly batches: Map<string, Batch>;
  /** Lists that are held back, and who cancelled them: a file may have been given up with their acts and not with that. */
  readonly paused: Map<string, Batch['cancelledBy']>;
  /** While the journal is read: wishes that were about to be sent, and what became of that is not said yet. */
  readonly maybeSent: Set<string>;
  /** While the journal is read: wishes by what took their place, where that went with its file. */
  readonly replacedByGone: Map<string, Wish[]>;
  readonly open: Map<string, Wish>;
  readonly refused: Map<string, Wish>;
  sending: number;
  nextSequence: number;
  nextNumber: number;
}

function emptyShelves(): Shelves {
  return {
    wishes: new Map(),
    acts: new Map(),
    order: [],
    clicks: [],
    users: new Map(),
    batches: new Map(),
    paused: new Map(),
    maybeSent: new Set(),
    replacedByGone: new Map(),
    open: new Map(),
    refused: new Map(),
    sending: 0,
    nextSequence: 1,
    nextNumber: 1,
  };
}

export function createWishBook(): WishBook {
  let kept = emptyShelves();
  let listener: (userId: string) => void = () => {};

  /** What is put together beside is nobody's business yet. */
  function changed(shelves: Shelves, userId: string): void {
    if (shelves === kept) listener(userId);
  }

  function index({ open, refused }: Shelves, wish: Wish): void {
    const { wishId } = wish.facts;
    if (isOpen(wish.progress)) open.set(wishId, wish);
    else open.delete(wishId);
    if (wish.progress.kind === 'refused' && !wish.progress.dismissed) refused.set(wishId, wish);
    else refused.delete(wishId);
  }

  function add(shelves: Shelves, act: Act, facts: WishFacts, progress: Progress): Wish | null {
    const { wishes, users } = shelves;
    if (wishes.has(facts.wishId)) return null;
    const wish: Wish = { facts, act, sequence: shelves.nextSequence, progress };
    shelves.nextSequence += 1;
    wishes.set(facts.wishId, wish);
    const ofUser = users.get(facts.userId);
    if (ofUser === undefined) users.set(facts.userId, [wish]);
    else ofUser.push(wish);
    index(shelves, wish);
    return wish;
  }

  function addAct(
    shelves: Shelves,
    act: Act,
    list: readonly { readonly facts: WishFacts; readonly progress: Progress }[],
    collapsed: readonly Wish[],
    carried: boolean,
  ): void {
    const { acts, order, clicks, batches, paused } = shelves;
    const entry: ActEntry = {
      act,
      wishes: list.flatMap(({ facts, progress }) => add(shelves, act, facts, progress) ?? []),
      collapsed,
      carried,
    };
    acts.set(act.actId, entry);
    order.push(entry);
    shelves.nextNumber = Math.max(shelves.nextNumber, (act.number ?? 0) + 1);
    if (act.batch === undefined) {
      clicks.push(entry);
    } else {
      const { batchId, size } = act.batch;
      const batch = batches.get(batchId);
      const cancelledBy = paused.get(batchId) ?? null;
      if (batch !== undefined) batch.entries.push(entry);
      else batches.set(batchId, { batchId, size, entries: [entry], paused: paused.has(batchId), cancelledBy });
    }
    for (const { facts } of entry.wishes) changed(shelves, facts.userId);
  }

  function move(shelves: Shelves, wish: Wish, event: WishEvent): boolean {
    const before = wish.progress;
    wish.progress = moveOn(before, event);
    if (wish.progress === before) return false;
    if (before.kind === 'sending') shelves.sending -= 1;
    if (wish.progress.kind === 'sending') shelves.sending += 1;
    index(shelves, wish);
    changed(shelves, wish.facts.userId);
    if (isOpen(before)) {
      const certain = before.certain && !mayHaveBeenSent(shelves, wish);
      if (event.kind === 'superseded') follow(shelves, wish, certain, event.by);
      if (event.kind === 'collapsed') reviveReplaced(shelves, wish, certain);
    }
    return true;
  }

  /** While the journal is read: whether it may have been sent by then. That is known only where each sending was noted. */
  function mayHaveBeenSent(shelves: Shelves, { facts, act }: Wish): boolean {
    return shelves !== kept && (act.notesSending !== true || shelves.maybeSent.has(facts.wishId));
  }

  /** What follows a wish that now never happens takes its doubt over. Where it asks for something else, it may find its work done. */
  function follow(shelves: Shelves, { facts }: Wish, certain: boolean, by: string): void {
    const follower = shelves.wishes.get(by);
    if (follower === undefined) return;
    if (!certain) move(shelves, follower, { kind: 'doubted' });
    else if (!asksTheSame(facts, follower.facts)) follower.readsFirst = true;
  }

  /** What never happens takes nobody's place. */
  function reviveReplaced(shelves: Shelves, { facts }: Wish, certain: boolean): void {
    for (const other of shelves.users.get(facts.userId) ?? []) {
      const { progress } = other;
      if (progress.kind === 'superseded' && progress.by === facts.wishId) {
        move(shelves, other, { kind: 'revived', certain });
      }
    }
  }

  function moveById(shelves: Shelves, wishId: string, event: WishEvent): void {
    const wish = shelves.wishes.get(wishId);
    if (wish !== undefined) move(shelves, wish, event);
  }

  /** What a refused try left behind is not known well enough to build on. */
  function doubtPair(shelves: Shelves, wishId: string): void {
    const facts = shelves.wishes.get(wishId)?.facts;
    if (facts === undefined) return;
    for (const other of shelves.users.get(facts.userId) ?? []) {
      if (other.facts.roleId === facts.roleId) move(shelves, other, { kind: 'doubted' });
    }
  }

  function apply(shelves: Shelves, record: JournalRecord): void {
    const { wishes, acts, batches, paused } = shelves;
    switch (record.kind) {
      case 'act': {
        if (acts.has(record.act.actId)) return;
        const { time } = record.act;
        for (const wishId of record.collapses) {
          moveById(shelves, wishId, { kind: 'collapsed', at: time });
          // Whether that one had been sent went with it.
          for (const wish of shelves.replacedByGone.get(wishId) ?? []) {
            move(shelves, wish, { kind: 'revived', certain: false });
          }
        }
        addAct(
          shelves,
          record.act,
          record.wishes.map((facts) => ({ facts, progress: { kind: 'waiting', certain: true } })),
          record.collapses.flatMap((wishId) => wishes.get(wishId) ?? []),
          false,
        );
        for (const { wishId, by } of record.supersedes) moveById(shelves, wishId, { kind: 'superseded', at: time, by });
        return;
      }
      case 'carried':
        if (!acts.has(record.act.actId)) addAct(shelves, record.act, record.wishes, [], true);
        return;
      case 'sending':
        shelves.maybeSent.add(record.wishId);
        return;
      case 'not-sent':
        shelves.maybeSent.delete(record.wishId);
        return;
      case 'confirmed': {
        const { at, how, heldScope } = record;
        moveById(shelves, record.wishId, { kind: 'confirmed', at, how, heldScope });
        return;
      }
      case 'refused':
        moveById(shelves, record.wishId, { kind: 'refused', at: record.at, error: record.error });
        doubtPair(shelves, record.wishId);
        return;
      case 'superseded':
        // It may have been noted while the act was written down that took that one off.
        if (wishes.get(record.by)?.progress.kind === 'collapsed') return;
        moveById(shelves, record.wishId, { kind: 'superseded', at: record.at, by: record.by });
        if (!wishes.has(record.by)) {
          const replaced = wishes.get(record.wishId);
          const others = shelves.replacedByGone.get(record.by) ?? [];
          if (replaced !== undefined) shelves.replacedByGone.set(record.by, [...others, replaced]);
        }
        return;
      case 'dismissed':
        moveById(shelves, record.wishId, { kind: 'dismissed' });
        return;
      case 'batch': {
        const cancelledBy = record.cancelled === true ? record.operator : null;
        if (record.paused) paused.set(record.batchId, cancelledBy);
        else paused.delete(record.batchId);
        const batch = batches.get(record.batchId);
        if (batch === undefined) return;
        batch.paused = record.paused;
        batch.cancelledBy = cancelledBy;
        // Held back it says nothing of these people, and something once it goes on.
        for (const { wishes: ofAct } of batch.entries) {
          for (const { facts, progress } of ofAct) if (isOpen(progress)) changed(shelves, facts.userId);
        }
      }
    }
  }

  function forget(actIds: ReadonlySet<string>): void {
    const { wishes, acts, users, batches, open, refused } = kept;
    const entries = [...actIds].flatMap((actId) => acts.get(actId) ?? []);
    const gone = new Set(entries);
    const userIds = new Set<string>();
    for (const { act, wishes: ofAct } of entries) {
      acts.delete(act.actId);
      for (const { facts } of ofAct) {
        wishes.delete(facts.wishId);
        open.delete(facts.wishId);
        refused.delete(facts.wishId);
        userIds.add(facts.userId);
      }
    }
    kept.order = kept.order.filter((entry) => !gone.has(entry));
    kept.clicks = kept.clicks.filter((entry) => !gone.has(entry));
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
    // What is left of somebody's wishes may mean something else without the older ones.
    for (const userId of userIds) changed(kept, userId);
  }

  return {
    nextNumber: () => kept.nextNumber++,
    wish: (wishId) => kept.wishes.get(wishId),
    act: (actId) => kept.acts.get(actId),
    acts: () => kept.order,
    newestActs: () => newestFirst(kept.order),
    newestClicks: () => newestFirst(kept.clicks),
    batches: () => kept.batches.values(),
    batch: (batchId) => kept.batches.get(batchId),
    isHeldBack: ({ act: { batch } }) => batch !== undefined && kept.batches.get(batch.batchId)?.paused === true,
    ofPair: (userId, roleId) => (kept.users.get(userId) ?? []).filter((wish) => wish.facts.roleId === roleId),
    userIds: () => kept.users.keys(),
    ofUser: (userId) => kept.users.get(userId) ?? [],
    open: () => kept.open.values(),
    openCount: () => kept.open.size,
    refused: () => kept.refused.values(),
    refusedCount: () => kept.refused.size,
    sendingCount: () => kept.sending,
    apply: (record) => apply(kept, record),
    *restore(records, isWhole) {
      const filled = emptyShelves();
      for (const record of records) {
        apply(filled, record);
        yield;
      }
      for (const wish of filled.open.values()) {
        if (!isWhole || mayHaveBeenSent(filled, wish)) move(filled, wish, { kind: 'doubted' });
        yield;
      }
      filled.maybeSent.clear();
      filled.replacedByGone.clear();
      kept = filled;
    },
    move: (wish, event) => move(kept, wish, event),
    forget,
    onChange: (given) => {
      listener = given;
    },
  };
}
