/** C40 (owncloud/client PR#11984): a network that went away during a refresh was taken for a sign-out. */
import { expect, it } from 'vitest';
import { notSent, unknownOutcome } from '../support/sign-in/fakes.ts';
import { createSession, hour } from '../support/sign-in/session.ts';

it.each([
  ['before it was sent', [notSent]],
  ['after it was sent', [unknownOutcome, unknownOutcome]],
])('stays signed in when it goes away %s', async (_when, outcomes) => {
  const { tokens, clock, endpoint, ended } = await createSession();
  endpoint.next.push(...outcomes);
  await clock.pass(hour);
  await expect(tokens.accessToken()).rejects.toMatchObject({ retryable: true });
  expect(ended).toEqual([]);
  expect((await tokens.accessToken()).accessToken).toMatch(/^access-/);
});
