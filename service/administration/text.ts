/** Plain text for a terminal: aligned fields and tables. */

/** Names are other people's: what would steer the terminal, or turn the line around, is shown as a box. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}

/** One line for each field, its value aligned. */
export function fieldLines(fields: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** A heading and a line for each row, in columns. */
export function tableLines(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [heading, ...rows];
  const widths = heading.map((_cell, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
