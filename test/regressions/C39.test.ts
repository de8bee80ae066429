/** C39 (forcedotcom/SalesforceMobileSDK-Android#2879, metabrainz/picard PR#3400): the rotated token was never stored. */
import { expect, it } from 'vitest';
import { createSession, hour } from '../support/sign-in/session.ts';

it('uses the rotated token the second time', async () => {
  const { tokens, clock, endpoint } = await createSession();
  for (let time = 0; time < 2; time += 1) {
    await clock.pass(hour);
    await tokens.accessToken();
  }
  expect(endpoint.calls).toEqual(['refresh refresh-0', 'refresh refresh-1']);
});
