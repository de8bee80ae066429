/** CSV for spreadsheet programs: UTF-8 with a byte order mark and CRLF (RFC 4180), no cell taken for a formula. */

/**
 * One cell: quoted where it must be. A cell that a spreadsheet program would take for a formula gets an apostrophe in
 * front (OWASP, "CSV injection"), full-width signs included.
 */
export function csvCell(text: string): string {
  const harmless = /^[\s\u00a0\ufeff]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20|%]/u.test(text) ? `'${text}` : text;
  return /[",\r\n\t;']/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

/** Lines encoded in one step: a hundred thousand at the end would be a long one. */
const encodedAtOnce = 1_000;

/** A whole file, a step for each row. Null is a step without a row: looking for the next one took that long. */
export function* csvOf(
  columns: readonly string[],
  rows: Iterable<readonly string[] | null>,
): Generator<void, Buffer, void> {
  const parts: Buffer[] = [];
  let lines = [`\uFEFF${columns.join(',')}`];
  const endPart = (): void => {
    parts.push(Buffer.from(lines.map((line) => `${line}\r\n`).join('')));
    lines = [];
  };
  for (const row of rows) {
    if (row !== null) lines.push(row.map(csvCell).join(','));
    if (lines.length >= encodedAtOnce) endPart();
    yield;
  }
  endPart();
  return Buffer.concat(parts);
}
