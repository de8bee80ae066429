/**
 * The directory on disk: encrypted, written whole or not at all, so that the desk is searchable before any network.
 *
 * One line of JSON (the header: no person is in it), then AES-256-GCM over the rest, the header being authenticated with
 * it. The key is random and lies in the header sealed by the system's keyring (ports/secret-cipher.ts). The rest is the
 * typed arrays of the index as they are, so that reading needs no building: a manifest, the memberships, the columns.
 */
import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { RolecallError } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import type { SecretCipher } from '../ports/secret-cipher.ts';
import { syncFolder } from '../ports/sync-folder.ts';
import { letterPairs } from './people-index/letters.ts';
import { kill, type Segment, type SegmentData, segmentOf } from './people-index/segment.ts';

export interface SnapshotContent {
  readonly segments: readonly Segment[];
  /** Lines of the memberships (memberships.ts). */
  readonly memberships: readonly string[];
  /** When the last complete sweep ended; milliseconds since the epoch. */
  readonly upToDateAt: number | null;
}

export interface SnapshotParts {
  /** `<user data>/<connection folder>/directory.snapshot` */
  readonly file: string;
  readonly cipher: SecretCipher;
  readonly log: Log;
  readonly now: () => number;
  /** A snapshot not used for this long, in milliseconds, is destroyed instead of read. */
  readonly retentionMs: () => number;
}

export interface Snapshot {
  /** Null where there is none, it is too old, or it can't be opened; what can never be opened is gone afterwards. */
  read(): Promise<(SnapshotContent & { readonly savedAt: number }) | null>;
  /**
   * Whether it is on the disk now: not where the system has no keyring worth the name, nor where it is far too large.
   * Throws `storage-full` or `storage-unwritable`; the old snapshot then still stands. Abort it in the same turn in which
   * the content is wiped. `usedAt`: see `touch`.
   */
  write(content: SnapshotContent, usedAt: number, signal: AbortSignal): Promise<boolean>;
  /** Notes when it was last used; milliseconds since the epoch. Never rejects. */
  touch(usedAt: number): Promise<void>;
  /** Whether the system keeps it: not where there is no keyring worth the name. */
  keeps(): Promise<boolean>;
  /** Removes it for good, and forgets the key. */
  destroy(): Promise<void>;
}

const format = 'rolecall-directory';
const version = 1;
/** Counts up whenever other words are made of the same people, so that nobody is looked for among the words of before. */
const wordsVersion = 2;
/** A hundred thousand people take some 45 MB; far above that it is not worth its disk. */
const mostBytes = 512 * 1024 * 1024;
/** A part of a millisecond's work. */
const chunkBytes = 256 * 1024;
/** Columns begin at a multiple of this, so that they are used where they were read. */
const alignment = 8;
const tagBytes = 16;

const headerSchema = z.object({
  format: z.literal(format),
  version: z.literal(version),
  /** How words were folded and columns laid out: another program may not use them. */
  layout: z.string(),
  key: z.string(),
  iv: z.string(),
  savedAt: z.number(),
  upToDateAt: z.number().nullable(),
});
type Header = z.infer<typeof headerSchema>;

const kinds = {
  Uint8Array: { bytes: 1, over: (all: ArrayBuffer, at: number, length: number) => new Uint8Array(all, at, length) },
  Uint16Array: { bytes: 2, over: (all: ArrayBuffer, at: number, length: number) => new Uint16Array(all, at, length) },
  Uint32Array: { bytes: 4, over: (all: ArrayBuffer, at: number, length: number) => new Uint32Array(all, at, length) },
  Float64Array: { bytes: 8, over: (all: ArrayBuffer, at: number, length: number) => new Float64Array(all, at, length) },
} as const;
type KindName = keyof typeof kinds;
const columnKinds: Readonly<Record<keyof SegmentData | 'readAt' | 'dead', KindName>> = {
  letters: 'Uint16Array',
  wordStarts: 'Uint32Array',
  postingStarts: 'Uint32Array',
  postings: 'Uint32Array',
  personStarts: 'Uint32Array',
  personWords: 'Uint32Array',
  recordStarts: 'Uint32Array',
  records: 'Uint8Array',
  nameLengths: 'Uint8Array',
  phoneStarts: 'Uint32Array',
  phoneDigits: 'Uint8Array',
  idSlots: 'Uint32Array',
  runStarts: 'Uint32Array',
  runEntries: 'Uint32Array',
  trieLetters: 'Uint16Array',
  trieFrom: 'Uint32Array',
  trieTo: 'Uint32Array',
  trieChildren: 'Uint32Array',
  trieChildCounts: 'Uint16Array',
  readAt: 'Float64Array',
  dead: 'Uint8Array',
};
type ColumnName = keyof typeof columnKinds;
const columnNames = Object.keys(columnKinds) as readonly ColumnName[];

