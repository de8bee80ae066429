/**
 * The journal's files: `journal-000001.jsonl` and so on in the connection's folder, only ever appended to. What
 * `append` resolved for is on the disk (fsync); appends that meet share one fsync. Files are bounded; old ones go only
 * after what is still needed of them was carried into the newest.
 */
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runInSlices } from '../directory/slices.ts';
import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { syncFolder } from '../ports/sync-folder.ts';
import { lockJournal } from './journal-lock.ts';
import { encodeLine, inOrderOfMaking, type JournalRecord, readJournalBytes } from './journal-record.ts';

export interface JournalOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** A file that grew beyond this is closed and the next one begun; bytes. */
  readonly fileBytes?: number;
}

/** One file of the journal that is no longer written to. */
export interface ClosedFile {
  readonly name: string;
  readonly bytes: number;
  readonly actIds: ReadonlySet<string>;
  /** Time of its newest act; milliseconds since the epoch. */
  readonly newestAt: number;
}

export interface Journal {
  /** Resolves once the record is on the disk. Throws RolecallError `storage-full` or `journal-unwritable`. */
  append(record: JournalRecord): Promise<void>;
  /**
   * Resolves once it is written, on the disk a little later: for what can be found out again. A delivery notes hundreds
   * of these in a second, and an fsync for each would keep the disk from everybody.
   */
  note(record: JournalRecord): Promise<void>;
  /** Oldest first, without the one being written to, what a newer Rolecall wrote into and what could not be read. */
  closedFiles(): readonly ClosedFile[];
  /** Deletes a closed file. Whoever calls it has carried what is still needed of it. */
  remove(name: string): Promise<void>;
  /** Whether the last append began a new file; asking resets it. */
  takeRotated(): boolean;
  /** Waits for what was appended, then lets go of the files. */
  close(): Promise<void>;
}

export interface OpenedJournal {
  readonly journal: Journal;
  /** Everything readable, acts in the order they were made. */
  readonly records: readonly JournalRecord[];
  readonly damagedLines: number;
  /** Records that were on the disk once and can't be read any more. */
  readonly lostLines: number;
  /** Records of a newer Rolecall, which stay where they are. */
  readonly newerLines: number;
}

const filePattern = /^journal-(\d{6,})\.jsonl$/;
const damagedPattern = /^journal-damaged-.*\.jsonl$/;
const mostDamagedCopies = 20;
const defaultFileBytes = 2 * 1024 * 1024;
/** What can be found out again is on the disk within this time; milliseconds. */
const notesWithinMs = 50;

function fileName(number: number): string {
  return `journal-${String(number).padStart(6, '0')}.jsonl`;
}

function writeError(error: unknown): RolecallError {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new RolecallError('storage-full', 'The disk is full: the change could not be written down.', { cause: error })
    : new RolecallError('journal-unwritable', 'The change could not be written down.', { cause: error });
}

async function writeDurably(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const temporary = join(folder, `${name}.writing`);
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(folder, name));
  await syncFolder(folder);
}

interface FileState {
  readonly name: string;
  readonly number: number;
  bytes: number;
  newestAt: number;
  readonly actIds: Set<string>;
  /** Appending to it would be unsafe: it could not be mended, or a write to it failed. */
  spoiled: boolean;
  /** What is in it is not known, being a newer Rolecall's or not to be read just now: it is never given up. */
  notKnown: boolean;
}

function newFile(number: number): FileState {
  return {
    name: fileName(number),
    number,
    bytes: 0,
    newestAt: 0,
    actIds: new Set(),
    spoiled: false,
    notKnown: false,
  };
}

function note(file: FileState, record: JournalRecord): void {
  if (record.kind !== 'act' && record.kind !== 'carried') return;
  file.actIds.add(record.act.actId);
  file.newestAt = Math.max(file.newestAt, record.act.time);
}

interface Waiting {
  readonly record: JournalRecord;
  readonly line: string;
  readonly durably: boolean;
  readonly resolve: () => void;
  readonly reject: (error: RolecallError) => void;
}

/**
 * Opens the journal of a folder, creating it if it is not there. Damage is copied aside as `journal-damaged-….jsonl`,
 * mended and logged, never fatal. Throws RolecallError `journal-unwritable` while another process writes it.
 */
