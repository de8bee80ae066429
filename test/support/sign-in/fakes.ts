import path from 'node:path';
import { RolecallError } from '../../../electron/errors.ts';
import type { Files } from '../../../electron/ports/files.ts';
import type { SecretCipher } from '../../../electron/ports/secret-cipher.ts';
import type { TokenEndpoint, TokenGrant, TokenOutcome } from '../../../electron/sign-in/token-endpoint.ts';

/** Files in memory, with a switch for a disk that refuses. */
export interface MemoryFiles extends Files {
  readonly content: Map<string, string>;
  /** Set: every write throws this. */
  writeError: RolecallError | null;
  writes: number;
}

export function createMemoryFiles(): MemoryFiles {
  const content = new Map<string, string>();
  const files: MemoryFiles = {
    content,
    writeError: null,
    writes: 0,
    read: async (file) => content.get(file) ?? null,
    write: async (file, text) => {
      if (files.writeError !== null) throw files.writeError;
      files.writes += 1;
      content.set(file, text);
    },
    remove: async (target) => {
      for (const file of [...content.keys()]) {
        if (file === target || file.startsWith(target + path.sep)) content.delete(file);
      }
    },
    setAside: async (file, label) => {
      const text = content.get(file);
      if (text === undefined) return;
      content.delete(file);
      content.set(`${file}.${label}-1`, text);
    },
  };
  return files;
}

/** A keyring that can be taken away, locked or exchanged. Seals by turning the text around, behind its name. */
export interface FakeCipher extends SecretCipher {
  strength: 'strong' | 'weak' | 'unavailable';
  name: string;
  mode: 'works' | 'locked' | 'refuses' | 'forgets';
  calls: number;
}

export function createFakeCipher(): FakeCipher {
  const cipher: FakeCipher = {
    strength: 'strong',
    name: 'test-keyring',
    mode: 'works',
    calls: 0,
    backend: async () => {
      cipher.calls += 1;
      return { strength: cipher.strength, name: cipher.name };
    },
    seal: async (plain) => {
      cipher.calls += 1;
      if (cipher.mode === 'locked' || cipher.mode === 'refuses') throw refused(cipher.mode === 'locked');
      return Buffer.from(`${cipher.name}:${[...plain].reverse().join('')}`).toString('base64');
    },
    open: async (sealed) => {
      cipher.calls += 1;
      if (cipher.mode !== 'works') throw refused(cipher.mode === 'locked');
      const text = Buffer.from(sealed, 'base64').toString();
      if (!text.startsWith(`${cipher.name}:`)) throw refused(false);
      return { plain: [...text.slice(cipher.name.length + 1)].reverse().join(''), resealed: undefined };
    },
  };
  return cipher;
}

function refused(retryable: boolean): RolecallError {
  return new RolecallError('vault-unreadable', 'The keyring said no.', { retryable });
}

export interface FakeEndpoint extends TokenEndpoint {
  /** Requests so far, as `kind argument`. */
  readonly calls: string[];
  readonly revoked: string[];
  /** What the next refreshes and other requests end with, first in first out; then `granted` with rising numbers. */
  readonly next: (TokenOutcome | (() => Promise<TokenOutcome>))[];
  inFlight: number;
  mostInFlight: number;
}

/** A token endpoint that rotates refresh tokens and ends a grant whose spent token is used again. */
export function createFakeEndpoint(): FakeEndpoint {
  let count = 0;
  const answer = async (call: string, grant: () => TokenGrant): Promise<TokenOutcome> => {
    endpoint.calls.push(call);
    endpoint.inFlight += 1;
    endpoint.mostInFlight = Math.max(endpoint.mostInFlight, endpoint.inFlight);
    try {
      await Promise.resolve();
      const planned = endpoint.next.shift();
      if (planned === undefined) return { kind: 'granted', grant: grant() };
      return typeof planned === 'function' ? await planned() : planned;
    } finally {
      endpoint.inFlight -= 1;
    }
  };
  const endpoint: FakeEndpoint = {
    calls: [],
    revoked: [],
    next: [],
    inFlight: 0,
    mostInFlight: 0,
    exchange: ({ code, oauthScopes }) => answer(`exchange ${code}`, () => grantOf(++count, oauthScopes)),
    refresh: ({ refreshToken, oauthScopes }) => answer(`refresh ${refreshToken}`, () => grantOf(++count, oauthScopes)),
    forApplication: (oauthScope) =>
      answer(`application ${oauthScope}`, () => ({ ...grantOf(++count, [oauthScope]), refreshToken: null })),
    revoke: async (token) => {
      endpoint.revoked.push(token);
      return true;
    },
  };
  return endpoint;
}

/** Access and refresh token of one answer carry the same number, so that a mixture shows. */
export function grantOf(number: number, oauthScopes: readonly string[] = ['pii:basic']): TokenGrant {
  return { accessToken: `access-${number}`, refreshToken: `refresh-${number}`, oauthScopes, lifetimeMs: 3_600_000 };
}

export const refusedWith = (error: string, status = 400): TokenOutcome => ({ kind: 'refused', error, status });
export const unknownOutcome: TokenOutcome = {
  kind: 'unknown',
  error: new RolecallError('network-timeout', 'The service did not answer in time.'),
};
export const notSent: TokenOutcome = {
  kind: 'not-sent',
  error: new RolecallError('network-unreachable', 'The service could not be reached.'),
};
