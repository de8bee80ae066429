import { createDecipheriv, scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  openDeskCode,
  plainPassphrase,
  readDeskCode,
  sealConnection,
} from '../../../../electron/connections/desk-code.ts';
import { deskLinkOf, findDeskCode, isDeskLink } from '../../../../electron/connections/desk-link.ts';
import { newPassphrase } from '../../../../electron/connections/passphrase.ts';
import { parseConnectionFile } from '../../../../electron/connections/read-connection-file.ts';

const file = parseConnectionFile(
  JSON.stringify({
    name: 'Tübingen Con 2026',
    baseUrl: 'https://reg.tuebingen-con.example',
    clientId: 4711,
    clientSecret: 'canary-Zy8kQ2mPv5sT7wXa9bCdEfGhJkLmNpRs',
    oboScopes: ['pii:basic', 'user:read'],
    dataAccess: 'operator',
    pkce: false,
    redirectUri: 'http://127.0.0.1/oauth/callback',
  }),
);
/** Milliseconds; each key takes half a second on purpose, and more on a busy machine. */
const slow = 60_000;
const passphrase = 'k7m2-9xqd-ht4w-zb8r';

/** The header of a code, changed; everything behind it stays. */
function withHeader(code: string, change: (header: Buffer) => unknown): string {
  const { bytes } = readDeskCode(code);
  const copy = Buffer.from(bytes);
  change(copy);
  let bits = '';
  for (const byte of copy) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => '0123456789ABCDEFGHIJKLMNOPQRSTUV'[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

const code = await sealConnection(file, passphrase);

describe('a sealed connection', () => {
  it(
    'comes out as it went in, however the passphrase was written down',
    async () => {
      expect(await openDeskCode(readDeskCode(code.toLowerCase()), 'K7M2 9XQD–HT4W‐ZB8R ')).toEqual(file);
      for (const typed of [passphrase, 'K7M2 9XQD HT4W ZB8R', ' k7m29xqdht4wzb8r ', 'k7m2–9xqd—ht4w‐zb8r']) {
        expect(plainPassphrase(typed)).toBe('k7m29xqdht4wzb8r');
      }
    },
    slow,
  );

  it(
    'leaves out what is usual, and finds it again',
    async () => {
      const usual = parseConnectionFile(
        JSON.stringify({ name: 'C', baseUrl: 'https://a.example', clientId: '1', clientSecret: 's' }),
      );
      const short = await sealConnection(usual, passphrase);
      expect(short.length).toBeLessThan(code.length);
      expect(await openDeskCode(readDeskCode(short), passphrase)).toEqual(usual);
    },
    slow,
  );

  it(
    'tells nothing without the passphrase, and is another one each time',
    async () => {
      expect(Buffer.from(readDeskCode(code).bytes).toString('latin1')).not.toContain('canary');
      expect(await sealConnection(file, passphrase)).not.toBe(code);
      await expect(openDeskCode(readDeskCode(code), `${passphrase}x`)).rejects.toMatchObject({
        code: 'desk-link-wrong-passphrase',
      });
    },
    slow,
  );

  it('stays short enough for a QR code that a laptop camera reads', () => {
    // Version 15 with medium correction holds 600 alphanumeric characters.
    expect(deskLinkOf(code).length).toBeLessThan(600);
  });

  it(
    'opens with the key that scrypt gives for N = 2^17, r = 8, p = 1, and no other',
    () => {
      const { bytes } = readDeskCode(code);
      expect([...bytes.subarray(0, 4)]).toEqual([1, 17, 8, 1]);
      // Independent of the code under test: what stands in the documentation, done by hand.
      const opened = (N: number): boolean => {
        const key = scryptSync('k7m29xqdht4wzb8r', bytes.subarray(4, 20), 32, { N, r: 8, p: 1, maxmem: 2 ** 28 });
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(20, 32));
        decipher.setAAD(bytes.subarray(0, 4));
        decipher.setAuthTag(bytes.subarray(-16));
        decipher.update(bytes.subarray(32, -16));
        try {
          decipher.final();
          return true;
        } catch {
          return false;
        }
      };
      expect(opened(2 ** 17)).toBe(true);
      expect(opened(2 ** 14)).toBe(false);
    },
    slow,
  );

  it.each<[string, (header: Buffer) => unknown]>([
    ['more memory than it may ask for', (header) => header.writeUInt8(19, 1)],
    ['a terabyte', (header) => header.writeUInt8(40, 1)],
    ['as much as a byte can say', (header) => header.writeUInt8(255, 1)],
    ['a weaker key', (header) => header.writeUInt8(10, 1)],
    ['wide blocks', (header) => header.writeUInt8(64, 2)],
    ['many rounds', (header) => header.writeUInt8(255, 3)],
    ['no rounds', (header) => header.writeUInt8(0, 3)],
    ['another version', (header) => header.writeUInt8(2, 0)],
  ])('is refused unopened when it asks for %s', (_what, change) => {
    expect(() => readDeskCode(withHeader(code, change))).toThrow(
      expect.objectContaining({ code: 'desk-link-not-understood' }),
    );
  });

  it(
    'notices every change, in the header too',
    async () => {
      const stronger = withHeader(code, (header) => header.writeUInt8(2, 3));
      await expect(openDeskCode(readDeskCode(stronger), passphrase)).rejects.toMatchObject({
        code: 'desk-link-wrong-passphrase',
      });
      const last = withHeader(code, (bytes) => bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1));
      await expect(openDeskCode(readDeskCode(last), passphrase)).rejects.toMatchObject({
        code: 'desk-link-wrong-passphrase',
      });
    },
    slow,
  );

  it('refuses anything else without a crash', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.stringMatching(/^[0-9A-V]{0,400}$/)), (text) => {
        try {
          const { parameters } = readDeskCode(text);
          expect(128 * parameters.r * 2 ** parameters.log2N).toBeLessThanOrEqual(2 ** 28);
        } catch (error) {
          expect(error).toMatchObject({ code: 'desk-link-not-understood' });
        }
      }),
      { numRuns: 2_000 },
    );
    for (let cut = 0; cut < code.length; cut += 7) {
      try {
        readDeskCode(code.slice(0, cut));
      } catch (error) {
        expect(error).toMatchObject({ code: 'desk-link-not-understood' });
      }
    }
  });

  describe('as a link', () => {
    const link = deskLinkOf(code);

    it.each([
      ['the link', link],
      ['the bare code', code],
      ['in capitals', link.toUpperCase()],
      ['broken into lines by a mail program', link.replace(/(.{60})/g, '$1\r\n')],
      ['with a path', link.replace('?', '/')],
      ['from a scanner set to a German keyboard', link.replace('://', 'Ö&&').replace('?', '_')],
      ['from a scanner with a line feed', `${link}\n`],
      ['in a sentence of its own', `Here it is: ${link}`],
    ])('is found in %s', (_what, text) => {
      expect(findDeskCode(text)).toBe(code);
    });

    it.each(['', 'rolecall://connect', 'rolecall://connect?', 'rolecall://oauth/callback?code=1&state=2', `${code}?`])(
      'is not found in %j',
      (text) => {
        expect(findDeskCode(text)).toBeNull();
      },
    );

    it('is told from the answer to a sign-in', () => {
      expect([link, link.toUpperCase(), 'rolecall://connect', 'rolecall://connect/x'].map(isDeskLink)).toEqual(
        Array(4).fill(true),
      );
      expect(['rolecall://oauth/callback', 'rolecall://connected?x', 'rolecall:connect?x', ''].map(isDeskLink)).toEqual(
        Array(4).fill(false),
      );
    });

    it('is not looked for in a megabyte', () => {
      expect(findDeskCode('0'.repeat(1_000_000))).toBeNull();
    });
  });
});

describe('newPassphrase', () => {
  it('makes four groups of four without look-alikes, never the same', () => {
    const many = Array.from({ length: 500 }, newPassphrase);
    for (const one of many) expect(one).toMatch(/^(?:[bcdfghjkmnpqrstvwxyz2-9]{4}-){3}[bcdfghjkmnpqrstvwxyz2-9]{4}$/);
    expect(new Set(many).size).toBe(500);
    // Every sign comes up: 8,000 draws of 28.
    expect(new Set(many.join('').replaceAll('-', '')).size).toBe(28);
  });
});