const manifestSchema = z.object({
  /** Bytes of the lines of the memberships. */
  memberships: z.number().int().nonnegative(),
  /** Length of every column, in elements, in the order of `columnNames`. */
  segments: z.array(z.array(z.number().int().nonnegative()).length(columnNames.length)),
});

/** Changes whenever words would be folded, ordered or stored in another way. */
export const snapshotLayout = createHash('sha256')
  .update(
    JSON.stringify([
      version,
      wordsVersion,
      columnKinds,
      letterPairs,
      process.versions.unicode,
      new Uint8Array(new Uint16Array([1]).buffer)[0],
    ]),
  )
  .digest('hex')
  .slice(0, 16);

/** The name of the file in a connection's folder. */
export const snapshotName = 'directory.snapshot';
/** Where a snapshot is written; it takes the old one's place when it is whole. */
export const unfinishedOf = (file: string): string => `${file}.new`;

/** When a snapshot was last used: the time of its file. Milliseconds since the epoch; minus infinity where it is gone. */
async function lastUsedAt(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}

export function createSnapshot({ file, cipher, log, now, retentionMs }: SnapshotParts): Snapshot {
  let key: { readonly raw: Buffer; readonly sealed: string } | null = null;
  let saidWeak = false;

  const remove = async () => {
    key = null;
    await rm(file, { force: true });
    await rm(unfinishedOf(file), { force: true });
  };

  const touch = async (usedAt: number) => {
    await utimes(file, usedAt / 1000, usedAt / 1000).catch(() => {});
  };

  const strong = async (): Promise<boolean> => {
    const { strength } = await cipher.backend();
    if (strength === 'strong') return true;
    if (!saidWeak) log.warn('directory.snapshot-memory-only', { keyring: strength });
    saidWeak = true;
    return false;
  };

  return {
    async read() {
      const bytes = await readWhole(file).catch(() => null);
      if (bytes === null) return null;
      const drop = async (why: string) => {
        log.warn('directory.snapshot-dropped', { why });
        await remove();
        return null;
      };
      const lineEnd = bytes.indexOf(10);
      const header = readHeader(bytes.subarray(0, Math.max(0, lineEnd)));
      if (header === null) return await drop('not-understood');
      if (header.layout !== snapshotLayout) return await drop('other-layout');
      if (now() - (await lastUsedAt(file)) > retentionMs()) return await drop('not-used');
      try {
        const { plain } = await cipher.open(header.key);
        key = { raw: Buffer.from(plain, 'base64'), sealed: header.key };
      } catch (error) {
        // The keyring is only locked for now: the snapshot may open another day.
        if (error instanceof RolecallError && error.retryable) {
          log.warn('directory.snapshot-locked');
          return null;
        }
        return await drop('key-lost');
      }
      try {
        const body = await decrypt(bytes, lineEnd + 1, key.raw, header);
        return { ...unpack(body), upToDateAt: header.upToDateAt, savedAt: header.savedAt };
      } catch {
        return await drop('damaged');
      }
    },
    async write({ segments, memberships, upToDateAt }, usedAt, signal) {
      if (!(await strong())) return false;
      if (key === null) {
        const raw = randomBytes(32);
        key = { raw, sealed: await cipher.seal(raw.toString('base64')) };
      }
      const iv = randomBytes(12);
      const header: Header = {
        format,
        version,
        layout: snapshotLayout,
        key: key.sealed,
        iv: iv.toString('base64'),
        savedAt: now(),
        upToDateAt,
      };
      const pieces = pack(segments, memberships);
      const bytes = pieces.reduce((total, piece) => total + piece.byteLength, 0);
      if (bytes > mostBytes) {
        log.warn('directory.snapshot-too-large', { bytes });
        return false;
      }
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await writeEncrypted(unfinishedOf(file), header, key.raw, iv, pieces, signal);
        await rename(unfinishedOf(file), file);
        await touch(usedAt);
        await syncFolder(path.dirname(file));
        return true;
      } catch (error) {
        await rm(unfinishedOf(file), { force: true }).catch(() => {});
        if (signal.aborted) return false;
        const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
        throw new RolecallError(full ? 'storage-full' : 'storage-unwritable', 'The directory could not be saved.', {
          cause: error,
        });
      }
    },
    touch,
    keeps: strong,
    destroy: remove,
  };
}

