/** The last list of roles the service gave, on disk, so that a desk without network still has its station. */
import { z } from 'zod';
import { type Role, roleSchema } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../errors.ts';
import { type Files, isNewerFile } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';

export interface RoleStore {
  /** Null where no list was kept, or none that can be read. Never rejects. */
  read(): Promise<readonly Role[] | null>;
  /** Never rejects: a desk that can't keep the list works on without it. */
  write(roles: readonly Role[]): Promise<void>;
}

const newest = 1;
const fileSchema = z.object({ version: z.literal(newest), roles: z.array(roleSchema) });

/** Names of roles are no personal data: the file is plain. */
export function createRoleStore(files: Files, file: string, log: Log): RoleStore {
  const say = (what: string, error: unknown) => {
    log.warn(what, { code: error instanceof RolecallError ? error.code : 'bug' });
  };
  /** The file is from a newer Rolecall: it is left as it is, and the service asked each time. */
  let readOnly = false;
  return {
    async read() {
      try {
        const text = await files.read(file);
        if (text === null) return null;
        const parsed = parse(text);
        if (parsed !== null) return parsed.roles;
        readOnly = isNewerFile(text, newest);
        if (readOnly) {
          log.warn('station.roles-newer');
          return null;
        }
        log.warn('station.roles-not-understood');
        await files.setAside(file, 'corrupt');
      } catch (error) {
        say('station.roles-not-loaded', error);
      }
      return null;
    },
    async write(roles) {
      if (readOnly) return;
      try {
        await files.write(file, JSON.stringify({ version: newest, roles }));
      } catch (error) {
        say('station.roles-not-kept', error);
      }
    },
  };
}

function parse(text: string): z.infer<typeof fileSchema> | null {
  try {
    return fileSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
