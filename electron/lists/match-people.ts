/**
 * Who the rows of a list mean. By id first, letter for letter; then by e-mail address, username and name, in this order.
 * A name counts only where exactly one person has it: of two people with one name, a person chooses. Pure.
 */
import type { ColumnKind, MatchedBy } from '../../contract/desk/lists.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { fold } from '../directory/people-index/fold.ts';
import { looksLikeEmail } from './recognise-columns.ts';
import type { Table } from './table.ts';

/** What is looked for in one row. Keys of the same field in several forms all count. */
interface RowKeys {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly name: string;
}

/** One row with something in it. */
export interface WantedRow {
  /** From 1, the header counted. */
  readonly row: number;
  /** What the row says, for the screen. */
  readonly text: string;
  readonly keys: RowKeys;
  /** The row gives a name beside its id, address or username, so that the two have to agree. */
  readonly namesOwner: boolean;
}

export type Match =
  | { readonly kind: 'one'; readonly userId: string; readonly by: Exclude<MatchedBy, 'choice'> }
  /** Somebody has to say who is meant; of one person, whether it is that one. */
  | { readonly kind: 'several'; readonly userIds: readonly string[] }
  | { readonly kind: 'none' };

/** Addresses and usernames are compared without regard to case, and to how accents are written. */
export function plainKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** "Mika Aaltonen <mika@aalto.example>", as mail programs copy it. */
function addressIn(text: string): string {
  const inBrackets = /<([^\s@<>]+@[^\s@<>]+)>\s*$/u.exec(text)?.[1];
  return plainKey(inBrackets ?? text.replace(/^mailto:/iu, ''));
}

function usernameIn(text: string): string {
  return plainKey(text.replace(/^@/u, ''));
}

