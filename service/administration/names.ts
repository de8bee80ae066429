/** Names that people read: of roles and applications. */
import { CommandRefusal } from './refusal.ts';

const longestName = 100;
/** Control characters, and those that are not seen or turn the writing around. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * A name as it is kept: without blanks around it, in one form of Unicode.
 *
 * @param example what to write instead, shown to whoever gave none.
 * @throws {CommandRefusal} when nobody could read it, or it holds characters that nobody sees.
 */
export function checkedName(what: string, name: string, example: string): string {
  const kept = name.normalize('NFC').trim();
  if (kept === '') throw new CommandRefusal(`${what} needs a name: ${example}.`);
  if (unseen.test(kept)) {
    throw new CommandRefusal(`${what} can't have line ends, tabs or characters that are not seen in its name.`);
  }
  if ([...kept].length > longestName) {
    throw new CommandRefusal(`${what} has a name of ${longestName} characters at most.`);
  }
  return kept;
}

/** Whether two names look the same to somebody in a hurry: case, kinds of blanks and ways to write a letter don't count. */
export function lookAlike(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
