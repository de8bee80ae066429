/** What the rush board remembers over a restart: counts and times, nobody's id. Plain, in the connection's folder. */
import { z } from 'zod';
import { RolecallError } from '../errors.ts';
import { type Files, isNewerFile } from '../ports/files.ts';
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
const newest = 1;
const fileSchema = z.object({
  version: z.literal(newest),
  expected: count.min(1).nullable(),
  roles: z.array(roleSchema).max(mostRoles),
});

export function createRushBoardStore(files: Files, file: string, log: Log): RushBoardStore {
  const say = (what: string, error: unknown): void => {
    log.warn(what, { code: error instanceof RolecallError ? error.code : 'bug' });
  };
  /** The file is from a newer Rolecall: it is left as it is, and what is counted here lasts as long as the program. */
  let readOnly = false;
  return {
    async read() {
      try {
        const text = await files.read(file);
        if (text === null) return emptyMemory;
        const found = parse(text);
        if (found !== null) return found;
        readOnly = isNewerFile(text, newest);
        if (readOnly) {
          log.warn('rush-board.newer');
          return emptyMemory;
        }
        log.warn('rush-board.not-understood');
        await files.setAside(file, 'corrupt');
      } catch (error) {
        say('rush-board.not-read', error);
      }
      return emptyMemory;
    },
    async write({ expected, roles }) {
      if (readOnly) return;
      const written = [...roles].map(([roleId, { last, intervals, missed }]) => ({
        roleId,
        last,
        intervals: [...intervals].map(([start, { people, estimated }]) => [start, people, estimated]),
        missed,
      }));
      try {
        await files.write(file, JSON.stringify({ version: newest, expected, roles: written }));
      } catch (error) {
        say('rush-board.not-kept', error);
      }
    },
  };
}

function parse(text: string): RushMemory | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) return null;
  const roles = parsed.data.roles.map(({ roleId, last, intervals, missed }) => {
    const known = new Map(intervals.map(([start, people, estimated]) => [start, { people, estimated }]));
    return [roleId, { last, intervals: known, missed }] as const;
  });
  return { expected: parsed.data.expected, roles: new Map(roles) };
}
