/** Proof Key for Code Exchange (RFC 7636), S256 only. */
import { createHash } from 'node:crypto';
import { equalInConstantTime } from './secrets.ts';

/** A SHA-256 in base64url is 43 letters (RFC 7636 4.2). */
export const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/;
/** 43 to 128 unreserved letters (RFC 7636 4.1). */
const codeVerifierPattern = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * Whether the exchange of a code may go on.
 *
 * With a challenge the matching verifier is needed. Without one a verifier is refused: somebody may have taken the
 * challenge out of the authorization request (RFC 9700 4.8.2).
 */
export function verifierHolds(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !codeVerifierPattern.test(verifier)) return false;
  return equalInConstantTime(createHash('sha256').update(verifier).digest('base64url'), challenge);
}
