import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { LastInput } from '../ports/last-input.ts';
import type { Log } from '../ports/log.ts';
import type { Unlock } from '../ports/unlock.ts';
import { isSpent, type LockEvent, type LockRecord, mostTries, neverLocked, stepLock, waitAfter } from './lock-state.ts';
import { isPin, type PinHash } from './pin.ts';

/** Where the lock rests: in the operator's record. */
export interface LockStore {
  /** Null while nobody is signed in. */
  read(): LockRecord | null;
  /** Takes effect at once; resolves when it is on disk, or when it is known that it can't be. */
  write(lock: LockRecord): Promise<void>;
}

/** What the screen is told of the lock. */
export interface LockView {
  readonly locked: LockRecord['locked'];
  readonly pinSet: boolean;
  readonly triesLeft: number;
  /** Milliseconds since the epoch; null where the next try is free. */
  readonly nextTryAt: number | null;
}

const looksAtMostEveryMs = 1_000;
/** Longest wait between two looks, so that a changed setting and a machine that slept are noticed by then. */
const looksAtLeastEveryMs = 30_000;

/**
 * The lock for stepping away. It stands between the page and the desk (app/locked-desk.ts); sending and fetching go on
 * behind it. PINs are counted and slowed down here, whatever the page does.
 */
export class ScreenLock implements Unlock {
  readonly #store: LockStore;
  readonly #clock: Clock;
  readonly #lastInput: LastInput;
  readonly #afterMinutes: () => number | null;
  readonly #hashPin: (pin: string) => Promise<PinHash>;
  readonly #log: Log;
  readonly #changed: () => void;
  readonly #tooManyTries: () => Promise<void>;
  readonly #isTaken: (pin: string) => Promise<boolean>;
  #unlockedAt: number | null = null;
  /** By the steady clock, so that setting the other one neither shortens nor lengthens a wait. */
  #notBefore = 0;
  #nextTryAt: number | null = null;
  #cancelLook: (() => void) | null = null;
  #somebody = false;
  #disposed = false;
  /** Tries and changes of the PIN, one after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(given: {
    readonly store: LockStore;
    readonly clock: Clock;
    readonly lastInput: LastInput;
    /** Minutes without a touch until it locks by itself; null: never. */
    readonly afterMinutes: () => number | null;
    readonly hashPin: (pin: string) => Promise<PinHash>;
    readonly log: Log;
    readonly changed: () => void;
    /** The sign-in has to end: too many wrong PINs. */
    readonly tooManyTries: () => Promise<void>;
    /** Whether this is the administrator's PIN, which helpers must not know. */
    readonly isTaken?: (pin: string) => Promise<boolean>;
  }) {
    this.#store = given.store;
    this.#clock = given.clock;
    this.#lastInput = given.lastInput;
    this.#afterMinutes = given.afterMinutes;
    this.#hashPin = given.hashPin;
    this.#log = given.log;
    this.#changed = given.changed;
    this.#tooManyTries = given.tooManyTries;
    this.#isTaken = given.isTaken ?? (async () => false);
  }

  view(): LockView {
    const lock = this.#store.read() ?? neverLocked;
    return {
      locked: lock.locked,
      pinSet: lock.pin !== null,
      triesLeft: mostTries - lock.wrong,
      nextTryAt: this.#nextTryAt,
    };
  }

  unlockedSince(): number | null {
    return this.#unlockedAt;
  }

  /** To be called whenever somebody may have signed in or out. */
  follow(): void {
    const lock = this.#store.read();
    const somebody = lock !== null;
    if (somebody === this.#somebody || this.#disposed) return;
    this.#somebody = somebody;
    this.#unlockedAt = null;
    // A restart is no way around the wait.
    this.#waitFor(lock?.wrong ?? 0);
    this.#stopLooking();
    if (somebody) this.#lookIn(looksAtLeastEveryMs);
    // Killed between the last try and its end.
    if (lock !== null && isSpent(lock)) this.#endSignIn();
  }

  /** Locks now. Throws `pin-not-set` where it was asked for and there is no PIN to open it again. */
  async lock(because: 'asked' | 'idle'): Promise<void> {
    const lock = this.#require();
    if (because === 'asked' && lock.pin === null) throw new RolecallError('pin-not-set', 'No PIN was chosen yet.');
    if (lock.locked !== null) return;
    this.#log.info('desk-locked', { because });
    await this.#step({ kind: 'lock', because });
  }

  /**
   * Opens the lock, or shows while it is open that the PIN is known. Null goes on where none was chosen. Throws
   * `pin-wrong`, `pin-wait` (with how long), `pin-not-set`, and `pin-too-often` once the sign-in was ended for it.
   */
  unlock(pin: string | null): Promise<void> {
    return this.#inTurn(async () => {
      if (pin !== null) return this.#try(pin);
      if (this.#require().pin !== null) throw new RolecallError('pin-wrong', 'A PIN is needed.');
      await this.#step({ kind: 'go-on' });
    });
  }

  /**
   * Chooses a PIN, or another one where `current` is right. Throws as `unlock` does, `desk-locked` while locked, and
   * `pin-taken` for the administrator's.
   */
  setPin(pin: string, current: string | null): Promise<void> {
    return this.#inTurn(async () => {
      const lock = this.#require();
      if (lock.locked !== null) throw new RolecallError('desk-locked', 'The desk is locked.');
      if (lock.pin !== null) {
        if (current === null) throw new RolecallError('pin-wrong', 'The present PIN is needed.');
        await this.#try(current);
      }
      if (await this.#isTaken(pin)) throw new RolecallError('pin-taken', 'Another PIN is the same.');
      const chosen = await this.#hashPin(pin);
      // Locked while it was hashed: the one before stands, and nobody may believe otherwise.
      if (this.#require().locked !== null) throw new RolecallError('desk-locked', 'The desk is locked.');
      await this.#step({ kind: 'pin-chosen', pin: chosen });
      this.#unlockedAt = this.#clock.now();
    });
  }

  /** The machine woke up: the time it slept counts. */
  lookAgain(): void {
    if (!this.#somebody || this.#disposed) return;
    this.#stopLooking();
    this.#look();
  }

  dispose(): void {
    this.#disposed = true;
    this.#stopLooking();
  }

  async #try(pin: string): Promise<void> {
    const { pin: kept } = this.#require();
    if (kept === null) throw new RolecallError('pin-not-set', 'No PIN was chosen yet.');
    const wait = this.#notBefore - this.#clock.monotonic();
    if (wait > 0) throw new RolecallError('pin-wait', 'The next try has to wait.', { retryAfterMs: wait });
    const { wrong } = await this.#step({ kind: 'try' });
    const right = await isPin(pin, kept);
    const now = this.#require();
    if (right && now.pin?.hash === kept.hash) {
      this.#unlockedAt = this.#clock.now();
      this.#waitFor(0);
      await this.#step({ kind: 'right' });
      return;
    }
    this.#log.warn('pin-wrong', { times: wrong });
    if (isSpent(now)) {
      await this.#tooManyTries();
      throw new RolecallError('pin-too-often', 'Too many wrong PINs: the sign-in was ended.');
    }
    this.#waitFor(wrong);
    this.#changed();
    throw new RolecallError('pin-wrong', 'That is not the PIN.');
  }

  #endSignIn(): void {
    this.#tooManyTries().catch((error: unknown) =>
      this.#log.error('sign-in-not-ended', { code: error instanceof RolecallError ? error.code : 'bug' }),
    );
  }

  async #step(event: LockEvent): Promise<LockRecord> {
    const before = this.#require();
    const after = stepLock(before, event);
    if (after === before) return before;
    const written = this.#store.write(after);
    this.#changed();
    await written;
    return after;
  }

  #waitFor(wrong: number): void {
    const wait = waitAfter(wrong);
    this.#notBefore = this.#clock.monotonic() + wait;
    this.#nextTryAt = wait === 0 ? null : this.#clock.now() + wait;
  }

  #require(): LockRecord {
    const lock = this.#store.read();
    if (lock === null || this.#disposed) throw new RolecallError('sign-in-required', 'Nobody is signed in.');
    return lock;
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const running = this.#work.then(task, task);
    this.#work = running.catch(() => undefined);
    return running;
  }

  #stopLooking(): void {
    this.#cancelLook?.();
    this.#cancelLook = null;
  }

  #lookIn(delayMs: number): void {
    this.#cancelLook = this.#clock.after(Math.max(looksAtMostEveryMs, Math.min(delayMs, looksAtLeastEveryMs)), () =>
      this.#look(),
    );
  }

  #look(): void {
    const minutes = this.#afterMinutes();
    const left = minutes === null ? looksAtLeastEveryMs : minutes * 60_000 - this.#lastInput.idleMs();
    if (left <= 0) {
      // Only a lost disk makes it fail, and then it is locked all the same.
      this.lock('idle').catch((error: unknown) =>
        this.#log.error('desk-not-locked', { code: error instanceof RolecallError ? error.code : 'bug' }),
      );
    }
    this.#lookIn(left <= 0 ? looksAtLeastEveryMs : left);
  }
}
