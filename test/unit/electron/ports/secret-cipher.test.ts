import { expect, it } from 'vitest';
import { isLockedForNow } from '../../../../electron/ports/secret-cipher.ts';

/** As Electron's electron_api_safe_storage.cc says it. */
it.each([
  ['safeStorage.decryptStringAsync is temporarily unavailable. Please try again.', true],
  ['Error while decrypting the ciphertext provided to safeStorage.decryptString. Decryption is not available.', true],
  ['Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.', false],
  ['Error while decrypting the ciphertext provided to safeStorage.decryptString.', false],
  [
    'Error while decrypting the ciphertext provided to safeStorage.decryptString. Ciphertext does not appear to be encrypted.',
    false,
  ],
])('tells a keyring that is locked for now from another key: %s', (message, locked) => {
  expect(isLockedForNow(message)).toBe(locked);
});
