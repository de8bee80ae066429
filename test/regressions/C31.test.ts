/** C31 and C32 (electron/electron#16149, #31485): the system says that the browser was opened, and nothing opens. */
import { expect, it } from 'vitest';
import { type Attempt, type AttemptState, newAttempt, stepAttempt } from '../../electron/sign-in/attempt.ts';

const attemptOf = (id: string): Attempt =>
  newAttempt({ id, redirectUri: 'rolecall://oauth/callback', pkce: true, startedAt: 0 });
const idle: AttemptState = { kind: 'idle' };

it('still waits afterwards, so that it can be opened again, copied or cancelled', () => {
  const { state } = stepAttempt(idle, { kind: 'start', attempt: attemptOf('a') });
  const opened = stepAttempt(state, { kind: 'browser-opened', attemptId: 'a' }).state;
  expect(opened).toMatchObject({ kind: 'waiting', browserFailed: false, attempt: { id: 'a' } });
  expect(stepAttempt(opened, { kind: 'cancel' }).state).toEqual(idle);
});
