/** C37 (bluesky-social/atproto#2816): something else was asked between the answer and its saving, and a restart lost the token. */
import { expect, it } from 'vitest';
import { createSession, hour } from '../support/sign-in/session.ts';

it('has saved the new token before anybody gets it', async () => {
  const { tokens, clock, open } = await createSession();
  await clock.pass(hour);
  await tokens.accessToken();
  const restarted = open();
  await restarted.restore();
  expect(restarted.current()?.refreshToken).toBe('refresh-1');
});
