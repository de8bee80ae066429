import { Buffer } from 'node:buffer';
import { RolecallError } from '../../../electron/errors.ts';
import type { SecretCipher } from '../../../electron/ports/secret-cipher.ts';

/** A keyring in memory: what it sealed, only it opens, until its key is lost. */
export function createMadeUpCipher(strength: 'strong' | 'weak' | 'unavailable' = 'strong') {
  const state = { strength, lost: false, locked: false };
  const cipher: SecretCipher = {
    backend: async () => ({ strength: state.strength, name: 'made-up' }),
    seal: async (plain) => Buffer.from(`sealed:${Buffer.from(plain).toString('hex')}`).toString('base64'),
    async open(sealed) {
      if (state.locked) throw new RolecallError('vault-unreadable', 'The keyring is locked.', { retryable: true });
      const text = Buffer.from(sealed, 'base64').toString();
      if (state.lost || !text.startsWith('sealed:')) throw new RolecallError('vault-unreadable', 'The key is lost.');
      return { plain: Buffer.from(text.slice(7), 'hex').toString(), resealed: undefined };
    },
  };
  return { cipher, state };
}
