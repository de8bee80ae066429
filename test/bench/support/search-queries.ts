/** What people at a desk type, ten kinds of it and four harder ones: each query means one very person. Repeatable. */
import type { User } from '../../../contract/registration-api/resources.ts';
import { createRandom, pick } from './random.ts';

export const kinds = [
  'prefix',
  'first last',
  'last first',
  'slip',
  'folded letters',
  'apostrophe',
  'e-mail',
  "phone's last four",
  'id',
  'preferred + last',
] as const;
export const harderKinds = [
  'two slips in one long word',
  'slip in the first letter',
  'slip in each name',
  'half-typed word with a slip',
] as const;
export type Kind = (typeof kinds)[number] | (typeof harderKinds)[number];

export interface SearchQuery {
  readonly kind: Kind;
  readonly text: string;
  readonly userId: string;
}

const latin = /^[\p{Script=Latin} '’.-]+$/u;
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One slip: a letter wrong, missing, too many or two swapped; never where it changes nothing. */
export function slip(random: () => number, word: string, first = 1, last = word.length - 1): string {
  for (;;) {
    const at = first + Math.floor(random() * Math.max(1, last - first));
    const letter = pick(random, [...letters]);
    const slipped = pick(random, [
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    ]);
    if (slipped !== word && slipped.length >= 4) return slipped;
  }
}

/** `each` queries of every kind. Somebody with more than ten namesakes can't be meant by a name alone, and is not asked for. */
export function searchQueries(people: readonly User[], each: number, seed = 7): readonly SearchQuery[] {
  const random = createRandom(seed);
  const namesakes = new Map<string, number>();
  const nameOf = ({ firstName, lastName }: User) => `${firstName} ${lastName}`.toLowerCase();
  for (const user of people) namesakes.set(nameOf(user), (namesakes.get(nameOf(user)) ?? 0) + 1);
  const few = (user: User) => (namesakes.get(nameOf(user)) ?? 0) <= 10;
  const single = ({ firstName, lastName }: User) => /^\p{L}+$/u.test(firstName) && /^\p{L}+$/u.test(lastName);
  const fits: Record<Kind, (user: User) => boolean> = {
    prefix: (user) => few(user) && single(user),
    'first last': few,
    'last first': few,
    slip: (user) => few(user) && single(user) && latin.test(user.lastName) && user.lastName.length >= 5,
    'folded letters': (user) => few(user) && latin.test(nameOf(user)) && /[^ -~]/u.test(nameOf(user)),
    apostrophe: (user) => few(user) && /['’-]/u.test(nameOf(user)),
    'e-mail': () => true,
    "phone's last four": ({ phone }) => phone !== null,
    id: () => true,
    'preferred + last': (user) => user.preferredName !== null && !user.preferredName.includes(' ') && few(user),
    'two slips in one long word': (user) =>
      few(user) && single(user) && latin.test(user.lastName) && user.lastName.length >= 8,
    'slip in the first letter': (user) =>
      few(user) && single(user) && latin.test(user.lastName) && user.lastName.length >= 5,
    'slip in each name': (user) =>
      few(user) && single(user) && latin.test(nameOf(user)) && user.lastName.length >= 5 && user.firstName.length >= 5,
    'half-typed word with a slip': (user) =>
      few(user) && single(user) && latin.test(user.lastName) && user.lastName.length >= 8,
  };
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('ø', 'o')
      .replaceAll('Ø', 'O')
      .replaceAll('ł', 'l')
      .replaceAll('Ł', 'L')
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae')
      .replaceAll('Æ', 'Ae')
      .replaceAll('ı', 'i');
  const typed: Record<Kind, (user: User) => string> = {
    prefix: (user) => identifyingPrefix(people, user),
    'first last': ({ firstName, lastName }) => `${firstName} ${lastName}`,
    'last first': ({ firstName, lastName }) => `${lastName} ${firstName}`.toLowerCase(),
    slip: ({ firstName, lastName }) => `${firstName} ${slip(random, lastName)}`,
    'folded letters': ({ firstName, lastName }) => plain(`${firstName} ${lastName}`),
    apostrophe: ({ firstName, lastName }) =>
      `${firstName} ${lastName}`.replaceAll(/['’-]/gu, pick(random, ['', ' ', "'"])),
    'e-mail': ({ email }) => email,
    "phone's last four": ({ phone }) => phone?.slice(-4) ?? '',
    id: ({ id }) => id,
    'preferred + last': ({ preferredName, lastName }) => `${preferredName} ${lastName}`,
    'two slips in one long word': ({ firstName, lastName }) =>
      `${firstName} ${slip(random, slip(random, lastName, 1, 3), 4)}`,
    'slip in the first letter': ({ firstName, lastName }) => `${firstName} ${slip(random, lastName, 0, 1)}`,
    'slip in each name': ({ firstName, lastName }) => `${slip(random, firstName)} ${slip(random, lastName)}`,
    'half-typed word with a slip': ({ firstName, lastName }) =>
      `${firstName} ${slip(random, lastName.slice(0, Math.ceil(lastName.length * 0.7)))}`,
  };
  return [...kinds, ...harderKinds].flatMap((kind) => {
    const queries: SearchQuery[] = [];
    while (queries.length < each) {
      const user = pick(random, people);
      if (fits[kind](user)) queries.push({ kind, text: typed[kind](user), userId: user.id });
    }
    return queries;
  });
}

/** First name and as much of the last name as leaves at most ten people, which is how far somebody types. */
function identifyingPrefix(people: readonly User[], { firstName, lastName }: User): string {
  const first = firstName.toLowerCase();
  for (let length = 1; length < lastName.length; length += 1) {
    const start = lastName.slice(0, length).toLowerCase();
    const others = people.filter((other) => {
      const words = `${other.preferredName ?? ''} ${other.firstName} ${other.lastName}`.toLowerCase().split(/[ '’-]+/u);
      return words.some((word) => word.startsWith(first)) && words.some((word) => word.startsWith(start));
    });
    if (others.length <= 10) return `${firstName} ${lastName.slice(0, length)}`;
  }
  return `${firstName} ${lastName}`;
}
