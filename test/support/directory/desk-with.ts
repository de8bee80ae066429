import type { User } from '../../../contract/registration-api/resources.ts';
import { settle } from './hand-clock.ts';
import { checkedIn, createMadeUpDirectory, staff, vendor } from './made-up-directory.ts';
import { createMadeUpService } from './made-up-service.ts';

/** A directory that has swept these people, with `names` to see whom a query finds, best first. */
export async function deskWith(people: User[]) {
  const made = createMadeUpDirectory(createMadeUpService(people, [checkedIn, staff, vendor]));
  made.directory.start();
  await settle();
  const names = async (query: string) => (await made.search(query)).hits.map(({ displayName }) => displayName.text);
  return { ...made, names };
}
