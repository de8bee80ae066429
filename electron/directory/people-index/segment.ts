/**
 * A segment: some people and everything needed to find them, in typed arrays that never change once built. What does
 * change (who was replaced, when somebody was read) stands apart. Small segments are merged into larger ones in slices.
 *
 * People are numbered in the order of ranking (shorter names first), so the best of a list are at its beginning.
 */
import { Buffer } from 'node:buffer';
import type { User } from '../../../contract/registration-api/resources.ts';
import { type Dictionary, wordCount } from './dictionary.ts';
import { nameLength } from './ranking.ts';
import { decodeUser, encodeUser, recordPrefix } from './record.ts';
import type { WordRange } from './slips.ts';
import { phoneDigitsOf, visitWords, type WordVisitor } from './tokens.ts';
import { buildTrie, type Trie } from './trie.ts';

/** The part that is written to the snapshot as it is. */
export interface SegmentData extends Dictionary, Trie {
  /** For each word, where its entries start in `postings`. */
  readonly postingStarts: Uint32Array;
  /** person | fields << 24, ascending within a word. */
  readonly postings: Uint32Array;
  /** For each person, where the entries start in `personWords`. */
  readonly personStarts: Uint32Array;
  /** word | fields << 26, ascending within a person. */
  readonly personWords: Uint32Array;
  /** Where each person's record starts in `records`. */
  readonly recordStarts: Uint32Array;
  readonly records: Uint8Array;
  /** `nameLength` of each person, ascending; people of one length are sorted by their id. */
  readonly nameLengths: Uint8Array;
  readonly phoneStarts: Uint32Array;
  /** Digits of the phones, one a byte, 0 to 9. */
  readonly phoneDigits: Uint8Array;
  /** Open hash of ids: person + 1, 0 where empty. */
  readonly idSlots: Uint32Array;
  /** For each run of four digits, where its entries start in `runEntries`; empty in small segments, which are looked through. */
  readonly runStarts: Uint32Array;
  /** person << 5 | offset into their digits. */
  readonly runEntries: Uint32Array;
}

export interface Segment {
  readonly data: SegmentData;
  /** The records again, for reading text out of them: making such a view for each costs more than reading it. */
  readonly texts: Buffer;
  readonly people: number;
  /** 1 where a newer version stands in another segment, or the person is gone. */
  readonly dead: Uint8Array;
  deadCount: number;
  /** When the service said so; milliseconds since the epoch. */
  readonly readAt: Float64Array;
  /** Number of the last sweep that met the person. */
  readonly sweeps: Uint32Array;
  /** Scratch of a running search: best score of each person plus one, 0 where not met. */
  readonly scores: Uint16Array;
  /** Words found for what was typed lately: "maria" is asked for again with every letter of her last name. */
  readonly recent: Map<string, readonly WordRange[]>;
}

export const personMask = 0xffffff;
export const wordMask = 0x3ffffff;
/** More people than this don't fit one segment, nor the desk (docs/search.md, "Bounds"). */
export const mostPeople = personMask;
/** Below this many people a phone is found by looking at each. */
const fewPeople = 2048;
/** Letters of a word stand for at most this much work before a merge pauses. */
const workPerStep = 512;

export function segmentOf(data: SegmentData, readAt?: Float64Array): Segment {
  const people = data.recordStarts.length - 1;
  const { buffer, byteOffset, byteLength } = data.records;
  return {
    data,
    texts: Buffer.from(buffer, byteOffset, byteLength),
    people,
    dead: new Uint8Array(people),
    deadCount: 0,
    readAt: readAt ?? new Float64Array(people),
    sweeps: new Uint32Array(people),
    scores: new Uint16Array(people),
    recent: new Map(),
  };
}

