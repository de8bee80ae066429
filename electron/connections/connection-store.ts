import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionFile } from '../../contract/desk/connections.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';
import { SealedFile } from '../sign-in/sealed-file.ts';
import { type Connection, checkAddresses, connectionSchema } from './connection.ts';

const newest = 1;
const storeSchema = z.object({
  version: z.literal(newest),
  currentId: z.string().nullable(),
  connections: z.array(connectionSchema),
});
type Stored = z.infer<typeof storeSchema>;
const secretSchema = z.object({ clientSecret: z.string().min(1) });

const empty: Stored = { version: newest, currentId: null, connections: [] };

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
  /** The file is from a newer Rolecall: it is left as it is. */
  #readOnly = false;
  #problem: 'set-aside' | 'newer' | null = null;
  /** Secrets of this run, for machines without a safe keyring. */
  readonly #secrets = new Map<string, string>();

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
  }

  /** Reads the file. One that can't be understood is set aside, not lost, and the store starts empty. */
  async load(): Promise<void> {
    const text = await this.#files.read(this.#file);
    if (text === null) return;
    const content = parseJson(text);
    const parsed = storeSchema.safeParse(content);
    if (parsed.success) {
      this.#stored = parsed.data;
      return;
    }
    if (typeof content === 'object' && content !== null && 'version' in content && Number(content.version) > newest) {
      this.#readOnly = true;
      this.#problem = 'newer';
      this.#log.error('settings-newer');
      return;
    }
    await this.#files.setAside(this.#file, 'corrupt');
    this.#problem = 'set-aside';
    this.#log.error('settings-set-aside');
  }

  /** Why the file could not be used; null where it could, and once a new one was written. */
  problem(): 'set-aside' | 'newer' | null {
    return this.#problem;
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

  /**
   * Adds a connection, or replaces the one with the same service and application, and makes it the current one. Throws
   * `connection-not-understood`, `connection-insecure` or what writing throws.
   */
  async add(file: ConnectionFile): Promise<Connection> {
    const { clientSecret, ...rest } = file;
    const addresses = checkAddresses(file);
    const same = this.#stored.connections.find(
      ({ baseUrl, clientId }) => baseUrl === addresses.baseUrl && clientId === file.clientId,
    );
    const connection = { ...rest, ...addresses, id: same?.id ?? newId(file.name) };
    this.#secrets.set(connection.id, clientSecret);
    const kept = await this.#secretFile(connection.id).write({ clientSecret });
    this.#log.info('connection-added', { kept, replaced: same !== undefined });
    await this.#write({
      version: newest,
      currentId: connection.id,
      connections: [...this.#stored.connections.filter(({ id }) => id !== connection.id), connection],
    });
    return { ...connection, practice: false };
  }

  /** Null: practice. Throws `bad-input` for an id that is none. */
  async use(id: string | null): Promise<void> {
    if (id !== null && !this.#stored.connections.some((connection) => connection.id === id)) {
      throw new RolecallError('bad-input', 'There is no such connection.');
    }
    if (id !== this.#stored.currentId) await this.#write({ ...this.#stored, currentId: id });
  }

  /** Forgets a connection and all that was kept of it: secret, tokens, snapshot. */
  async remove(id: string): Promise<void> {
    this.#secrets.delete(id);
    if (!this.#stored.connections.some((connection) => connection.id === id)) return;
    // The data first: a crash in between leaves a connection that can be removed again, never data nobody knows of.
    await this.#files.remove(this.folderOf(id));
    await this.#write({
      version: newest,
      currentId: this.#stored.currentId === id ? null : this.#stored.currentId,
      connections: this.#stored.connections.filter((connection) => connection.id !== id),
    });
  }

  /** The application's secret, or null where it has to be imported again. */
  async secretOf(id: string): Promise<string | null> {
    const known = this.#secrets.get(id);
    if (known !== undefined) return known;
    const read = await this.#secretFile(id).read();
    return read.kind === 'value' ? read.value.clientSecret : null;
  }

  get #file(): string {
    return path.join(this.#userData, 'connections.json');
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
    if (this.#readOnly) throw new RolecallError('settings-newer', 'The settings are from a newer Rolecall.');
    await this.#files.write(this.#file, JSON.stringify(next, null, 2));
    this.#stored = next;
    this.#problem = null;
  }
}

function newId(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${words === '' ? 'connection' : words}-${randomBytes(3).toString('hex')}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