/** In one piece, beside this thread: `readFile` would come back for every half megabyte. */
async function readWhole(file: string): Promise<Buffer<ArrayBuffer>> {
  const handle = await open(file, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow((await handle.stat()).size);
    let at = 0;
    while (at < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, at, bytes.byteLength - at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await handle.close();
  }
}

function readHeader(line: Uint8Array): Header | null {
  try {
    const parsed = headerSchema.safeParse(JSON.parse(Buffer.from(line).toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Views of the arrays as they are in memory. Of what changes while it is written, a later time of reading does no harm; who
 * is dead is copied: somebody's newer version stands in a segment that is not being written, so the older one has to stay.
 */
function pack(segments: readonly Segment[], memberships: readonly string[]): readonly Uint8Array[] {
  const lines = Buffer.from(memberships.join('\n'));
  const packed = segments.map((segment) => ({
    ...segment.data,
    readAt: segment.readAt,
    dead: segment.dead.slice(),
  }));
  const manifest = Buffer.from(
    JSON.stringify({
      memberships: lines.byteLength,
      segments: packed.map((columns) => columnNames.map((name) => columns[name].length)),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(manifest.byteLength);
  const pieces: Uint8Array[] = [length, manifest, lines, padding(4 + manifest.byteLength + lines.byteLength)];
  for (const columns of packed) {
    for (const name of columnNames) {
      const { buffer, byteOffset, byteLength } = columns[name];
      pieces.push(new Uint8Array(buffer, byteOffset, byteLength), padding(byteLength));
    }
  }
  return pieces;
}

/** What is missing to the next column. */
function padding(bytes: number): Uint8Array {
  return new Uint8Array((alignment - (bytes % alignment)) % alignment);
}

function unpack(body: Uint8Array<ArrayBuffer>): { readonly segments: Segment[]; readonly memberships: string[] } {
  let at = 4;
  const text = (bytes: number): string => {
    const piece = Buffer.from(body.buffer, body.byteOffset + at, bytes).toString('utf8');
    at += bytes;
    return piece;
  };
  const manifest = manifestSchema.parse(JSON.parse(text(Buffer.from(body.buffer, body.byteOffset, 4).readUInt32LE())));
  const memberships = text(manifest.memberships).split('\n');
  at += padding(at).byteLength;
  const segments: Segment[] = [];
  for (const lengths of manifest.segments) {
    const columns = new Map<ColumnName, ArrayLike<number>>();
    for (const [index, name] of columnNames.entries()) {
      const kind = kinds[columnKinds[name]];
      const length = lengths[index] ?? 0;
      // Throws a RangeError where the manifest promises more than there is.
      columns.set(name, kind.over(body.buffer, body.byteOffset + at, length));
      at += length * kind.bytes;
      at += padding(at).byteLength;
    }
    // The manifest names every column with its kind, and the whole was authenticated before it got here.
    const read = Object.fromEntries(columns) as unknown as SegmentData & {
      readonly readAt: Float64Array;
      readonly dead: Uint8Array;
    };
    const { readAt, dead, ...data } = read;
    const segment = segmentOf(data, readAt);
    for (let person = 0; person < segment.people; person += 1) if (dead[person] === 1) kill(segment, person);
    segments.push(segment);
  }
  return { segments, memberships };
}

function authenticated(header: Header): Buffer {
  return Buffer.from(JSON.stringify(header));
}

/** In chunks, so that the main process answers in between. */
async function writeEncrypted(
  file: string,
  header: Header,
  key: Buffer,
  iv: Buffer,
  pieces: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<void> {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticated(header));
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(header)}\n`);
    for (const piece of pieces) {
      for (let at = 0; at < piece.byteLength; at += chunkBytes) {
        signal.throwIfAborted();
        await handle.writeFile(cipher.update(piece.subarray(at, at + chunkBytes)));
      }
    }
    await handle.writeFile(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Overwrites `bytes`. */
async function decrypt(
  bytes: Buffer<ArrayBuffer>,
  from: number,
  key: Buffer,
  header: Header,
): Promise<Uint8Array<ArrayBuffer>> {
  const end = bytes.byteLength - tagBytes;
  if (end < from) throw new RangeError('The snapshot is cut off.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(header.iv, 'base64'), { authTagLength: tagBytes })
    .setAAD(authenticated(header))
    .setAuthTag(bytes.subarray(end));
  // In its own place: what was read is not needed again, and so much memory is not had in a moment. The body moves to the
  // beginning, where its columns lie as they must.
  let at = 0;
  for (let start = from; start < end; start += chunkBytes) {
    const plain = decipher.update(bytes.subarray(start, Math.min(end, start + chunkBytes)));
    bytes.set(plain, at);
    at += plain.byteLength;
    await nextTurn();
  }
  // Throws when a single bit differs; nothing of the body is used before.
  decipher.final();
  return new Uint8Array(bytes.buffer, bytes.byteOffset, at);
}
