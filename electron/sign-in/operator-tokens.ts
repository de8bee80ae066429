import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import { operatorSchema } from '../../contract/desk/sign-in.ts';
import { assertNever, RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Exclusive } from '../ports/exclusive.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import { type LockRecord, lockRecordSchema } from './lock-state.ts';
import type { SealedFile } from './sealed-file.ts';
import { errorOfOutcome, type TokenEndpoint, type TokenGrant, type TokenOutcome } from './token-endpoint.ts';

/** What the vault keeps of a signed-in operator: one atomic record, so that its tokens always belong together (B62). */
export const operatorRecordSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  oauthScopes: z.array(z.string()),
  /** Milliseconds since the epoch, by this machine's clock. */
  expiresAt: z.number(),
  lifetimeMs: z.number(),
  operator: operatorSchema,
  /** The lock for stepping away; missing until it was used. */
  lock: lockRecordSchema.optional(),
});
export type OperatorRecord = z.infer<typeof operatorRecordSchema>;

/** Written beside the vault before a refresh token is spent (checklist B63). Holds no secret. */
const markerSchema = z.object({
  refreshId: z.string(),
  startedAt: z.number(),
  /** First characters of a hash of the old token: tells which one it was, not what it is. */
  tokenHash: z.string(),
});

/** How the session changed by itself. */
export interface OperatorTokensListener {
  /** The session is over; `notice` says why. */
  ended(notice: ErrorCode): void;
  /** It goes on, with trouble (`notice`) or without (null). */
  noticed(notice: ErrorCode | null): void;
  kept(where: 'keyring' | 'memory'): void;
}

/** Before its expiry an access token is renewed, so that no request starts with one that ends on the way. */
export function renewAt(expiresAt: number, lifetimeMs: number): number {
  return expiresAt - Math.min(60_000, lifetimeMs / 5);
}

/** So long a closing connection waits for a renewal under way. */
const lastRenewalMs = 3_000;

/** So long at least a renewal that failed is not tried again while the token serves; milliseconds. */
const renewAgainAfterMs = 5_000;

const nothing = (): void => {};

const noTrouble = { keeping: null, renewal: null };

const saveAgainAfterMs = [2_000, 10_000, 60_000] as const;

/**
 * The operator's tokens. One refresh is in flight whatever happens; what a refresh brought is written before it is
 * handed out; trouble with the network never signs anybody out; a sign-out in the middle wins (checklist B61 to B67).
 */
export class OperatorTokens {
  readonly #endpoint: TokenEndpoint;
  readonly #vault: SealedFile<OperatorRecord>;
  readonly #files: Files;
  readonly #markerFile: string;
  readonly #exclusive: Exclusive;
  readonly #redirectUri: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #listener: OperatorTokensListener;
  #record: OperatorRecord | null = null;
  /** Grows with every sign-in and sign-out: what began under an older number is thrown away (checklist B67). */
  #generation = 0;
  #refreshing: Promise<OperatorRecord> | null = null;
  /** By the steady clock: every request would ask for a renewal otherwise. */
  #renewNotBefore = Number.NEGATIVE_INFINITY;
  #disposed = false;
  /** A keyring that once took the sign-in is asked again when it does not; one that never did is left alone. */
  #keyringWorked = false;
  #cancelSave: (() => void) | null = null;
  #trouble: Readonly<Record<'keeping' | 'renewal', ErrorCode | null>> = noTrouble;

  constructor(given: {
    readonly endpoint: TokenEndpoint;
    readonly vault: SealedFile<OperatorRecord>;
    readonly files: Files;
    readonly markerFile: string;
    readonly exclusive: Exclusive;
    readonly redirectUri: string;
    readonly clock: Clock;
    readonly log: Log;
    readonly listener: OperatorTokensListener;
  }) {
    this.#endpoint = given.endpoint;
    this.#vault = given.vault;
    this.#files = given.files;
    this.#markerFile = given.markerFile;
    this.#exclusive = given.exclusive;
    this.#redirectUri = given.redirectUri;
    this.#clock = given.clock;
    this.#log = given.log;
    this.#listener = given.listener;
  }

  current(): OperatorRecord | null {
    return this.#record;
  }

