/**
 * C42 (RocketChat/Rocket.Chat.Electron#1635, open-webui/desktop#175): the button was clicked twice, and the answer of the first
 * browser page met the state of the second.
 */
import { expect, it } from 'vitest';
import { type Attempt, type AttemptState, newAttempt, stepAttempt } from '../../electron/sign-in/attempt.ts';

const attemptOf = (id: string): Attempt =>
  newAttempt({ id, redirectUri: 'rolecall://oauth/callback', pkce: true, startedAt: 0 });
const idle: AttemptState = { kind: 'idle' };

it('ignores the answer of the first and takes that of the second', () => {
  const first = attemptOf('a');
  const second = attemptOf('b');
  let { state } = stepAttempt(idle, { kind: 'start', attempt: first });
  ({ state } = stepAttempt(state, { kind: 'start', attempt: second }));
  const late = stepAttempt(state, { kind: 'callback', link: { kind: 'code', code: 'c', state: first.state } });
  expect(late).toEqual({ state, effect: { kind: 'ignored', reason: 'other-state' } });
  const right = stepAttempt(late.state, { kind: 'callback', link: { kind: 'code', code: 'c', state: second.state } });
  expect(right.effect).toMatchObject({ kind: 'exchange', code: 'c', attempt: { id: 'b' } });
});
