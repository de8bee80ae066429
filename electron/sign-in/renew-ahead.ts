import type { Clock } from '../ports/clock.ts';
import { type OperatorTokens, renewAt } from './operator-tokens.ts';

/** Longest sleep between two looks: a clock that was set, or a machine that slept, is noticed by then; milliseconds. */
const lookAgainMs = 10 * 60_000;
const afterFailureMs = 60_000;

/**
 * When a desk renews a token nobody has asked for: a little after it may be renewed and before it ends, each desk at another
 * moment, so that a hall of desks does not ask as one (checklist B61). `random` is from 0 to 1.
 */
export function renewAheadAt(expiresAt: number, lifetimeMs: number, random: number): number {
  const from = renewAt(expiresAt, lifetimeMs);
  return from + (random * (expiresAt - from)) / 2;
}

/** Renews the operator's token before it ends, while somebody is signed in. */
export class RenewAhead {
  readonly #tokens: Pick<OperatorTokens, 'current' | 'accessToken'>;
  readonly #clock: Clock;
  readonly #random: () => number;
  #planned: { readonly accessToken: string; readonly at: number; readonly cancel: () => void } | null = null;
  #disposed = false;

  constructor(given: {
    readonly tokens: Pick<OperatorTokens, 'current' | 'accessToken'>;
    readonly clock: Clock;
    readonly random: () => number;
  }) {
    this.#tokens = given.tokens;
    this.#clock = given.clock;
    this.#random = given.random;
  }

  /** To be called whenever the session may have changed. */
  plan(): void {
    const record = this.#tokens.current();
    if (record !== null && record.accessToken === this.#planned?.accessToken) return;
    this.#stop();
    if (record === null || record.refreshToken === null || this.#disposed) return;
    const at = renewAheadAt(record.expiresAt, record.lifetimeMs, this.#random());
    this.#wait(record.accessToken, at, at - this.#clock.now());
  }

  /** The machine woke up, or the clock was set: timers of before are worth nothing. */
  lookAgain(): void {
    const planned = this.#planned;
    if (planned === null) return;
    planned.cancel();
    this.#look(planned.accessToken, planned.at);
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
  }

  #stop(): void {
    this.#planned?.cancel();
    this.#planned = null;
  }

  #wait(accessToken: string, at: number, delayMs: number): void {
    const cancel = this.#clock.after(Math.max(0, Math.min(delayMs, lookAgainMs)), () => this.#look(accessToken, at));
    this.#planned = { accessToken, at, cancel };
  }

  #look(accessToken: string, at: number): void {
    const left = at - this.#clock.now();
    if (left > 0) {
      this.#wait(accessToken, at, left);
      return;
    }
    // Set before anything is awaited: what the renewal brings plans anew.
    this.#wait(accessToken, at, afterFailureMs * (1 + this.#random()));
    this.#tokens.accessToken().then(
      () => this.plan(),
      // The session says itself what is wrong; the next look is planned.
      () => this.plan(),
    );
  }
}
