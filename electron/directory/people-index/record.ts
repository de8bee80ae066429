/** People as bytes: a hundred thousand of them weigh little and cost the garbage collector nothing. */
import type { User } from '../../../contract/registration-api/resources.ts';

/** Ends a field. */
const end = '\u0000';
/** A field the service has nothing for. */
const none = '\u0001';
/** Both are no characters of a text; a service that sends them gets them back as U+FFFD. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const reserved = /[\u0000\u0001]/gu;

const plain = (text: string) =>
  text.includes(end) || text.includes(none) ? text.replaceAll(reserved, '\ufffd') : text;
const optional = (text: string | null) => (text === null ? none : plain(text));

/** The id stands first and ends with a NUL, so that records can be found and sorted by it without reading them. */
export function encodeUser(user: User): string {
  const { address } = user;
  const person = `${recordPrefix(user.id)}${plain(user.email)}${end}${optional(user.preferredName)}${end}${plain(user.firstName)}${end}${plain(user.lastName)}${end}${plain(user.username)}${end}${user.verified ? '1' : '0'}${end}${optional(user.phone)}`;
  if (address === null) return person;
  return `${person}${end}${optional(address.addressCity)}${end}${optional(address.addressCountry)}${end}${optional(address.addressLine1)}${end}${optional(address.addressLine2)}${end}${optional(address.addressState)}${end}${optional(address.addressZipcode)}`;
}

const read = (text: string | undefined) => (text === undefined || text === none ? null : text);

/** The other way round. Only records this program encoded come here (the snapshot is authenticated). */
export function decodeUser(text: string): User {
  const fields = text.split(end);
  return {
    id: fields[0] ?? '',
    email: fields[1] ?? '',
    preferredName: read(fields[2]),
    firstName: fields[3] ?? '',
    lastName: fields[4] ?? '',
    username: fields[5] ?? '',
    verified: fields[6] === '1',
    phone: read(fields[7]),
    address:
      fields.length <= 8
        ? null
        : {
            addressCity: read(fields[8]),
            addressCountry: read(fields[9]),
            addressLine1: read(fields[10]),
            addressLine2: read(fields[11]),
            addressState: read(fields[12]),
            addressZipcode: read(fields[13]),
          },
  };
}

/** How every record of that person begins. */
export function recordPrefix(userId: string): string {
  return plain(userId) + end;
}
