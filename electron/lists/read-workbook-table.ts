/** Rows out of the first sheet of an XLSX workbook (ECMA-376), by read-excel-file. Bounded before anything is unpacked. */
import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { RolecallError } from '../errors.ts';
import { type Table, tableOf } from './table.ts';

/** What a workbook may say it unpacks to; bytes. fflate unpacks no entry beyond what its header says. */
const mostUnpackedBytes = 64 * 1024 * 1024;
const mostEntries = 2_000;

/** ZIP's local file header (APPNOTE 4.3.7). */
export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** XLS of before 2007, and workbooks with a password: an OLE compound file. */
export function looksLikeOldWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
}

function checkSizes(bytes: Uint8Array): void {
  let unpacked = 0;
  let entries = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      entries += 1;
      return false;
    },
  });
  if (unpacked > mostUnpackedBytes || entries > mostEntries) {
    throw new RolecallError('list-too-large', 'The workbook unpacks to more than a list can be.');
  }
}

/** Reads a workbook. Throws RolecallError `list-too-large` and `list-not-understood`. */
export async function readWorkbookTable(bytes: Uint8Array): Promise<Table> {
  try {
    checkSizes(bytes);
    const copy = new Uint8Array(bytes).buffer;
    // Numbers as they are written: an id of twenty digits must not be rounded.
    const rows = await readSheet(copy, 1, { parseNumber: (digits) => digits });
    return tableOf(rows.map((row) => row.map(textOf)));
  } catch (cause) {
    if (cause instanceof RolecallError) throw cause;
    throw new RolecallError('list-not-understood', 'The workbook could not be read.', { cause });
  }
}

/** read-excel-file's types call a date `typeof Date`; what comes is a Date. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}
