/**
 * Carries wishes to the service: a thin runner around delivery-decision.ts. One lane per person at a time, so that what
 * was asked for one person happens in order, and a few lanes side by side, so that nobody waits for somebody else's
 * trouble. A wish that fails cools off alone; when nobody gets through, everything waits and one wish at a time tries.
 */
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { RoleScope, UserRole } from '../../contract/registration-api/resources.ts';
import { assertNever, RolecallError, toDeskError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { wasSurelyNotSent } from '../ports/not-sent.ts';
import type { CallOptions, RegistrationClient } from '../registration/registration-client.ts';
import { backoffMs } from './backoff.ts';
import { decideDelivery, failureKindOf, type Knowledge, type Step } from './delivery-decision.ts';
import type { Wish, WishBook } from './wish-book.ts';
import { isOpen, type WishEvent } from './wishes.ts';

export interface DeliveryOptions {
  readonly book: WishBook;
  readonly client: Pick<RegistrationClient, 'listUserRoles' | 'addRole' | 'removeRole'>;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Lanes side by side; 4 by default. */
  readonly concurrency?: number;
  /** Told every list that was read. */
  readonly recordRoles: (userId: string, roles: readonly UserRole[], readAt: number) => void;
  /** The scope the service named lately for a held role; undefined where nobody knows. */
  readonly lately: (userId: string, roleId: string) => RoleScope | undefined;
  /** Moves the wish on and writes that down. */
  readonly settle: (wish: Wish, event: WishEvent) => void;
  /**
   * Notes that the wish of a list is about to be written to the service, or that it surely never got there. Never throws:
   * where it can't be noted it is sent all the same.
   */
  readonly noteSending: (wish: Wish, kind: 'sending' | 'not-sent') => Promise<void>;
  /** Wishes that must not start now: an act that is just being written down closes them, or their list is held back. */
  readonly isReserved: (wish: Wish) => boolean;
  /** The time of the next try may have changed. */
  readonly onSchedule: () => void;
}

export interface Delivery {
  /** Looks after the open wishes of a person. `urgent`: somebody is standing there; before the backlog. */
  enqueue(userId: string, urgent: boolean): void;
  /** Stops starting anything until `resume`. */
  pause(reason: string): void;
  /** Goes on, and tries at once what was waiting for another try. */
  resume(): void;
  /** Whether it stands in the journal that this wish may have been sent, and not what became of that. */
  isNotedAsSent(wish: Wish): boolean;
  /** Milliseconds since the epoch; null while it is trying, or waits for somebody to sign in. */
  nextTryAt(): number | null;
  /** Why nothing is taken although the service answers: what only somebody can settle. Null while that is not so. */
  heldBecause(): ErrorCode | null;
  /** Aborts what is under way. Its outcome is unknown; the next start reads it. */
  dispose(): Promise<void>;
}

/** What one wish's tries have taught so far. Volatile: after a restart what may have been sent is read again. */
interface Memory {
  /** It stands in the journal that it may have been sent. */
  noted: boolean;
  certain: boolean;
  wrote: Knowledge['wrote'];
  disagreements: number;
  writeRefusal: RolecallError | null;
  tookAway: RoleScope | null;
  doomed: RolecallError | null;
  failures: number;
  /** Monotonic milliseconds. */
  retryAt: number;
}

/** Requests that broke one after the other before the line itself is doubted. */
const brokenInARow = 8;
/** A wish that broke no more often is tried again at once when the service is back. */
const forgivenFailures = 2;
/** With nobody signed in it looks again by itself after this; milliseconds. */
const signInRetryMs = 30_000;

/** What became of one request, for the lane. */
type Outcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: RolecallError }
  | { readonly kind: 'stopped' };

