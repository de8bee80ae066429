/**
 * Remembers whom access tokens stand for, where no other process can change the database: the embedded one, whose folder is
 * locked. Every data request asks, and asking costs an embedded database as much as the request itself.
 *
 * Nothing can be forgotten by mistake: `prepared-statements.ts` tells it of every statement that is not a plain read of other
 * tables, before and after it ran, and it then forgets everybody. A revocation is in force the moment it is written.
 */
/** Whose request it is: an application for itself, or for a user. */
export interface Bearer {
  readonly clientId: string;
  /** The user behind an OBO token; null for a service integration. */
  readonly userId: string | null;
  readonly oauthScopes: readonly string[];
}

/** Tokens remembered at once; beyond that all are forgotten, which costs one more question each. */
const maximumTokens = 1_000;
/** Statements that leave alone who may do what: reads, and writes to these tables only. */
const harmless = /^\s*(?:select\s|(?:insert into|update|delete from) "?(?:user_role|counter|session)"?\s)/;

interface Remembered {
  readonly bearer: Bearer;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export class BearerCache {
  readonly #byTokenHash = new Map<string, Remembered>();
  /** Goes up with every forgetting, so that what was read before it isn't remembered after it. */
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  find(tokenHash: string, now: number): Bearer | undefined {
    const remembered = this.#byTokenHash.get(tokenHash);
    if (remembered === undefined) return undefined;
    if (now < remembered.expiresAt) return remembered.bearer;
    this.#byTokenHash.delete(tokenHash);
    return undefined;
  }

  /** @param generation as it was before the bearer was read. */
  remember(tokenHash: string, bearer: Bearer, expiresAt: number, generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#byTokenHash.size >= maximumTokens) this.#byTokenHash.clear();
    this.#byTokenHash.set(tokenHash, { bearer, expiresAt });
  }

  /** Told of every statement, before it runs and once it ran. */
  noticeStatement(text: string): void {
    if (harmless.test(text)) return;
    this.#generation++;
    this.#byTokenHash.clear();
  }
}
