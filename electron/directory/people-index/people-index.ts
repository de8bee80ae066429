/**
 * The desk's people and the search over them. Purpose-built, because no library answers within a keystroke at a hundred
 * thousand people with slips forgiven; docs/search.md tells how it works and what it was measured against.
 *
 * Segments of people (segment.ts) are searched one after the other. New people become a small segment at once; small ones
 * are merged in the background, in slices, so that there are never many.
 */
import type { User } from '../../../contract/registration-api/resources.ts';
import { type Forgiving, type Met, matchId, matchPhone, matchReading, matchSplit } from './match.ts';
import { namedIn } from './named.ts';
import { looseReadings, type Query, type Reading, readQuery } from './query.ts';
import { slipsOf } from './ranking.ts';
import {
  buildSegment,
  compareNames,
  findPerson,
  hashOfUserId,
  idHashes,
  kill,
  mergeSegments,
  mostPeople,
  type Segment,
  saysTheSame,
  userOf,
} from './segment.ts';

/** Fewer than this many found: further readings and slips are tried. It is what a screen shows without scrolling. */
const few = 10;
/**
 * How eagerly segments are merged: `rarely` while a sweep brings more of them every moment, as each merge takes its time;
 * `usual`; `whole` until one is left.
 */
export type Tidiness = 'rarely' | 'usual' | 'whole';
/** Segments of about one size that are merged into one. */
const fanOuts = { rarely: 32, usual: 8 } as const;
/** People of the smallest size class. */
const smallest = 128;

/** One or two letters fit thousands: what they find in a segment is kept, as long as nobody in it dies. */
const shortLength = 2;
/** Such answers kept for each segment. */
const mostShort = 512;
/** Most people of an answer (contract/desk/directory.ts, "hits"). */
const mostListed = 50;
/** Segments of that many people have their one-letter answers looked up ahead. */
const large = 10_000;

interface ShortAnswer {
  readonly deadCount: number;
  readonly best: readonly Candidate[];
  readonly total: number;
}

export interface FoundPerson {
  readonly user: User;
  /** Slips that had to be forgiven. */
  readonly slips: number;
}

export interface Found {
  readonly people: readonly FoundPerson[];
  /** How many fit in all. */
  readonly total: number;
}

export interface StoredPerson {
  readonly user: User;
  /** When the service said so; milliseconds since the epoch. */
  readonly readAt: number;
}

export interface Put {
  /** Ids of people who are new or say something new. */
  readonly changed: readonly string[];
  /** How many people this sweep had not met before. */
  readonly met: number;
}

export interface PeopleIndex {
  /** People in it. */
  readonly size: number;
  /**
   * The best `limit` people for what was typed, best first. Nobody for an empty query. `loose`: the second look, which
   * forgives more slips and one wrong word of several, and takes its time.
   */
  search(query: string, limit: number, loose?: boolean): Found;
  /**
   * Everybody whose id, username or e-mail address this text is as a whole, whatever its case, accents and punctuation but for
   * the @ of an address; in no order.
   */
  named(text: string): readonly User[];
  get(userId: string): StoredPerson | null;
  /**
   * Puts people in, as the service said at `readAt`; a person known from a later time stays as is. `sweep` numbers the
   * sweep that met them, 0 where it was none.
   */
  put(users: readonly User[], readAt: number, sweep: number): Put;
  remove(userId: string): void;
  /** Ends a sweep: people it did not meet, and who were not read since it began, are gone. Answers with how many. */
  removeNotMet(sweep: number, startedAt: number): number;
  /** Whether there is a merge to be done, and none under way. */
  isUntidy(tidiness: 'rarely' | 'usual'): boolean;
  /** Merges segments step by step; each step is short, and everything may go on in between. */
  tidy(tidiness: Tidiness): Generator<void, void, void>;
  /** What a snapshot is written from and read into. */
  readonly segments: readonly Segment[];
  /** Takes over segments read from a snapshot, step by step; they are there at its end. People known already stay. */
  adopt(segments: readonly Segment[]): Generator<void, void, void>;
  /** Overwrites and forgets everybody. */
  clear(): void;
}