/** Builds a segment of a page of people. `readAt` and `sweep` count for all of them. */
export function buildSegment(users: readonly User[], readAt: number, sweep: number): Segment {
  const entries = users.map((user) => {
    const record = Buffer.from(encodeUser(user));
    return { user, record, length: nameLength(user) };
  });
  entries.sort((one, other) => one.length - other.length || compareIds(one.record, 0, other.record, 0));

  // Who has a word stands in a chain through `next`: most words have one entry, which is not worth a list of its own.
  const chains = new Map<string, Chain>();
  const entriesOfAll: number[] = [];
  const next: number[] = [];
  const recordStarts = new Uint32Array(entries.length + 1);
  const phoneStarts = new Uint32Array(entries.length + 1);
  const nameLengths = new Uint8Array(entries.length);
  const digits: number[] = [];
  const texts: Buffer[] = [];
  let recordEnd = 0;
  let person = 0;
  const note: WordVisitor = (word, field) => {
    const at = entriesOfAll.length;
    const chain = chains.get(word);
    if (chain === undefined) chains.set(word, { first: at, last: at });
    else {
      const last = entriesOfAll[chain.last] ?? 0;
      if ((last & personMask) === person) {
        entriesOfAll[chain.last] = last | (field << 24);
        return;
      }
      next[chain.last] = at;
      chain.last = at;
    }
    entriesOfAll.push(person | (field << 24));
    next.push(-1);
  };
  for (const { user, record, length } of entries) {
    visitWords(user, note);
    texts.push(record);
    recordEnd += record.length;
    recordStarts[person + 1] = recordEnd;
    const phone = phoneDigitsOf(user.phone);
    for (let index = 0; index < phone.length; index += 1) digits.push(phone.charCodeAt(index) - 48);
    phoneStarts[person + 1] = digits.length;
    nameLengths[person] = length;
    person += 1;
  }

  const words = [...chains.keys()].sort();
  // One text, which is read faster than many.
  const text = words.join('');
  const letters = new Uint16Array(text.length);
  for (let unit = 0; unit < text.length; unit += 1) letters[unit] = text.charCodeAt(unit);
  const wordStarts = new Uint32Array(words.length + 1);
  const postingStarts = new Uint32Array(words.length + 1);
  const postings = new Uint32Array(entriesOfAll.length);
  let letter = 0;
  let posting = 0;
  for (const [index, word] of words.entries()) {
    letter += word.length;
    wordStarts[index + 1] = letter;
    for (let at = chains.get(word)?.first ?? -1; at >= 0; at = next[at] ?? -1) {
      postings[posting] = entriesOfAll[at] ?? 0;
      posting += 1;
    }
    postingStarts[index + 1] = posting;
  }

  const columns = {
    letters,
    wordStarts,
    postingStarts,
    postings,
    ...invert(postingStarts, postings, entries.length),
    recordStarts,
    records: new Uint8Array(Buffer.concat(texts, recordEnd)),
    nameLengths,
    phoneStarts,
    phoneDigits: Uint8Array.from(digits),
  };
  let finished: IteratorResult<void, SegmentData>;
  const steps = derive(columns);
  do finished = steps.next();
  while (!finished.done);
  const segment = segmentOf(finished.value);
  segment.readAt.fill(readAt);
  segment.sweeps.fill(sweep);
  return segment;
}

interface Chain {
  readonly first: number;
  last: number;
}

/** The words of each person, from the people of each word. */
function invert(
  postingStarts: Uint32Array,
  postings: Uint32Array,
  people: number,
): Pick<SegmentData, 'personStarts' | 'personWords'> {
  const personStarts = new Uint32Array(people + 1);
  for (const posting of postings) {
    const person = posting & personMask;
    personStarts[person + 1] = (personStarts[person + 1] ?? 0) + 1;
  }
  for (let person = 0; person < people; person += 1) {
    personStarts[person + 1] = (personStarts[person + 1] ?? 0) + (personStarts[person] ?? 0);
  }
  const filled = personStarts.slice();
  const personWords = new Uint32Array(postings.length);
  for (let word = 0; word < postingStarts.length - 1; word += 1) {
    const end = postingStarts[word + 1] ?? 0;
    for (let index = postingStarts[word] ?? 0; index < end; index += 1) {
      const posting = postings[index] ?? 0;
      const person = posting & personMask;
      const at = filled[person] ?? 0;
      personWords[at] = (word | ((posting >>> 24) << 26)) >>> 0;
      filled[person] = at + 1;
    }
  }
  return { personStarts, personWords };
}

type Columns = Omit<SegmentData, 'idSlots' | 'runStarts' | 'runEntries' | keyof Trie>;

