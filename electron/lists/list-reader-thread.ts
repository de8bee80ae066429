/** The thread that reads a list: one list, one answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { toDeskError } from '../errors.ts';
import { type ListSource, readTable } from './read-table.ts';
import type { ThreadAnswer } from './table-reader.ts';

async function answer(): Promise<ThreadAnswer> {
  try {
    const { rows } = await readTable(workerData as ListSource);
    return { kind: 'table', rows: rows.map((row) => [...row]) };
  } catch (error) {
    const { code, message } = toDeskError(error);
    return { kind: 'failed', code, message };
  }
}

parentPort?.postMessage(await answer());
