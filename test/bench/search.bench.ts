/**
 * People search at 100,000 people, typed letter by letter, every keystroke timed; beside three libraries on a sample of
 * the same keystrokes (they are too slow for all of them). And the index: its memory, inserts, merges and the snapshot.
 *
 * By itself: `npx tsx test/bench/search.bench.ts` (ROLECALL_BENCH_PEOPLE=20000 for a quick look).
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { User } from '../../contract/registration-api/resources.ts';
import {
  createPeopleIndex,
  type PeopleIndex,
  type Tidiness,
} from '../../electron/directory/people-index/people-index.ts';
import { createSnapshot } from '../../electron/directory/snapshot.ts';
import { silentLog } from '../../electron/ports/log.ts';
import { createMadeUpCipher } from '../support/directory/made-up-cipher.ts';
import { type Figure, mergeFigures } from './support/figures.ts';
import { fuzzySort, microFuzzy, miniSearch, type Peer } from './support/peers.ts';
import { harderKinds, kinds, type SearchQuery, searchQueries } from './support/search-queries.ts';
import { syntheticPeople } from './support/synthetic-people.ts';

const count = Number(process.env.ROLECALL_BENCH_PEOPLE ?? 100_000);
const queriesOfEach = 40;
const secondSeed = 8;
/** Every how-manieth query the peers are asked. */
const peerSample = 8;

interface Outcome {
  readonly times: number[];
  readonly asked: number;
  readonly found: number;
}

type Search = (query: string) => readonly string[];

