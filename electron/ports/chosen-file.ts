import writeFileAtomic from 'write-file-atomic';
import { RolecallError } from '../errors.ts';

/**
 * Writes where somebody chose to save, whole or not at all. Throws `storage-full`, or `file-not-written`: that place can't be
 * written to, which says nothing of our own folder.
 */
export async function writeChosenFile(file: string, content: Buffer): Promise<void> {
  try {
    await writeFileAtomic(file, content);
  } catch (cause) {
    const full = (cause as NodeJS.ErrnoException).code === 'ENOSPC';
    throw new RolecallError(full ? 'storage-full' : 'file-not-written', 'The chosen file could not be written.', {
      cause,
    });
  }
}
