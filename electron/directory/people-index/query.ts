/** What somebody may have meant by what they typed: readings of the query, the likeliest first. Pure. */
import { at, blank, fold, punctuation } from './fold.ts';
import { cutWord, domainMark, emailParts, idMark, joinedWord, type Piece, piecesOf } from './tokens.ts';

/** One word that a person must have a word beginning with. */
export interface QueryWord {
  readonly text: string;
  /** Other beginnings that do as well: an id, a domain. No slips are forgiven in them. */
  readonly alternatives: readonly string[];
  /** The digits of the word where it may be part of a phone; empty otherwise. */
  readonly digits: string;
}

/** All words have to be found in one person. */
export interface Reading {
  readonly words: readonly QueryWord[];
  /** 0 as typed, more the further from it: 1 with every letter of it, 2 without a particle, 3 without a word. */
  readonly distance: number;
  /** Not what was meant where all of its words fit thousands. */
  readonly farFetched: boolean;
}

export interface Query {
  /** Readings tried always. */
  readonly readings: readonly Reading[];
  /** Readings tried when the first ones find few: neighbours joined, parts split, initials. */
  readonly furtherReadings: readonly Reading[];
  /** A word typed in one go that may be two names without their blank; null where it can't be. */
  readonly mayBeSplit: string | null;
  /** The query as an id. */
  readonly wholeId: string;
  /** Digits to look for in phones, where nothing but a number was typed. A number may be typed with the zeros dialled at home. */
  readonly phoneRuns: readonly string[];
}

/** Shortest run of digits that is looked for in phones. */
export const shortestRun = 4;
/** More words than this are not a name; the rest is left out of sight. */
const mostWords = 8;

/**
 * Particles and titles people leave out or put in. No data of Unicode tells them; they are small words of names, listed
 * by language: Dutch, German, Romance, Arabic and Hebrew (romanised), Celtic, Scandinavian, titles.
 */
const particles = new Set(
  (
    'van der den de het ten ter te op aan in von vom zu zur zum und ' +
    'da das do dos di du des del della dello dei degli la las le les los lo y e i ' +
    'al el bin ibn bint abu abd ben bat ha mac mc ap ab av af ' +
    'dr mr mrs ms mx miss prof sir jr sr ii iii iv phd ' +
    'herr hr frau fr fraulein ing dipl mme mlle monsieur madame sra srta senor senora senorita don dona'
  ).split(' '),
);

export function readQuery(query: string): Query {
  const folded = fold(query).slice(0, 200);
  const texts = folded.split(blank).filter((text) => text !== '');
  const pieces = texts.map(piecesOfTyped).filter((piece) => piece.words.length > 0);
  const kept = pieces.slice(0, mostWords);
  const asTyped = kept.flatMap(({ words }) => words);

  const readings: Reading[] = [];
  const furtherReadings: Reading[] = [];
  if (asTyped.length > 0) readings.push({ words: asTyped, distance: 0, farFetched: false });
  const inParts = kept.some(({ parts }) => parts !== null)
    ? kept.flatMap(({ words, parts }) => parts ?? words)
    : asTyped;
  if (inParts !== asTyped) furtherReadings.push({ words: inParts, distance: 1, farFetched: false });
  for (let index = 0; index + 1 < asTyped.length && asTyped.length <= 5; index += 1) {
    const joined = cutWord(`${asTyped[index]?.text ?? ''}${asTyped[index + 1]?.text ?? ''}`);
    furtherReadings.push({ words: asTyped.toSpliced(index, 2, wordFor(joined)), distance: 1, farFetched: false });
  }
  const joinedParticles = withParticlesJoined(asTyped);
  // One word less is two neighbours, one word left is all of them.
  if (joinedParticles.length > 1 && joinedParticles.length < asTyped.length - 1) {
    furtherReadings.push({ words: joinedParticles, distance: 1, farFetched: false });
  }
  if (asTyped.length > 2) {
    const joined = cutWord(asTyped.map(({ text }) => text).join(''));
    furtherReadings.push({ words: [wordFor(joined)], distance: 1, farFetched: false });
  }
  if (asTyped.length > 1 && asTyped.some(({ text }) => isInitials(text))) {
    const words = asTyped.flatMap((word) => (isInitials(word.text) ? [...word.text].map(wordFor) : [word]));
    if (words.length <= mostWords) furtherReadings.push({ words, distance: 1, farFetched: true });
  }
  for (const words of inParts === asTyped ? [asTyped] : [asTyped, inParts]) {
    const withoutParticles = words.filter(({ text }) => !particles.has(text));
    if (withoutParticles.length === 0 || withoutParticles.length === words.length) continue;
    furtherReadings.push({ words: withoutParticles, distance: 2, farFetched: false });
  }

  for (const words of withPhonesJoined(folded)) furtherReadings.push({ words, distance: 1, farFetched: false });

  const [only] = asTyped;
  const wholeId = joinedWord(query);
  return {
    readings: readings.map((reading) => withIds(reading, only)),
    furtherReadings,
    mayBeSplit:
      asTyped.length === 1 && only !== undefined && only.digits === '' && only.text.length >= 2 ? only.text : null,
    wholeId,
    phoneRuns: phoneRunsOf(folded),
  };
}

