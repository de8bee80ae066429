/**
 * Whom a text names: people whose id, username or e-mail address it is as a whole. Not by searching, since a username is
 * often a first name too, and a search lists those who are called so before the one whose username it is.
 */
import type { User } from '../../../contract/registration-api/resources.ts';
import { fold } from './fold.ts';
import { visitHolders } from './match.ts';
import { type Segment, userOf } from './segment.ts';
import { fields, idMark, joinedWord, localPartOf, piecesOf, wholeWord } from './tokens.ts';

/** Whatever the case, accents and punctuation of either. */
export function namedIn(segment: Segment, text: string): readonly User[] {
  const wanted = wholeWord(text);
  if (wanted === '') return [];
  const people = new Set<number>();
  const meet = (word: string, field: number) => visitHolders(segment, word, field, (person) => people.add(person));
  meet(idMark + wanted, fields.id);
  meet(wanted, fields.username);
  meet(joinedWord(localPartOf(text)), fields.email);
  // A username of many words is kept in words only (tokens.ts).
  const [first, ...others] = piecesOf(fold(text));
  if (first !== undefined && others.length > 0) meet(first.joined, fields.username);
  // Words are cut and may be a part of a name only. Addresses have more than letters in common: where the @ stands.
  const local = wholeWord(localPartOf(text));
  return [...people]
    .map((person) => userOf(segment, person))
    .filter(
      ({ id, username, email }) =>
        wholeWord(id) === wanted ||
        wholeWord(username) === wanted ||
        (wholeWord(email) === wanted && wholeWord(localPartOf(email)) === local),
    );
}
