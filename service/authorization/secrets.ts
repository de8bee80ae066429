/** Random secrets, how they are stored, and how they are compared. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new token, code or session key: 256 random bits in URL-safe letters. None begins with a dash: on a command line it would be an option. */
export function newSecret(): string {
  for (;;) {
    const secret = randomBytes(32).toString('base64url');
    if (!secret.startsWith('-')) return secret;
  }
}

/**
 * What the database keeps of a secret. A plain hash is enough for 256 random bits: nobody can guess their way back, so
 * the slow hash that passwords need would only cost time.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in a time that tells nothing about where the two differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  // Equal lengths are a condition of timingSafeEqual; hashing both gives them that.
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest());
}