/** "anna van der berg" as "anna vanderberg": all particles in a row are one word with the name they stand before. */
function withParticlesJoined(words: readonly QueryWord[]): readonly QueryWord[] {
  const joined: QueryWord[] = [];
  let before = '';
  for (const [index, word] of words.entries()) {
    before += word.text;
    if (particles.has(word.text) && index + 1 < words.length) continue;
    joined.push(before === word.text ? word : wordFor(cutWord(before)));
    before = '';
  }
  return joined;
}

/** The readings of the second look beside the query itself: of several words, each may be wrong altogether. */
export function looseReadings(query: Query): readonly Reading[] {
  return query.readings.flatMap(({ words }) =>
    words.length < 2
      ? []
      : words.map((_, index) => ({ words: words.toSpliced(index, 1), distance: 3, farFetched: true })),
  );
}

/** A word on its own may be an id; beside others only what has a digit ("10001 Müller"). */
function withIds(reading: Reading, first: QueryWord | undefined): Reading {
  const alone = reading.words.length === 1;
  const words = reading.words.map((word) =>
    (alone && word === first) || /[0-9]/u.test(word.text)
      ? { ...word, alternatives: [...word.alternatives, cutWord(idMark + word.text)] }
      : word,
  );
  return { ...reading, words };
}

/** "Müller +49 170 1234567": the numbers between the other words as one, as phones are kept. */
function withPhonesJoined(folded: string): readonly (readonly QueryWord[])[] {
  const found = /(?:^| )(['0-9 ]*[0-9][' ]+[0-9]['0-9 ]*)(?: |$)/u.exec(folded);
  if (found === null) return [];
  const rest = ` ${folded.slice(0, found.index)} ${folded.slice(found.index + found[0].length)} `;
  const words = rest.split(blank).flatMap((text) => piecesOfTyped(text).words);
  if (words.length === 0 || words.length >= mostWords) return [];
  return phoneRunsOf(found[1] ?? '').map((run) => [...words, wordFor(run)]);
}

export function wordFor(text: string): QueryWord {
  return { text, alternatives: [], digits: /^[0-9]{4,}$/u.test(text) ? text : '' };
}

interface Typed {
  readonly words: readonly QueryWord[];
  /** The same piece with its punctuation read as blanks; null where there is none. */
  readonly parts: readonly QueryWord[] | null;
}

function piecesOfTyped(text: string): Typed {
  const split = text.lastIndexOf(at);
  if (split > 0) {
    const { local, domain } = emailParts(text);
    const [piece] = piecesOf(local);
    if (piece === undefined) return { words: [], parts: null };
    const words = [wordFor(piece.joined)];
    if (domain !== '') words.push({ text: cutWord(domainMark + domain), alternatives: [], digits: '' });
    return { words, parts: null };
  }
  const [piece]: readonly (Piece | undefined)[] = piecesOf(text);
  if (piece === undefined) return { words: [], parts: null };
  // "@dragon" is how usernames are written, and how a domain begins.
  if (split === 0)
    return { words: [{ ...wordFor(piece.joined), alternatives: [cutWord(domainMark + piece.joined)] }], parts: null };
  return {
    words: [wordFor(piece.joined)],
    parts: piece.parts.length > 1 ? piece.parts.map((part) => wordFor(cutWord(part))) : null,
  };
}

/** "jr", "al" and "de" may be initials as well as particles; three letters that are a particle hardly are. */
function isInitials(text: string): boolean {
  return /^[a-z]{2,3}$/u.test(text) && (text.length === 2 || !particles.has(text));
}

/** "+49 (0)170 123-45": a number as it stands on a card. Zeros in front are dialled at home and not kept. */
function phoneRunsOf(folded: string): readonly string[] {
  if (!/^[0-9 ']+$/u.test(folded)) return [];
  const digits = folded.replaceAll(punctuation, '').replaceAll(blank, '');
  if (digits.length < shortestRun) return [];
  const withoutTrunk = folded.replaceAll("'0'", '').replaceAll(/[ ']/gu, '');
  const withoutZeros = (run: string) => run.replace(/^0+/u, '');
  const runs = new Set([digits, withoutZeros(digits), withoutTrunk, withoutZeros(withoutTrunk)]);
  return [...runs].filter((run) => run.length >= shortestRun);
}
