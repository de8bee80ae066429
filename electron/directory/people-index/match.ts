/** Finds the people of one segment that fit one reading, and notes the best score of each. Allocates next to nothing. */
import { findWord, lowerBound, prefixEnd, wordLength } from './dictionary.ts';
import type { QueryWord, Reading } from './query.ts';
import { fieldRanks, packScore, phoneRank, wordsKind } from './ranking.ts';
import { personMask, type Segment, wordMask } from './segment.ts';
import { slipsAllowed, slipsAllowedLoosely, type WordRange, wordsWithinSlips } from './slips.ts';
import { cutWord, domainMark, fields, idMark } from './tokens.ts';

/** People of one segment met so far in this search, in the order they were met. */
export interface Met {
  people: Uint32Array;
  count: number;
}

/** How many slips are forgiven in a word, at most, in one pass over the readings; `loosely`: as many as it can stand. */
export type Forgiving = 0 | 1 | 2 | 'loosely';

/** Words of a dictionary that answer one query word. */
interface Answers {
  readonly word: QueryWord;
  readonly ranges: readonly WordRange[];
  readonly length: number;
  /** How many postings they have; infinite where a phone may answer too, since that is seen only person by person. */
  readonly size: number;
}

/** Entries the rarest word of a reading far from what was typed may lead to. */
const mostFarFetched = 1000;

const noRanges: readonly WordRange[] = [];

function allowedSlips(typedLength: number, forgiving: Forgiving): number {
  return forgiving === 'loosely' ? slipsAllowedLoosely(typedLength) : Math.min(forgiving, slipsAllowed(typedLength));
}

function answersTo(segment: Segment, word: QueryWord, forgiving: Forgiving): Answers {
  const allowed = word.text.startsWith(domainMark) ? 0 : allowedSlips(word.text.length, forgiving);
  let ranges = rangesFor(segment, word.text, allowed);
  if (word.alternatives.length > 0) {
    const more = word.alternatives.flatMap((text) => rangesFor(segment, text, 0));
    if (more.length > 0) ranges = [...ranges, ...more].sort((one, other) => one.from - other.from);
  }
  const size = word.digits === '' ? postingsIn(segment, ranges) : Number.POSITIVE_INFINITY;
  return { word, ranges, length: word.text.length, size };
}

/** Ranges kept for each segment. */
const mostRecent = 64;

function rangesFor(segment: Segment, text: string, allowed: number): readonly WordRange[] {
  const { recent, data } = segment;
  const key = `${allowed}${text}`;
  let ranges = recent.get(key);
  if (ranges !== undefined) recent.delete(key);
  else ranges = allowed > 0 ? wordsWithinSlips(data, text, allowed) : prefixRange(segment, text);
  recent.set(key, ranges);
  if (recent.size > mostRecent) for (const oldest of recent.keys()) if (recent.delete(oldest)) break;
  return ranges;
}

function prefixRange(segment: Segment, text: string): readonly WordRange[] {
  const from = lowerBound(segment.data, text);
  const to = prefixEnd(segment.data, text, from);
  return to > from ? [{ from, to, slips: 0 }] : noRanges;
}

function postingsIn({ data }: Segment, ranges: readonly WordRange[]): number {
  let size = 0;
  for (const { from, to } of ranges) size += (data.postingStarts[to] ?? 0) - (data.postingStarts[from] ?? 0);
  return size;
}

/** Notes everybody who has an answer to every word. */
export function matchReading(segment: Segment, reading: Reading, forgiving: Forgiving, met: Met): void {
  const answers: Answers[] = [];
  for (const word of reading.words) {
    const own = answersTo(segment, word, forgiving);
    if (own.size === 0) return;
    answers.push(own);
  }
  if (reading.farFetched && answers.every(({ size }) => size > mostFarFetched)) return;
  matchAnswers(segment, answers, reading.distance, met);
}