/** What follows from the columns. Pauses (yields) often enough for a caller that has to answer others in between. */
function* derive(columns: Columns): Generator<void, SegmentData, void> {
  const people = columns.recordStarts.length - 1;
  let slots = 16;
  while (slots < people * 2) slots *= 2;
  const idSlots = new Uint32Array(slots);
  for (let person = 0; person < people; person += 1) {
    let slot = hashOfId(columns.records, columns.recordStarts[person] ?? 0) & (slots - 1);
    while (idSlots[slot] !== 0) slot = (slot + 1) & (slots - 1);
    idSlots[slot] = person + 1;
    if (person % (workPerStep * 8) === 0) yield;
  }

  let runStarts: Uint32Array = new Uint32Array(0);
  let runEntries: Uint32Array = new Uint32Array(0);
  if (people >= fewPeople) {
    runStarts = new Uint32Array(10_001);
    const { phoneDigits, phoneStarts } = columns;
    for (const filling of [false, true]) {
      for (let person = 0; person < people; person += 1) {
        const start = phoneStarts[person] ?? 0;
        const last = (phoneStarts[person + 1] ?? 0) - 4;
        for (let at = start; at <= last; at += 1) {
          const run = runAt(phoneDigits, at);
          if (filling) {
            const entry = (runStarts[run + 1] ?? 0) - 1;
            runEntries[entry] = (person << 5) | (at - start);
            runStarts[run + 1] = entry;
          } else runStarts[run + 1] = (runStarts[run + 1] ?? 0) + 1;
        }
        if (person % (workPerStep * 4) === 0) yield;
      }
      if (filling) {
        // Filling moved each end to its start, which is where the list of the run begins.
        runStarts.copyWithin(0, 1);
        runStarts[10_000] = runEntries.length;
      } else {
        for (let run = 0; run < 10_000; run += 1) {
          runStarts[run + 1] = (runStarts[run + 1] ?? 0) + (runStarts[run] ?? 0);
        }
        runEntries = new Uint32Array(runStarts[10_000] ?? 0);
      }
    }
  }
  const trie = yield* buildTrie(columns);
  return { ...columns, ...trie, idSlots, runStarts, runEntries };
}

/** The four digits at an offset, as a number. */
function runAt(phoneDigits: Uint8Array, at: number): number {
  return (
    (phoneDigits[at] ?? 0) * 1000 +
    (phoneDigits[at + 1] ?? 0) * 100 +
    (phoneDigits[at + 2] ?? 0) * 10 +
    (phoneDigits[at + 3] ?? 0)
  );
}

