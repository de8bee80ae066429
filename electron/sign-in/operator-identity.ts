import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Operator } from '../../contract/desk/sign-in.ts';
import { paths } from '../../contract/registration-api/endpoints.ts';
import type { HttpTransport } from '../ports/http-transport.ts';

/** What is used of GET /api/users/current, read leniently: other people's instances may leave things out. */
const currentUserSchema = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  preferredName: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  username: z.string().nullish(),
});

const timeoutMs = 5_000;

/** Who the token belongs to, where the service tells (docs/decisions.md, "who the operator is"). Never throws. */
export async function readOperator(given: {
  readonly transport: HttpTransport;
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly signal: AbortSignal;
}): Promise<Operator | null> {
  try {
    const answer = await given.transport({
      method: 'GET',
      url: given.baseUrl + paths.currentUser,
      headers: { accept: 'application/json', authorization: `Bearer ${given.accessToken}` },
      timeoutMs,
      signal: given.signal,
    });
    if (answer.status !== 200) return null;
    const parsed = currentUserSchema.safeParse(JSON.parse(answer.body));
    if (!parsed.success) return null;
    const { id, preferredName, firstName, lastName, username } = parsed.data;
    const fullName = [firstName, lastName].filter((part) => part != null && part.trim() !== '').join(' ');
    const label = [preferredName?.trim(), fullName, username?.trim()].find((part) => part !== undefined && part !== '');
    return label === undefined ? null : { id, label, initials: initialsOf(label) };
  } catch {
    return null;
  }
}

/** Where the service does not tell: told apart by a short number, so that the journal still knows who did what. */
export function unnamedOperator(): Operator {
  const short = randomBytes(2).toString('hex');
  return { id: `operator-${short}`, label: `Operator ${short}`, initials: 'O' };
}

/** At most two letters: of the first and the last word. */
export function initialsOf(label: string): string {
  const words = label.split(/\s+/u).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word === undefined ? '' : (Array.from(word)[0] ?? ''),
  );
  return letters.join('').toLocaleUpperCase().slice(0, 4);
}
