/** The stations of one connection at rest: one small file in its folder, written whole at each change (checklist B72, B73). */
import path from 'node:path';
import { z } from 'zod';
import { administratorPinSchema, bookSchema, type HandedStations } from '../../contract/desk/handed-stations.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import { type Book, emptyBook } from './station-book.ts';

const newest = 1;
const fileSchema = z.object({
  version: z.literal(newest),
  book: bookSchema,
  pin: administratorPinSchema.nullable(),
  /** Tries since the last right one, so that a restart is no way around the wait. */
  wrong: z.number().int().min(0),
});

export interface KeptStations {
  readonly book: Book;
  readonly pin: HandedStations['pin'];
  readonly wrong: number;
}

export const noStations: KeptStations = { book: emptyBook, pin: null, wrong: 0 };

export const stationFileOf = (folder: string): string => path.join(folder, 'stations.json');

export interface StationStore {
  /** What became of the file; null where it could be used or there is none. */
  problem(): 'set-aside' | 'newer' | null;
  read(): KeptStations;
  /** Reads the file. Never rejects: one that can't be understood is set aside, one from a newer Rolecall left alone. */
  load(): Promise<void>;
  /** Takes effect once it is on disk. Throws `settings-newer`, `storage-full` or `storage-unwritable`. */
  write(next: KeptStations): Promise<void>;
}

/** `folder`: that of the connection. */
export function createStationStore(files: Files, folder: string, log: Log): StationStore {
  const file = stationFileOf(folder);
  let kept = noStations;
  let problem: 'set-aside' | 'newer' | null = null;
  return {
    problem: () => problem,
    read: () => kept,
    async load() {
      try {
        const text = await files.read(file);
        if (text === null) return;
        const content = parseJson(text);
        const parsed = fileSchema.safeParse(content);
        if (parsed.success) {
          const { book, pin, wrong } = parsed.data;
          kept = { book, pin, wrong };
        } else if (isNewer(content)) {
          problem = 'newer';
          log.error('stations.newer');
        } else {
          await files.setAside(file, 'corrupt');
          problem = 'set-aside';
          log.error('stations.set-aside');
        }
      } catch (error) {
        log.warn('stations.not-read', { code: error instanceof RolecallError ? error.code : 'bug' });
      }
    },
    async write(next) {
      if (problem === 'newer') throw new RolecallError('settings-newer', 'The stations are from a newer Rolecall.');
      await files.write(file, JSON.stringify({ version: newest, ...next }, null, 2));
      kept = next;
      problem = null;
    },
  };
}

/** The stations of a connection that is not open, for handing them on; null where it has none of its own and no PIN. */
export async function readHandedStations(files: Files, folder: string): Promise<HandedStations | null> {
  const text = await files.read(stationFileOf(folder));
  const parsed = text === null ? null : fileSchema.safeParse(parseJson(text));
  if (parsed?.success !== true) return null;
  const { book, pin } = parsed.data;
  return book.stations.length === 0 && pin === null ? null : { book, pin };
}

/** Puts stations that came with a connection file or a desk link where the next opening finds them. Throws as writing does. */
export async function writeHandedStations(files: Files, folder: string, { book, pin }: HandedStations): Promise<void> {
  await files.write(stationFileOf(folder), JSON.stringify({ version: newest, book, pin, wrong: 0 }, null, 2));
}

function isNewer(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'version' in content && Number(content.version) > newest;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
