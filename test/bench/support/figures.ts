/** The figures file: one row for each measured thing, kept over runs, the newest value of an id winning. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Figure {
  readonly id: string;
  readonly value: number;
  readonly unit: string;
  readonly note: string;
}

export const figuresFile = fileURLToPath(new URL('../figures.json', import.meta.url));

/** `npm run bench` runs as a user who may not write into the checkout; it says where to and brings the file back. */
const written =
  process.env.ROLECALL_RESULTS === undefined ? figuresFile : path.join(process.env.ROLECALL_RESULTS, 'figures.json');

/** Puts the rows into test/bench/figures.json, in the place of older ones with the same id, sorted by id. */
export async function mergeFigures(rows: readonly Figure[]): Promise<void> {
  const text = await readFile(written, 'utf8')
    .catch(() => readFile(figuresFile, 'utf8'))
    .catch(() => '{"rows":[]}');
  const known = (JSON.parse(text) as { rows: Figure[] }).rows;
  const all = new Map([...known, ...rows].map((row) => [row.id, row]));
  const sorted = [...all.values()].sort((one, other) => one.id.localeCompare(other.id));
  await writeFile(written, `${JSON.stringify({ rows: sorted }, null, 2)}\n`);
}
