/**
 * Whom a scan means. `read-scan.ts` says what the scanned text may stand for; here that is held against the people of this
 * desk, and against the service for ids nobody here has. The first of these that answers counts:
 *
 *   1. the text as it came is somebody's whole id, username or e-mail address
 *   2. the same through another keyboard layout, unless the service has somebody by the id as it came
 *   3. the service has somebody by that id
 *   4. the text finds somebody without a slip, as it would had it been typed
 *   5. an earlier part of a link or code is somebody's whole id or e-mail address
 *
 * What names one person opens them; what names several, or nobody, is a list to choose from. A part of a link that
 * stood beside the ids of several people is a word of the link, whoever's name it is.
 */
import type { LookUp } from '../../contract/desk/directory.ts';
import type { User } from '../../contract/registration-api/resources.ts';
import { type CodeReading, readScan, type ScanReading, year } from './read-scan.ts';

export type ScanMeaning =
  /** `isGuess`: another part of the code is somebody else's id or e-mail address. Otherwise nobody else can be meant. */
  | { readonly kind: 'person'; readonly userId: string; readonly isGuess?: true }
  /** Whoever this text finds; empty for noise. */
  | { readonly kind: 'search'; readonly text: string };

export interface ScanPeople {
  /** Whether somebody here has just this id. */
  has(userId: string): boolean;
  /** Everybody here whose id, username or e-mail address is this text, whatever its case, accents and punctuation. */
  named(text: string): readonly User[];
  /** Whether a search for this text finds anybody without a slip. */
  finds(text: string): boolean;
  /** Asks the service for the person with this id, who is here from then on. */
  askFor(userId: string): Promise<LookUp['outcome']>;
}

/** Parts of links, and whose id or e-mail address stood beside each, from scan to scan. */
export interface LinkWords {
  /** Notes that this part stood beside this person's id; null for nobody's. Answers whether it stood beside several people's. */
  isWord(part: string, userId: string | null): boolean;
  clear(): void;
}

export function createLinkWords(): LinkWords {
  const several = Symbol('several people');
  const beside = new Map<string, string | typeof several>();
  return {
    isWord(part, userId) {
      const before = beside.get(part);
      if (userId !== null) beside.set(part, before === undefined || before === userId ? userId : several);
      return beside.get(part) === several;
    },
    clear: () => beside.clear(),
  };
}

type Code = Extract<ScanReading, { kind: 'code' }>;

export async function resolveScan(scanned: string, people: ScanPeople, linkWords: LinkWords): Promise<ScanMeaning> {
  const read = readScan(scanned);
  if (read.kind === 'nothing') return searchFor('');
  if (read.kind === 'licence') return searchFor(read.name);
  const meaning = await meaningOfCode(withoutWords(read, people, linkWords), people);
  if (meaning.kind !== 'person' || !namesAnother(read, meaning.userId, people, linkWords)) return meaning;
  return { ...meaning, isGuess: true };
}

async function meaningOfCode(reading: Code, people: ScanPeople): Promise<ScanMeaning> {
  const asItCame = meaningOf(textsAsItCame(reading), reading, people);
  if (asItCame !== null) return asItCame;
  const throughLayouts = meaningOf(textsThroughLayouts(reading), reading, people);
  if (throughLayouts !== null) {
    // AY100 may be AZ100 through another layout, and may be somebody who is not here yet.
    const { found } = await askInTurn(idsAsItCame(reading), reading, people);
    return found ?? throughLayouts;
  }
  // The number of a new badge stands in many a phone, and begins longer ones.
  const finds = people.finds(reading.text);
  const ids = finds ? idsAsItCame(reading) : idsToAskFor(reading);
  const { found, notAsked } = await askInTurn(ids, reading, people);
  if (found !== null) return found;
  const earlier = finds ? null : meaningOfEarlierPart(reading, notAsked, people);
  return earlier ?? searchFor(reading.text);
}

function personOf(userId: string): ScanMeaning {
  return { kind: 'person', userId };
}

function searchFor(text: string): ScanMeaning {
  return { kind: 'search', text };
}

/** The code without an end that is a word of every link. An id or e-mail address at the end is meant, unless it is the year. */
function withoutWords(code: Code, people: ScanPeople, linkWords: LinkWords): Code {
  const before = meaningOfParts(code.asScanned.earlier, [], people);
  const userId = before?.kind === 'person' ? before.userId : null;
  const isMeant = (text: string) => byIdOrEmail(text, people).length > 0;
  const isWord = (text: string) => {
    if (!year.test(text)) return !isMeant(text) && linkWords.isWord(text, userId);
    // Behind the id of somebody who is not here it is the year as well, once it was. On its own it may be somebody's id.
    const wasYear = linkWords.isWord(text, userId) && code.asScanned.earlier.some(looksLikeId);
    return userId !== null || wasYear;
  };
  const words = new Set(code.asScanned.end.filter(isWord));
  const withoutThem = (reading: CodeReading) => ({ ...reading, end: reading.end.filter((text) => !words.has(text)) });
  return { ...code, asScanned: withoutThem(code.asScanned), otherwise: code.otherwise.map(withoutThem) };
}