/** "mariagonzalez": notes everybody for whom the word falls into a whole word of theirs and the beginning of another. */
export function matchSplit(segment: Segment, text: string, distance: number, met: Met): void {
  for (let split = 1; split < text.length; split += 1) {
    const head = text.slice(0, split);
    // A single latin letter is an initial to everybody; a single ideograph is a name.
    if (split === 1 && head.charCodeAt(0) < 0x250) continue;
    const word = findWord(segment.data, head);
    if (word < 0) continue;
    const tail = prefixRange(segment, text.slice(split));
    if (tail.length === 0) continue;
    const plain = (own: string, ranges: readonly WordRange[]): Answers => ({
      word: { text: own, alternatives: [], digits: '' },
      ranges,
      length: own.length,
      size: postingsIn(segment, ranges),
    });
    const heads: readonly WordRange[] = [{ from: word, to: word + 1, slips: 0 }];
    matchAnswers(segment, [plain(head, heads), plain(text.slice(split), tail)], distance, met);
  }
}

function matchAnswers(segment: Segment, answers: readonly Answers[], distance: number, met: Met): void {
  const [only] = answers;
  if (only === undefined) return;
  if (answers.length === 1) {
    matchOne(segment, only, distance, met);
    return;
  }
  // The rarest word leads; the next rare is asked first, since most people fail there.
  const [driver = only, ...others] = [...answers].sort((one, other) => one.size - other.size);
  const { data, dead } = segment;
  if (driver.size === Number.POSITIVE_INFINITY) {
    for (let person = 0; person < segment.people; person += 1) {
      if (dead[person] === 0) judge(segment, person, 0, [driver, ...others], distance, met);
    }
    return;
  }
  for (const { from, to, slips } of driver.ranges) {
    for (let word = from; word < to; word += 1) {
      const begun = wordLength(data, word) > driver.length + slips ? 1 : 0;
      const end = data.postingStarts[word + 1] ?? 0;
      for (let index = data.postingStarts[word] ?? 0; index < end; index += 1) {
        const posting = data.postings[index] ?? 0;
        const person = posting & personMask;
        if (dead[person] !== 0) continue;
        judge(segment, person, wordScore(slips, begun, fieldRanks[posting >>> 24] ?? 15), others, distance, met);
      }
    }
  }
}

/** One word of a person against one word of the query; lower is better. */
function wordScore(slips: number, begun: number, field: number): number {
  return (slips << 8) | (begun << 4) | field;
}
const noWord = 0xffff;

function matchOne(segment: Segment, answer: Answers, distance: number, met: Met): void {
  const { data, dead } = segment;
  for (const { from, to, slips } of answer.ranges) {
    for (let word = from; word < to; word += 1) {
      const begun = wordLength(data, word) > answer.length + slips ? 1 : 0;
      const end = data.postingStarts[word + 1] ?? 0;
      for (let index = data.postingStarts[word] ?? 0; index < end; index += 1) {
        const posting = data.postings[index] ?? 0;
        const person = posting & personMask;
        if (dead[person] !== 0) continue;
        note(segment, person, packScore(wordsKind, slips, distance, begun, fieldRanks[posting >>> 24] ?? 15), met);
      }
    }
  }
}

/** Looks for the best answer to every word among the words of one person. `known`: `wordScore` of the word that led here. */
function judge(
  segment: Segment,
  person: number,
  known: number,
  answers: readonly Answers[],
  distance: number,
  met: Met,
): void {
  let slips = known >>> 8;
  let begun = (known >>> 4) & 1;
  let field = known & 15;
  for (const answer of answers) {
    let best = answer.ranges.length === 1 ? bestInOne(segment, person, answer) : bestInMany(segment, person, answer);
    if (best === noWord) {
      if (answer.word.digits === '' || !phoneHas(segment, person, answer.word.digits)) return;
      best = phoneRank;
    }
    slips += best >>> 8;
    begun += (best >>> 4) & 1;
    field = Math.max(field, best & 15);
  }
  note(segment, person, packScore(wordsKind, slips, distance, begun, field), met);
}

function bestInOne({ data }: Segment, person: number, answer: Answers): number {
  const range = answer.ranges[0] as WordRange;
  const { from, to, slips } = range;
  const last = data.personStarts[person + 1] as number;
  let best = noWord;
  for (let index = data.personStarts[person] as number; index < last; index += 1) {
    const entry = data.personWords[index] as number;
    const word = entry & wordMask;
    if (word < from) continue;
    if (word >= to) break;
    const begun = wordLength(data, word) > answer.length + slips ? 1 : 0;
    const score = wordScore(slips, begun, fieldRanks[entry >>> 26] as number);
    if (score < best) best = score;
  }
  return best;
}

