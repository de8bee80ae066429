import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  type AttemptEvent,
  type AttemptState,
  challengeOf,
  codeOfRefusal,
  isAlive,
  newAttempt,
  stepAttempt,
} from '../../../../electron/sign-in/attempt.ts';
import { sequences, sequencesTimeoutMs } from '../../../support/sequences.ts';

const attemptWith = (id: string): Attempt => ({
  id,
  state: `state-of-${id}`,
  verifier: `verifier-of-${id}`,
  redirectUri: 'rolecall://oauth/callback',
  startedAt: 1,
});
const idle: AttemptState = { kind: 'idle' };
const one = attemptWith('one');
const waiting: AttemptState = { kind: 'waiting', attempt: one, browserFailed: false };
const exchanging: AttemptState = { kind: 'exchanging', attemptId: 'one', startedAt: 1 };
const answer = (id: string): AttemptEvent => ({
  kind: 'callback',
  link: { kind: 'code', state: `state-of-${id}`, code: 'code' },
});

describe('newAttempt', () => {
  it('has fresh secrets of 256 bits each, and a S256 challenge (RFC 7636 4.1, 4.2)', async () => {
    const given = { id: 'a', redirectUri: 'rolecall://oauth/callback', pkce: true, startedAt: 0 };
    const attempts = Array.from({ length: 50 }, () => newAttempt(given));
    for (const { state, verifier } of attempts) {
      expect(state).toMatch(/^[\w-]{43}$/);
      expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    }
    expect(new Set(attempts.flatMap(({ state, verifier }) => [state, verifier])).size).toBe(100);
    // RFC 7636 appendix B.
    expect(await challengeOf({ ...one, verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' })).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
    expect(await challengeOf(newAttempt({ ...given, pkce: false }))).toBeNull();
  });
});

describe('stepAttempt', () => {
  it('opens the browser, waits, takes the answer and exchanges it once', () => {
    const started = stepAttempt(idle, { kind: 'start', attempt: one });
    expect(started).toEqual({
      state: { kind: 'opening', attempt: one },
      effect: { kind: 'open-browser', attempt: one },
    });
    const opened = stepAttempt(started.state, { kind: 'browser-opened', attemptId: 'one' });
    expect(opened.state).toEqual(waiting);
    const answered = stepAttempt(opened.state, answer('one'));
    expect(answered.effect).toEqual({ kind: 'exchange', attempt: one, code: 'code' });
    const again = stepAttempt(answered.state, answer('one'));
    expect(again).toEqual({ state: exchanging, effect: { kind: 'ignored', reason: 'no-attempt' } });
    expect(stepAttempt(exchanging, { kind: 'token-reply', attemptId: 'one' })).toEqual({
      state: { kind: 'done', attemptId: 'one' },
      effect: { kind: 'accept-tokens' },
    });
  });

  it('takes an answer that is quicker than the browser says it opened', () => {
    expect(stepAttempt({ kind: 'opening', attempt: one }, answer('one')).state.kind).toBe('exchanging');
  });

  it('goes on waiting where no browser opened: link and address can still be carried by hand', () => {
    const step = stepAttempt({ kind: 'opening', attempt: one }, { kind: 'browser-failed', attemptId: 'one' });
    expect(step.state).toEqual({ ...waiting, browserFailed: true });
    expect(stepAttempt(step.state, answer('one')).state.kind).toBe('exchanging');
  });

  it.each<[string, AttemptState, AttemptEvent]>([
    ['a foreign state', waiting, answer('two')],
    ['an empty state', waiting, { kind: 'callback', link: { kind: 'code', state: '', code: 'c' } }],
    ['a foreign refusal', waiting, { kind: 'callback', link: { kind: 'refused', state: 'x', error: 'access_denied' } }],
    ['a foreign contradiction', waiting, { kind: 'callback', link: { kind: 'malformed', state: 'x' } }],
    ['an unrecognised link', waiting, { kind: 'callback', link: { kind: 'unrecognised', reason: 'no-state' } }],
    ['a time-out of another attempt', waiting, { kind: 'timeout', attemptId: 'two' }],
    ['a browser of another attempt', waiting, { kind: 'browser-failed', attemptId: 'two' }],
    ['an answer without an attempt', idle, answer('one')],
    ['a late time-out', exchanging, { kind: 'timeout', attemptId: 'one' }],
    ['an error of another exchange', exchanging, { kind: 'token-error', attemptId: 'two', code: 'bug' }],
  ])('is not moved by %s', (_what, state, event) => {
    const step = stepAttempt(state, event);
    expect(step.state).toBe(state);
    expect(step.effect.kind).toBe('ignored');
  });

  it('gives back tokens of an attempt that was given up', () => {
    for (const state of [idle, waiting, { ...exchanging, attemptId: 'two' }]) {
      const step = stepAttempt(state, { kind: 'token-reply', attemptId: 'one' });
      expect(step).toEqual({ state, effect: { kind: 'discard-tokens' } });
    }
  });

  it('ends calmly when the person said no, and says what else went wrong', () => {
    const denied = stepAttempt(waiting, {
      kind: 'callback',
      link: { kind: 'refused', state: one.state, error: 'access_denied' },
    });
    expect(denied.state).toEqual({ kind: 'failed', attemptId: 'one', code: 'sign-in-denied' });
    expect(stepAttempt(waiting, { kind: 'timeout', attemptId: 'one' }).state).toMatchObject({
      code: 'sign-in-timed-out',
    });
    expect(
      stepAttempt(waiting, { kind: 'callback', link: { kind: 'malformed', state: one.state } }).state,
    ).toMatchObject({
      code: 'oauth-refused',
    });
  });

  it.each([
    ['access_denied', 'sign-in-denied'],
    ['server_error', 'network-service-broken'],
    ['temporarily_unavailable', 'network-service-broken'],
    ['invalid_scope', 'oauth-invalid-scope'],
    ['unauthorized_client', 'oauth-invalid-client'],
    ['invalid_request', 'oauth-refused'],
    ['something_new', 'oauth-refused'],
  ])('maps %s (RFC 6749 4.1.2.1)', (error, code) => {
    expect(codeOfRefusal(error)).toBe(code);
  });

  it('forgets the first attempt when a second starts (report C41)', () => {
    const second = stepAttempt(waiting, { kind: 'start', attempt: attemptWith('two') });
    expect(JSON.stringify(second.state)).not.toContain('of-one');
    expect(stepAttempt(second.state, answer('one')).effect).toEqual({ kind: 'ignored', reason: 'other-state' });
    expect(stepAttempt(second.state, answer('two')).state).toMatchObject({ kind: 'exchanging', attemptId: 'two' });
  });

  it(
    'holds its invariants over random sequences of events',
    () => {
      const id = fc.constantFrom('one', 'two', 'three');
      const event: fc.Arbitrary<AttemptEvent> = fc.oneof(
        id.map((name): AttemptEvent => ({ kind: 'start', attempt: attemptWith(name) })),
        id.map((attemptId): AttemptEvent => ({ kind: 'browser-opened', attemptId })),
        id.map((attemptId): AttemptEvent => ({ kind: 'browser-failed', attemptId })),
        id.map(answer),
        id.map(
          (name): AttemptEvent => ({
            kind: 'callback',
            link: { kind: 'refused', state: `state-of-${name}`, error: 'access_denied' },
          }),
        ),
        fc.constant<AttemptEvent>({ kind: 'callback', link: { kind: 'unrecognised', reason: 'bad-value' } }),
        fc.constant<AttemptEvent>({ kind: 'cancel' }),
        id.map((attemptId): AttemptEvent => ({ kind: 'timeout', attemptId })),
        id.map((attemptId): AttemptEvent => ({ kind: 'token-reply', attemptId })),
        id.map((attemptId): AttemptEvent => ({ kind: 'token-error', attemptId, code: 'sign-in-exchange-unknown' })),
      );
      fc.assert(
        fc.property(fc.array(event, { maxLength: 14 }), (events) => {
          let state: AttemptState = idle;
          let starts = 0;
          let exchanges = 0;
          let accepted = 0;
          for (const next of events) {
            const before: AttemptState = state;
            const step = stepAttempt(state, next);
            state = step.state;
            if (next.kind === 'start') starts += 1;
            if (step.effect.kind === 'exchange') {
              exchanges += 1;
              // Only the answer with the state of the attempt that was open leads to an exchange.
              const { attempt } = step.effect;
              hold(next.kind === 'callback' && next.link.kind === 'code' && next.link.state === attempt.state);
              hold('attempt' in before && before.attempt.id === attempt.id);
            }
            if (step.effect.kind === 'accept-tokens') {
              accepted += 1;
              hold(before.kind === 'exchanging');
            }
            hold(step.effect.kind !== 'ignored' || state === before);
            // Secrets live only while an answer is awaited.
            hold(state.kind === 'opening' || state.kind === 'waiting' || !JSON.stringify(state).includes('-of-'));
            hold(isAlive(before) || next.kind === 'start' || !isAlive(state));
          }
          hold(exchanges <= starts && accepted <= exchanges);
        }),
        { numRuns: sequences },
      );
    },
    sequencesTimeoutMs,
  );
});

/** As `expect`, but quick enough to be asked millions of times. */
function hold(condition: boolean): void {
  if (!condition) throw new Error('An invariant does not hold.');
}
