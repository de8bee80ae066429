/** Reads lists in a thread of their own: a large or hostile file costs that thread, never the desk. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { errorCodeSchema } from '../../contract/desk/errors.ts';
import { RolecallError } from '../errors.ts';
import type { ListSource } from './read-table.ts';
import type { Table } from './table.ts';

/** Reads a list. Rejects with RolecallError `list-too-large` or `list-not-understood`, or the signal's reason. */
export type TableReader = (source: ListSource, signal: AbortSignal) => Promise<Table>;

/** What the thread answers. */
export const threadAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), rows: z.array(z.array(z.string())) }),
  z.object({ kind: z.literal('failed'), code: errorCodeSchema, message: z.string() }),
]);
export type ThreadAnswer = z.infer<typeof threadAnswerSchema>;

/** MiB of heap; a list of twenty thousand rows needs a tenth. */
const mostHeapMb = 512;
/** Milliseconds. */
const longestReadingMs = 30_000;

/** `threadFile`: the built list-reader-thread.ts. */
export function createThreadReader(threadFile: string | URL): TableReader {
  return (source, signal) =>
    new Promise((resolve, reject) => {
      const thread = new Worker(threadFile, {
        workerData: source,
        resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
        env: {},
        stdout: true,
        stderr: true,
      });
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        act();
        void thread.terminate();
      };
      const onAbort = (): void => settle(() => reject(signal.reason));
      const timer = setTimeout(
        () => settle(() => reject(new RolecallError('list-too-large', 'Reading the list took too long.'))),
        longestReadingMs,
      );
      signal.addEventListener('abort', onAbort, { once: true });
      thread.once('message', (message: unknown) => {
        const answer = threadAnswerSchema.safeParse(message);
        settle(() => {
          if (!answer.success) reject(new RolecallError('bug', 'The thread that reads lists said something odd.'));
          else if (answer.data.kind === 'table') resolve({ rows: answer.data.rows });
          else reject(new RolecallError(answer.data.code, answer.data.message));
        });
      });
      // Out of memory, most likely: what a small file can be made to unpack to.
      thread.once('error', (cause) =>
        settle(() => reject(new RolecallError('list-too-large', 'The list could not be held in memory.', { cause }))),
      );
      thread.once('exit', () =>
        settle(() => reject(new RolecallError('list-not-understood', 'The list could not be read.'))),
      );
      if (signal.aborted) onAbort();
    });
}
