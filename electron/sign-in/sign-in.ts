import { randomUUID } from 'node:crypto';
import type { RequestHandlers } from '../../contract/desk/channel-map.ts';
import type { TokenUse } from '../../contract/desk/connections.ts';
import type { ErrorCode } from '../../contract/desk/errors.ts';
import type { LinksOpenWith, Operator, SignInRequest, SignInState } from '../../contract/desk/sign-in.ts';
import type { Connection } from '../connections/connection.ts';
import { assertNever, RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { LastInput } from '../ports/last-input.ts';
import type { Links } from '../ports/links.ts';
import type { Log } from '../ports/log.ts';
import type { SystemBrowser } from '../ports/system-browser.ts';
import type { Unlock } from '../ports/unlock.ts';
import type { AccessTokens } from '../registration/access-tokens.ts';
import {
  type Attempt,
  type AttemptEvent,
  type AttemptState,
  attemptLifetimeMs,
  challengeOf,
  isAlive,
  newAttempt,
  openAttempt,
  stepAttempt,
} from './attempt.ts';
import { authorizationUrl } from './authorization-url.ts';
import { parseCallbackLink } from './callback-link.ts';
import { ConnectionAccessTokens } from './connection-access-tokens.ts';
import { GivenUpAttempts } from './given-up-attempts.ts';
import { IntegrationTokens } from './integration-tokens.ts';
import { neverLocked } from './lock-state.ts';
import { type AnswerWords, isLoopbackRedirect, type LoopbackRedirect, listenForRedirect } from './loopback-redirect.ts';
import { readOperator, unnamedOperator } from './operator-identity.ts';
import type { OperatorRecord, OperatorTokens, OperatorTokensListener } from './operator-tokens.ts';
import { hashPin, type PinHash } from './pin.ts';
import { RenewAhead } from './renew-ahead.ts';
import { ScreenLock } from './screen-lock.ts';
import { errorOfOutcome, type TokenEndpoint, type TokenGrant } from './token-endpoint.ts';

export type SignInChannel =
  | 'sign-in:read'
  | 'sign-in:start'
  | 'sign-in:cancel'
  | 'sign-in:open-browser-again'
  | 'sign-in:copy-link'
  | 'sign-in:copy-request'
  | 'sign-in:take-over-links'
  | 'sign-in:paste-address'
  | 'sign-in:sign-out'
  | 'sign-in:lock'
  | 'sign-in:unlock'
  | 'sign-in:set-pin';

/** Signing in to one connection, and the session that comes of it. */
export interface SignIn extends Unlock {
  readonly handlers: RequestHandlers<SignInChannel>;
  readonly accessTokens: AccessTokens;
  /** Whose token opens which calls. Empty while nobody is signed in. */
  tokenUses(): TokenUse[];
  /** The operator's token for a test of the connection, and its OAuth scopes; null while nobody is signed in. */
  operatorAccess(signal: AbortSignal): Promise<Pick<OperatorRecord, 'accessToken' | 'oauthScopes'> | null>;
  state(): SignInState;
  /** Who is signed in, or null. */
  operator(): Operator | null;
  /** What is kept of their lock's PIN; null where there is none. */
  lockPin(): PinHash | null;
  /** Told every new state. Answers with the function that unsubscribes. */
  subscribe(listener: (state: SignInState) => void): () => void;
  /** Takes up the session of the last start. */
  start(): Promise<void>;
  /** A link from outside: the browser's answer, or anything else that came by our scheme. */
  deliver(link: string): void;
  /** The machine woke up from sleep: what time has passed is looked at anew. */
  wakeUp(): void;
  /** Ends attempts and timers; what is in the vault stays. Resolves when a revocation under way has ended. */
  close(): Promise<void>;
}

/** Milliseconds a sign-out waits for the service to take its token back. */
const revokeTimeoutMs = 3_000;

export interface SignInDependencies {
  readonly connection: Connection;
  readonly endpoint: TokenEndpoint;
  readonly transport: HttpTransport;
  readonly browser: SystemBrowser;
  readonly copyText: (text: string) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the session is kept until it is known better: what the keyring promises. */
  readonly kept: () => Promise<'keyring' | 'memory'>;
  readonly links: Links;
  readonly bringToFront: () => void;
  readonly createTokens: (listener: OperatorTokensListener) => OperatorTokens;
  /** Set where nobody can sign in to this connection at all: its secret could not be read. */
  readonly unusable: ErrorCode | null;
  readonly lastInput: LastInput;
  /** Minutes without a touch until the desk locks itself; null: never. */
  readonly lockAfterMinutes: () => number | null;
  /** Whether this is the administrator's PIN, which may not be the lock's. Throws `pin-wait` where that was asked too often. */
  readonly isAdministratorPin?: (pin: string) => Promise<boolean>;
  /** What the browser's last page says, where the way back is a listener of ours; in the language that is spoken now. */
  readonly answerWords: () => AnswerWords;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** After a session was restored. The desk stands by then, and has its people. */
const lookAtLinksAfterMs = 5_000;

export function createSignIn(given: SignInDependencies): SignIn {
  const { connection, endpoint, clock, log } = given;
  const listeners = new Set<(state: SignInState) => void>();
  const revocations = new Set<Promise<unknown>>();
  let starting = true;
  let closed = false;
  let attemptState: AttemptState = { kind: 'idle' };
  let everTried = false;
  let ignoredCallbacks = 0;
  let notice: ErrorCode | null = given.unusable;
  let sessionNotice: ErrorCode | null = null;
  let kept: 'keyring' | 'memory' = 'memory';
  let linksOpenWith: LinksOpenWith = 'nothing';
  let cancelLook = (): void => {};
  const givenUp = new GivenUpAttempts();
  let earlierAnswered = false;
  let cancelTimeout: (() => void) | null = null;
  let loopback: LoopbackRedirect | null = null;
  let exchange: AbortController | null = null;
  let published = '';

  const tokens = given.createTokens({
    ended: (reason) => {
      log.info('session-ended', { code: reason });
      access.clear();
      notice = reason;
      sessionNotice = null;
      changed();
    },
    noticed: (reason) => {
      sessionNotice = reason;
      changed();
    },
    kept: (where) => {
      kept = where;
      changed();
    },
  });
  const access = new ConnectionAccessTokens({
    dataAccess: connection.dataAccess,
    operator: tokens,
    integration: new IntegrationTokens({ endpoint, clock }),
    changed: () => changed(),
    now: clock.now,
  });

  const lock = new ScreenLock({
    store: {
      read: () => {
        const record = tokens.current();
        return record === null ? null : (record.lock ?? neverLocked);
      },
      write: (next) => tokens.setLock(next),
    },
    clock,
    lastInput: given.lastInput,
    afterMinutes: given.lockAfterMinutes,
    hashPin,
    log,
    changed: () => changed(),
    tooManyTries: () => endSession('pin-too-often'),
    isTaken: async (pin) => (await given.isAdministratorPin?.(pin)) === true,
  });

  const renewAhead = new RenewAhead({ tokens, clock, random: given.random });

  function state(): SignInState {
    if (starting) return { kind: 'starting', waitingFor: 'vault' };
    switch (attemptState.kind) {
      case 'opening':
        return { kind: 'opening', attemptId: attemptState.attempt.id, startedAt: attemptState.attempt.startedAt };
      case 'waiting':
        return {
          kind: 'waiting',
          attemptId: attemptState.attempt.id,
          startedAt: attemptState.attempt.startedAt,
          browserFailed: attemptState.browserFailed,
          asked: requestOf(attemptState.attempt),
          earlierAnswered,
        };
      case 'exchanging':
        return { kind: 'exchanging', attemptId: attemptState.attemptId, startedAt: attemptState.startedAt };
      case 'idle':
      case 'done':
      case 'failed': {
        const record = tokens.current();
        if (record === null) {
          return { kind: 'signed-out', notice, kept, comesBackByItself: linksOpenWith === 'rolecall', linksOpenWith };
        }
        const { locked, pinSet, triesLeft, nextTryAt } = lock.view();
        if (locked !== null) {
          return { kind: 'locked', operator: record.operator, because: locked, pinSet, triesLeft, nextTryAt };
        }
        return {
          kind: 'signed-in',
          operator: record.operator,
          kept,
          notice: sessionNotice,
          ...access.abilities(),
          pinSet,
        };
      }
      default:
        return assertNever(attemptState);
    }
  }

  function changed(): void {
    if (!closed) {
      lock.follow();
      renewAhead.plan();
    }
    const next = state();
    const text = JSON.stringify(next);
    if (closed || text === published) return;
    published = text;
    for (const listener of [...listeners]) listener(next);
  }

  async function lookAtLinks(): Promise<void> {
    linksOpenWith = await given.links.look();
    changed();
  }

  /** On Linux the desktop's own scripts are asked: nobody who is signed in waits for them with the first search of a start. */
  async function findWayBack(): Promise<void> {
    if (isLoopbackRedirect(connection.redirectUri)) linksOpenWith = 'rolecall';
    else if (tokens.current() === null) await lookAtLinks();
    else {
      // Believed until then: somebody did sign in here before.
      linksOpenWith = 'rolecall';
      cancelLook = clock.after(lookAtLinksAfterMs, () => {
        lookAtLinks().catch(() => log.warn('links-not-looked-at'));
      });
    }
  }

  /** Runs one step of the reducer and does what it asks for. */
  function dispatch(event: AttemptEvent): void {
    const before = openAttempt(attemptState);
    const step = stepAttempt(attemptState, event);
    attemptState = step.state;
    if (before !== null && openAttempt(attemptState)?.id !== before.id) {
      endWaiting();
      if (event.kind !== 'callback') givenUp.add(before);
    }
    if (event.kind === 'start') earlierAnswered = false;
    if (attemptState.kind === 'failed' && 'attemptId' in event && event.attemptId === attemptState.attemptId) {
      notice = attemptState.code;
    } else if (attemptState.kind === 'failed' && event.kind === 'callback') {
      notice = attemptState.code;
    }
    switch (step.effect.kind) {
      case 'none':
        break;
      case 'open-browser':
        cancelTimeout = clock.after(attemptLifetimeMs, () =>
          dispatch({ kind: 'timeout', attemptId: step.effect.kind === 'open-browser' ? step.effect.attempt.id : '' }),
        );
        void openBrowser(step.effect.attempt);
        break;
      case 'exchange':
        void exchangeCode(step.effect.attempt, step.effect.code);
        break;
      case 'ignored':
        ignoredCallbacks += 1;
        // Powers of two: whoever floods us with links does not flood the log.
        if ((ignoredCallbacks & (ignoredCallbacks - 1)) === 0) {
          log.warn('callback-ignored', { reason: step.effect.reason, times: ignoredCallbacks });
        }
        break;
      case 'accept-tokens':
      case 'discard-tokens':
        break;
      default:
        assertNever(step.effect);
    }
    changed();
  }

  function endWaiting(): void {
    cancelTimeout?.();
    cancelTimeout = null;
    loopback?.close();
    loopback = null;
  }

  async function openBrowser(attempt: Attempt): Promise<void> {
    try {
      await given.browser.open(await urlOf(attempt));
      dispatch({ kind: 'browser-opened', attemptId: attempt.id });
    } catch (error) {
      log.warn('browser-not-opened', { code: error instanceof RolecallError ? error.code : 'bug' });
      dispatch({ kind: 'browser-failed', attemptId: attempt.id });
    }
  }

  const requestOf = (attempt: Attempt): SignInRequest => ({
    clientId: connection.clientId,
    redirectUri: attempt.redirectUri,
    oauthScopes: [...connection.oboScopes],
  });

  async function urlOf(attempt: Attempt): Promise<URL> {
    return authorizationUrl({
      baseUrl: connection.baseUrl,
      clientId: connection.clientId,
      redirectUri: attempt.redirectUri,
      oauthScopes: connection.oboScopes,
      state: attempt.state,
      challenge: await challengeOf(attempt),
    });
  }

  /** The one exchange of the code. It is never repeated: where its outcome is unknown, a new attempt is (B8). */
  async function exchangeCode(attempt: Attempt, code: string): Promise<void> {
    given.bringToFront();
    exchange = new AbortController();
    const { signal } = exchange;
    try {
      const outcome = await endpoint.exchange(
        { code, verifier: attempt.verifier, redirectUri: attempt.redirectUri, oauthScopes: connection.oboScopes },
        signal,
      );
      if (outcome.kind !== 'granted') {
        const error = errorOfOutcome(outcome);
        const unknown = outcome.kind === 'unknown' || error.code === 'network-service-broken';
        log.warn('exchange-failed', { kind: outcome.kind, code: error.code });
        dispatch({
          kind: 'token-error',
          attemptId: attempt.id,
          code: unknown ? 'sign-in-exchange-unknown' : error.code,
        });
        return;
      }
      await acceptGrant(attempt, outcome.grant, signal);
    } catch (error) {
      if (!signal.aborted) log.error('exchange-broke', { problem: error instanceof Error ? error.stack : 'unknown' });
      dispatch({ kind: 'token-error', attemptId: attempt.id, code: signal.aborted ? 'sign-in-interrupted' : 'bug' });
    }
  }

  async function acceptGrant(attempt: Attempt, grant: TokenGrant, signal: AbortSignal): Promise<void> {
    const record: OperatorRecord = {
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken,
      oauthScopes: [...grant.oauthScopes],
      expiresAt: clock.now() + grant.lifetimeMs,
      lifetimeMs: grant.lifetimeMs,
      operator: unnamedOperator(),
    };
    const isCurrent = (): boolean =>
      attemptState.kind === 'exchanging' && attemptState.attemptId === attempt.id && !closed;
    if (isCurrent()) {
      access.clear();
      sessionNotice = null;
      // Saved before anything else is asked, and before anybody is told: what the screen shows as signed in survives a
      // crash right after (field report C37).
      await tokens.adopt(record);
      const operator = await readOperator({
        transport: given.transport,
        baseUrl: connection.baseUrl,
        accessToken: grant.accessToken,
        signal,
      });
      if (isCurrent() && operator !== null) await tokens.rename(operator);
      if (!isCurrent() && tokens.current()?.accessToken === grant.accessToken) await tokens.signOut();
    }
    // Cancelled or started anew meanwhile: nobody uses these.
    if (!isCurrent()) revoke(grant);
    else notice = null;
    dispatch({ kind: 'token-reply', attemptId: attempt.id });
    log.info('tokens-granted', { oauthScopes: grant.oauthScopes.length, kept });
  }

  function revoke(tokens: Pick<OperatorRecord, 'refreshToken' | 'accessToken'>): void {
    const { refreshToken, accessToken } = tokens;
    const revocation = endpoint.revoke(refreshToken ?? accessToken, revokeTimeoutMs, accessToken).then((taken) => {
      log.info('token-revoked', { taken });
    });
    revocations.add(revocation);
    void revocation.finally(() => revocations.delete(revocation));
  }

  /** Deleted here first: should anything break afterwards, this machine is signed out (checklist B33). */
  async function endSession(why: ErrorCode | null): Promise<void> {
    const record = await tokens.signOut();
    access.clear();
    notice = why;
    sessionNotice = null;
    changed();
    if (record !== null) revoke(record);
  }

  async function startAttempt(): Promise<void> {
    if (starting || given.unusable !== null) {
      throw new RolecallError(given.unusable ?? 'bad-input', 'Nobody can sign in just now.');
    }
    if (tokens.current() !== null) throw new RolecallError('bad-input', 'Somebody is signed in already.');
    everTried = true;
    notice = null;
    exchange?.abort(new RolecallError('sign-in-interrupted', 'Another attempt took over.'));
    endWaiting();
    let { redirectUri } = connection;
    let listening: typeof loopback = null;
    if (isLoopbackRedirect(redirectUri)) {
      listening = await listenForRedirect(redirectUri, deliver, given.answerWords);
      redirectUri = listening.redirectUri;
    }
    dispatch({
      kind: 'start',
      attempt: newAttempt({ id: randomUUID(), redirectUri, pkce: connection.pkce, startedAt: clock.now() }),
    });
    // Not before: what ends an attempt that this one replaces would close it.
    loopback = listening;
  }

  function parse(link: string): ReturnType<typeof parseCallbackLink> {
    const redirectUri = openAttempt(attemptState)?.redirectUri ?? connection.redirectUri;
    return parseCallbackLink(link, { redirectUri, issuer: connection.baseUrl });
  }

  function deliver(link: string): void {
    const parsed = parse(link);
    if (parsed.kind === 'code' && !everTried && !starting && tokens.current() === null) {
      // The program was closed while the browser was open: the attempt's secrets are gone, a new one is quick.
      notice = 'sign-in-interrupted';
      given.bringToFront();
    }
    if (parsed.kind === 'code' && givenUp.has(parsed.state)) {
      // Said calmly, and without coming to the front: nobody waits for it any more (checklist B46).
      if (openAttempt(attemptState) !== null) earlierAnswered = true;
      else if (!isAlive(attemptState) && tokens.current() === null) notice = 'sign-in-given-up';
    }
    dispatch({ kind: 'callback', link: parsed });
  }

  function requireOpen(): Attempt {
    const attempt = openAttempt(attemptState);
    if (attempt === null) throw new RolecallError('sign-in-address-not-current', 'No sign-in is waiting.');
    return attempt;
  }

  return {
    accessTokens: access,
    tokenUses: () => access.uses(),
    operatorAccess: async (signal) => (tokens.current() === null ? null : tokens.accessToken(signal)),
    state,
    operator: () => tokens.current()?.operator ?? null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    start: async () => {
      try {
        kept = await given.kept();
        if (given.unusable === null) {
          const restored = await tokens.restore();
          notice = restored.notice;
          log.info('session-restored', { signedIn: restored.signedIn, code: restored.notice });
        }
        await findWayBack();
      } catch (error) {
        log.error('session-not-restored', { code: error instanceof RolecallError ? error.code : 'bug' });
        notice = 'vault-unreadable';
      } finally {
        starting = false;
        changed();
      }
    },
    deliver,
    wakeUp: () => {
      // Its timer stood still meanwhile.
      const attempt = openAttempt(attemptState);
      if (attempt !== null && clock.now() - attempt.startedAt >= attemptLifetimeMs) {
        dispatch({ kind: 'timeout', attemptId: attempt.id });
      }
      lock.lookAgain();
      renewAhead.lookAgain();
    },
    unlockedSince: () => lock.unlockedSince(),
    lockPin: () => tokens.current()?.lock?.pin ?? null,
    close: async () => {
      closed = true;
      lock.dispose();
      renewAhead.dispose();
      cancelLook();
      endWaiting();
      exchange?.abort(new RolecallError('sign-in-interrupted', 'Rolecall is closing.'));
      await tokens.dispose();
      await Promise.allSettled(revocations);
    },
    handlers: {
      'sign-in:read': state,
      'sign-in:start': async () => {
        await startAttempt();
        return {};
      },
      'sign-in:cancel': async () => {
        exchange?.abort(new RolecallError('sign-in-interrupted', 'Cancelled.'));
        if (!isAlive(attemptState)) return {};
        // Granted already, and being written: whoever cancels must not find somebody signed in, however long that takes.
        const deleted = attemptState.kind === 'exchanging' ? tokens.signOut() : null;
        dispatch({ kind: 'cancel' });
        await deleted;
        return {};
      },
      'sign-in:open-browser-again': async () => {
        const attempt = requireOpen();
        await openBrowser(attempt);
        return {};
      },
      'sign-in:copy-link': async () => {
        given.copyText((await urlOf(requireOpen())).href);
        return {};
      },
      'sign-in:copy-request': () => {
        given.copyText(wordsOf(requestOf(requireOpen()), connection.baseUrl));
        return {};
      },
      'sign-in:take-over-links': async () => {
        linksOpenWith = await given.links.takeOver();
        log.info('links-taken-over', { openWith: linksOpenWith });
        changed();
        if (linksOpenWith !== 'rolecall') {
          throw new RolecallError('links-not-changed', 'The system did not let these links be opened here.');
        }
        return {};
      },
      'sign-in:paste-address': ({ address }) => {
        const parsed = parse(address.trim());
        if (parsed.kind === 'unrecognised') {
          throw new RolecallError('sign-in-address-not-understood', 'This is not the address the browser showed.');
        }
        const before = attemptState;
        dispatch({ kind: 'callback', link: parsed });
        if (attemptState === before) {
          throw new RolecallError('sign-in-address-not-current', 'This address belongs to another sign-in.');
        }
        return {};
      },
      'sign-in:sign-out': async () => {
        await endSession(null);
        return {};
      },
      'sign-in:lock': async () => {
        await lock.lock('asked');
        return {};
      },
      'sign-in:unlock': async ({ pin }) => {
        await lock.unlock(pin);
        return {};
      },
      'sign-in:set-pin': async ({ pin, currentPin }) => {
        await lock.setPin(pin, currentPin);
        return {};
      },
    },
  };
}

/** In English, as it goes to an administrator and not onto the screen. */
function wordsOf({ clientId, redirectUri, oauthScopes }: SignInRequest, baseUrl: string): string {
  return [
    `Service: ${baseUrl}`,
    `Application id: ${clientId}`,
    `Redirect URI: ${redirectUri}`,
    `OAuth scopes (OBO): ${oauthScopes.join(' ')}`,
  ].join('\n');
}
