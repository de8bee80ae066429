/**
 * What the operating system offers for keeping a secret (safeStorage). Both the promise methods of Electron 42 and later
 * and the blocking ones of older versions sit behind it.
 */
export interface SecretCipher {
  /**
   * `strong`: a keyring protects it. `weak`: only obfuscated (Linux without keyring), so nothing of ours goes to disk.
   * `unavailable`: no encryption at all. `name` is recorded beside what was sealed, to notice a changed keyring.
   */
  backend(): Promise<{ readonly strength: 'strong' | 'weak' | 'unavailable'; readonly name: string }>;
  /** Base64. Throws RolecallError `vault-unreadable`, retryable where the keyring is only locked for now. */
  seal(plain: string): Promise<string>;
  /** `resealed` is set when the system wants a fresh ciphertext stored (checklist B53). Throws as `seal` does. */
  open(sealed: string): Promise<{ readonly plain: string; readonly resealed: string | undefined }>;
}

/**
 * The only thing the system says about a keyring that is locked for now (checklist B54): the promise methods call it
 * temporarily unavailable, the blocking ones say that decryption is not available. Another key is told apart by neither.
 */
export function isLockedForNow(message: string): boolean {
  return /temporarily|unavailable|not available|locked/i.test(message);
}
