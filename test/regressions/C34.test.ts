/** C34 (vladimiry/ElectronMail#674): the browser can not be opened at all, and the link did nothing. */
import { expect, it } from 'vitest';
import { type Attempt, type AttemptState, newAttempt, stepAttempt } from '../../electron/sign-in/attempt.ts';

const attemptOf = (id: string): Attempt =>
  newAttempt({ id, redirectUri: 'rolecall://oauth/callback', pkce: true, startedAt: 0 });
const idle: AttemptState = { kind: 'idle' };

it('says so and keeps the attempt, whose link can be copied into any browser', () => {
  const { state } = stepAttempt(idle, { kind: 'start', attempt: attemptOf('a') });
  const failed = stepAttempt(state, { kind: 'browser-failed', attemptId: 'a' }).state;
  expect(failed).toMatchObject({ kind: 'waiting', browserFailed: true });
});
