/** How somebody who hears a name opens its row with the fewest keys: letters, then Enter, or Alt with the row's digit. */

/** Ids of the rows, top first. */
export type Answered = readonly string[];

export interface Way {
  readonly letters: string;
  /** From 0; below `rowsWithDigit`. */
  readonly row: number;
}

/** Rows that Alt and a digit open. */
export const rowsWithDigit = 9;

interface Named {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly preferredName: string | null;
}

/** Most letters anybody types before they would rather scan. */
const mostLetters = 12;

/** As it is typed: small, and without the accents of Latin letters. */
const typable = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * What people type who hear a name: its beginning, or the beginnings of two of its words, in either order. Shortest first.
 */
export function* textsFor({ firstName, lastName, preferredName }: Named): Iterable<string> {
  const words = [...new Set([firstName, lastName, ...(preferredName ?? '').split(/\s+/)].map(typable))].filter(
    (word) => word !== '',
  );
  for (let length = 1; length <= mostLetters; length += 1) {
    for (const word of words) if (word.length >= length) yield word.slice(0, length);
    for (const one of words) {
      for (const other of words) {
        if (one === other) continue;
        for (let first = 1; first <= length - 2; first += 1) {
          const second = length - 1 - first;
          if (one.length >= first && other.length >= second) yield `${one.slice(0, first)} ${other.slice(0, second)}`;
        }
      }
    }
  }
}

/** The way with the fewest letters; the row is opened by one key then. Null where a name alone doesn't tell. */
export async function bestWayTo(person: Named, search: (text: string) => Promise<Answered>): Promise<Way | null> {
  for (const letters of textsFor(person)) {
    const row = (await search(letters)).indexOf(person.id);
    if (row !== -1 && row < rowsWithDigit) return { letters, row };
  }
  return null;
}
