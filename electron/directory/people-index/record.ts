/** People as bytes: a hundred thousand of them weigh little and cost the garbage collector nothing. */
import type { User } from '../../../contract/registration-api/resources.ts';

/** The id stands first, so that two records can be told apart by their beginning. */
export function encodeUser(user: User): string {
  const { address } = user;
  return JSON.stringify([
    user.id,
    user.email,
    user.preferredName,
    user.firstName,
    user.lastName,
    user.username,
    user.verified,
    user.phone,
    address === null
      ? null
      : [
          address.addressCity,
          address.addressCountry,
          address.addressLine1,
          address.addressLine2,
          address.addressState,
          address.addressZipcode,
        ],
  ]);
}

type Text = string | null;
type Record = [
  string,
  string,
  Text,
  string,
  string,
  string,
  boolean,
  Text,
  [Text, Text, Text, Text, Text, Text] | null,
];

/** The other way round. Only records this program encoded come here (the snapshot is authenticated). */
export function decodeUser(text: string): User {
  const [id, email, preferredName, firstName, lastName, username, verified, phone, address] = JSON.parse(
    text,
  ) as Record;
  return {
    id,
    email,
    preferredName,
    firstName,
    lastName,
    username,
    verified,
    phone,
    address:
      address === null
        ? null
        : {
            addressCity: address[0],
            addressCountry: address[1],
            addressLine1: address[2],
            addressLine2: address[3],
            addressState: address[4],
            addressZipcode: address[5],
          },
  };
}

/** How every record of that person begins. */
export function recordPrefix(userId: string): string {
  return `[${JSON.stringify(userId)},`;
}
