import { writeChosenFile } from '../../electron/ports/chosen-file.ts';
import { createSaveFile, type SaveFile } from '../../electron/ports/save-file.ts';

/** Saves where the dialog says, whoever is at the desk. */
export const saveFileAt = (
  saveDialog: (suggestedName: string) => Promise<string | null>,
  write: (file: string, content: Buffer) => Promise<void> = writeChosenFile,
): SaveFile => createSaveFile({ saveDialog, presence: () => null, write });
