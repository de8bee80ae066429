/** What the rush board remembers over a restart: counts and times, nobody's id. Plain, in the connection's folder. */
import { z } from 'zod';
import type { Files } from '../ports/files.ts';
import { createKeptFile } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';
import { intervalMs, type Seen } from './arrivals.ts';

export interface RushMemory {
  /** How many people are expected, where somebody said so. */
  readonly expected: number | null;
  /** By the role that was counted, the one counted last at the end: a desk may change its station and change back. */
  readonly roles: ReadonlyMap<string, Seen>;
}

export const emptyMemory: RushMemory = { expected: null, roles: new Map() };

/** Most roles that are remembered. */
const mostRoles = 8;

/** The memory with what is now known of one role. */
export function withRole(memory: RushMemory, roleId: string, seen: Seen): RushMemory {
  const others = [...memory.roles].filter(([other]) => other !== roleId);
  return { ...memory, roles: new Map([...others, [roleId, seen] as const].slice(-mostRoles)) };
}

export interface RushBoardStore {
  /** What was remembered; nothing where there is no file or none that can be read. Never rejects. */
  read(): Promise<RushMemory>;
  /** Never rejects: a board that can't be kept begins anew after the next start. */
  write(memory: RushMemory): Promise<void>;
}

const count = z.number().int().nonnegative();
const roleSchema = z.object({
  roleId: z.string(),
  last: z.object({ at: z.number(), sweptAt: z.number(), members: count }).nullable(),
  /** Beginning, people, estimated. */
  intervals: z.array(z.tuple([z.number().int().multipleOf(intervalMs), count, z.boolean()])).max(1000),
  missed: z.object({ people: count, from: z.number(), to: z.number() }).nullable(),
});
const schema = z.object({ expected: count.min(1).nullable(), roles: z.array(roleSchema).max(mostRoles) });

export function createRushBoardStore(files: Files, file: string, log: Log): RushBoardStore {
  const kept = createKeptFile({ files, file, version: 1, schema, log, name: 'rush-board' });
  return {
    async read() {
      const read = await kept.read();
      if (read.kind !== 'content') return emptyMemory;
      const roles = read.content.roles.map(({ roleId, last, intervals, missed }) => {
        const known = new Map(intervals.map(([start, people, estimated]) => [start, { people, estimated }]));
        return [roleId, { last, intervals: known, missed }] as const;
      });
      return { expected: read.content.expected, roles: new Map(roles) };
    },
    async write({ expected, roles }) {
      const written = [...roles].map(
        ([roleId, { last, intervals, missed }]): z.infer<typeof roleSchema> => ({
          roleId,
          last,
          intervals: [...intervals].map(([start, { people, estimated }]) => [start, people, estimated]),
          missed,
        }),
      );
      await kept.tryToWrite({ expected, roles: written });
    },
  };
}
