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

/** A whole file. */
export function csvOf(columns: readonly string[], rows: Iterable<readonly string[]>): string {
  const lines = [columns.join(',')];
  for (const row of rows) lines.push(row.map(csvCell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
