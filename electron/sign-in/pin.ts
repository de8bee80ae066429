import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What is kept of a PIN. It rests inside the sealed sign-in, never by itself. */
export const pinHashSchema = z.object({
  /** Base64. */
  salt: z.string(),
  /** Base64. */
  hash: z.string(),
  /** scrypt's N, r and p (RFC 7914 2), kept beside the hash so that they may grow later. */
  cost: z.number().int().min(2),
  blockSize: z.number().int().min(1),
  parallel: z.number().int().min(1),
});
export type PinHash = z.infer<typeof pinHashSchema>;

/** About a tenth of a second and 32 MB on a cheap laptop. */
const usualCost: PinCost = { cost: 2 ** 15, blockSize: 8, parallel: 1 };
const hashBytes = 32;

/** What a guess costs, in scrypt's terms. */
export type PinCost = Pick<PinHash, 'cost' | 'blockSize' | 'parallel'>;

/** Hashes a PIN with a salt of its own (scrypt, RFC 7914). */
export async function hashPin(pin: string, cost: PinCost = usualCost): Promise<PinHash> {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), hash: (await derive(pin, salt, cost)).toString('base64'), ...cost };
}

/** Compares without telling by its duration how much was right. */
export async function isPin(pin: string, kept: PinHash): Promise<boolean> {
  const expected = Buffer.from(kept.hash, 'base64');
  const derived = await derive(pin, Buffer.from(kept.salt, 'base64'), kept);
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

function derive(pin: string, salt: Buffer, given: PinCost): Promise<Buffer> {
  const { cost: N, blockSize: r, parallel: p } = given;
  return new Promise((resolve, reject) => {
    // Node refuses more memory than `maxmem`; scrypt takes 128 · N · r bytes.
    scrypt(pin, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, derived) => {
      if (error === null) resolve(derived);
      else reject(error);
    });
  });
}
