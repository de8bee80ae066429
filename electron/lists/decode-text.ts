/**
 * Text of a file nobody says the encoding of. A byte order mark decides; without one, UTF-16 shows by its zero bytes,
 * what is valid UTF-8 is UTF-8 (WHATWG Encoding, "UTF-8 decode"), and the rest comes from an older spreadsheet program.
 */

/** Bytes looked at to tell UTF-16. */
const sampleBytes = 1024;

function utf16ByZeros(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index += 1) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = sample.length / 8;
  if (odd > many && even === 0) return 'utf-16le';
  if (even > many && odd === 0) return 'utf-16be';
  return null;
}

function decodeUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  if (encoding === 'utf-16le') return new TextDecoder('utf-16le').decode(bytes);
  // Not every build of Node has the big-endian decoder.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder('utf-16le').decode(Buffer.from(whole).swap16());
}

/**
 * What 0x80 to 0x9f mean (WHATWG Encoding, "index windows-1252"); all other bytes are their own code point. Node 20's own
 * decoder of that name reads Latin-1.
 */
const windows1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/gu, (character) => windows1252.charAt(character.charCodeAt(0) - 0x80));
}

/** Never throws: bytes that mean nothing become U+FFFD or the characters of Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, 'utf-16be');
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8').decode(bytes);
  const utf16 = utf16ByZeros(bytes);
  if (utf16 !== null) return decodeUtf16(bytes, utf16);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}
