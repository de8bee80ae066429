/**
 * What a scanner typed, read: codes, links, codes typed through the wrong keyboard layout, contacts, driver's licences. Pure.
 *
 * Field reports, "Scanners and screens": wallet codes that begin with `\000026`, CR LF at the end, a scanner set to one
 * keyboard layout and a computer set to another.
 */

/** Most characters looked at; a licence has some 600. */
export const longestScan = 2000;

export type ScanReading =
  /** No letter and no digit: noise. */
  | { readonly kind: 'nothing' }
  /** A licence (AAMVA DL/ID Card Design Standard, annex D): only the name is taken out. Empty where it has none. */
  | { readonly kind: 'licence'; readonly name: string }
  | {
      readonly kind: 'code';
      /** The text itself without what scanners add. */
      readonly text: string;
      readonly asScanned: CodeReading;
      /** The same through other keyboard layouts. */
      readonly otherwise: readonly CodeReading[];
    };

/** What a code may stand for. */
export interface CodeReading {
  /** All of it, with and without a prefix. */
  readonly whole: readonly string[];
  /** The end of a link, or of a code with separators: ids stand there. The longer end first. */
  readonly end: readonly string[];
  /** The parts before it, the last one first. Too many of them are a path, an event or a counter to take them for a name. */
  readonly earlier: readonly string[];
}

export function readScan(raw: string): ScanReading {
  const text = raw.slice(0, longestScan);
  const layouts = [text, ...otherLayouts(text)];
  const licences = layouts
    .map(asLicence)
    .filter((version) => licenceHeader.test(version))
    .sort((one, other) => oddness(one) - oddness(other) || Number(swapsYAndZ(one)) - Number(swapsYAndZ(other)));
  if (licences[0] !== undefined) return { kind: 'licence', name: licenceName(licences[0]) };
  // A code is shown and searched. Nobody's address and birth date are, however little of the rest was understood.
  if (layouts.some(holdsLicence)) return { kind: 'nothing' };
  const contact = layouts.map(linesOfContact).find((lines) => lines.length > 0);
  if (contact !== undefined) return readContact(contact);
  const [plain = '', ...others] = layouts.map(linesAsOne);
  const readable = lettersAndDigits(plain) > 0;
  const versions = distinct(others.map(withoutPrefix)).filter(
    (version) => readable || lettersAndDigits(version) >= fewestSupposed,
  );
  // Digits of a French keyboard are signs elsewhere: what can be searched for is what was meant, not what came.
  const bare = readable ? withoutPrefix(plain) : versions.toSorted((one, other) => foreign(one) - foreign(other))[0];
  if (bare === undefined) return { kind: 'nothing' };
  // Where one keyboard layout gives a link it was one, and what others make of its signs has no parts.
  const link = [bare, ...versions].some((version) => host.test(version));
  const parts = (version: string): CodeParts => (link && !host.test(version) ? noParts : partsOf(version));
  return {
    kind: 'code',
    text: bare,
    asScanned: readable ? { whole: distinct([plain, bare]), ...parts(bare) } : { whole: [], ...noParts },
    otherwise: versions.map((version) => ({ whole: [version], ...parts(version) })),
  };
}

/** Signs without a letter or digit are noise unless a keyboard layout makes at least so many of them. */
const fewestSupposed = 4;

