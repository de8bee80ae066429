import type { AdministratorAccess } from '../../contract/desk/stations.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { waitAfter } from '../sign-in/lock-state.ts';
import { isPin, type PinHash } from '../sign-in/pin.ts';

/** Where the administrator's PIN rests: beside the stations it guards. */
export interface AdministratorPinStore {
  /** `wrong`: tries since the last right one. Null while the file was not read yet. */
  read(): { readonly pin: PinHash | null; readonly wrong: number } | null;
  /** Resolves once it is on disk. */
  write(record: { readonly pin: PinHash | null; readonly wrong: number }): Promise<void>;
}

/** An administrator who went away without a word is locked out after so long without a change; milliseconds. */
export const unlockedForMs = 10 * 60_000;

/**
 * What stands between a helper and the stations, settings and connections (app/administrator-guard.ts). It is not the lock of
 * whoever is signed in: it belongs to the desk, and whoever signs in meets the same one. Tries are counted before they are
 * compared and slowed down as those of the lock are; there is no last one, since nobody could end anything by it.
 */
export class AdministratorLock {
  readonly #store: AdministratorPinStore;
  readonly #clock: Clock;
  readonly #hashPin: (pin: string) => Promise<PinHash>;
  readonly #log: Log;
  readonly #changed: () => void;
  readonly #isTaken: (pin: string) => Promise<boolean>;
  #open = false;
  /** How often it was locked: what was asked for before opens nothing after. */
  #lockings = 0;
  #cancelEnd: () => void = () => {};
  /** By the steady clock; null until the tries of before the start were counted in. */
  #notBefore: number | null = null;
  #nextTryAt: number | null = null;
  #work: Promise<unknown> = Promise.resolve();

  constructor(given: {
    readonly store: AdministratorPinStore;
    readonly clock: Clock;
    readonly hashPin: (pin: string) => Promise<PinHash>;
    readonly log: Log;
    readonly changed: () => void;
    /** Whether this is the PIN of the lock of whoever is signed in: a helper's, as a rule. */
    readonly isTaken?: (pin: string) => Promise<boolean>;
  }) {
    this.#store = given.store;
    this.#clock = given.clock;
    this.#hashPin = given.hashPin;
    this.#log = given.log;
    this.#changed = given.changed;
    this.#isTaken = given.isTaken ?? (async () => false);
  }

  /** Locked until it is known whether there is a PIN. */
  access(): AdministratorAccess {
    const kept = this.#store.read();
    if (kept !== null && kept.pin === null) return 'free';
    return this.#open && kept !== null ? 'unlocked' : 'locked';
  }

  /** What is kept of the PIN; null where there is none. */
  keptPin(): PinHash | null {
    return this.#store.read()?.pin ?? null;
  }

  nextTryAt(): number | null {
    this.#countIn();
    return this.#nextTryAt;
  }

  /** Throws `pin-wrong`, `pin-wait` (with how long) or `pin-not-set`. */
  unlock(pin: string): Promise<void> {
    const lockings = this.#lockings;
    return this.#inTurn(async () => {
      const kept = this.#store.read();
      if (kept === null || kept.pin === null) throw new RolecallError('pin-not-set', 'There is no PIN to give.');
      this.#countIn();
      const wait = (this.#notBefore ?? 0) - this.#clock.monotonic();
      if (wait > 0) throw new RolecallError('pin-wait', 'The next try has to wait.', { retryAfterMs: wait });
      const wrong = kept.wrong + 1;
      await this.#store.write({ pin: kept.pin, wrong });
      if (await isPin(pin, kept.pin)) {
        await this.#store.write({ pin: kept.pin, wrong: 0 });
        this.#waitFor(0);
        this.#log.info('administrator-unlocked');
        this.#beOpenSince(lockings);
        return;
      }
      this.#log.warn('administrator-pin-wrong', { times: wrong });
      this.#waitFor(wrong);
      this.#changed();
      throw new RolecallError('pin-wrong', 'That is not the PIN.');
    });
  }

  /**
   * Sets the PIN, or takes it away. Who set it need not give it at once. Throws `administrator-required` while locked, and
   * `pin-taken` for that of the lock.
   */
  setPin(pin: string | null): Promise<void> {
    const lockings = this.#lockings;
    return this.#inTurn(async () => {
      this.require();
      if (pin !== null && (await this.#isTaken(pin))) throw new RolecallError('pin-taken', 'Another PIN is the same.');
      const hash = pin === null ? null : await this.#hashPin(pin);
      this.require();
      await this.#store.write({ pin: hash, wrong: 0 });
      this.#log.info('administrator-pin', { set: hash !== null });
      if (hash === null) this.lock();
      else this.#beOpenSince(lockings);
      this.#changed();
    });
  }

  /** Throws `administrator-required` where the PIN is needed first; else the time until it is needed again starts anew. */
  require(): void {
    if (this.access() === 'locked') {
      throw new RolecallError('administrator-required', 'This needs the administrator’s PIN.');
    }
    if (this.#open) this.#endLater();
  }

  lock(): void {
    this.#cancelEnd();
    this.#lockings += 1;
    if (!this.#open) return;
    this.#open = false;
    this.#changed();
  }

  dispose(): void {
    this.#cancelEnd();
  }

  /** Unless it was locked since: with the desk, or by signing out, while the PIN was compared or written. */
  #beOpenSince(lockings: number): void {
    if (lockings === this.#lockings) {
      this.#open = true;
      this.#endLater();
    }
    this.#changed();
  }

  #endLater(): void {
    this.#cancelEnd();
    this.#cancelEnd = this.#clock.after(unlockedForMs, () => this.lock());
  }

  /** A restart is no way around the wait. */
  #countIn(): void {
    const kept = this.#store.read();
    if (this.#notBefore === null && kept !== null) this.#waitFor(kept.wrong);
  }

  #waitFor(wrong: number): void {
    const wait = waitAfter(wrong);
    this.#notBefore = this.#clock.monotonic() + wait;
    this.#nextTryAt = wait === 0 ? null : this.#clock.now() + wait;
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const running = this.#work.then(task, task);
    this.#work = running.catch(() => undefined);
    return running;
  }
}