/**
 * Whether an earlier part of the code is another one's id or e-mail address. What stood before several people's is the event,
 * or a word of the link: at a desk's first scan nothing tells it from a person.
 */
function namesAnother(code: Code, userId: string, people: ScanPeople, linkWords: LinkWords): boolean {
  const { whole, earlier } = code.asScanned;
  if (namedByAny(whole, people).includes(userId)) return false;
  const isAnother = (part: string): boolean => {
    const named = byIdOrEmail(part, people);
    return named.length > 0 && !named.includes(userId) && !linkWords.isWord(part, userId);
  };
  // All of them are looked at, since each is noted.
  return earlier.filter((part) => !year.test(part)).filter(isAnother).length > 0;
}

/** Texts that may be a whole name as they came, best first; those that are equally good together. */
function textsAsItCame({ asScanned }: Code): readonly (readonly string[])[] {
  return [asScanned.whole, ...asScanned.end.map((text) => [text])];
}

/** The same through other keyboard layouts. */
function textsThroughLayouts({ otherwise }: Code): readonly (readonly string[])[] {
  const ends = (place: number) => otherwise.flatMap(({ end }) => end.slice(place, place + 1));
  return [otherwise.flatMap(({ whole }) => whole), ends(0), ends(1)].map((group) => [...new Set(group)]);
}

/** The first group that names anybody; a looser reading of the same text would name somebody else. */
function meaningOf(groups: readonly (readonly string[])[], code: Code, people: ScanPeople): ScanMeaning | null {
  for (const texts of groups) {
    const [first, ...others] = namedByAny(texts, people);
    if (first === undefined) continue;
    if (others.length === 0) return personOf(first);
    const [text = '', another] = texts;
    return searchFor(another === undefined ? text : code.text);
  }
  return null;
}

/** Everybody whom one of these texts names; of several, the one who is written just like it. */
function namedByAny(texts: readonly string[], people: ScanPeople): readonly string[] {
  const named = new Set<string>();
  const literally = new Set<string>();
  for (const text of texts) {
    if (people.has(text)) {
      named.add(text);
      literally.add(text);
      continue;
    }
    for (const { id, username, email } of people.named(text)) {
      named.add(id);
      if ([id, username, email].some((name) => sameLetters(name, text))) literally.add(id);
    }
  }
  return [...(literally.size === 1 ? literally : named)];
}

/** Whatever their case, and however accents are written. */
export function sameLetters(one: string, other: string): boolean {
  return one.normalize().toLowerCase() === other.normalize().toLowerCase();
}

/** Ids are short, without blanks, and have a digit; the service is not asked about words. */
export function looksLikeId(text: string): boolean {
  return /^(?=.*\d)[\p{L}\p{N}_-]{3,64}$/u.test(text);
}

function idsAsItCame({ text, asScanned }: Code): readonly string[] {
  return [text, ...asScanned.end].filter(looksLikeId);
}

/** Few, since somebody waits. */
function idsToAskFor(code: Code): readonly string[] {
  const own = idsAsItCame(code);
  if (own.length > 0) return own;
  const supposed = code.otherwise.flatMap(({ whole, end }) => [...whole, ...end]);
  return [...code.asScanned.earlier, ...supposed].filter(looksLikeId).slice(0, 1);
}

/** `notAsked`: ids of which the service did not say whether it has them. */
async function askInTurn(
  ids: readonly string[],
  code: Code,
  people: ScanPeople,
): Promise<{ readonly found: ScanMeaning | null; readonly notAsked: readonly string[] }> {
  const notAsked: string[] = [];
  for (const id of ids) {
    const outcome = await people.askFor(id);
    // Somebody is here by this id now, perhaps in other letters: QR codes are often in capitals.
    if (outcome === 'found') return { found: meaningOf([[id]], code, people), notAsked };
    if (outcome !== 'unknown') notAsked.push(id);
  }
  return { found: null, notAsked };
}

function meaningOfEarlierPart(code: Code, notAsked: readonly string[], people: ScanPeople): ScanMeaning | null {
  const readings: readonly CodeReading[] = [code.asScanned, ...code.otherwise];
  return meaningOfParts(
    readings.flatMap(({ earlier }) => earlier),
    notAsked,
    people,
  );
}

/** A username in the midst of a link is a word like any other: only ids and e-mail addresses count here. */
function meaningOfParts(parts: readonly string[], notAsked: readonly string[], people: ScanPeople): ScanMeaning | null {
  for (const part of parts) {
    // What could not be asked for may well be somebody, and nobody else is opened in their place. A code of another kind
    // behind an id is a signature, as in many links.
    if (notAsked.some((id) => onlyDigits(id) === onlyDigits(part))) continue;
    const [first, ...others] = byIdOrEmail(part, people);
    if (first !== undefined) return others.length === 0 ? personOf(first) : searchFor(part);
  }
  return null;
}

/** Ids of whoever has this text for a whole id or e-mail address; of an id only the one who has just that, where there is one. */
function byIdOrEmail(text: string, people: ScanPeople): readonly string[] {
  if (people.has(text)) return [text];
  return people
    .named(text)
    .filter(({ id, email }) => sameLetters(id, text) || sameLetters(email, text))
    .map(({ id }) => id);
}

function onlyDigits(text: string): boolean {
  return /^\d+$/.test(text);
}