function lettersAndDigits(text: string): number {
  return (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
}

/** Scanners with two ways out send the same line twice. */
function linesAsOne(text: string): string {
  return distinct(text.split(/[\r\n]+/u).map(cleaned)).join(' ');
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}

function cleaned(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** Wallet codes' escaped numbers, and AIM symbology identifiers (ISO/IEC 15424) such as `]Q3`. */
function withoutPrefix(text: string): string {
  return text
    .replace(/^(?:\\\d{6})+/u, '')
    .replace(/^\][A-Za-z][0-9A-Za-z]/u, '')
    .trim();
}

/** Shorter pieces of a code are too often a year or a counter. */
const shortestPart = 3;
const mostParts = 20;

/** An event's year stands in many links, and is many a registration number. */
export const year = /^(?:19|20)\d\d$/;

type CodeParts = Pick<CodeReading, 'end' | 'earlier'>;

const noParts: CodeParts = { end: [], earlier: [] };
/** How a link begins. The host is nobody. */
const host = /^https?:\/\/[^/?#]*/iu;

/** Nothing for a plain code. */
function partsOf(text: string): CodeParts {
  const pieces = unescaped(text)
    .replace(host, '')
    .split(/[^\p{L}\p{N}_.@+-]+/u)
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
    .reverse();
  const long = (parts: readonly string[]): readonly string[] =>
    distinct(parts.filter((part) => part.length >= shortestPart && part !== text));
  const [end = '', ...earlier] = pieces;
  const [endOfEnd = '', ...restOfEnd] = split(end);
  return {
    end: long([end, endOfEnd]),
    earlier: long([...restOfEnd, ...earlier.flatMap((piece) => [piece, ...split(piece)])])
      .filter((part) => !year.test(part))
      .slice(0, mostParts),
  };
}

/** What stands between hyphens, dots and plus signs, the last first. E-mail addresses are whole or nothing. */
function split(piece: string): readonly string[] {
  return piece.includes('@') ? [] : piece.split(/[-.+]+/).reverse();
}

// Contacts: vCard (RFC 6350) and MECARD, as on badges that exhibitors scan. They hold phone and address, too.

/** Nothing for what is no contact. */
function linesOfContact(version: string): readonly string[] {
  const [, meCard] = /^\s*MECARD:(.*)$/isu.exec(version) ?? [];
  if (meCard !== undefined) return meCard.split(/(?<!\\);/u);
  return /^\s*BEGIN:VCARD\s/iu.test(version) ? version.split(/\p{Cc}+/u) : [];
}

/** Whose address it has or whose id it is, else whoever has that name. */
function readContact(lines: readonly string[]): ScanReading {
  const read = (property: string): readonly string[] => {
    const line = new RegExp(String.raw`^(?:[\w-]+\.)?${property}(?:;[^:]*)?:(.*)$`, 'iu');
    return distinct(lines.map((text) => (line.exec(text)?.[1] ?? '').trim()));
  };
  const [shown = ''] = read('FN');
  const [parts = ''] = read('N');
  const [last = '', first = ''] = parts.split(parts.includes(';') ? /(?<!\\);/u : /(?<!\\),/u);
  const name = (shown || `${first} ${last}`).replace(/\\(.)/gu, '$1').trim();
  const [whole, end] = [read('EMAIL'), read('UID').map((uid) => uid.replace(/^urn:uuid:/iu, ''))];
  const text = [name, ...whole, ...end].find((one) => lettersAndDigits(one) > 0);
  if (text === undefined) return { kind: 'nothing' };
  return { kind: 'code', text, asScanned: { whole, end, earlier: [] }, otherwise: [] };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not everything with a percent sign is a link.
    return text;
  }
}

// Keyboard layouts. Each string is the keys of a US keyboard in order, and what the same keys give elsewhere.
const keys = '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?';
const elsewhere = [
  // United Kingdom
  '`1234567890-=qwertyuiop[]#asdfghjkl;\'zxcvbnm,./¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@ZXCVBNM<>?',
  // Germany
  '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  // France
  '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
] as const;

function translation(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((key, place) => [key, targets[place] ?? key]));
}

/** Both ways: either the scanner or the computer may be the American one. */
const translations = elsewhere.flatMap((layout) => [translation(layout, keys), translation(keys, layout)]);

function otherLayouts(text: string): readonly string[] {
  const versions = translations.map((map) => [...text].map((character) => map.get(character) ?? character).join(''));
  return distinct(versions).filter((version) => version !== text);
}

/**
 * The header says who issued it: a six-digit number, then versions and counts. Without a blank between them it takes ten
 * digits, as `hansi010190` is a username.
 */
