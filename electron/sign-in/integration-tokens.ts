import { RolecallError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { abortable, renewAt } from './operator-tokens.ts';
import { errorOfOutcome, type TokenEndpoint } from './token-endpoint.ts';

interface IntegrationToken {
  readonly id: string;
  readonly value: string;
  readonly expiresAt: number;
  readonly lifetimeMs: number;
}

/**
 * Tokens of the application itself, one for each OAuth scope and none with two (least privilege; specification, "Service
 * integration flow"). They are kept in memory only.
 */
export class IntegrationTokens {
  readonly #endpoint: TokenEndpoint;
  readonly #clock: Clock;
  readonly #held = new Map<string, IntegrationToken>();
  readonly #asking = new Map<string, Promise<IntegrationToken>>();
  #generation = 0;
  #count = 0;

  constructor(given: { readonly endpoint: TokenEndpoint; readonly clock: Clock }) {
    this.#endpoint = given.endpoint;
    this.#clock = given.clock;
  }

  /** The token of this scope, asked for when there is none or it ends soon. All who ask at once share one request. */
  async forOauthScope(
    oauthScope: string,
    signal?: AbortSignal,
  ): Promise<{ readonly id: string; readonly value: string }> {
    const held = this.#held.get(oauthScope);
    if (held !== undefined && this.#clock.now() < renewAt(held.expiresAt, held.lifetimeMs)) return held;
    let asking = this.#asking.get(oauthScope);
    if (asking === undefined) {
      const fresh: Promise<IntegrationToken> = this.#ask(oauthScope).finally(() => {
        if (this.#asking.get(oauthScope) === fresh) this.#asking.delete(oauthScope);
      });
      fresh.catch(() => undefined);
      this.#asking.set(oauthScope, fresh);
      asking = fresh;
    }
    return abortable(asking, signal);
  }

  /** When the token of this scope ends; null while there is none. */
  validUntil(oauthScope: string): number | null {
    return this.#held.get(oauthScope)?.expiresAt ?? null;
  }

  /** The service answered 401 to this token: the next call asks for a new one. */
  refused(value: string, oauthScope: string): void {
    if (this.#held.get(oauthScope)?.value === value) this.#held.delete(oauthScope);
  }

  /** Forgets all; what is still asked for is thrown away when it comes. */
  clear(): void {
    this.#generation += 1;
    this.#held.clear();
    this.#asking.clear();
  }

  async #ask(oauthScope: string): Promise<IntegrationToken> {
    const generation = this.#generation;
    const outcome = await this.#endpoint.forApplication(oauthScope);
    if (generation !== this.#generation) throw new RolecallError('sign-in-required', 'Signed out meanwhile.');
    if (outcome.kind !== 'granted') throw errorOfOutcome(outcome);
    const { grant } = outcome;
    if (!grant.oauthScopes.includes(oauthScope)) {
      throw new RolecallError('oauth-invalid-scope', `The service granted a token without ${oauthScope}.`);
    }
    this.#count += 1;
    const token = {
      id: `application-${this.#count}`,
      value: grant.accessToken,
      expiresAt: this.#clock.now() + grant.lifetimeMs,
      lifetimeMs: grant.lifetimeMs,
    };
    this.#held.set(oauthScope, token);
    return token;
  }
}
