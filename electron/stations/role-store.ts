/** The last list of roles the service gave, on disk, so that a desk without network still has its station. */
import { z } from 'zod';
import { type Role, roleSchema } from '../../contract/registration-api/resources.ts';
import type { Files } from '../ports/files.ts';
import { createKeptFile } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';

export interface RoleStore {
  /** Null where no list was kept, or none that can be read. Never rejects. */
  read(): Promise<readonly Role[] | null>;
  /** Never rejects: a desk that can't keep the list works on without it, and asks the service each time. */
  write(roles: readonly Role[]): Promise<void>;
}

const schema = z.object({ roles: z.array(roleSchema).readonly() });

/** Names of roles are no personal data: the file is plain. */
export function createRoleStore(files: Files, file: string, log: Log): RoleStore {
  const kept = createKeptFile({ files, file, version: 1, schema, log, name: 'roles' });
  return {
    async read() {
      const read = await kept.read();
      return read.kind === 'content' ? read.content.roles : null;
    },
    write: (roles) => kept.tryToWrite({ roles }),
  };
}