/** The folded words of a name, in the order of the alphabet: "Aaltonen, Mika" and "Mika Aaltonen" are one name. */
export function nameKey(text: string): string {
  return fold(text)
    .replaceAll(/['@]/gu, '')
    .split(' ')
    .filter((word) => word !== '')
    .sort()
    .join(' ');
}

/** The rows that say something, by what their columns hold. A step for each. */
export function* wantedRows(
  table: Table,
  hasHeader: boolean,
  kinds: readonly ColumnKind[],
): Generator<void, readonly WantedRow[], void> {
  const used = kinds.flatMap((kind, column) => (kind === 'ignored' ? [] : [{ kind, column }]));
  const wantedOf = (cells: readonly string[], row: number): WantedRow | null => {
    const cellOf = (kind: ColumnKind): string => {
      const column = kinds.indexOf(kind);
      return column < 0 ? '' : (cells[column] ?? '');
    };
    const text = used
      .flatMap(({ column }) => cells[column] || [])
      .join(' · ')
      .slice(0, 400);
    if (text === '') return null;
    const any = cellOf('any');
    const parts = [cellOf('first-name'), cellOf('last-name')].filter((part) => part !== '').join(' ');
    // A comma joins the two halves of a name written last name first; the words of it are what counts.
    const name = cellOf('name') || parts || any.replace(/<[^<>]*>\s*$/u, '');
    const keys: RowKeys = {
      id: (cellOf('id') || any).trim(),
      email: addressIn(cellOf('email') || any),
      username: usernameIn(cellOf('username') || any),
      name: nameKey(name.replaceAll(',', ' ')),
    };
    const namesOwner = cellOf('name') !== '' || parts !== '' || name !== any;
    return { row, text, keys, namesOwner };
  };
  const wanted: WantedRow[] = [];
  for (const [index, cells] of table.rows.entries()) {
    const found = hasHeader && index === 0 ? null : wantedOf(cells, index + 1);
    if (found !== null) wanted.push(found);
    yield;
  }
  return wanted;
}

/** Folded: what somebody may call this person. */
function namesOf({ firstName, lastName, preferredName, username }: User): readonly string[] {
  const full = [firstName, lastName, preferredName ?? '', username].join(' ');
  return [nameKey(full), nameKey(`${firstName} ${lastName}`), nameKey(preferredName ?? '')].filter(
    (name) => name !== '',
  );
}

/** One of two folded names has every word of the other: "Mika" and "Mika Aaltonen". */
function areAlike(one: string, other: string): boolean {
  const [some, others] = [one.split(' '), other.split(' ')];
  return some.every((word) => others.includes(word)) || others.every((word) => some.includes(word));
}

type Field = keyof RowKeys;
const fieldsInOrder: readonly Field[] = ['id', 'email', 'username', 'name'];

/** Collects the people who have one of the wanted keys; only those of the list are kept, however many there are. */
class PeopleByKey {
  readonly #wanted: Readonly<Record<Field, Map<string, Set<string>>>> = {
    id: new Map(),
    email: new Map(),
    username: new Map(),
    name: new Map(),
  };

  /** The names of those who have a wanted id, address or username. */
  readonly #namesOfOwners = new Map<string, readonly string[]>();

  /** Whom this row means is looked for; to be called for every row before the first person is added. */
  want({ keys }: WantedRow): void {
    for (const field of fieldsInOrder) if (keys[field] !== '') this.#wanted[field].set(keys[field], new Set());
  }

  add(user: User): void {
    const put = (field: Field, key: string): boolean => {
      const people = key === '' ? undefined : this.#wanted[field].get(key);
      people?.add(user.id);
      return people !== undefined;
    };
    const byId = put('id', user.id);
    const byEmail = put('email', plainKey(user.email));
    const byUsername = put('username', plainKey(user.username));
    if (byId || byEmail || byUsername) this.#namesOfOwners.set(user.id, namesOf(user));
    if (this.#wanted.name.size === 0) return;
    put('name', nameKey(`${user.firstName} ${user.lastName}`));
    const preferred = user.preferredName ?? '';
    if (preferred === '') return;
    put('name', nameKey(preferred));
    put('name', nameKey(`${preferred} ${user.lastName}`));
  }

  /**
   * Who a row means. Where an id or an address points at one person and another field of the row at somebody else, the
   * row contradicts itself and a person has to choose. So has one whose name is nobody's, where all the rest points at
   * somebody of another name: a parent's address stands beside the names of children, and the numbers of another
   * program are other people's ids. For the same reason an id does not count beside an address that is nobody's, unless
   * the whole name agrees.
   */
  match({ keys, namesOwner }: WantedRow): Match {
    const found = fieldsInOrder.flatMap((field) => {
      const people = keys[field] === '' ? undefined : this.#wanted[field].get(keys[field]);
      return people === undefined || people.size === 0 ? [] : [{ field, people }];
    });
    const [best] = found;
    if (best === undefined) return { kind: 'none' };
    // What is left of those the surest field names when the others agree: two people may share an address, not a name too.
    let left = [...best.people];
    for (const { people } of found) {
      const both = left.filter((userId) => people.has(userId));
      if (both.length === 0)
        return { kind: 'several', userIds: [...new Set(found.flatMap((each) => [...each.people]))] };
      left = both;
    }
    const [only, ...others] = left;
    if (only === undefined || others.length > 0) return { kind: 'several', userIds: left };
    const toBeChecked: Match = { kind: 'several', userIds: [only] };
    const agrees = (wanted: Field): boolean => found.some(({ field }) => field === wanted);
    if (namesOwner && keys.name !== '' && !agrees('name')) {
      const names = this.#namesOfOwners.get(only) ?? [];
      if (!names.some((name) => areAlike(name, keys.name))) return toBeChecked;
    }
    if (best.field === 'id' && looksLikeEmail(keys.email) && !agrees('email') && !agrees('name')) return toBeChecked;
    return { kind: 'one', userId: only, by: best.field };
  }
}

export interface Matched {
  readonly wanted: WantedRow;
  readonly match: Match;
}

/** Who the rows of a list mean, of all these people. A step for each row and person. */
export function* matchPeople(
  rows: Generator<void, readonly WantedRow[], void>,
  everybody: Iterable<User>,
): Generator<void, readonly Matched[], void> {
  const wantedOnes = yield* rows;
  const people = new PeopleByKey();
  for (const wanted of wantedOnes) {
    people.want(wanted);
    yield;
  }
  for (const user of everybody) {
    people.add(user);
    yield;
  }
  const matched: Matched[] = [];
  for (const wanted of wantedOnes) {
    matched.push({ wanted, match: people.match(wanted) });
    yield;
  }
  return matched;
}