/** FNV-1a over the id at the head of a record, up to the NUL that ends it. */
function hashOfId(records: Uint8Array, start: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; (records[at] ?? 0) !== 0; at += 1) hash = Math.imul(hash ^ (records[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

/** As the ids of a segment are hashed; 32 bits. */
export function hashOfUserId(userId: string): number {
  return hashOfId(prefixBytes(userId), 0);
}

/** Of everybody in a segment. */
export function* idHashes({ data: { records, recordStarts } }: Segment): Generator<number, void, void> {
  for (let person = 0; person < recordStarts.length - 1; person += 1)
    yield hashOfId(records, recordStarts[person] ?? 0);
}

/** Orders two records by their ids, byte by byte. */
export function compareIds(records: Uint8Array, start: number, otherRecords: Uint8Array, otherStart: number): number {
  for (let offset = 0; ; offset += 1) {
    const byte = records[start + offset] ?? 0;
    const difference = byte - (otherRecords[otherStart + offset] ?? 0);
    if (difference !== 0 || byte === 0) return difference;
  }
}

/** The living person with that id in one of the segments. */
export function findPerson(
  segments: readonly Segment[],
  userId: string,
): { readonly segment: Segment; readonly person: number } | null {
  const prefix = prefixBytes(userId);
  const hash = hashOfId(prefix, 0);
  for (const segment of segments) {
    const { idSlots, records, recordStarts } = segment.data;
    let slot = hash & (idSlots.length - 1);
    for (let entry = idSlots[slot] ?? 0; entry !== 0; entry = idSlots[slot] ?? 0) {
      const person = entry - 1;
      if (segment.dead[person] === 0 && beginsWith(records, recordStarts[person] ?? 0, prefix))
        return { segment, person };
      slot = (slot + 1) & (idSlots.length - 1);
    }
  }
  return null;
}

/** Room for the ids that are looked up, one at a time. */
const scratch = Buffer.alloc(1024);

/** The bytes every record of that person begins with; good until the next call. */
function prefixBytes(userId: string): Buffer {
  const prefix = recordPrefix(userId);
  if (prefix.length * 3 > scratch.length) return Buffer.from(prefix);
  return scratch.subarray(0, scratch.write(prefix));
}

function beginsWith(records: Uint8Array, start: number, prefix: Buffer): boolean {
  for (let index = 0; index < prefix.length; index += 1) if (records[start + index] !== prefix[index]) return false;
  return true;
}

function recordText({ data, texts }: Segment, person: number): string {
  return texts.toString('utf8', data.recordStarts[person], data.recordStarts[person + 1]);
}

export function userOf(segment: Segment, person: number): User {
  return decodeUser(recordText(segment, person));
}

/** The last step of the ranking (ranking.ts): shorter names first, then by id. */
export function compareNames(one: Segment, person: number, other: Segment, otherPerson: number): number {
  const length = one.data.nameLengths[person] ?? 0;
  return (
    length - (other.data.nameLengths[otherPerson] ?? 0) ||
    compareIds(
      one.data.records,
      one.data.recordStarts[person] ?? 0,
      other.data.records,
      other.data.recordStarts[otherPerson] ?? 0,
    )
  );
}

/** Whether the record of a person says exactly what `user` says. */
export function saysTheSame(segment: Segment, person: number, user: User): boolean {
  return recordText(segment, person) === encodeUser(user);
}

export function kill(segment: Segment, person: number): void {
  if (segment.dead[person] === 1) return;
  segment.dead[person] = 1;
  segment.deadCount += 1;
}

/**
 * Merges segments into one, without their dead. Yields often; between two steps the segments may go on being searched and
 * changed: what changed meanwhile is carried over in the last step, which does not pause.
 */
export function* mergeSegments(segments: readonly Segment[]): Generator<void, Segment, void> {
  const sources = segments.map((segment, number) => ({
    segment,
    number,
    /** New number of each person, -1 where they are not carried over. */
    renumbered: new Int32Array(segment.people).fill(-1),
    /** How many of those carried over have each word. */
    holders: new Uint32Array(wordCount(segment.data)),
    /** New number of each word that somebody carried over has. */
    renumberedWords: new Uint32Array(wordCount(segment.data)),
    /** The next person, later the next word. */
    next: 0,
    /** What orders most of them without a closer look; `none` at the end. */
    key: 0,
  }));
  type Source = (typeof sources)[number];

  // People, in the order of ranking.
  const living = sum(segments, (segment) => segment.people - segment.deadCount);
  const sourceOf = new Uint32Array(living);
  const personOf = new Uint32Array(living);
  const nameLengths = new Uint8Array(living);
  let people = 0;
  const goToPerson = (source: Source, from: number): void => {
    const { dead, people: end, data } = source.segment;
    let person = from;
    while (person < end && dead[person] === 1) person += 1;
    source.next = person;
    source.key = person < end ? (data.nameLengths[person] ?? 0) : none;
  };
  for (const source of sources) goToPerson(source, 0);
  const persons = createTournament(sources, compareIdsOfNext);
  for (let source = persons.first(); source.key !== none; source = persons.first()) {
    const { next, segment } = source;
    source.renumbered[next] = people;
    const { personStarts, personWords } = segment.data;
    const end = personStarts[next + 1] ?? 0;
    for (let at = personStarts[next] ?? 0; at < end; at += 1) {
      const word = (personWords[at] ?? 0) & wordMask;
      source.holders[word] = (source.holders[word] ?? 0) + 1;
    }
    sourceOf[people] = source.number;
    personOf[people] = next;
    nameLengths[people] = source.key;
    people += 1;
    goToPerson(source, next + 1);
    persons.again();
    if (people % workPerStep === 0) yield;
  }

  // Records and phones.
  const recordStarts = new Uint32Array(people + 1);
  const phoneStarts = new Uint32Array(people + 1);
  const records = new Uint8Array(sum(segments, ({ data }) => data.records.length));
  const phoneDigits = new Uint8Array(sum(segments, ({ data }) => data.phoneDigits.length));
  let recordEnd = 0;
  let phoneEnd = 0;
  for (let index = 0; index < people; index += 1) {
    const data = segments[sourceOf[index] ?? 0]?.data;
    if (data === undefined) continue;
    const person = personOf[index] ?? 0;
    recordEnd = copy(
      data.records,
      data.recordStarts[person] ?? 0,
      data.recordStarts[person + 1] ?? 0,
      records,
      recordEnd,
    );
    phoneEnd = copy(
      data.phoneDigits,
      data.phoneStarts[person] ?? 0,
      data.phoneStarts[person + 1] ?? 0,
      phoneDigits,
      phoneEnd,
    );
    recordStarts[index + 1] = recordEnd;
    phoneStarts[index + 1] = phoneEnd;
    if (index % workPerStep === 0) yield;
  }

  yield;

  // Words, without those that only the dead had.
  const wordRoom = sum(segments, ({ data }) => wordCount(data));
  const letters = new Uint16Array(sum(segments, ({ data }) => data.letters.length));
  const wordStarts = new Uint32Array(wordRoom + 1);
  const postingStarts = new Uint32Array(wordRoom + 1);
  let words = 0;
  let letterEnd = 0;
  const goToWord = (source: Source, from: number): void => {
    const { holders, segment } = source;
    let word = from;
    while (word < holders.length && holders[word] === 0) word += 1;
    source.next = word;
    source.key = word < holders.length ? wordKey(segment.data, word) : none;
  };
  for (const source of sources) goToWord(source, 0);
  const dictionaries = createTournament(sources, compareNextWords);
  for (let source = dictionaries.first(); source.key !== none; ) {
    const { key, next } = source;
    const { data } = source.segment;
    const from = data.wordStarts[next] ?? 0;
    const to = data.wordStarts[next + 1] ?? 0;
    let holders = 0;
    do {
      source.renumberedWords[source.next] = words;
      holders += source.holders[source.next] ?? 0;
      goToWord(source, source.next + 1);
      dictionaries.again();
      source = dictionaries.first();
    } while (source.key === key && sameWord(source.segment.data, source.next, data, from, to));
    letterEnd = copy(data.letters, from, to, letters, letterEnd);
    words += 1;
    wordStarts[words] = letterEnd;
    postingStarts[words] = (postingStarts[words - 1] ?? 0) + holders;
    if (words % workPerStep === 0) yield;
  }

  yield;

  // Who has which word: gone through person by person, every list is in order by itself.
  const personStarts = new Uint32Array(people + 1);
  const personWords = new Uint32Array(postingStarts[words] ?? 0);
  const postings = new Uint32Array(personWords.length);
  const filled = postingStarts.slice(0, words);
  let entries = 0;
  for (let index = 0; index < people; index += 1) {
    const source = sources[sourceOf[index] ?? 0];
    if (source === undefined) continue;
    const { data } = source.segment;
    const person = personOf[index] ?? 0;
    const end = data.personStarts[person + 1] ?? 0;
    for (let at = data.personStarts[person] ?? 0; at < end; at += 1) {
      const entry = data.personWords[at] ?? 0;
      const word = source.renumberedWords[entry & wordMask] ?? 0;
      const wordFields = entry >>> 26;
      personWords[entries] = (word | (wordFields << 26)) >>> 0;
      entries += 1;
      const posting = filled[word] ?? 0;
      postings[posting] = (index | (wordFields << 24)) >>> 0;
      filled[word] = posting + 1;
    }
    personStarts[index + 1] = entries;
    if (index % workPerStep === 0) yield;
  }

  yield;
  const data = yield* derive({
    letters: letters.slice(0, letterEnd),
    wordStarts: wordStarts.slice(0, words + 1),
    postingStarts: postingStarts.slice(0, words + 1),
    postings,
    personStarts,
    personWords,
    recordStarts,
    // Where nobody was dead, it is full: a copy of everybody would stop the program for a moment.
    records: recordEnd === records.length ? records : records.slice(0, recordEnd),
    nameLengths: nameLengths.slice(0, people),
    phoneStarts,
    phoneDigits: phoneEnd === phoneDigits.length ? phoneDigits : phoneDigits.slice(0, phoneEnd),
  });
  const merged = segmentOf(data);
  for (const { segment, renumbered } of sources) {
    for (let person = 0; person < segment.people; person += 1) {
      const there = renumbered[person] ?? -1;
      if (there < 0) continue;
      merged.readAt[there] = segment.readAt[person] ?? 0;
      merged.sweeps[there] = segment.sweeps[person] ?? 0;
      if (segment.dead[person] === 1) kill(merged, there);
    }
  }
  return merged;
}

interface Contestant {
  readonly segment: Segment;
  readonly next: number;
  readonly key: number;
}

/** Of people whose names are of one length. */
function compareIdsOfNext(one: Contestant, other: Contestant): number {
  const here = one.segment.data;
  const there = other.segment.data;
  return compareIds(here.records, here.recordStarts[one.next] ?? 0, there.records, there.recordStarts[other.next] ?? 0);
}

/** Of words whose keys are the same. */
function compareNextWords(one: Contestant, other: Contestant): number {
  const here = one.segment.data;
  const there = other.segment.data;
  const start = here.wordStarts[one.next] ?? 0;
  const otherStart = there.wordStarts[other.next] ?? 0;
  const length = (here.wordStarts[one.next + 1] ?? 0) - start;
  const otherLength = (there.wordStarts[other.next + 1] ?? 0) - otherStart;
  const shared = Math.min(length, otherLength);
  for (let index = keyLetters; index < shared; index += 1) {
    const difference = (here.letters[start + index] ?? 0) - (there.letters[otherStart + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/** The key of a source that has nothing left. */
const none = Number.POSITIVE_INFINITY;

/**
 * Many sorted sources, of which the least is wanted again and again: a tournament tree (Knuth, "The Art of Computer
 * Programming" 3, 5.4.1). Where the winner has moved on, only the matches it took part in are played again.
 * @param compare where two keys are the same; not asked where both are `none`
 */
function createTournament<Source extends Contestant>(
  sources: readonly Source[],
  compare: (one: Source, other: Source) => number,
): { first(): Source; again(): void } {
  let size = 1;
  while (size < sources.length) size *= 2;
  // Node 1 is the final, 2n and 2n + 1 lead to n, the sources stand at the end.
  const winners = new Int32Array(size * 2).fill(-1);
  const play = (match: number): void => {
    const left = winners[match * 2] ?? -1;
    const right = winners[match * 2 + 1] ?? -1;
    const one = sources[left];
    const other = sources[right];
    if (one === undefined || other === undefined) {
      winners[match] = one === undefined ? right : left;
      return;
    }
    const otherWins = other.key < one.key || (other.key === one.key && one.key !== none && compare(other, one) < 0);
    winners[match] = otherWins ? right : left;
  };
  for (let index = 0; index < sources.length; index += 1) winners[size + index] = index;
  for (let match = size - 1; match > 0; match -= 1) play(match);
  return {
    first: () => sources[winners[1] ?? 0] as Source,
    again() {
      for (let match = (size + (winners[1] ?? 0)) >>> 1; match > 0; match >>>= 1) play(match);
    },
  };
}

/** Letters that `wordKey` holds: three code units fit a number exactly. */
const keyLetters = 3;

/** The first letters of a word as one number: it orders most pairs of words without looking at either again. */
function wordKey({ letters, wordStarts }: SegmentData, word: number): number {
  const start = wordStarts[word] ?? 0;
  const length = (wordStarts[word + 1] ?? 0) - start;
  const first = letters[start] ?? 0;
  const second = length > 1 ? (letters[start + 1] ?? 0) : 0;
  const third = length > 2 ? (letters[start + 2] ?? 0) : 0;
  return (first * 0x10000 + second) * 0x10000 + third;
}

function sameWord(own: SegmentData, word: number, data: SegmentData, from: number, to: number): boolean {
  const start = own.wordStarts[word] ?? 0;
  if ((own.wordStarts[word + 1] ?? 0) - start !== to - from) return false;
  for (let index = 0; index < to - from; index += 1) {
    if (own.letters[start + index] !== data.letters[from + index]) return false;
  }
  return true;
}

/** Answers with the end of the copy. Most pieces are a few units long: a loop beats the call that a subarray needs. */
function copy<Numbers extends Uint8Array | Uint16Array>(
  source: Numbers,
  from: number,
  to: number,
  target: Numbers,
  at: number,
): number {
  for (let index = from; index < to; index += 1) target[at + index - from] = source[index] ?? 0;
  return at + to - from;
}

function sum<Item>(items: readonly Item[], countOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + countOf(item), 0);
}