/** Bits of `knownIds`. */
const idBits = 1 << 21;
/** Ids noted in one step: a part of a millisecond. */
const notedAtOnce = 1_000;

/** `now`: milliseconds since the epoch. What is known from later than that is from before the clock was set back. */
export function createPeopleIndex(now: () => number = () => Number.POSITIVE_INFINITY): PeopleIndex {
  let segments: readonly Segment[] = [];
  /** A bit for each hash of an id that was ever put in: who has none is new, without a look into every segment. */
  const knownIds = new Uint8Array(idBits / 8);
  const noteId = (hash: number): void => {
    const bit = hash & (idBits - 1);
    knownIds[bit >>> 3] = (knownIds[bit >>> 3] ?? 0) | (1 << (bit & 7));
  };
  const mayBeKnown = (hash: number): boolean => {
    const bit = hash & (idBits - 1);
    return ((knownIds[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  };
  let tidying = false;
  const mets = new WeakMap<Segment, Met>();

  const metIn = (segment: Segment): Met => {
    let met = mets.get(segment);
    if (met === undefined) {
      met = { people: new Uint32Array(Math.min(1024, segment.people + 1)), count: 0 };
      mets.set(segment, met);
    }
    return met;
  };

  const shortAnswers = new WeakMap<Segment, Map<string, ShortAnswer>>();

  /** The one word of a query of one or two letters; null for every other. */
  const shortWord = (query: Query): Reading | null => {
    const [reading, ...others] = query.readings;
    const [word, ...more] = reading?.words ?? [];
    if (reading === undefined || word === undefined || others.length > 0 || more.length > 0) return null;
    return word.text.length <= shortLength && word.text === query.wholeId && word.alternatives.length === 1
      ? reading
      : null;
  };

  const shortAnswer = (segment: Segment, reading: Reading, id: string): ShortAnswer => {
    let answers = shortAnswers.get(segment);
    if (answers === undefined) {
      answers = new Map();
      shortAnswers.set(segment, answers);
    }
    let answer = answers.get(id);
    if (answer === undefined || answer.deadCount !== segment.deadCount) {
      const met = metIn(segment);
      matchId(segment, id, met);
      matchReading(segment, reading, 0, met);
      answer = { deadCount: segment.deadCount, best: bestOf(segment, met, mostListed), total: met.count };
      forget(segment, met);
      if (answers.size >= mostShort) answers.clear();
      answers.set(id, answer);
    }
    return answer;
  };

  /** The whole answer to one or two letters, or null where it takes more than that to find enough. */
  const shortSearch = (query: Query): { readonly best: Candidate[]; readonly total: number } | null => {
    const reading = shortWord(query);
    if (reading === null) return null;
    const answers = segments.map((segment) => shortAnswer(segment, reading, query.wholeId));
    const count = answers.reduce((sum, answer) => sum + answer.total, 0);
    return count < few ? null : { best: answers.flatMap(({ best }) => best), total: count };
  };

  const longSearch = (
    query: Query,
    limit: number,
    loose: boolean,
  ): { readonly best: Candidate[]; readonly total: number } => {
    try {
      if (loose) matchLoosely(query);
      else matchAll(query);
      return { best: segments.flatMap((segment) => bestOf(segment, metIn(segment), limit)), total: total() };
    } finally {
      everywhere(forget);
    }
  };

  const size = () => segments.reduce((total, segment) => total + segment.people - segment.deadCount, 0);

  const total = () => segments.reduce((count, segment) => count + metIn(segment).count, 0);

  const everywhere = (match: (segment: Segment, met: Met) => void) => {
    for (const segment of segments) match(segment, metIn(segment));
  };

  const pass = (readings: readonly Reading[], forgiving: Forgiving): void => {
    for (const reading of readings) everywhere((segment, met) => matchReading(segment, reading, forgiving, met));
  };

  const matchAll = (query: Query): void => {
    everywhere((segment, met) => {
      matchId(segment, query.wholeId, met);
      for (const run of query.phoneRuns) matchPhone(segment, run, met);
    });
    pass(query.readings, 0);
    if (total() >= few) return;
    pass(query.furtherReadings, 0);
    const { mayBeSplit } = query;
    if (mayBeSplit !== null && total() < few) everywhere((segment, met) => matchSplit(segment, mayBeSplit, 1, met));
    if (total() >= few || query.phoneRuns.length > 0) return;
    pass(query.readings, 1);
    if (total() > 0) return;
    pass(query.furtherReadings, 1);
    // Two slips cost most, so they are the last resort.
    if (total() === 0) pass(query.readings, 2);
  };

  const matchLoosely = (query: Query): void => {
    pass([...query.readings, ...query.furtherReadings], 'loosely');
    if (total() < few) pass(looseReadings(query), 1);
  };

  const sizeClass = (segment: Segment, fanOut: number): number =>
    Math.max(0, Math.ceil(Math.log(Math.max(1, segment.people - segment.deadCount) / smallest) / Math.log(fanOut)));

  /** Segments of the smallest class that has too many. */
  const nextMerge = (tidiness: 'rarely' | 'usual'): readonly Segment[] => {
    const fanOut = fanOuts[tidiness];
    const classes = new Map<number, Segment[]>();
    for (const segment of segments) {
      const own = sizeClass(segment, fanOut);
      const peers = classes.get(own);
      if (peers === undefined) classes.set(own, [segment]);
      else peers.push(segment);
    }
    const full = [...classes].filter(([, peers]) => peers.length >= fanOut).sort(([one], [other]) => one - other);
    const [first] = full;
    if (first !== undefined) return first[1];
    // Mostly dead: not worth being searched.
    return segments.filter(({ people, deadCount }) => deadCount > people / 2);
  };

  return {
    get size() {
      return size();
    },
    get segments() {
      return segments;
    },
    search(text, limit, loose = false) {
      const query = readQuery(text);
      const found = (limit <= mostListed && !loose ? shortSearch(query) : null) ?? longSearch(query, limit, loose);
      if (segments.length > 1) found.best.sort(inOrder);
      return {
        people: found.best.slice(0, limit).map(({ segment, person, score }) => ({
          user: userOf(segment, person),
          slips: slipsOf(score),
        })),
        total: found.total,
      };
    },
    named: (text) => segments.flatMap((segment) => namedIn(segment, text)),
    get(userId) {
      const found = findPerson(segments, userId);
      if (found === null) return null;
      return { user: userOf(found.segment, found.person), readAt: found.segment.readAt[found.person] ?? 0 };
    },
    put(users, readAt, sweep) {
      // The same person twice in one list: the later entry counts.
      const byId = new Map(users.map((user) => [user.id, user]));
      const fresh: User[] = [];
      let room = mostPeople - size();
      let met = 0;
      for (const user of byId.values()) {
        const hash = hashOfUserId(user.id);
        const known = mayBeKnown(hash) ? findPerson(segments, user.id) : null;
        noteId(hash);
        if (known !== null) {
          const { segment, person } = known;
          if (segment.sweeps[person] !== sweep) met += 1;
          if (sweep > 0) segment.sweeps[person] = sweep;
          const knownFrom = segment.readAt[person] ?? 0;
          if (readAt < knownFrom && knownFrom <= now()) continue;
          segment.readAt[person] = readAt;
          if (saysTheSame(segment, person, user)) continue;
          kill(segment, person);
        } else {
          if (room <= 0) continue;
          room -= 1;
          met += 1;
        }
        fresh.push(user);
      }
      if (fresh.length > 0) segments = [...segments, buildSegment(fresh, readAt, sweep)];
      return { changed: fresh.map(({ id }) => id), met };
    },
    remove(userId) {
      const found = findPerson(segments, userId);
      if (found !== null) kill(found.segment, found.person);
    },
    removeNotMet(sweep, startedAt) {
      let gone = 0;
      for (const segment of segments) {
        for (let person = 0; person < segment.people; person += 1) {
          if (segment.dead[person] === 1 || segment.sweeps[person] === sweep) continue;
          const knownFrom = segment.readAt[person] ?? 0;
          if (knownFrom >= startedAt && knownFrom <= now()) continue;
          kill(segment, person);
          gone += 1;
        }
      }
      return gone;
    },
    isUntidy: (tidiness) => !tidying && nextMerge(tidiness).length > 0,
    *tidy(tidiness) {
      if (tidying) return;
      tidying = true;
      try {
        for (;;) {
          const chosen =
            tidiness !== 'whole' ? nextMerge(tidiness) : segments.length > 1 ? segments : nextMerge('usual');
          if (chosen.length === 0) return;
          const steps = mergeSegments(chosen);
          let step = steps.next();
          while (step.done !== true) {
            yield;
            // Cleared meanwhile: what is being merged is gone.
            if (!chosen.every((segment) => segments.includes(segment))) return;
            step = steps.next();
          }
          const merged = step.value;
          const kept = segments.filter((segment) => !chosen.includes(segment));
          segments = merged.people > 0 ? [merged, ...kept] : kept;
          if (merged.people >= large) {
            for (const letter of firstLetters(merged.data)) {
              yield;
              const query = readQuery(letter);
              const reading = shortWord(query);
              if (reading !== null && segments.includes(merged)) shortAnswer(merged, reading, query.wholeId);
            }
          }
          if (tidiness === 'whole') return;
        }
      } finally {
        tidying = false;
      }
    },
    *adopt(adopted) {
      // First, and for good: somebody met in between is looked for once too often at most.
      let noted = 0;
      for (const segment of adopted) {
        for (const hash of idHashes(segment)) {
          noteId(hash);
          noted += 1;
          if (noted % notedAtOnce === 0) yield;
        }
      }
      // Few are known already: the open person, who was read while the snapshot was.
      for (const known of segments) {
        for (let person = 0; person < known.people; person += 1) {
          if (known.dead[person] === 1) continue;
          const there = findPerson(adopted, userOf(known, person).id);
          if (there !== null) kill(there.segment, there.person);
        }
      }
      segments = [...segments, ...adopted];
    },
    clear() {
      for (const segment of segments) wipe(segment);
      segments = [];
      knownIds.fill(0);
    },
  };
}

interface Candidate {
  readonly segment: Segment;
  readonly person: number;
  readonly score: number;
}

/** The best of those met in one segment. People are numbered in the order of names, so score and number say it all. */
function bestOf(segment: Segment, met: Met, limit: number): readonly Candidate[] {
  const keys = new Float64Array(limit).fill(Number.POSITIVE_INFINITY);
  const last = limit - 1;
  for (let index = 0; index < met.count; index += 1) {
    const person = met.people[index] ?? 0;
    const key = (segment.scores[person] ?? 0) * 0x1000000 + person;
    if (key >= (keys[last] ?? 0)) continue;
    let at = last;
    while (at > 0 && (keys[at - 1] ?? 0) > key) {
      keys[at] = keys[at - 1] ?? 0;
      at -= 1;
    }
    keys[at] = key;
  }
  const best: Candidate[] = [];
  for (const key of keys) {
    if (key === Number.POSITIVE_INFINITY) break;
    best.push({ segment, person: key % 0x1000000, score: Math.floor(key / 0x1000000) - 1 });
  }
  return best;
}

function inOrder(one: Candidate, other: Candidate): number {
  return one.score - other.score || compareNames(one.segment, one.person, other.segment, other.person);
}

function forget(segment: Segment, met: Met): void {
  for (let index = 0; index < met.count; index += 1) segment.scores[met.people[index] ?? 0] = 0;
  met.count = 0;
}

/** Overwrites what is personal in it. */
export function wipe(segment: Segment): void {
  const { data } = segment;
  for (const column of [data.letters, data.records, data.phoneDigits]) column.fill(0);
}

/** Letters that words begin with. */
function firstLetters({ trieLetters, trieChildren, trieChildCounts }: Segment['data']): readonly string[] {
  const first = trieChildren[0] ?? 0;
  return [...trieLetters.subarray(first, first + (trieChildCounts[0] ?? 0))].map((letter) =>
    String.fromCharCode(letter),
  );
}
