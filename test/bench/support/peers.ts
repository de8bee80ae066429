/** The search libraries people use, set up as well as they allow, over the same folded words as our own index. */
import uFuzzy from '@leeoniya/ufuzzy';
import fuzzysort from 'fuzzysort';
import MiniSearch from 'minisearch';
import type { User } from '../../../contract/registration-api/resources.ts';
import { fold } from '../../../electron/directory/people-index/fold.ts';
import { fields, phoneDigitsOf, piecesOf, wordsOf } from '../../../electron/directory/people-index/tokens.ts';

export interface Peer {
  readonly name: string;
  readonly toleratesSlips: boolean;
  /** Ids of the best people, at most twenty. */
  search(query: string): readonly string[];
}

/** Our words, with the phone's last four digits as a word and the marks of ids and domains taken off. */
function textOf(user: User): string {
  const words = [...wordsOf(user).keys()].map((word) => word.replace(/^[#@]/u, ''));
  const phone = phoneDigitsOf(user.phone).slice(-4);
  return [...words, ...(phone === '' ? [] : [phone])].join(' ');
}

function typedWords(query: string): readonly string[] {
  return piecesOf(fold(query)).map(({ joined }) => joined);
}

/**
 * As fast as it gets: names and username only; one and two letters are not expanded; ids and phones in maps, e-mail in a
 * sorted list beside it. Slips only when few are found without.
 */
export function miniSearch(people: readonly User[]): Peer {
  const named = fields.shownName | fields.legalFirstName | fields.username;
  const index = new MiniSearch<{ readonly id: string; readonly text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  const wordsFor = (user: User) => [...wordsOf(user)].filter(([, from]) => (from & named) !== 0).map(([word]) => word);
  index.addAll(people.map((user) => ({ id: user.id, text: wordsFor(user).join(' ') })));
  const byDigits = new Map<string, string[]>();
  for (const { id, phone } of people) {
    for (const digits of new Set([id, phoneDigitsOf(phone).slice(-4)])) {
      const known = byDigits.get(digits);
      if (known === undefined) byDigits.set(digits, [id]);
      else known.push(id);
    }
  }
  const emails = people.map(({ id, email }) => ({ id, email: email.toLowerCase() }));
  emails.sort((one, other) => (one.email < other.email ? -1 : 1));
  const byEmail = (start: string): readonly string[] => {
    let low = 0;
    let high = emails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((emails[middle]?.email ?? '') < start) low = middle + 1;
      else high = middle;
    }
    return emails
      .slice(low, low + 20)
      .filter(({ email }) => email.startsWith(start))
      .map(({ id }) => id);
  };
  const prefix = (term: string) => term.length > 2;
  return {
    name: 'MiniSearch 7.2.0',
    toleratesSlips: true,
    search(query) {
      if (query.includes('@')) return byEmail(query.toLowerCase());
      if (/^[0-9]+$/u.test(query)) return (byDigits.get(query) ?? []).slice(0, 20);
      const text = typedWords(query).join(' ');
      const strict = index.search(text, { combineWith: 'AND', prefix });
      const found =
        strict.length >= 10
          ? strict
          : index.search(text, { combineWith: 'AND', prefix, fuzzy: (term) => (term.length < 4 ? false : 1) });
      return found.slice(0, 20).map(({ id }) => String(id));
    },
  };
}

export function fuzzySort(people: readonly User[]): Peer {
  const targets = people.map((user) => ({ id: user.id, prepared: fuzzysort.prepare(textOf(user)) }));
  return {
    name: 'fuzzysort 4.0.2',
    toleratesSlips: false,
    search: (query) =>
      fuzzysort
        .go(typedWords(query).join(' '), targets, { key: 'prepared', limit: 20 })
        .map(({ obj }) => (obj as { readonly id: string }).id),
  };
}

export function microFuzzy(people: readonly User[]): Peer {
  const haystack = people.map(textOf);
  const search = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
  return {
    name: 'uFuzzy 1.0.19',
    toleratesSlips: true,
    search(query) {
      const [indexes, info, order] = search.search(haystack, typedWords(query).join(' '), 3, 1000);
      const best = order === null || info === null ? (indexes ?? []) : order.map((place) => info.idx[place] ?? -1);
      return best.slice(0, 20).flatMap((index) => people[index]?.id ?? []);
    },
  };
}
