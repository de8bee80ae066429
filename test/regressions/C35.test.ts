/** C35 (F3-Nation/f3-nation#375): many requests each redeemed the same refresh token, and all but one failed. */
import { expect, it } from 'vitest';
import { createSession, hour } from '../support/sign-in/session.ts';

it('redeems it once for all who ask', async () => {
  const { tokens, clock, endpoint } = await createSession();
  await clock.pass(hour);
  const all = await Promise.all(Array.from({ length: 20 }, () => tokens.accessToken()));
  expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(1);
  expect(endpoint.calls).toEqual(['refresh refresh-0']);
});
