import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeChallengePattern, verifierHolds } from '../../../service/authorization/pkce.ts';

test('the example of RFC 7636, appendix B', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  expect(challenge).toMatch(codeChallengePattern);
  expect(verifierHolds(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(true);
  expect(verifierHolds(challenge, 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK')).toBe(false);
});

test('without a challenge no verifier is expected, and none accepted', () => {
  expect(verifierHolds(null, undefined)).toBe(true);
  expect(verifierHolds(null, 'v'.repeat(43))).toBe(false);
});

test.each([42, 129])('a verifier of %i letters is none (RFC 7636 4.1)', (length) => {
  const verifier = 'v'.repeat(length);
  expect(verifierHolds(createHash('sha256').update(verifier).digest('base64url'), verifier)).toBe(false);
});

test('a challenge is not its own verifier', () => {
  expect(verifierHolds('a'.repeat(43), 'a'.repeat(43))).toBe(false);
});
