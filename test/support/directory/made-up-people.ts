import type { User } from '../../../contract/registration-api/resources.ts';

let number = 0;

/** A person of a test; what is not given is made up and unremarkable. */
export function person(given: Partial<User> = {}): User {
  number += 1;
  const id = given.id ?? `p${number}`;
  return {
    id,
    email: `${id}@example.org`,
    preferredName: null,
    firstName: 'Given',
    lastName: 'Family',
    username: `user-${id}`,
    verified: true,
    phone: null,
    address: null,
    ...given,
  };
}
