import { createHash, timingSafeEqual } from 'node:crypto';
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import { assertNever } from '../errors.ts';
import type { CallbackLink } from './callback-link.ts';

/** One try to sign in. It lives in the memory of the main process only (checklist B25). */
export interface Attempt {
  readonly id: string;
  /** 256 random bits, used once. */
  readonly state: string;
  /** RFC 7636 4.1: 43 characters from 256 random bits. Null where the connection leaves PKCE out. */
  readonly verifier: string | null;
  readonly redirectUri: string;
  readonly startedAt: number;
}

/** Milliseconds until an attempt nobody answered is forgotten (checklist B25). */
export const attemptLifetimeMs = 10 * 60_000;

/** A new attempt with fresh secrets. `id` is not one: it goes to the screen. */
export function newAttempt(given: {
  readonly id: string;
  readonly redirectUri: string;
  readonly pkce: boolean;
  readonly startedAt: number;
}): Attempt {
  return {
    id: given.id,
    state: generateRandomState(),
    verifier: given.pkce ? generateRandomCodeVerifier() : null,
    redirectUri: given.redirectUri,
    startedAt: given.startedAt,
  };
}

/** S256 challenge of the attempt's verifier (RFC 7636 4.2). */
export async function challengeOf(attempt: Attempt): Promise<string | null> {
  return attempt.verifier === null ? null : calculatePKCECodeChallenge(attempt.verifier);
}

export type AttemptState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening'; readonly attempt: Attempt }
  | { readonly kind: 'waiting'; readonly attempt: Attempt; readonly browserFailed: boolean }
  /** State and verifier are gone by now: the answer was taken, a second one finds nothing to fit. */
  | { readonly kind: 'exchanging'; readonly attemptId: string; readonly startedAt: number }
  | { readonly kind: 'done'; readonly attemptId: string }
  | { readonly kind: 'failed'; readonly attemptId: string; readonly code: ErrorCode };

export type AttemptEvent =
  | { readonly kind: 'start'; readonly attempt: Attempt }
  | { readonly kind: 'browser-opened'; readonly attemptId: string }
  | { readonly kind: 'browser-failed'; readonly attemptId: string }
  | { readonly kind: 'callback'; readonly link: CallbackLink }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'timeout'; readonly attemptId: string }
  | { readonly kind: 'token-reply'; readonly attemptId: string }
  | { readonly kind: 'token-error'; readonly attemptId: string; readonly code: ErrorCode };

/** What the shell has to do after a step. */
export type AttemptEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'open-browser'; readonly attempt: Attempt }
  | { readonly kind: 'exchange'; readonly attempt: Attempt; readonly code: string }
  /** The reply belongs to the attempt that is current: the session begins. */
  | { readonly kind: 'accept-tokens' }
  /** The attempt it belonged to was given up meanwhile: the tokens are revoked, not used. */
  | { readonly kind: 'discard-tokens' }
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason };

export type IgnoredReason = 'no-attempt' | 'other-state' | 'unrecognised' | 'late';

export interface AttemptStep {
  readonly state: AttemptState;
  readonly effect: AttemptEffect;
}

const none: AttemptEffect = { kind: 'none' };

/**
 * One step of signing in (checklist B8). At most one attempt is alive; everything that names another one is dropped; a
 * callback that does not carry the attempt's state never ends it, since any web page could send one.
 */
export function stepAttempt(state: AttemptState, event: AttemptEvent): AttemptStep {
  const stay = (effect: AttemptEffect = none): AttemptStep => ({ state, effect });
  const ignore = (reason: IgnoredReason): AttemptStep => stay({ kind: 'ignored', reason });
  switch (event.kind) {
    case 'start':
      // A second start forgets the first attempt's secrets at once (field report C41).
      return {
        state: { kind: 'opening', attempt: event.attempt },
        effect: { kind: 'open-browser', attempt: event.attempt },
      };
    case 'browser-opened':
    case 'browser-failed': {
      const attempt = openAttempt(state);
      if (attempt === null || attempt.id !== event.attemptId) return ignore('late');
      return {
        state: { kind: 'waiting', attempt, browserFailed: event.kind === 'browser-failed' },
        effect: none,
      };
    }
    case 'callback':
      return stepCallback(state, event.link);
    case 'cancel':
      return isAlive(state) ? { state: { kind: 'idle' }, effect: none } : stay();
    case 'timeout': {
      const attempt = openAttempt(state);
      if (attempt === null || attempt.id !== event.attemptId) return ignore('late');
      return { state: { kind: 'failed', attemptId: attempt.id, code: 'sign-in-timed-out' }, effect: none };
    }
    case 'token-reply':
      if (state.kind !== 'exchanging' || state.attemptId !== event.attemptId) return stay({ kind: 'discard-tokens' });
      return { state: { kind: 'done', attemptId: event.attemptId }, effect: { kind: 'accept-tokens' } };
    case 'token-error':
      if (state.kind !== 'exchanging' || state.attemptId !== event.attemptId) return ignore('late');
      return { state: { kind: 'failed', attemptId: event.attemptId, code: event.code }, effect: none };
    default:
      return assertNever(event);
  }
}

function stepCallback(state: AttemptState, link: CallbackLink): AttemptStep {
  const ignore = (reason: IgnoredReason): AttemptStep => ({ state, effect: { kind: 'ignored', reason } });
  if (link.kind === 'unrecognised') return ignore('unrecognised');
  const attempt = openAttempt(state);
  if (attempt === null) return ignore('no-attempt');
  if (!sameSecret(link.state, attempt.state)) return ignore('other-state');
  const fail = (code: ErrorCode): AttemptStep => ({
    state: { kind: 'failed', attemptId: attempt.id, code },
    effect: none,
  });
  switch (link.kind) {
    case 'code':
      return {
        state: { kind: 'exchanging', attemptId: attempt.id, startedAt: attempt.startedAt },
        effect: { kind: 'exchange', attempt, code: link.code },
      };
    case 'refused':
      return fail(codeOfRefusal(link.error));
    case 'malformed':
      return fail('oauth-refused');
    default:
      return assertNever(link);
  }
}

/** Whether the attempt can still end by itself. */
export function isAlive(state: AttemptState): boolean {
  return state.kind === 'opening' || state.kind === 'waiting' || state.kind === 'exchanging';
}

/** The attempt whose answer is awaited, if there is one. */
export function openAttempt(state: AttemptState): Attempt | null {
  return state.kind === 'opening' || state.kind === 'waiting' ? state.attempt : null;
}

/** RFC 6749 4.1.2.1: what the authorization page may answer instead of a code. */
export function codeOfRefusal(error: string): ErrorCode {
  switch (error) {
    case 'access_denied':
      return 'sign-in-denied';
    case 'server_error':
    case 'temporarily_unavailable':
      return 'network-service-broken';
    case 'invalid_scope':
      return 'oauth-invalid-scope';
    case 'unauthorized_client':
      return 'oauth-invalid-client';
    default:
      return 'oauth-refused';
  }
}

/** Compares without telling by its duration how much was right (checklist B25). */
function sameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