  /** Takes up the session of the last start. Answers why there is none, where that is worth saying. */
  async restore(): Promise<{ readonly signedIn: boolean; readonly notice: ErrorCode | null }> {
    const generation = this.#generation;
    const read = await this.#vault.read();
    if (generation !== this.#generation) return { signedIn: this.#record !== null, notice: null };
    switch (read.kind) {
      case 'none':
        return { signedIn: false, notice: null };
      case 'locked':
        this.#keyringWorked = true;
        return { signedIn: false, notice: 'keyring-locked' };
      case 'unreadable':
        return { signedIn: false, notice: 'vault-unreadable' };
      case 'value':
        this.#record = read.value;
        this.#keyringWorked = true;
        // Left by a crash after the new token was safe: it is about one that is gone.
        if (read.value.refreshToken === null || !(await this.#markerIsFor(read.value.refreshToken))) {
          await this.#dropMarker();
        }
        this.#listener.kept('keyring');
        return { signedIn: true, notice: null };
      default:
        return assertNever(read);
    }
  }

  /** Begins a session with tokens just granted. */
  async adopt(record: OperatorRecord): Promise<void> {
    this.#generation += 1;
    this.#record = record;
    this.#refreshing = null;
    this.#trouble = noTrouble;
    const generation = this.#generation;
    const where = await this.#save(record, generation);
    // What lies there was another sign-in's; the next start must not take it up in place of this one.
    if (where === 'memory' && generation === this.#generation) await this.#vault.removeEarlier();
    await this.#dropMarker();
  }

  /** Puts another name on the same session. */
  async rename(operator: OperatorRecord['operator']): Promise<void> {
    if (this.#record === null) return;
    this.#record = { ...this.#record, operator };
    await this.#save(this.#record, this.#generation);
  }

  /** Locks, unlocks, or counts a try: written with the tokens, so that it can't be deleted without signing out. */
  async setLock(lock: LockRecord): Promise<void> {
    if (this.#record === null) return;
    this.#record = { ...this.#record, lock };
    await this.#save(this.#record, this.#generation);
  }

  /**
   * An access token that is good for a while; where it can't be renewed just now, one that is good to its end. Throws
   * `sign-in-required` or why there is none.
   */
  async accessToken(signal?: AbortSignal): Promise<OperatorRecord> {
    const record = this.#record;
    if (record === null) throw new RolecallError('sign-in-required', 'Nobody is signed in.');
    if (this.#clock.now() < renewAt(record.expiresAt, record.lifetimeMs)) return record;
    const serves = (): boolean =>
      this.#record?.accessToken === record.accessToken && this.#clock.now() < record.expiresAt;
    const isWorthTrying = record.refreshToken !== null && this.#clock.monotonic() >= this.#renewNotBefore;
    if (!isWorthTrying && serves()) return record;
    try {
      return await this.#refresh(signal);
    } catch (error) {
      // The session says what is wrong; the token itself is good to its end.
      if (serves() && !signal?.aborted) return record;
      throw error;
    }
  }

  /** The service answered 401 to this access token. True when there is another one now (checklist B31). */
  async refused(accessToken: string): Promise<boolean> {
    if (this.#record === null) return false;
    if (this.#record.accessToken !== accessToken) return true;
    if (this.#record.refreshToken === null) {
      await this.#end('service-unauthorized');
      return false;
    }
    await this.#refresh();
    return this.#record !== null;
  }

  /** Ends the session here at once and answers with what may still be revoked at the service (checklist B33). */
  async signOut(): Promise<OperatorRecord | null> {
    const record = this.#record;
    await this.#forget();
    return record;
  }

  /**
   * Nothing is begun any more. A renewal under way may end: it has spent the token that lies on disk, and what it brings
   * takes that one's place. Once this has resolved nothing is written.
   */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#cancelSave?.();
    this.#cancelSave = null;
    if (this.#refreshing !== null) await this.#atMost(this.#refreshing, lastRenewalMs);
    this.#generation += 1;
  }

  async #atMost(task: Promise<unknown>, limitMs: number): Promise<void> {
    let cancel = (): void => {};
    const limit = new Promise<void>((resolve) => {
      cancel = this.#clock.after(limitMs, resolve);
    });
    await Promise.race([task.then(nothing, nothing), limit]);
    cancel();
  }

  /** All who ask share one refresh; each may stop waiting for it, none stops it. */
  #refresh(signal?: AbortSignal): Promise<OperatorRecord> {
    if (this.#disposed) return Promise.reject(new RolecallError('sign-in-required', 'The connection is closed.'));
    if (this.#refreshing === null) {
      const generation = this.#generation;
      const refreshing: Promise<OperatorRecord> = this.#exclusive(() => this.#refreshAlone(generation)).finally(() => {
        if (this.#refreshing === refreshing) this.#refreshing = null;
      });
      // Should everybody have stopped waiting, its failure is nobody's.
      refreshing.catch(() => undefined);
      this.#refreshing = refreshing;
    }
    return abortable(this.#refreshing, signal);
  }

  async #refreshAlone(generation: number): Promise<OperatorRecord> {
    // Under the lock: another process may have been here (field report C36).
    const changed = await this.#changedOnDisk();
    this.#assertCurrent(generation);
    if (changed !== null) {
      this.#record = changed;
      if (this.#clock.now() < renewAt(changed.expiresAt, changed.lifetimeMs)) return changed;
    }
    const record = this.#record;
    if (record === null) throw new RolecallError('sign-in-required', 'Nobody is signed in.');
    if (record.refreshToken === null) {
      await this.#end('service-unauthorized');
      throw new RolecallError('sign-in-required', 'The sign-in has run out and can not be renewed.');
    }

    const interruptedBefore = await this.#markerIsFor(record.refreshToken);
    await this.#writeMarker(record.refreshToken);
    const { outcome, lostBefore } = await this.#sendRefresh(record, record.refreshToken);
    if (outcome.kind === 'granted') return this.#takeGrant(outcome.grant, record, generation);
    this.#assertCurrent(generation);
    return this.#takeFailure(errorOfOutcome(outcome), outcome.kind, generation, interruptedBefore || lostBefore);
  }

  /** One more try at once where the outcome is unknown: a lost answer is told apart by what the second one says (B64). */
  async #sendRefresh(
    record: OperatorRecord,
    refreshToken: string,
  ): Promise<{ readonly outcome: TokenOutcome; readonly lostBefore: boolean }> {
    const send = (): Promise<TokenOutcome> =>
      this.#endpoint.refresh({ refreshToken, redirectUri: this.#redirectUri, oauthScopes: record.oauthScopes });
    const first = await send();
    if (first.kind !== 'unknown' && !(first.kind === 'not-understood' && first.status === 200 && !first.portal)) {
      return { outcome: first, lostBefore: false };
    }
    this.#log.warn('refresh-outcome-unknown');
    return { outcome: await send(), lostBefore: true };
  }

  async #takeGrant(grant: TokenGrant, record: OperatorRecord, generation: number): Promise<OperatorRecord> {
    if (generation !== this.#generation) {
      // Nobody signed out: where the service did not rotate, what lies on disk is still good.
      if (this.#disposed) throw new RolecallError('sign-in-required', 'The connection was closed meanwhile.');
      // What was granted too late; what is current may be the next operator's.
      const late = renewed(record, grant, this.#clock.now());
      await this.#endpoint.revoke(late.refreshToken ?? late.accessToken, 3_000, late.accessToken);
      throw new RolecallError('sign-in-required', 'Signed out meanwhile.');
    }
    // From what is current: the desk may have been locked while the request was on its way.
    const next = renewed(this.#record ?? record, grant, this.#clock.now());
    this.#record = next;
    // Nothing else is awaited between the answer and this write (field report C37).
    const saved = await this.#save(next, generation);
    // A keyring that is locked just now leaves the spent token on disk: what a restart would find has to be told apart.
    if (saved === 'keyring' || (saved === 'memory' && !this.#keyringWorked)) await this.#dropMarker();
    if (generation === this.#generation) this.#tell({ renewal: null });
    return next;
  }

  /** The session goes on, unless the service says that it has ended. Always throws, but where another process renewed it. */
  async #takeFailure(
    error: RolecallError,
    kind: TokenOutcome['kind'],
    generation: number,
    /** Whether an earlier request may have spent this token, its answer being lost. */
    maybeSpent: boolean,
  ): Promise<OperatorRecord> {
    this.#log.warn('refresh-failed', { kind, code: error.code });
    if (error.code === 'oauth-invalid-grant') {
      const changed = await this.#changedOnDisk();
      this.#assertCurrent(generation);
      if (changed !== null) {
        this.#record = changed;
        return changed;
      }
      await this.#end(maybeSpent ? 'sign-in-interrupted' : 'oauth-invalid-grant');
      throw new RolecallError('sign-in-required', 'The service ended this sign-in.', { cause: error });
    }
    // Where this request can't have spent the token, it is as good as before: the marker of an earlier one stays.
    const surelyNotSpent = kind === 'not-sent' || kind === 'refused' || kind === 'busy';
    if (surelyNotSpent && !maybeSpent) await this.#dropMarker();
    this.#renewNotBefore = this.#clock.monotonic() + Math.max(error.retryAfterMs ?? 0, renewAgainAfterMs);
    this.#tell({ renewal: error.code });
    throw error;
  }

  /** What troubles the session: that it can't be kept comes first, as only a restart would show it. */
  #tell(change: Partial<Record<'keeping' | 'renewal', ErrorCode | null>>): void {
    const before = this.#trouble;
    this.#trouble = { ...before, ...change };
    const { keeping, renewal } = this.#trouble;
    if ((before.keeping ?? before.renewal) !== (keeping ?? renewal)) this.#listener.noticed(keeping ?? renewal);
  }

  #assertCurrent(generation: number): void {
    if (generation !== this.#generation) throw new RolecallError('sign-in-required', 'Signed out meanwhile.');
  }

  async #changedOnDisk(): Promise<OperatorRecord | null> {
    const read = await this.#vault.read().catch(() => null);
    if (read?.kind !== 'value' || this.#record === null) return null;
    return read.value.refreshToken === this.#record.refreshToken || this.#unsaved ? null : read.value;
  }

  /** True while memory is ahead of the disk: then what the disk says is old, not another process's. */
  #unsaved = false;

  /** Where the record is kept now; null where it could not be written, or is not this session's any more. */
  async #save(record: OperatorRecord, generation: number, tries = 0): Promise<'keyring' | 'memory' | null> {
    this.#cancelSave?.();
    this.#cancelSave = null;
    this.#unsaved = true;
    try {
      const where = await this.#vault.write(record);
      if (generation !== this.#generation) {
        // Signed out while it was written: it must not lie there.
        if (this.#record === null) await this.#vault.remove();
        return null;
      }
      this.#unsaved = where === 'memory';
      if (where === 'keyring') this.#keyringWorked = true;
      else if (this.#keyringWorked) this.#saveAgain(generation, tries);
      this.#listener.kept(where);
      this.#tell({ keeping: null });
      return where;
    } catch (error) {
      if (generation !== this.#generation) return null;
      const code = error instanceof RolecallError ? error.code : 'storage-unwritable';
      this.#log.warn('tokens-not-saved', { code, tries });
      this.#tell({ keeping: code });
      this.#saveAgain(generation, tries);
      return null;
    }
  }

  #saveAgain(generation: number, tries: number): void {
    if (this.#disposed) return;
    const wait = saveAgainAfterMs[Math.min(tries, saveAgainAfterMs.length - 1)] ?? 60_000;
    this.#cancelSave = this.#clock.after(wait, () => {
      if (generation !== this.#generation || this.#record === null) return;
      void this.#save(this.#record, generation, tries + 1);
    });
  }

  async #end(notice: ErrorCode): Promise<void> {
    await this.#forget();
    this.#listener.ended(notice);
  }

  async #forget(): Promise<void> {
    this.#generation += 1;
    this.#record = null;
    this.#refreshing = null;
    this.#unsaved = false;
    this.#trouble = noTrouble;
    this.#cancelSave?.();
    this.#cancelSave = null;
    await this.#vault.remove().catch(() => this.#log.error('tokens-not-deleted'));
    await this.#dropMarker();
  }

  async #markerIsFor(refreshToken: string): Promise<boolean> {
    try {
      const text = await this.#files.read(this.#markerFile);
      if (text === null) return false;
      const marker = markerSchema.safeParse(JSON.parse(text));
      return marker.success && marker.data.tokenHash === hashOf(refreshToken);
    } catch {
      return false;
    }
  }

  async #writeMarker(refreshToken: string): Promise<void> {
    const marker = { refreshId: randomUUID(), startedAt: this.#clock.now(), tokenHash: hashOf(refreshToken) };
    // Without it a crash is only explained less well.
    await this.#files.write(this.#markerFile, JSON.stringify(marker)).catch(() => this.#log.warn('marker-not-written'));
  }

  async #dropMarker(): Promise<void> {
    await this.#files.remove(this.#markerFile).catch(() => this.#log.warn('marker-not-removed'));
  }
}

/** The record after a refresh. A missing refresh token means that the old one stays (RFC 6749 6; checklist B32). */
export function renewed(record: OperatorRecord, grant: TokenGrant, now: number): OperatorRecord {
  return {
    ...record,
    accessToken: grant.accessToken,
    refreshToken: grant.refreshToken ?? record.refreshToken,
    oauthScopes: [...grant.oauthScopes],
    expiresAt: now + grant.lifetimeMs,
    lifetimeMs: grant.lifetimeMs,
  };
}

function hashOf(refreshToken: string): string {
  return createHash('sha256').update(refreshToken).digest('hex').slice(0, 12);
}

/** Waits for a shared task, or until the signal is aborted; the task itself goes on. */
export function abortable<Value>(task: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return task;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