export async function openJournal(options: JournalOptions): Promise<OpenedJournal> {
  const { folder, clock, log } = options;
  const fileBytes = options.fileBytes ?? defaultFileBytes;
  try {
    await mkdir(folder, { recursive: true });
    // The folder's own name has to survive a power cut as well.
    await syncFolder(dirname(folder));
  } catch (error) {
    throw writeError(error);
  }
  const lock = await lockJournal(folder);
  try {
    const { files, records, damagedLines, lostLines, newerLines } = await readFiles(options);
    const journal = createJournal(folder, files, fileBytes, log, () => lock.release());
    log.info('journal.opened', { files: files.length, records: records.length, damagedLines, at: clock.now() });
    return { journal, records, damagedLines, lostLines, newerLines };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function readFiles({ folder, clock, log }: JournalOptions): Promise<{
  readonly files: FileState[];
  readonly records: readonly JournalRecord[];
  readonly damagedLines: number;
  readonly lostLines: number;
  readonly newerLines: number;
}> {
  const names = await readdir(folder);
  const files: FileState[] = [];
  const records: JournalRecord[] = [];
  let damagedLines = 0;
  let lostLines = 0;
  let newerLines = 0;
  const numbers = names.flatMap((name) => {
    const number = Number(filePattern.exec(name)?.[1] ?? Number.NaN);
    return Number.isSafeInteger(number) ? [number] : [];
  });
  for (const number of numbers.sort((one, other) => one - other)) {
    const file = newFile(number);
    const { name } = file;
    files.push(file);
    let isRead = false;
    try {
      const bytes = await readFile(join(folder, name));
      isRead = true;
      file.bytes = bytes.length;
      const read = await runInSlices(readJournalBytes(bytes), clock);
      file.notKnown = read.newerLines > 0;
      if (file.notKnown) log.warn('journal.newer', { file: name, newerLines: read.newerLines });
      for (const record of read.records) {
        records.push(record);
        note(file, record);
      }
      damagedLines += read.damagedLines;
      lostLines += read.lostLines;
      newerLines += read.newerLines;
      if (read.damagedLines > 0) {
        log.warn('journal.damaged', { file: name, damagedLines: read.damagedLines, kept: read.wholeLines.length });
        await writeDurably(folder, `journal-damaged-${clock.now()}-${number}.jsonl`, bytes);
      }
      if (read.damagedLines > 0 || !read.endsWithNewline) {
        const mended = read.wholeLines.join('');
        await writeDurably(folder, name, mended);
        file.bytes = Buffer.byteLength(mended);
      }
    } catch (error) {
      file.spoiled = true;
      if (!isRead) {
        // Nobody can say what it holds, and the next start may read it: a virus scanner's lock, or the disk's bad day.
        file.notKnown = true;
        damagedLines += 1;
        lostLines += 1;
      }
      log.error('journal.not-mended', { file: name, code: (error as NodeJS.ErrnoException).code });
    }
  }
  const copies = names.filter((name) => damagedPattern.test(name)).sort();
  for (const name of copies.slice(0, Math.max(0, copies.length - mostDamagedCopies))) {
    await rm(join(folder, name), { force: true });
  }
  const ordered = await runInSlices(inOrderOfMaking(records), clock);
  return { files, records: ordered, damagedLines, lostLines, newerLines };
}

function createJournal(
  folder: string,
  files: FileState[],
  fileBytes: number,
  log: Log,
  release: () => Promise<void>,
): Journal {
  let handle: FileHandle | null = null;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let rotated = false;
  let closed = false;
  let later: NodeJS.Timeout | null = null;

  function add(record: JournalRecord, durably: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (closed) reject(new RolecallError('journal-unwritable', 'The journal is closed.'));
      else waiting.push({ record, line: encodeLine(record), durably, resolve, reject });
      if (!closed) writing ??= writeAll();
    });
  }

  /** A killed program loses nothing that was written; only the end of the machine does, and not what is older than this. */
  function syncLater(): void {
    later ??= setTimeout(() => {
      later = null;
      handle?.datasync().catch(() => log.warn('journal.notes-not-synced', {}));
    }, notesWithinMs);
  }

  async function currentFile(): Promise<{ readonly file: FileState; readonly handle: FileHandle }> {
    let file = files.at(-1);
    if (file !== undefined && !file.spoiled && file.bytes < fileBytes) {
      // Lines that a killed process wrote without an fsync are taken for true by now.
      if (handle === null) {
        handle = await open(join(folder, file.name), 'a', 0o600);
        await handle.sync();
      }
      return { file, handle };
    }
    await handle?.close();
    handle = null;
    file = newFile((file?.number ?? 0) + 1);
    handle = await open(join(folder, file.name), 'ax', 0o600);
    try {
      await syncFolder(folder);
    } catch (error) {
      // It is not one of ours yet, and must not stand in the way of the next try, which takes the same name.
      await handle.close().catch(() => {});
      handle = null;
      await rm(join(folder, file.name), { force: true }).catch(() => {});
      throw error;
    }
    files.push(file);
    rotated = files.length > 1;
    return { file, handle };
  }

  /** A new file that nothing could be written to: while the disk is full, each click would begin another one. */
  async function takeBack(file: FileState): Promise<void> {
    await handle?.close().catch(() => {});
    handle = null;
    await rm(join(folder, file.name), { force: true }).then(
      () => files.splice(files.indexOf(file), 1),
      // It stays as it is, spoiled, and the next one gets another name.
      () => {},
    );
  }

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    const current = await currentFile();
    const bytes = Buffer.from(group.map(({ line }) => line).join(''));
    try {
      await current.handle.appendFile(bytes);
      if (group.some(({ durably }) => durably)) await current.handle.datasync();
      else syncLater();
    } catch (error) {
      // Half a line may be there now. The file is cut back to what is known to be whole, and not written to again.
      current.file.spoiled = true;
      await current.handle.truncate(current.file.bytes).catch(() => {});
      if (current.file.bytes === 0) await takeBack(current.file);
      throw error;
    }
    current.file.bytes += bytes.length;
    for (const { record } of group) note(current.file, record);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await writeGroup(group);
        for (const { resolve } of group) resolve();
      } catch (cause) {
        const error = writeError(cause);
        log.error('journal.not-written', { code: error.code, records: group.length });
        for (const { reject } of group) reject(error);
      }
    }
    writing = null;
  }

  return {
    append: (record) => add(record, true),
    note: (record) => add(record, false),
    closedFiles: () =>
      files
        .slice(0, -1)
        .filter(({ notKnown }) => !notKnown)
        .map(({ name, bytes, actIds, newestAt }) => ({ name, bytes, actIds, newestAt })),
    remove: async (name) => {
      const index = files.findIndex((file) => file.name === name);
      if (index < 0 || index === files.length - 1) return;
      files.splice(index, 1);
      await rm(join(folder, name), { force: true });
    },
    takeRotated: () => {
      const was = rotated;
      rotated = false;
      return was;
    },
    close: async () => {
      closed = true;
      await writing;
      if (later !== null) clearTimeout(later);
      await handle?.datasync().catch(() => {});
      await handle?.close();
      handle = null;
      await release();
    },
  };
}