const issuer = String.raw`(?:ANSI\s+|ANSI(?=\d{10})|AAMVA\s*)\d{6}`;
/** Control characters may have been lost on the way, and the @ may have become a letter where AltGr was. */
const licenceHeader = new RegExp(String.raw`^(?:[^\p{Cc}]?\p{Cc})?[^\p{L}\p{N}]*${issuer}`, 'u');
const licenceAnywhere = new RegExp(issuer, 'iu');
/** Lines of a licence; three are enough to tell one whose digits an unknown keyboard layout turned into something else. */
const licenceLine = /(?:^|\p{Cc})D[A-D][A-Z]/giu;

function holdsLicence(version: string): boolean {
  return licenceAnywhere.test(version) || (version.match(licenceLine) ?? []).length >= 3;
}

/** A version of the text as the card has it: nothing of the scanner's before it, and no Caps Lock. */
function asLicence(version: string): string {
  const own = withoutPrefix(version.replace(/^[\p{Cc}\p{Cf}\s]+/u, ''));
  // Cards are written in capitals; only what the header shows to be turned round is touched.
  return /^.?[^\p{L}\p{N}]*(?:ansi|aamva)/u.test(own) ? own.toUpperCase() : own;
}

/** Elements that may follow a name where the line ends were lost. */
const element = 'D(?:A[A-Z]|B[A-D]|C[A-Z]|D[A-L])';

/** How far a licence is from what cards hold: they begin with @ and are written in plain letters, mostly. */
function oddness(text: string): number {
  return (text.trimStart().startsWith('@') ? 0 : longestScan) + foreign(text);
}

function foreign(text: string): number {
  return [...text].filter((sign) => sign > '~').length;
}

/**
 * Whether Y stands for Z and Z for Y, as through a German keyboard layout: every card tells the colour of the eyes (DAY), not
 * every one that of the hair (DAZ), and an issuer's own part begins with Z.
 */
function swapsYAndZ(text: string): boolean {
  const lines = linesOf(text);
  const has = (id: string): boolean => lines.some((line) => line.startsWith(id));
  return (has('DAZ') && !has('DAY')) || /\dY[A-Z]\d{8}/u.test(text);
}

/** The first element follows the header and its part's designator without a line end. */
const headerEnd = new RegExp(String.raw`(${issuer}.*?\d)(?:DL|ID|EN)?(?=D[A-D][A-Z])`, 'u');

/** The lines of a licence, each without the designator of the part it begins. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(headerEnd, '$1\n')
    .split(/\p{Cc}+/u)
    .map((line) => line.replace(/^(?:DL|ID|EN)(?=D[A-D][A-Z])/u, ''));
}

/** With fewer lines than this the line ends were lost on the way. */
const fewestLines = 4;

function licenceName(text: string): string {
  const lines = linesOf(text);
  const whole = text.split(/\p{Cc}+/u).filter((line) => line !== '').length >= fewestLines;
  const read = (id: string): string => {
    const value = new RegExp(whole ? `^${id}(.*)$` : `${id}(.*?)(?=${element}|$)`, 'u');
    for (const line of lines) {
      const found = value.exec(line);
      if (found !== null) return namePart(found[1] ?? '');
    }
    return '';
  };
  const [wholeLast = '', wholeFirst = ''] = read('DAA').split(',');
  const last = read('DCS') || read('DAB') || wholeLast;
  const [given = ''] = (read('DAC') || read('DCT') || wholeFirst).trim().split(/[\s,]+/u);
  return `${last.replaceAll(',', ' ')} ${given}`.replace(/\s+/gu, ' ').trim();
}

/** Cards say NONE or UNAVL where somebody has no such name. */
function namePart(value: string): string {
  const text = value.replace(/[@$]/gu, ' ').trim();
  return /^(?:NONE|UNAVL|unavl|none)$/u.test(text) ? '' : text;
}
