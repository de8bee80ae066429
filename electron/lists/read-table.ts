import { RolecallError } from '../errors.ts';
import { decodeText } from './decode-text.ts';
import { readTextTable } from './read-text-table.ts';
import { looksLikeOldWorkbook, looksLikeZip, readWorkbookTable } from './read-workbook-table.ts';
import { mostListBytes, type Table } from './table.ts';

/** What is read into a table. */
export type ListSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array };

/**
 * Reads what somebody pasted or opened. What kind of file it is, its content says, not its name. Throws RolecallError
 * `list-too-large` and `list-not-understood`.
 */
export async function readTable(source: ListSource): Promise<Table> {
  if (source.kind === 'text') return readTextTable(source.text);
  const { bytes } = source;
  if (bytes.length > mostListBytes) throw new RolecallError('list-too-large', 'The file is too large for a list.');
  if (looksLikeZip(bytes)) return readWorkbookTable(bytes);
  if (looksLikeOldWorkbook(bytes)) {
    throw new RolecallError('list-not-understood', 'The workbook is of an older kind, or has a password.');
  }
  return readTextTable(decodeText(bytes));
}
