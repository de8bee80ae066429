/** The slow, obvious versions of what the people index does cleverly. */

/** Optimal string alignment distance: letters wrong, missing, too many, neighbours swapped. The whole table. */
export function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_unused, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const cell = (row: number, column: number) => table[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(cell(row - 1, column - 1) + same, cell(row - 1, column) + 1, cell(row, column - 1) + 1);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, cell(row - 2, column - 2) + 1);
      }
      const line = table[row];
      if (line !== undefined) line[column] = least;
    }
  }
  return cell(one.length, other.length);
}

/** Fewest slips between what was typed and any beginning of the word. */
export function slipsToBeginning(typed: string, word: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let end = 0; end <= word.length; end += 1) least = Math.min(least, distance(typed, word.slice(0, end)));
  return least;
}
