import { randomInt } from 'node:crypto';

/** No vowels, so that no words come about, and nothing that is taken for something else: l and 1, o and 0. */
const alphabet = 'bcdfghjkmnpqrstvwxyz23456789';
const groups = 4;
const groupLength = 4;

/**
 * A passphrase for a desk link: sixteen characters in groups of four, 76 bits. Guessing it against scrypt is out of reach
 * for anybody who finds the link; reading it out takes a breath.
 */
export function newPassphrase(): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
}
