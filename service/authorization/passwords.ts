/** Passwords of operators, stored by scrypt (RFC 7914). */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 32 MB and about 50 ms per try on a laptop. Kept in the hash, so that it can be raised later. */
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;
const maximumMemory = 128 * 1024 * 1024;
const hashBytes = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Whether `password` is the one behind `stored`. Without a stored hash it takes the same time and says no, so that the
 * answer's delay does not tell which e-mail addresses have an account.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (stored ?? '').split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(actual, Buffer.from(hash, 'base64url'));
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, { ...options, maxmem: maximumMemory }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
