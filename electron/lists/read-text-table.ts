/** Rows out of text: one entry a line, or columns divided by commas, semicolons, tabs or bars (RFC 4180, leniently). */
import { parse } from 'csv-parse/sync';
import { mostListRows } from '../../contract/desk/lists.ts';
import { RolecallError } from '../errors.ts';
import { looksLikeEmail } from './recognise-columns.ts';
import { type Table, tableOf, tooLong } from './table.ts';

const delimiters = ['\t', ';', ',', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/** Lines looked at to tell the delimiter. */
const sampleLines = 50;
const sampleCharacters = 64 * 1024;
/** Characters of one row; a quote that is never closed would otherwise swallow the rest. */
const mostRowCharacters = 100_000;

/** Quoted cells with all that is in them, line breaks too, out of the way. */
function outsideQuotes(text: string): string {
  return text.replaceAll(/(^|[\t;,|\r\n])"(?:[^"]|"")*"/gu, '$1');
}

/**
 * The delimiter that divides most lines alike; null where there is one entry a line. Tab and semicolon come before the
 * comma, which stands inside names and numbers too.
 */
export function findDelimiter(text: string): Delimiter | null {
  // A line with nothing left is a quoted entry by itself.
  const lines = outsideQuotes(text.slice(0, sampleCharacters)).split(/\r\n|\r|\n/u, sampleLines);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return null;
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    const alike = Math.max(0, ...counts.values());
    const divided = [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (divided >= lines.length * 0.9 && alike >= lines.length * 0.6) return delimiter;
  }
  return null;
}

/** What ends a row; the longest first. A file put together from two programs has more than one of them. */
const lineBreaks = ['\r\n', '\n', '\r'];

interface Quoting {
  readonly quote: '"' | false;
  /** A quote may stand in the middle of a cell, too. */
  readonly relaxed: boolean;
}

/** Throws where quotes don't pair off. */
function parseRows(text: string, delimiter: Delimiter, { quote, relaxed }: Quoting): string[][] {
  return parse(text, {
    bom: true,
    delimiter,
    record_delimiter: lineBreaks,
    quote,
    relax_quotes: relaxed,
    relax_column_count: true,
    max_record_size: mostRowCharacters,
    to: mostListRows + 2,
  });
}

/** Two quotes far apart that each belong to a name, read as a pair: all the rows between them became one cell. */
function isSeveralRows(cell: string): boolean {
  return cell.startsWith('"') && /[\r\n]/u.test(cell);
}

/** Throws where nothing tells the rows apart. */
function rowsOf(text: string, delimiter: Delimiter): string[][] {
  try {
    // As it should be written. Only here a cell of several lines may begin with a quote of its own.
    return parseRows(text, delimiter, { quote: '"', relaxed: false });
  } catch {}
  try {
    const rows = parseRows(text, delimiter, { quote: '"', relaxed: true });
    if (!rows.some((cells) => cells.some(isSeveralRows))) return rows;
  } catch {}
  // Quotes that don't pair off are part of what is written ("6'2\"", a nickname), not around it.
  return parseRows(text, delimiter, { quote: false, relaxed: true });
}

/** Reads text. Throws RolecallError `list-too-large` and `list-not-understood`. */
export function readTextTable(text: string): Table {
  const content = text.replace(/^\ufeff/u, '');
  if (content.includes('\u0000')) throw new RolecallError('list-not-understood', 'The file is not text.');
  const delimiter = findDelimiter(content);
  if (delimiter === null) {
    const lines = content.split(/\r\n|\r|\n/u);
    if (lines.length > mostListRows * 2) throw tooLong();
    return tableOf(lines.map((line) => [unquoted(line)]));
  }
  let rows: string[][];
  try {
    rows = rowsOf(content, delimiter);
  } catch (cause) {
    throw new RolecallError('list-not-understood', 'The rows of the file could not be told apart.', { cause });
  }
  const [only] = rows;
  // "a@x.org; b@y.org; c@z.org", as copied from the line of recipients of a letter.
  if (rows.length === 1 && only !== undefined && only.length > 1 && only.every(looksLikeEmail)) {
    return tableOf(only.map((cell) => [cell]));
  }
  return tableOf(rows);
}

function unquoted(line: string): string {
  const trimmed = line.trim();
  return /^"(?:[^"]|"")*"$/u.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : line;
}
