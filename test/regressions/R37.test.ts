/**
 * R37 (HQBase/hqbase#41, F3-Nation/f3-nation#375, Macro-Deck#815): a single-use token was used twice within milliseconds, or
 * the answer was lost on the Wi-Fi: signed out everywhere.
 */
import { expect, it } from 'vitest';
import { unknownOutcome } from '../support/sign-in/fakes.ts';
import { createSession, hour } from '../support/sign-in/session.ts';

it('stays signed in when the first answer is lost and the second try is taken', async () => {
  const { tokens, clock, endpoint, ended } = await createSession();
  endpoint.next.push(unknownOutcome);
  await clock.pass(hour);
  await Promise.all([tokens.accessToken(), tokens.accessToken()]);
  expect(endpoint.calls).toHaveLength(2);
  expect(endpoint.mostInFlight).toBe(1);
  expect(ended).toEqual([]);
});
