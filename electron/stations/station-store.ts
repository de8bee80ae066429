/** The stations of one connection at rest: one small file in its folder, written whole at each change (checklist B72, B73). */
import path from 'node:path';
import { z } from 'zod';
import { administratorPinSchema, bookSchema, type HandedStations } from '../../contract/desk/handed-stations.ts';
import type { Files } from '../ports/files.ts';
import { createKeptFile, type KeptFileProblem, keptText, parseKept } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';
import { type Book, emptyBook } from './station-book.ts';

const layout = {
  version: 1,
  schema: z.object({
    book: bookSchema,
    pin: administratorPinSchema.nullable(),
    /** Tries since the last right one, so that a restart is no way around the wait. */
    wrong: z.number().int().min(0),
    /** When others chose a PIN and were told whether it is this one. Missing in files of earlier versions. */
    asked: z.array(z.number()).readonly().default([]),
  }),
};

export interface KeptStations {
  readonly book: Book;
  readonly pin: HandedStations['pin'];
  readonly wrong: number;
  readonly asked: readonly number[];
}

export const noStations: KeptStations = { book: emptyBook, pin: null, wrong: 0, asked: [] };

export const stationFileOf = (folder: string): string => path.join(folder, 'stations.json');

export interface StationStore {
  /** What became of the file; null where it could be used or there is none. */
  problem(): KeptFileProblem | null;
  read(): KeptStations;
  /**
   * Reads the file. One that can't be understood is set aside, one from a newer Rolecall left alone. Throws what the disk
   * says where it does not give it: whether there is a PIN is not known then.
   */
  load(): Promise<void>;
  /** Takes effect once it is on disk. Throws `settings-newer`, `storage-full` or `storage-unwritable`. */
  write(next: KeptStations): Promise<void>;
}

/** `folder`: that of the connection. */
export function createStationStore(files: Files, folder: string, log: Log): StationStore {
  const file = createKeptFile<KeptStations>({ ...layout, files, file: stationFileOf(folder), log, name: 'stations' });
  let kept = noStations;
  return {
    problem: file.problem,
    read: () => kept,
    async load() {
      const read = await file.read();
      if (read.kind === 'unreadable') throw read.error;
      if (read.kind === 'content') kept = read.content;
    },
    async write(next) {
      await file.write(next);
      kept = next;
    },
  };
}

/** The stations of a connection that is not open, for handing them on; null where it has none of its own and no PIN. */
export async function readHandedStations(files: Files, folder: string): Promise<HandedStations | null> {
  const text = await files.read(stationFileOf(folder));
  const kept = text === null ? null : parseKept(layout, text);
  if (kept === null) return null;
  const { book, pin } = kept;
  return book.stations.length === 0 && pin === null ? null : { book, pin };
}

/** Puts stations that came with a connection file or a desk link where the next opening finds them. Throws as writing does. */
export async function writeHandedStations(files: Files, folder: string, { book, pin }: HandedStations): Promise<void> {
  await files.write(stationFileOf(folder), keptText(layout, { book, pin, wrong: 0, asked: [] }));
}
