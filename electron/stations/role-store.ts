/** The last list of roles the service gave, on disk, so that a desk without network still has its station. */
import { z } from 'zod';
import { type Role, roleSchema } from '../../contract/registration-api/resources.ts';
import { RolecallError } from '../errors.ts';
import type { Files } from '../ports/files.ts';
import { createKeptFile } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';

export interface RoleStore {
  /** Null where no list was kept, or none that can be read. Never rejects. */
  read(): Promise<readonly Role[] | null>;
  /** Whether it is kept now. Never rejects: a desk that can't keep the list works on without it, and asks the service each time. */
  write(roles: readonly Role[]): Promise<boolean>;
}

const schema = z.object({ roles: z.array(roleSchema).readonly() });

/** Names of roles are no personal data: the file is plain. */
export function createRoleStore(files: Files, file: string, log: Log): RoleStore {
  const kept = createKeptFile({ files, file, version: 1, schema, log, name: 'roles' });
  /** Whether the disk has said what is there. Before that nothing is written over it. */
  let isRead = false;
  /** Whether an earlier list could not be kept for that. */
  let refusedBefore = false;
  const read = async (): Promise<readonly Role[] | null> => {
    const found = await kept.read();
    isRead = found.kind !== 'unreadable';
    return found.kind === 'content' ? found.content.roles : null;
  };
  return {
    read,
    async write(roles) {
      try {
        if (!isRead) await read();
        if (!isRead && !refusedBefore) {
          // Perhaps only for a moment.
          refusedBefore = true;
          return false;
        }
        if (!isRead) {
          // No list would ever be kept here again. Whatever it is, it stays under another name.
          await files.setAside(file, 'corrupt');
          await read();
        }
        if (kept.problem() === 'newer') return false;
        await kept.write({ roles });
        return true;
      } catch (error) {
        log.warn('roles-not-kept', { code: error instanceof RolecallError ? error.code : 'bug' });
        return false;
      }
    },
  };
}
