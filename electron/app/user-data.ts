import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * Why the folder for what Rolecall keeps can not be used, as one plain sentence; null where it can. Chromium falls back to
 * another folder without a word when it can not make the one it was given, and practice would land among real data.
 * @param wanted value of `--user-data-dir`, empty where none was given
 * @param used the folder Electron works with
 */
export function userDataProblem(wanted: string, used: string): string | null {
  const folder = wanted === '' ? used : path.resolve(wanted);
  const advice = 'Give another one with --user-data-dir=PATH.';
  if (wanted !== '' && real(used) !== real(folder)) return `The folder ${folder} can not be made. ${advice}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return null;
  } catch {
    return `The folder ${folder} can not be written to. ${advice}`;
  }
}

/** Behind links: macOS keeps its temporary folders behind one. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
