import { mostListColumns, mostListRows } from '../../contract/desk/lists.ts';
import { RolecallError } from '../errors.ts';

/** What a file or a pasted text holds: rows of cells, cut to what a list may have. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
}

/**
 * Bytes a file may have; a list of twenty thousand full addresses is a tenth of it. Here and not beside the reading, whose
 * libraries the main process must not load.
 */
export const mostListBytes = 16 * 1024 * 1024;

/** Characters of a cell that are kept. */
const mostCellCharacters = 400;
/** Every kind of blank, in and around a cell, counts as one. */
const blanks = /[\s\u00a0\u200b\ufeff]+/gu;

export function tooLong(): RolecallError {
  return new RolecallError('list-too-large', `A list may have ${mostListRows} rows.`);
}

/** Makes a table. Throws RolecallError `list-too-large`, and `list-not-understood` where no cell holds anything. */
export function tableOf(cells: readonly (readonly string[])[]): Table {
  const rows = cells.map((row) =>
    row.slice(0, mostListColumns).map((cell) => cell.replace(blanks, ' ').trim().slice(0, mostCellCharacters)),
  );
  while (rows.at(-1)?.every((cell) => cell === '') === true) rows.pop();
  if (rows.length === 0) throw new RolecallError('list-not-understood', 'There is nothing in the list.');
  // One more for the header.
  if (rows.length > mostListRows + 1) throw tooLong();
  return { rows };
}
