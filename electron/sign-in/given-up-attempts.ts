import { createHash } from 'node:crypto';
import type { Attempt } from './attempt.ts';

/** Nobody has more pages of earlier attempts open than that. */
const mostRemembered = 8;

/**
 * Attempts that were cancelled, timed out or replaced, told by a hash of their state: should the browser still finish one,
 * the person hears that it came too late. Any page can send links, but none can guess such a state.
 */
export class GivenUpAttempts {
  #hashes: string[] = [];

  add({ state }: Pick<Attempt, 'state'>): void {
    this.#hashes = [...this.#hashes, hashOf(state)].slice(-mostRemembered);
  }

  has(state: string): boolean {
    return this.#hashes.includes(hashOf(state));
  }
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64');
}
