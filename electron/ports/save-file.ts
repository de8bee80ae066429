import { RolecallError } from '../errors.ts';

/**
 * Asks where to save, and writes `content` there. False: the question was closed. Throws `save-given-up` where somebody else may
 * be at the desk by the time it is answered, and what writing throws.
 */
export type SaveFile = (suggestedName: string, content: () => Buffer | Promise<Buffer>) => Promise<boolean>;

export function createSaveFile(given: {
  readonly saveDialog: (suggestedName: string) => Promise<string | null>;
  /** Aborted once who asked is not at the desk any more, as far as is known; null while no connection is open. */
  readonly presence: () => AbortSignal | null;
  readonly write: (file: string, content: Buffer) => Promise<void>;
}): SaveFile {
  return async (suggestedName, content) => {
    const presence = given.presence();
    const checkPresence = (): void => {
      if (presence?.aborted === true)
        throw new RolecallError('save-given-up', 'Whoever asked is not at the desk any more.');
    };
    const file = await given.saveDialog(suggestedName);
    if (file === null) return false;
    checkPresence();
    const bytes = await content();
    checkPresence();
    await given.write(file, bytes);
    return true;
  };
}
