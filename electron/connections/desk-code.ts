import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ConnectionFile } from '../../contract/desk/connections.ts';
import { RolecallError } from '../errors.ts';
import { parseConnectionFile } from './read-connection-file.ts';

/**
 * A connection, secret included, sealed under a passphrase so that it can be carried as a link or a QR code:
 *
 * ```
 * version 1 | log2 N | r | p | salt 16 | nonce 12 | ciphertext | tag 16       written as base32hex (RFC 4648 7)
 * ```
 *
 * The key comes from scrypt (RFC 7914), the seal is AES-256-GCM and covers the header too. Base32hex survives upper case,
 * has no letter that keyboards of English and German layout swap, and is what a QR code packs most densely.
 */
const version = 1;
const headerBytes = 4;
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const around = headerBytes + saltBytes + nonceBytes + tagBytes;

/** scrypt with 128 MiB and about half a second on a cheap laptop (docs/decisions.md, "How a desk link is sealed"). */
const usual = { log2N: 17, r: 8, p: 1 } as const;
/** What somebody else's header may ask of this computer: 256 MiB, twice the time. Weaker than usual is refused too. */
const strongest = { log2N: 18, r: 8, p: 2 } as const;

/** A connection is some 300 bytes, one with many stations a few thousand; the schema's longest is below this. */
const longestPlain = 65_536;
const mostBytes = 8_192;

/**
 * What connection files mostly consist of, so that a short one stays short (RFC 1951 leaves the dictionary to whoever
 * packs). Belongs to the version: never change it.
 */
const dictionary = Buffer.from(
  '"redirectUri":"http://127.0.0.1/oauth/callback","dataAccess":"service-integration","operator","pkce":false,' +
    '"oboScopes":["user:roles:update","user:read","pii:basic"]' +
    'registration.convention.services.example.org.com.net/{"name":" Con 2026","baseUrl":"https://reg.","clientId":"","clientSecret":"',
);

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** Seals a connection. Takes about half a second and 128 MiB, beside the event loop. Throws `bad-input` for one too large. */
export async function sealConnection(file: ConnectionFile, passphrase: string): Promise<string> {
  const header = Buffer.from([version, usual.log2N, usual.r, usual.p]);
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, usual), nonce);
  cipher.setAAD(header);
  const plain = deflateRawSync(JSON.stringify(withoutUsual(file)), { dictionary, level: 9 });
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const bytes = Buffer.concat([header, salt, nonce, sealed, cipher.getAuthTag()]);
  // Nobody could open it. Only stations that are nothing but long names get there.
  if (bytes.length > mostBytes) throw new RolecallError('bad-input', 'This is too much for a desk link.');
  return toBase32(bytes);
}

/** A code whose header was looked at; nothing secret has been tried on it. */
export interface DeskCode {
  readonly bytes: Buffer;
  readonly parameters: { readonly log2N: number; readonly r: number; readonly p: number };
}

/**
 * Looks at a code without opening it. Throws `desk-link-not-understood`, for one that asks for more memory than it may
 * just as for one that is damaged: so nothing a web page sends can cost anything.
 */
export function readDeskCode(code: string): DeskCode {
  const bytes = fromBase32(code);
  if (bytes === null || bytes.length <= around || bytes.length > mostBytes) throw notUnderstood();
  const [found, log2N = 0, r = 0, p = 0] = bytes;
  if (found !== version) throw notUnderstood('It is of another version of Rolecall.');
  const fits = log2N >= usual.log2N && log2N <= strongest.log2N && r === usual.r && p >= usual.p && p <= strongest.p;
  if (!fits) throw notUnderstood();
  return { bytes, parameters: { log2N, r, p } };
}

/**
 * Opens a code. Throws `desk-link-wrong-passphrase`, which a damaged code is called too since nobody can tell, or what a
 * connection file throws that is not one.
 */
export async function openDeskCode({ bytes, parameters }: DeskCode, passphrase: string): Promise<ConnectionFile> {
  const salt = bytes.subarray(headerBytes, headerBytes + saltBytes);
  const nonce = bytes.subarray(headerBytes + saltBytes, headerBytes + saltBytes + nonceBytes);
  const key = await keyOf(passphrase, salt, parameters);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(bytes.subarray(0, headerBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  let plain: Buffer;
  try {
    const body = bytes.subarray(headerBytes + saltBytes + nonceBytes, -tagBytes);
    plain = Buffer.concat([decipher.update(body), decipher.final()]);
  } catch (error) {
    throw new RolecallError('desk-link-wrong-passphrase', 'The passphrase does not open this desk link.', {
      cause: error,
    });
  }
  try {
    return parseConnectionFile(inflateRawSync(plain, { dictionary, maxOutputLength: longestPlain }).toString('utf8'));
  } catch (error) {
    if (error instanceof RolecallError) throw error;
    throw notUnderstood();
  }
}

/** Blanks, hyphens and capitals in a passphrase are how somebody wrote it down, not part of it. */
export function plainPassphrase(passphrase: string): string {
  return passphrase
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}]+/gu, '');
}

function keyOf(passphrase: string, salt: Uint8Array, parameters: DeskCode['parameters']): Promise<Buffer> {
  const { log2N, r, p } = parameters;
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    scrypt(plainPassphrase(passphrase), salt, 32, { N, r, p, maxmem: 128 * r * (N + p) + 1_048_576 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** What a connection file fills in by itself is left out. */
function withoutUsual(file: ConnectionFile): Partial<ConnectionFile> {
  const { name, baseUrl, clientId, clientSecret } = file;
  const least = { name, baseUrl, clientId, clientSecret };
  const filledIn = parseConnectionFile(JSON.stringify(least));
  const unusual = Object.entries(file).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(filledIn[member as keyof ConnectionFile]),
  );
  return { ...least, ...Object.fromEntries(unusual) };
}

function toBase32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer | null {
  const bytes = Buffer.alloc(Math.floor((text.length * 5) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const character of text.toUpperCase()) {
    const value = alphabet.indexOf(character);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
    }
    held &= (1 << bits) - 1;
  }
  // What is left over are filler bits; a whole character of them means that something is missing.
  return held === 0 && bits < 5 ? bytes : null;
}

function notUnderstood(message = 'This is not a desk link, or a part of it is missing.'): RolecallError {
  return new RolecallError('desk-link-not-understood', message);
}