function bestInMany({ data }: Segment, person: number, answer: Answers): number {
  const { ranges } = answer;
  const last = data.personStarts[person + 1] as number;
  let best = noWord;
  let low = 0;
  for (let index = data.personStarts[person] as number; index < last; index += 1) {
    const entry = data.personWords[index] as number;
    const word = entry & wordMask;
    // The first range that ends after the word; words ascend, and so do the ranges looked at.
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle] as WordRange).to <= word) low = middle + 1;
      else high = middle;
    }
    const range = ranges[low];
    if (range === undefined) break;
    if (word < range.from) continue;
    const begun = wordLength(data, word) > answer.length + range.slips ? 1 : 0;
    const score = wordScore(range.slips, begun, fieldRanks[entry >>> 26] as number);
    if (score < best) best = score;
  }
  return best;
}

function note(segment: Segment, person: number, score: number, met: Met): void {
  const { scores } = segment;
  const known = scores[person] ?? 0;
  if (known === 0) {
    scores[person] = score + 1;
    if (met.count === met.people.length) {
      const larger = new Uint32Array(met.people.length * 2);
      larger.set(met.people);
      met.people = larger;
    }
    met.people[met.count] = person;
    met.count += 1;
  } else if (score + 1 < known) scores[person] = score + 1;
}

function phoneHas(segment: Segment, person: number, digits: string): boolean {
  const { phoneDigits, phoneStarts } = segment.data;
  const last = (phoneStarts[person + 1] ?? 0) - digits.length;
  for (let at = phoneStarts[person] ?? 0; at <= last; at += 1) if (digitsStandAt(phoneDigits, at, digits)) return true;
  return false;
}

function digitsStandAt(phoneDigits: Uint8Array, at: number, digits: string): boolean {
  for (let index = 0; index < digits.length; index += 1) {
    if (phoneDigits[at + index] !== digits.charCodeAt(index) - 48) return false;
  }
  return true;
}

const phoneEnd = packScore(1, 0, 0, 0, 0);
const phoneInside = packScore(3, 0, 0, 0, 0);

/** Notes everybody whose phone has that run of four or more digits. */
export function matchPhone(segment: Segment, digits: string, met: Met): void {
  const { data, dead } = segment;
  const { phoneDigits, phoneStarts, runStarts, runEntries } = data;
  const judgeAt = (person: number, at: number) => {
    if (dead[person] !== 0) return;
    const end = phoneStarts[person + 1] ?? 0;
    if (at + digits.length > end || !digitsStandAt(phoneDigits, at, digits)) return;
    note(segment, person, at + digits.length === end ? phoneEnd : phoneInside, met);
  };
  if (runStarts.length === 0) {
    for (let person = 0; person < segment.people; person += 1) {
      const last = (phoneStarts[person + 1] ?? 0) - digits.length;
      for (let at = phoneStarts[person] ?? 0; at <= last; at += 1) judgeAt(person, at);
    }
    return;
  }
  const run = Number(digits.slice(0, 4));
  const last = runStarts[run + 1] ?? 0;
  for (let index = runStarts[run] ?? 0; index < last; index += 1) {
    const entry = runEntries[index] ?? 0;
    const person = entry >>> 5;
    judgeAt(person, (phoneStarts[person] ?? 0) + (entry & 31));
  }
}

const wholeId = packScore(0, 0, 0, 0, 0);

/** Notes everybody whose id is that, typed whole. */
export function matchId(segment: Segment, id: string, met: Met): void {
  if (id !== '') visitHolders(segment, idMark + id, fields.id, (person) => note(segment, person, wholeId, met));
}

/** Tells of everybody alive who has this very word in that field. */
export function visitHolders(segment: Segment, text: string, field: number, visit: (person: number) => void): void {
  const word = findWord(segment.data, cutWord(text));
  if (word < 0) return;
  const { postings, postingStarts } = segment.data;
  const end = postingStarts[word + 1] ?? 0;
  for (let index = postingStarts[word] ?? 0; index < end; index += 1) {
    const posting = postings[index] ?? 0;
    const person = posting & personMask;
    if (((posting >>> 24) & field) !== 0 && segment.dead[person] === 0) visit(person);
  }
}
