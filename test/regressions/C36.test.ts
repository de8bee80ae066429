/** C36: another process had renewed the token, and the one whose renewal was then refused signed everybody out. */
import { expect, it } from 'vitest';
import { refusedWith } from '../support/sign-in/fakes.ts';
import { adasRecord, createSession, hour } from '../support/sign-in/session.ts';

it('reads what is kept once more after a refusal, and goes on with what it finds', async () => {
  const { tokens, open, clock, endpoint, ended } = await createSession();
  const other = open();
  await other.restore();
  await clock.pass(hour);
  endpoint.next.push(async () => {
    await other.adopt({ ...adasRecord(clock.now()), accessToken: 'access-7', refreshToken: 'refresh-7' });
    return refusedWith('invalid_grant');
  });
  expect((await tokens.accessToken()).accessToken).toBe('access-7');
  expect(ended).toEqual([]);
});
