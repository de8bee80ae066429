/** What of a person can be found: the folded words of every field. Pure. */
import type { User } from '../../../contract/registration-api/resources.ts';
import { at, besideSymbols, blank, fold, innerStarts, punctuation } from './fold.ts';

/** Which field a word came from, as bits: one word may come from several. The order is the order of ranking. */
export const fields = { shownName: 1, legalFirstName: 2, username: 4, email: 8, emailDomain: 16, id: 32 } as const;

/** Words of ids and e-mail domains live in ranges of their own, so that no name and no slip of a name meets them. */
export const idMark = '#';
export const domainMark = at;

/** Code units of a word that are kept, a mark in front among them; longer ones are cut, in the index and in queries alike. */
export const longestWord = 40;

/** The word a long one is kept and looked for as. */
export function cutWord(word: string): string {
  return word.length > longestWord ? word.slice(0, longestWord) : word;
}

/** Words of one person that are kept, repeated ones counted: a bound on hostile data, far above what a name has. */
const mostWords = 200;

/** A word between blanks: whole, with its punctuation taken out ("obrien"), and the parts between ("o", "brien"). */
export interface Piece {
  readonly joined: string;
  readonly parts: readonly string[];
}

/** Takes a folded text apart. `@` counts as punctuation here; addresses are taken apart by their owner. */
export function piecesOf(folded: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const text of folded.includes(blank) ? folded.split(blank) : [folded]) {
    if (text === '') continue;
    const parts = partsOf(text);
    if (parts.length > 0) pieces.push({ joined: cutWord(parts.join('')), parts });
  }
  return pieces;
}

function partsOf(text: string): readonly string[] {
  if (text.includes(at)) return text.split(/['@]+/u).filter((part) => part !== '');
  return text.includes(punctuation) ? text.split(punctuation).filter((part) => part !== '') : [text];
}

/** The name everybody uses for somebody (specification, "User", preferredName). Falls back to what else is known (R10). */
export function displayNameOf(user: User): string {
  const preferred = user.preferredName?.trim() ?? '';
  if (preferred !== '') return preferred;
  const legal = legalNameOf(user);
  if (legal !== '') return legal;
  return user.username.trim() !== '' ? user.username.trim() : user.id;
}

/** First and last name as they stand in somebody's papers. */
export function legalNameOf(user: User): string {
  return `${user.firstName.trim()} ${user.lastName.trim()}`.trim();
}

/** Folded local part and domain of an e-mail address, without punctuation. */
export function emailParts(email: string): { readonly local: string; readonly domain: string } {
  const local = localPartOf(email);
  return { local, domain: joinedWord(email.slice(local.length + 1)) };
}

/** What stands before the last @; all of it where there is none. */
export function localPartOf(email: string): string {
  const split = email.lastIndexOf('@');
  return split < 0 ? email : email.slice(0, split);
}

/** A text as one word, as it is kept and looked for: folded, all blanks and punctuation out. */
export function joinedWord(text: string): string {
  return cutWord(wholeWord(text));
}

/** As `joinedWord`, however long it is: what tells two long ones apart may stand at the end. */
export function wholeWord(text: string): string {
  const folded = fold(text);
  return plainWord.test(folded) ? folded : folded.replaceAll(/[ '@]/gu, '');
}

/** The digits of a phone number as they are kept and searched. */
export function phoneDigitsOf(phone: string | null): string {
  if (phone === null) return '';
  // E.164, as the service sends them: nothing to take apart.
  const digits = /^\+[0-9]+$/.test(phone) ? phone.slice(1) : fold(phone).replaceAll(/[^0-9]/gu, '');
  return digits.slice(0, 20);
}

/** Every word a person can be found by, with its fields. */
export function wordsOf(user: User): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  visitWords(user, (word, field) => words.set(word, (words.get(word) ?? 0) | field));
  return words;
}

/** Told of a word and a field it stands in; of one that stands in several, or in one several times, as often. */
export type WordVisitor = (word: string, field: number) => void;

/** As `wordsOf`, for whoever puts the words of many together. */
export function visitWords(user: User, visit: WordVisitor): void {
  let left = mostWords;
  const add: WordVisitor = (word, field) => {
    if (word === '' || left === 0) return;
    left -= 1;
    visit(cutWord(word), field);
  };
  // Names last: the longest of them leaves room for what finds everybody.
  add(idMark + joinedWord(user.id), fields.id);
  const { local, domain } = emailParts(user.email);
  visitText(local, fields.email, add);
  if (domain !== '') add(domainMark + domain, fields.emailDomain);
  visitText(user.username, fields.username, add);
  const preferred = user.preferredName?.trim() ?? '';
  if (preferred !== '') visitText(preferred, fields.shownName, add);
  visitText(user.lastName, fields.shownName, add);
  visitText(user.firstName, preferred === '' ? fields.shownName : fields.legalFirstName, add);
}

/** What most names and usernames are once folded: one plain word, which needs no taking apart. */
const plainWord = /^[a-z0-9]+$/;
/** What most of the others are: two plain words. */
const twoPlainWords = /^[a-z0-9]+ [a-z0-9]+$/;

function visitText(text: string, field: number, add: WordVisitor): void {
  const folded = fold(text);
  if (plainWord.test(folded)) {
    add(folded, field);
    return;
  }
  if (twoPlainWords.test(folded)) {
    const between = folded.indexOf(blank);
    const [first, second] = [folded.slice(0, between), folded.slice(between + 1)];
    add(first, field);
    add(second, field);
    add(first + second, field);
    return;
  }
  const pieces = piecesOf(folded);
  for (const { joined, parts } of pieces) {
    add(joined, field);
    if (parts.length > 1) for (const part of parts) add(part, field);
    for (const offset of innerStarts(joined)) add(joined.slice(offset), field);
    // Luna of ✨Luna✨ is a whole word, and comes before Lunarfox.
    for (const part of besideSymbols(joined)) add(part, field);
  }
  // "vandermeer", "annemarie": blanks don't matter, slips in such a word don't either.
  if (pieces.length > 1 && pieces.length <= 4) add(pieces.map(({ joined }) => joined).join(''), field);
}
