import { z } from 'zod';
import { RolecallError } from '../errors.ts';
import { type Files, isNewerFile } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';

const newest = 1;
const recordSchema = z.object({
  version: z.literal(newest),
  /** Which keyring sealed it, to notice a changed one (checklist B52). */
  backend: z.string(),
  /** Base64. */
  sealed: z.string(),
  savedAt: z.number(),
});

export type SealedRead<Value> =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly value: Value }
  /** The keyring is not there just now: the file stays, a later try may succeed. */
  | { readonly kind: 'locked' }
  /** Another key, another user or damage: the file was set aside, not deleted. Or a newer Rolecall's: left alone. */
  | { readonly kind: 'unreadable' };

/**
 * One secret of ours at rest: a single record, written whole or not at all, sealed by the system's keyring. Where there
 * is no safe keyring nothing is written (checklist B51 to B56).
 */
export class SealedFile<Value> {
  readonly #files: Files;
  readonly #cipher: SecretCipher;
  readonly #file: string;
  readonly #schema: z.ZodType<Value>;
  readonly #now: () => number;
  readonly #log: Log;
  #proven = false;
  /** The file is from a newer Rolecall: it is left as it is, and nothing is kept beside it. */
  #readOnly = false;
  /** Counts the deletions: one waits for no keyring, and what is read meanwhile is not put back. */
  #removals = 0;
  /** One after the other: sealing takes its time, and a later value must not be overtaken by an earlier one. */
  #working: Promise<unknown> = Promise.resolve();

  constructor(given: {
    readonly files: Files;
    readonly cipher: SecretCipher;
    readonly file: string;
    readonly schema: z.ZodType<Value>;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#files = given.files;
    this.#cipher = given.cipher;
    this.#file = given.file;
    this.#schema = given.schema;
    this.#now = given.now;
    this.#log = given.log;
  }

  /** The keyring is touched only when there is a file. Throws `storage-unwritable` when the file can't be read at all. */
  read(): Promise<SealedRead<Value>> {
    // In turn with the writes: a fresh ciphertext of an earlier value must not take the place of a later one.
    return this.#inTurn(() => this.#read());
  }

  async #read(): Promise<SealedRead<Value>> {
    const removals = this.#removals;
    const text = await this.#files.read(this.#file);
    if (text === null) return { kind: 'none' };
    const record = parse(recordSchema, text);
    if (record === null) {
      this.#readOnly = isNewerFile(text, newest);
      if (!this.#readOnly) return this.#setAside('corrupt');
      this.#log.error('vault-newer');
      return { kind: 'unreadable' };
    }
    const backend = await this.#cipher.backend();
    // A keyring that has not started yet looks like a weak one (field report C22).
    if (backend.strength !== 'strong') return { kind: 'locked' };
    try {
      const { plain, resealed } = await this.#cipher.open(record.sealed);
      const value = parse(this.#schema, plain);
      if (value === null) return this.#setAside('corrupt');
      // What lies there can be read all the same: a full disk signs nobody out.
      if (resealed !== undefined && removals === this.#removals) {
        await this.#store(resealed, backend.name).catch(() => this.#log.warn('vault-not-resealed'));
      }
      return { kind: 'value', value };
    } catch (error) {
      if (error instanceof RolecallError && error.code === 'vault-unreadable') {
        this.#log.warn('vault-not-opened', {
          retryable: error.retryable,
          sameBackend: backend.name === record.backend,
        });
        return error.retryable ? { kind: 'locked' } : this.#setAside('bak');
      }
      throw error;
    }
  }

  /**
   * Answers where the value is kept now. `memory`: nothing was written, as the keyring is weak or refuses. Throws
   * `storage-full` or `storage-unwritable`; what was written before then still stands.
   */
  write(value: Value): Promise<'keyring' | 'memory'> {
    return this.#inTurn(() => this.#write(value));
  }

  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const running = this.#working.then(task);
    this.#working = running.catch(() => undefined);
    return running;
  }

  async #write(value: Value): Promise<'keyring' | 'memory'> {
    if (this.#readOnly) return 'memory';
    const backend = await this.#cipher.backend();
    if (backend.strength !== 'strong') return 'memory';
    let sealed: string;
    try {
      sealed = await this.#cipher.seal(JSON.stringify(value));
    } catch (error) {
      if (error instanceof RolecallError && error.code === 'vault-unreadable') return 'memory';
      throw error;
    }
    await this.#store(sealed, backend.name);
    if (!this.#proven) {
      // Some keyrings take a secret and never give it back: believed only after one round trip (checklist B55).
      const again = await this.#read();
      if (again.kind !== 'value') return 'memory';
      this.#proven = true;
    }
    return 'keyring';
  }

  async remove(): Promise<void> {
    this.#removals += 1;
    await this.#files.remove(this.#file);
    this.#readOnly = false;
  }

  /** Deletes what was kept before, where it is not a newer Rolecall's. Never throws. */
  async removeEarlier(): Promise<void> {
    if (this.#readOnly) return;
    this.#removals += 1;
    await this.#files.remove(this.#file).catch(() => this.#log.error('vault-not-removed'));
  }

  async #store(sealed: string, backend: string): Promise<void> {
    await this.#files.write(this.#file, JSON.stringify({ version: newest, backend, sealed, savedAt: this.#now() }));
  }

  async #setAside(label: 'corrupt' | 'bak'): Promise<SealedRead<Value>> {
    await this.#files.setAside(this.#file, label);
    return { kind: 'unreadable' };
  }
}

function parse<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
