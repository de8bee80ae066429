import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionFile } from '../../contract/desk/connections.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';
import { createKeptFile, type KeptFile, type KeptFileProblem } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';
import { SealedFile } from '../sign-in/sealed-file.ts';
import { type Connection, checkAddresses, connectionSchema } from './connection.ts';

const storeSchema = z.object({ currentId: z.string().nullable(), connections: z.array(connectionSchema) });
type Stored = z.infer<typeof storeSchema>;
const secretSchema = z.object({ clientSecret: z.string().min(1) });

/**
 * `locked`: the keyring has it and does not give it just now. `missing`: never kept, or lost; the connection has to be added
 * again.
 */
export type SecretPlace = 'keyring' | 'locked' | 'memory' | 'missing';

const placeOf = { value: 'keyring', locked: 'locked', none: 'missing', unreadable: 'missing' } as const;

const empty: Stored = { currentId: null, connections: [] };

/**
 * The connections set up on this machine: `connections.json` without secrets, and for each a folder that holds all that
 * is its own, the sealed secret included. Read once, written whole at each change (checklist B72, B73).
 */
export class ConnectionStore {
  readonly #files: Files;
  readonly #cipher: SecretCipher;
  readonly #userData: string;
  readonly #now: () => number;
  readonly #log: Log;
  #stored: Stored = empty;
  #loaded = false;
  readonly #kept: KeptFile<Stored>;
  /** Secrets of this run, for machines without a safe keyring. */
  readonly #secrets = new Map<string, string>();
  /** Where each secret is, as far as it was written or read in this run. */
  readonly #secretPlaces = new Map<string, SecretPlace>();

