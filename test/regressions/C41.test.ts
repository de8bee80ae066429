/** C41: a second start kept the state of the first, so that the answer to either was refused. */
import { expect, it } from 'vitest';
import { type AttemptState, newAttempt, stepAttempt } from '../../electron/sign-in/attempt.ts';

it('forgets the first attempt at once', () => {
  const attemptOf = (id: string) =>
    newAttempt({ id, redirectUri: 'rolecall://oauth/callback', pkce: true, startedAt: 0 });
  const [first, second] = [attemptOf('a'), attemptOf('b')];
  let state: AttemptState = { kind: 'idle' };
  for (const attempt of [first, second]) ({ state } = stepAttempt(state, { kind: 'start', attempt }));
  const text = JSON.stringify(state);
  expect(text).not.toContain(first.state);
  expect(text).not.toContain(first.verifier ?? '?');
  expect(
    stepAttempt(state, { kind: 'callback', link: { kind: 'code', code: 'c', state: second.state } }).state,
  ).toMatchObject({
    kind: 'exchanging',
    attemptId: 'b',
  });
});