/** Types every query letter by letter. Found is whoever stands in the first ten, for digits alone in the first twenty. */
function type(search: Search, queries: readonly SearchQuery[]): Outcome {
  const times: number[] = [];
  let found = 0;
  for (const { text, userId } of queries) {
    let ids: readonly string[] = [];
    for (let length = 1; length <= text.length; length += 1) {
      const typed = text.slice(0, length);
      const started = performance.now();
      ids = search(typed);
      times.push(performance.now() - started);
    }
    if (ids.slice(0, /^\d+$/u.test(text) ? 20 : 10).includes(userId)) found += 1;
  }
  return { times, asked: queries.length, found };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
const percent = ({ found, asked }: Outcome) => rounded((100 * found) / asked, 1);

/** Fills an index page by page, as a sweep does. Times of inserts and of the steps of merges, in milliseconds. */
function fill(index: PeopleIndex, people: readonly User[]) {
  const inserts: number[] = [];
  const steps: number[] = [];
  const tidy = (tidiness: Tidiness) => {
    const merge = index.tidy(tidiness);
    for (;;) {
      const started = performance.now();
      const step = merge.next();
      steps.push(performance.now() - started);
      if (step.done === true) return;
    }
  };
  for (let at = 0; at < people.length; at += 100) {
    const page = people.slice(at, at + 100);
    const started = performance.now();
    index.put(page, 1, 1);
    inserts.push(performance.now() - started);
    while (index.isUntidy('rarely')) tidy('rarely');
  }
  while (index.isUntidy('usual')) tidy('usual');
  tidy('whole');
  return { inserts, steps };
}

async function snapshotTimes(index: PeopleIndex) {
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-bench-'));
  try {
    const file = path.join(folder, 'directory.snapshot');
    const { cipher } = createMadeUpCipher();
    const snapshot = createSnapshot({ file, cipher, log: silentLog, now: Date.now, retentionMs: () => 1e9 });
    const written = performance.now();
    const all = { segments: index.segments, memberships: [], upToDateAt: 1 };
    await snapshot.write(all, Date.now(), new AbortController().signal);
    const writeMs = performance.now() - written;
    const started = performance.now();
    const content = await snapshot.read();
    const restored = createPeopleIndex();
    for (const _step of restored.adopt(content?.segments ?? []));
    if (restored.size !== index.size) throw new Error('The snapshot lost people.');
    return { readMs: performance.now() - started, writeMs, megabytes: (await stat(file)).size / 1e6 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function megabytesOf(index: PeopleIndex): { readonly all: number; readonly records: number } {
  let all = 0;
  let records = 0;
  for (const { data, readAt, dead, sweeps, scores } of index.segments) {
    for (const column of [...Object.values(data), readAt, dead, sweeps, scores]) all += column.byteLength;
    records += data.records.byteLength;
  }
  return { all: all / 1e6, records: records / 1e6 };
}

export async function measureSearch(): Promise<readonly Figure[]> {
  const people = syntheticPeople(count);
  const queries = searchQueries(people, queriesOfEach);
  const usual = queries.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
  const index = createPeopleIndex();
  const { inserts, steps } = fill(index, people);
  const own: Search = (query) => index.search(query, 50).people.map(({ user }) => user.id);

  // Other queries than those timed warm the code up.
  type(own, searchQueries(people.slice(0, 2_000), 20, 99));
  const byKind = kinds.map((kind) => ({
    kind,
    outcome: type(
      own,
      usual.filter((query) => query.kind === kind),
    ),
  }));
  const all = byKind.flatMap(({ outcome }) => outcome.times);
  const found = byKind.reduce((total, { outcome }) => total + outcome.found, 0);
  const figures: Figure[] = [
    {
      id: 'search.p95_ms',
      value: rounded(percentile(all, 0.95), 3),
      unit: 'ms',
      note: `${count} people, ${all.length} keystrokes, 50 rows`,
    },
    { id: 'search.p99_ms', value: rounded(percentile(all, 0.99), 3), unit: 'ms', note: 'the same' },
    { id: 'search.p50_ms', value: rounded(percentile(all, 0.5), 3), unit: 'ms', note: 'the same' },
    { id: 'search.max_ms', value: rounded(Math.max(...all), 2), unit: 'ms', note: 'the same' },
    {
      id: 'search.recall10',
      value: rounded((100 * found) / usual.length, 1),
      unit: '%',
      note: `${usual.length} queries of ten kinds; digits alone: first twenty`,
    },
    ...byKind.map(
      ({ kind, outcome }): Figure => ({
        id: `search.recall10 ${kind}`,
        value: percent(outcome),
        unit: '%',
        note: `p95 ${rounded(percentile(outcome.times, 0.95), 3)} ms`,
      }),
    ),
    ...harderKinds.map((kind): Figure => {
      const outcome = type(
        own,
        queries.filter((query) => query.kind === kind),
      );
      return {
        id: `search.harder ${kind}`,
        value: percent(outcome),
        unit: '%',
        note: `p95 ${rounded(percentile(outcome.times, 0.95), 3)} ms`,
      };
    }),
  ];

  // Other queries of the same kinds: what holds for one draw only was fitted to it.
  const second = type(
    own,
    searchQueries(people, queriesOfEach, secondSeed).filter(({ kind }) => (kinds as readonly string[]).includes(kind)),
  );
  figures.push(
    {
      id: 'search.second_draw_p99_ms',
      value: rounded(percentile(second.times, 0.99), 3),
      unit: 'ms',
      note: `other queries of the same kinds; p95 ${rounded(percentile(second.times, 0.95), 3)}, longest ${rounded(Math.max(...second.times), 2)}`,
    },
    {
      id: 'search.second_draw_recall10',
      value: percent(second),
      unit: '%',
      note: `${second.asked} queries`,
    },
  );

  const sample = usual.filter((_, place) => place % peerSample === 0);
  const ours = type(own, sample);
  const peers = [miniSearch, fuzzySort, microFuzzy].map((create: (all: readonly User[]) => Peer) => {
    const started = performance.now();
    const peer = create(people);
    const buildMs = performance.now() - started;
    const outcome = type((query) => peer.search(query), sample);
    const p95 = percentile(outcome.times, 0.95);
    figures.push({
      id: `search.peer ${peer.name}`,
      value: rounded(p95, 2),
      unit: 'ms p95',
      note: `recall ${percent(outcome)} %, built in ${Math.round(buildMs)} ms, ${outcome.times.length} keystrokes; ours on the same ${rounded(percentile(ours.times, 0.95), 3)} ms, ${percent(ours)} %`,
    });
    return { peer, p95 };
  });
  const best = Math.min(...peers.filter(({ peer }) => peer.toleratesSlips).map(({ p95 }) => p95));
  const { all: megabytes, records } = megabytesOf(index);
  const { readMs, writeMs, megabytes: onDisk } = await snapshotTimes(index);
  figures.push(
    {
      id: 'search.vs_best_library',
      value: rounded(best / percentile(ours.times, 0.95), 1),
      unit: 'times',
      note: 'p95 of the fastest library that tolerates slips over ours, same keystrokes',
    },
    {
      id: 'search.index_mb',
      value: rounded(megabytes, 1),
      unit: 'MB',
      note: `all of it, ${rounded(records, 1)} MB of it the people themselves`,
    },
    {
      id: 'search.insert100_ms',
      value: rounded(percentile(inserts, 0.5), 2),
      unit: 'ms',
      note: `median of ${inserts.length}; p95 ${rounded(percentile(inserts, 0.95), 2)}`,
    },
    {
      id: 'search.merge_step_p99_ms',
      value: rounded(percentile(steps, 0.99), 2),
      unit: 'ms',
      note: `longest ${rounded(Math.max(...steps), 1)}; all steps of the sweep ${Math.round(steps.reduce((total, step) => total + step, 0))} ms`,
    },
    {
      id: 'search.build_ms',
      value: Math.round(readMs),
      unit: 'ms',
      note: `from the encrypted snapshot of ${rounded(onDisk, 1)} MB, in slices; written in ${Math.round(writeMs)} ms`,
    },
  );
  return figures;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureSearch();
  await mergeFigures(figures);
  for (const { id, value, unit, note } of figures)
    console.log(`${id.padEnd(46)} ${String(value).padStart(9)} ${unit.padEnd(7)} ${note}`);
}
