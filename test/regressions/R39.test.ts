/** R39 (pingdotgg/t3code#5427, NousResearch/hermes-agent#62294): no encryption on Linux: signing in led back to signing in. */
import { expect, it } from 'vitest';
import { adasRecord, createSession } from '../support/sign-in/session.ts';

it('is signed in for this run without a keyring, and asks again after the next start without an error', async () => {
  const { tokens, cipher, open, clock, files } = await createSession();
  await tokens.signOut();
  cipher.strength = 'weak';
  await tokens.adopt(adasRecord(clock.now()));
  expect((await tokens.accessToken()).accessToken).toBe('access-0');
  expect(files.content.size).toBe(0);
  expect(await open().restore()).toEqual({ signedIn: false, notice: null });
});