export function createDelivery(options: DeliveryOptions): Delivery {
  const { book, client, clock, log, random, recordRoles, lately, settle, noteSending, isReserved, onSchedule } =
    options;
  const concurrency = options.concurrency ?? 4;
  const stop = new AbortController();
  const call: CallOptions = { priority: 'interactive', signal: stop.signal };
  const memories = new Map<string, Memory>();
  const ready = new Map<string, true>();
  const urgent = new Map<string, true>();
  const running = new Map<string, Promise<void>>();
  const cooling = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  let pausedBecause: string | null = null;
  let gate: { readonly at: number; readonly announce: boolean; readonly cancel: () => void } | null = null;
  /** The line was down: one lane at a time until something got through. */
  let probing = false;
  let lineFailures = 0;
  let broken = 0;
  let heldBecause: ErrorCode | null = null;

  function memoryOf(wish: Wish): Memory {
    const { wishId } = wish.facts;
    let memory = memories.get(wishId);
    if (memory === undefined) {
      memory = {
        noted: false,
        certain: true,
        wrote: 'nothing',
        disagreements: 0,
        writeRefusal: null,
        tookAway: null,
        doomed: null,
        failures: 0,
        retryAt: Number.NEGATIVE_INFINITY,
      };
      memories.set(wishId, memory);
    }
    if (isOpen(wish.progress) && !wish.progress.certain) memory.certain = false;
    return memory;
  }

  /** The first open wish of every role; those an act is about to close left out, they come back by `enqueue`. */
  function firstOpen(userId: string): Wish[] {
    const firsts = new Map<string, Wish>();
    for (const wish of book.ofUser(userId)) {
      if (isOpen(wish.progress) && !firsts.has(wish.facts.roleId)) firsts.set(wish.facts.roleId, wish);
    }
    return [...firsts.values()].filter((wish) => !isReserved(wish));
  }

  function dueWishes(userId: string): Wish[] {
    const now = clock.monotonic();
    return firstOpen(userId).filter((wish) => memoryOf(wish).retryAt <= now);
  }

  function gotThrough(): void {
    lineFailures = 0;
    broken = 0;
    heldBecause = null;
    if (!probing) return;
    probing = false;
    pump();
  }

  function closeGate(delayMs: number, announce: boolean): void {
    const at = clock.monotonic() + delayMs;
    if (gate !== null && gate.at >= at) return;
    gate?.cancel();
    probing = true;
    gate = {
      at,
      announce,
      cancel: clock.after(delayMs, () => {
        gate = null;
        onSchedule();
        pump();
      }),
    };
    onSchedule();
  }

  async function request<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
    try {
      const value = await work();
      gotThrough();
      return { kind: 'ok', value };
    } catch (cause) {
      if (stop.signal.aborted) return { kind: 'stopped' };
      const error = cause instanceof RolecallError ? cause : new RolecallError('bug', 'A delivery broke.', { cause });
      if (error.code === 'bug') log.error('delivery.broke', { code: error.code });
      noteFailure(error);
      return { kind: 'failed', error };
    }
  }

  /** What a failure means for everybody else. */
  function noteFailure(error: RolecallError): void {
    const kind = failureKindOf(error.code);
    switch (kind) {
      case 'line':
        // It does not answer now, whatever it said before.
        heldBecause = null;
        // Lanes that fail together are one failure.
        if (gate === null) lineFailures += 1;
        closeGate(backoffMs(lineFailures, random(), error.retryAfterMs), true);
        return;
      case 'rate':
        if (gate === null) lineFailures += 1;
        closeGate(backoffMs(Math.min(lineFailures, 3), random(), error.retryAfterMs), true);
        return;
      case 'broken':
        broken += 1;
        if (error.retryAfterMs === undefined && broken < brokenInARow) return;
        if (gate === null) lineFailures += 1;
        closeGate(backoffMs(lineFailures, random(), error.retryAfterMs), true);
        return;
      case 'sign-in':
        heldBecause = error.code;
        closeGate(signInRetryMs, false);
        return;
      case 'said-no':
        gotThrough();
        return;
      default:
        assertNever(kind);
    }
  }

  function putBack(wish: Wish, error: RolecallError | null): void {
    const memory = memoryOf(wish);
    const kind = error === null ? 'broken' : failureKindOf(error.code);
    if (kind === 'broken') {
      memory.failures += 1;
      memory.retryAt = clock.monotonic() + backoffMs(memory.failures, random(), error?.retryAfterMs);
    }
    layDown(wish, memory);
  }

  function layDown(wish: Wish, memory: Memory): void {
    const certain = memory.certain && memory.wrote === 'nothing';
    if (certain && memory.noted) {
      memory.noted = false;
      void noteSending(wish, 'not-sent');
    }
    settle(wish, { kind: 'put-back', certain });
  }

  function finish(wish: Wish, event: WishEvent): void {
    memories.delete(wish.facts.wishId);
    settle(wish, event);
  }

  function noteWriteFailure(memory: Memory, error: RolecallError): void {
    const kind = failureKindOf(error.code);
    switch (kind) {
      case 'said-no':
        memory.writeRefusal = error;
        return;
      case 'rate':
      case 'sign-in':
        // Turned away at the door: nothing was written.
        return;
      case 'line':
      case 'broken':
        if (wasSurelyNotSent(error)) return;
        memory.wrote = 'unknown';
        memory.certain = false;
        return;
      default:
        assertNever(kind);
    }
  }

  type WriteStep = Extract<Step, { kind: 'add' | 'remove' | 'restore' }>;
  /** What this lane has read of a wish's role since its last write. */
  type Seen = Map<string, RoleScope | null>;

  function decide(wish: Wish, seen: Seen): Step {
    const memory = memoryOf(wish);
    return decideDelivery(wish.facts, {
      certain: memory.certain && wish.readsFirst !== true,
      seen: seen.get(wish.facts.wishId),
      lately: lately(wish.facts.userId, wish.facts.roleId),
      wrote: memory.wrote,
      disagreements: memory.disagreements,
      writeRefusal: memory.writeRefusal,
      tookAway: memory.tookAway ?? takenAwayBefore(wish, memory),
      doomed: memory.doomed,
    });
  }

  /** After a restart only the journal knows that a change of scope may stand halfway. */
  function takenAwayBefore({ facts }: Wish, memory: Memory): RoleScope | null {
    if (memory.certain || !facts.exactScope || facts.wanted !== 'held' || memory.doomed !== null) return null;
    const before = facts.base?.held === true ? facts.base.roleScope : null;
    return before === facts.roleScope ? null : before;
  }

  function isWrite(step: Step): step is WriteStep {
    return step.kind === 'add' || step.kind === 'remove' || step.kind === 'restore';
  }

  async function write(wish: Wish, step: WriteStep, seen: Seen): Promise<boolean> {
    const { userId, roleId, wishId } = wish.facts;
    const memory = memoryOf(wish);
    if (wish.act.notesSending === true && !memory.noted) {
      // Before, and not beside: a program that is killed in between would take what it sent for unsent.
      memory.noted = true;
      await noteSending(wish, 'sending');
      // Meanwhile somebody may have signed out, or held the list back.
      if (stop.signal.aborted || pausedBecause !== null) return false;
      if (isReserved(wish)) {
        layDown(wish, memory);
        return true;
      }
    }
    const held = seen.get(wishId) ?? null;
    seen.delete(wishId);
    memory.writeRefusal = null;
    if (step.kind === 'restore') {
      memory.doomed = step.because;
      // Until the service has answered, it is still to be put back.
      memory.tookAway = step.roleScope;
    }
    const outcome = await request(() =>
      step.kind === 'remove'
        ? client.removeRole(userId, roleId, call)
        : client.addRole(userId, roleId, step.roleScope, call),
    );
    switch (outcome.kind) {
      case 'ok':
        memory.wrote = 'changed';
        if (step.kind === 'restore') memory.tookAway = null;
        if (step.kind === 'remove' && step.halfway) {
          memory.wrote = 'halfway';
          memory.certain = true;
          memory.tookAway = held;
        } else {
          // The list has all its time to show it, whatever it disagreed with before.
          memory.disagreements = 0;
        }
        return true;
      case 'failed': {
        noteWriteFailure(memory, outcome.error);
        if (memory.writeRefusal !== null) {
          if (step.kind === 'restore') memory.tookAway = null;
          // A half that arrived is past; from here the list says what is missing.
          if (memory.wrote === 'halfway') memory.wrote = 'unknown';
          return true;
        }
        putBack(wish, outcome.error);
        return failureKindOf(outcome.error.code) === 'broken';
      }
      case 'stopped':
        memory.wrote = 'unknown';
        putBack(wish, null);
        return false;
      default:
        return assertNever(outcome);
    }
  }

  /** Reads the person's roles for all of `wishes`. Answers whether the lane goes on. */
  async function read(userId: string, wishes: readonly Wish[], seen: Seen): Promise<boolean> {
    const readAt = clock.now();
    const outcome = await request(() => client.listUserRoles(userId, call));
    if (outcome.kind === 'ok') {
      const scopes = new Map(outcome.value.map((role) => [role.id, role.scope]));
      for (const wish of wishes) seen.set(wish.facts.wishId, scopes.get(wish.facts.roleId) ?? null);
      recordRoles(userId, outcome.value, readAt);
      return true;
    }
    const error = outcome.kind === 'failed' ? outcome.error : null;
    for (const wish of wishes) {
      if (error !== null && failureKindOf(error.code) === 'said-no') {
        const reason = memoryOf(wish).writeRefusal ?? error;
        finish(wish, { kind: 'refused', at: clock.now(), error: toDeskError(reason) });
      } else {
        putBack(wish, error);
      }
    }
    return error !== null && ['said-no', 'broken'].includes(failureKindOf(error.code));
  }

  function conclude(wish: Wish, step: Step, seen: Seen): void {
    if (step.kind === 'confirm') {
      finish(wish, { kind: 'confirmed', at: clock.now(), how: step.how, heldScope: step.heldScope });
    } else if (step.kind === 'refuse') {
      log.info('delivery.refused', { code: step.error.code, status: step.error.status });
      finish(wish, { kind: 'refused', at: clock.now(), error: toDeskError(step.error) });
    } else if (step.kind === 'look-again') {
      seen.delete(wish.facts.wishId);
      const memory = memoryOf(wish);
      memory.disagreements += 1;
      memory.writeRefusal = null;
      putBack(wish, null);
    }
  }

  /** What took their place is sent now: should they come back, what their own tries taught is out of date. */
  function forgetReplaced(userId: string): void {
    for (const { facts, progress } of book.ofUser(userId)) {
      if (progress.kind === 'superseded') memories.delete(facts.wishId);
    }
  }

  /** Writes first, one after the other; then one read for all of the person's wishes; then what it shows. */
  async function runLane(userId: string): Promise<void> {
    const seen: Seen = new Map();
    let goesOn = true;
    // Paused in the middle, as by a sign-out: nothing more begins, and what was written is read another time.
    while (goesOn && !stop.signal.aborted && pausedBecause === null) {
      const due = dueWishes(userId);
      if (due.length === 0) return;
      forgetReplaced(userId);
      for (const wish of due) settle(wish, { kind: 'sending' });
      const steps = due.map((wish) => ({ wish, step: decide(wish, seen) }));
      const next = steps.flatMap(({ wish, step }) => (isWrite(step) ? [{ wish, step }] : []))[0];
      if (next !== undefined) {
        goesOn = await write(next.wish, next.step, seen);
        continue;
      }
      const unread = steps.filter(({ step }) => step.kind === 'read').map(({ wish }) => wish);
      if (unread.length > 0) {
        goesOn = await read(userId, unread, seen);
        continue;
      }
      for (const { wish, step } of steps) conclude(wish, step, seen);
      // The line went: what is still to come waits its turn like everybody else.
      if (gate !== null) return;
    }
  }

  /** Puts a person's lane away: what is still open comes again when its time has come. */
  function closeLane(userId: string): void {
    running.delete(userId);
    for (const wish of book.ofUser(userId)) {
      // The lane ended in the middle (the line went): nothing of it is under way any more.
      if (wish.progress.kind !== 'sending') continue;
      layDown(wish, memoryOf(wish));
    }
    if (!stop.signal.aborted) wakeInTime(userId);
    onSchedule();
    pump();
  }

  /** Another try goes before the lists as the first one did, unless it keeps breaking: then everybody else goes first. */
  function lineUp(userId: string, wishes: readonly Wish[]): void {
    const isUrgent = wishes.some((wish) => wish.act.batch === undefined && memoryOf(wish).failures <= forgivenFailures);
    (isUrgent ? urgent : ready).set(userId, true);
  }

  /** Sees to it that the person's open wishes come up again, the first of every role when its time has come. */
  function wakeInTime(userId: string): void {
    cooling.get(userId)?.cancel();
    cooling.delete(userId);
    const firsts = firstOpen(userId);
    if (firsts.length === 0) return;
    const at = Math.min(...firsts.map((wish) => memoryOf(wish).retryAt));
    const delayMs = at - clock.monotonic();
    if (delayMs <= 0) {
      lineUp(userId, firsts);
      return;
    }
    const cancel = clock.after(Math.max(1, Math.ceil(delayMs)), () => {
      cooling.delete(userId);
      lineUp(userId, firstOpen(userId));
      pump();
    });
    cooling.set(userId, { at, cancel });
  }

  function nextUser(): string | undefined {
    for (const queue of [urgent, ready]) {
      for (const userId of queue.keys()) {
        if (running.has(userId)) continue;
        urgent.delete(userId);
        ready.delete(userId);
        return userId;
      }
    }
    return undefined;
  }

  function pump(): void {
    while (!stop.signal.aborted && pausedBecause === null && gate === null) {
      if (running.size >= (probing ? 1 : concurrency)) return;
      const userId = nextUser();
      if (userId === undefined) return;
      if (dueWishes(userId).length === 0) {
        // A timer may fire a hair before its time by the other clock.
        wakeInTime(userId);
        continue;
      }
      const lane = runLane(userId).then(
        () => closeLane(userId),
        (error: unknown) => {
          log.error('delivery.lane-broke', { name: error instanceof Error ? error.name : 'unknown' });
          closeLane(userId);
        },
      );
      running.set(userId, lane);
    }
  }

  return {
    enqueue: (userId, isUrgent) => {
      if (isUrgent) urgent.set(userId, true);
      else ready.set(userId, true);
      pump();
    },
    pause: (reason) => {
      pausedBecause = reason;
      onSchedule();
    },
    resume: () => {
      pausedBecause = null;
      gate?.cancel();
      gate = null;
      probing = false;
      lineFailures = 0;
      // One that keeps breaking by itself goes on cooling: being called each time something else got through, this would
      // otherwise never let it rest.
      for (const memory of memories.values()) {
        if (memory.failures <= forgivenFailures) memory.retryAt = Number.NEGATIVE_INFINITY;
      }
      for (const wish of book.open()) lineUp(wish.facts.userId, [wish]);
      onSchedule();
      pump();
    },
    heldBecause: () => heldBecause,
    isNotedAsSent: ({ facts }) => memories.get(facts.wishId)?.noted === true,
    nextTryAt: () => {
      if (pausedBecause !== null || running.size > 0) return null;
      if (gate !== null) return gate.announce ? clock.now() + Math.max(0, gate.at - clock.monotonic()) : null;
      let earliest = Number.POSITIVE_INFINITY;
      for (const { at } of cooling.values()) earliest = Math.min(earliest, at);
      return earliest === Number.POSITIVE_INFINITY ? null : clock.now() + Math.max(0, earliest - clock.monotonic());
    },
    dispose: async () => {
      stop.abort();
      gate?.cancel();
      for (const { cancel } of cooling.values()) cancel();
      cooling.clear();
      await Promise.all(running.values());
    },
  };
}