  constructor(given: {
    readonly files: Files;
    readonly cipher: SecretCipher;
    readonly userData: string;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#files = given.files;
    this.#cipher = given.cipher;
    this.#userData = given.userData;
    this.#now = given.now;
    this.#log = given.log;
    this.#kept = createKeptFile({
      files: given.files,
      file: path.join(given.userData, 'connections.json'),
      version: 1,
      schema: storeSchema,
      log: given.log,
      name: 'connections',
    });
  }

  /**
   * Reads the file, unless that was done. One that can't be understood is set aside, not lost, and the store starts empty.
   * Throws where the disk does not give it: until it does, nothing is written, as that would lose what stands there.
   */
  async load(): Promise<void> {
    if (this.#loaded) return;
    const read = await this.#kept.read();
    if (read.kind === 'unreadable') throw read.error;
    if (read.kind === 'content') this.#stored = read.content;
    this.#loaded = true;
  }

  /** Why the file could not be used; null where it could, and once a new one was written. */
  problem(): KeptFileProblem | null {
    return this.#kept.problem();
  }

  all(): readonly Connection[] {
    return this.#stored.connections.map((connection) => ({ ...connection, practice: false }));
  }

  current(): Connection | null {
    return this.all().find(({ id }) => id === this.#stored.currentId) ?? null;
  }

  /** The folder of everything that belongs to one connection. */
  folderOf(id: string): string {
    return path.join(this.#userData, 'connections', id);
  }

  /** The connection of the same service and application, or null. */
  sameAs(file: Pick<ConnectionFile, 'baseUrl' | 'clientId' | 'redirectUri'>): Connection | null {
    const { baseUrl } = checkAddresses(file);
    return this.all().find((one) => one.baseUrl === baseUrl && one.clientId === file.clientId) ?? null;
  }

  /** Where its journal is. */
  journalFolderOf(id: string): string {
    return path.join(this.folderOf(id), 'journal');
  }

  /**
   * Adds a connection, or replaces the one with the same service and application, and makes it the current one. Throws
   * `connection-not-understood`, `connection-insecure`, or what loading or writing throws.
   */
  async add(file: ConnectionFile): Promise<Connection> {
    await this.load();
    const same = this.sameAs(file);
    const id = same?.id ?? newId(file.name);
    const connection = await this.#keep(id, file);
    this.#log.info('connection-added', { replaced: same !== null });
    try {
      await this.#write({
        currentId: id,
        connections: [...this.#stored.connections.filter((each) => each.id !== id), connection],
      });
    } catch (error) {
      // No secret stays in a folder that no list names.
      if (same === null) await this.#files.remove(this.folderOf(id)).catch(() => this.#log.warn('secret-not-removed'));
      throw error;
    }
    return { ...connection, practice: false };
  }

  /** Changes a connection that is there; its id, folder and place in the list stay. Throws as `add`, or `bad-input`. */
  async update(id: string, file: ConnectionFile): Promise<void> {
    if (!this.#stored.connections.some((each) => each.id === id)) throw noSuchConnection();
    const connection = await this.#keep(id, file);
    await this.#write({
      ...this.#stored,
      connections: this.#stored.connections.map((each) => (each.id === id ? connection : each)),
    });
  }

  /** Seals the secret, where that is possible, before the connection is in the list. */
  async #keep(id: string, file: ConnectionFile): Promise<Stored['connections'][number]> {
    this.#kept.checkWritable();
    const { clientSecret, stations: _stations, ...rest } = file;
    const connection = { ...rest, ...checkAddresses(file), id };
    this.#secrets.set(id, clientSecret);
    this.#secretPlaces.set(id, await this.#secretFile(id).write({ clientSecret }));
    return connection;
  }

  /** Null: practice. Throws `bad-input` for an id that is none. */
  async use(id: string | null): Promise<void> {
    if (id !== null && !this.#stored.connections.some((connection) => connection.id === id)) throw noSuchConnection();
    if (id !== this.#stored.currentId) await this.#write({ ...this.#stored, currentId: id });
  }

  /** Forgets a connection and all that was kept of it: secret, tokens, snapshot. */
  async remove(id: string): Promise<void> {
    if (!this.#stored.connections.some((connection) => connection.id === id)) return;
    // The data first: a crash in between leaves a connection that can be removed again, never data nobody knows of.
    await this.#files.remove(this.folderOf(id));
    this.#secrets.delete(id);
    this.#secretPlaces.delete(id);
    await this.#write({
      currentId: this.#stored.currentId === id ? null : this.#stored.currentId,
      connections: this.#stored.connections.filter((connection) => connection.id !== id),
    });
  }

  /** The application's secret, or null where it can't be had: `secretPlaceOf` says why. */
  async secretOf(id: string): Promise<string | null> {
    const known = this.#secrets.get(id);
    if (known !== undefined) return known;
    const read = await this.#secretFile(id).read();
    this.#secretPlaces.set(id, placeOf[read.kind]);
    return read.kind === 'value' ? read.value.clientSecret : null;
  }

  /** Where the secret rests; asks the keyring where that is not known yet. */
  async secretPlaceOf(id: string): Promise<SecretPlace> {
    if (!this.#secretPlaces.has(id)) await this.secretOf(id);
    return this.#secretPlaces.get(id) ?? 'missing';
  }

  #secretFile(id: string): SealedFile<z.infer<typeof secretSchema>> {
    return new SealedFile({
      files: this.#files,
      cipher: this.#cipher,
      file: path.join(this.folderOf(id), 'application-secret.json'),
      schema: secretSchema,
      now: this.#now,
      log: this.#log,
    });
  }

  async #write(next: Stored): Promise<void> {
    await this.#kept.write(next);
    this.#stored = next;
  }
}

/** Why there is no secret to work with. */
export function withoutSecret(place: SecretPlace): RolecallError {
  return place === 'locked'
    ? new RolecallError('keyring-locked', 'The keyring does not give the secret just now.', { retryable: true })
    : new RolecallError('connection-secret-missing', 'The secret of this connection is not here.');
}

function noSuchConnection(): RolecallError {
  return new RolecallError('bad-input', 'There is no such connection.');
}

function newId(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${words === '' ? 'connection' : words}-${randomBytes(3).toString('hex')}`;
}
