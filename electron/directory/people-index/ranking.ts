/**
 * What comes first. Pure; docs/search.md says the same in words:
 *
 *   1. somebody's id, typed whole; then phones that end in the digits typed
 *   2. fewer slips
 *   3. the words as they were typed before readings of them with every letter (joined, split, as initials), before those
 *      without a particle
 *   4. more whole words before words that are only begun
 *   5. shown name and last name before legal first name, username, e-mail, phone
 *   6. shorter names before longer ones, then by id: an order that never changes between two keystrokes
 */
import type { User } from '../../../contract/registration-api/resources.ts';
import { displayNameOf, fields } from './tokens.ts';

/** How one person fits one query. */
export interface Fit {
  readonly kind: 'whole-id' | 'phone-end' | 'words' | 'phone-inside';
  /** Slips in all words together. */
  readonly slips: number;
  /** How far the reading of the query is from what was typed: 0 as typed. */
  readonly reading: number;
  /** Words that are only begun. */
  readonly begun: number;
  /** `fieldRank` of the word found in the least telling field. */
  readonly field: number;
}

const kinds = { 'whole-id': 0, 'phone-end': 1, words: 2, 'phone-inside': 3 } as const;

/** Steps 1 to 5 as one number: lower comes first. */
export function scoreOf(fit: Fit): number {
  return packScore(kinds[fit.kind], fit.slips, fit.reading, fit.begun, fit.field);
}

export const wordsKind = kinds.words;

/** As `scoreOf`, on numbers, for the inner loop. 14 bits; what does not fit counts as the worst that does. */
export function packScore(kind: number, slips: number, reading: number, begun: number, field: number): number {
  return (
    (kind << 12) |
    (Math.min(slips, 7) << 9) |
    (Math.min(reading, 3) << 7) |
    (Math.min(begun, 7) << 4) |
    Math.min(field, 15)
  );
}

/** Slips in a score of `packScore`. */
export function slipsOf(score: number): number {
  return (score >>> 9) & 7;
}

/** Rank of a field, 0 is best. A word that comes from several fields counts as from the best. */
export const fieldRanks: Uint8Array = rankFields();
/** Rank of a phone. */
export const phoneRank = 6;

function rankFields(): Uint8Array {
  const ranks = new Uint8Array(64).fill(15);
  const inOrder = [
    fields.shownName,
    fields.legalFirstName,
    fields.username,
    fields.email,
    fields.emailDomain,
    fields.id,
  ];
  for (let bits = 1; bits < 64; bits += 1) ranks[bits] = inOrder.findIndex((field) => (bits & field) !== 0);
  return ranks;
}

/** Step 6: how long the shown name is, up to 255. People of one length are ordered by id. */
export function nameLength(user: User): number {
  return Math.min(displayNameOf(user).length, 255);
}
