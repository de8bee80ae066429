/**
 * The service as it is shipped (dist/service, with its template), in a process of its own: how long it takes to start, and how
 * many requests it answers beside a bare Fastify route and bare SQL on a copy of the same database (support/bare-service.ts).
 *
 * By itself: `npx tsx test/bench/service.bench.ts` after `npm run build` (ROLECALL_BENCH_ATTENDEES=5000 for a quick look).
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { callApi, integrationToken } from '../support/service.ts';
import type { ReadyLine } from '../support/service-process.ts';
import type { BareAnswer, BareQuestion } from './support/bare-service.ts';
import { type Figure, mergeFigures } from './support/figures.ts';

const manyPeople = Number(process.env.ROLECALL_BENCH_ATTENDEES ?? 100_000);
const fewPeople = 2_000;
const rounds = 5;
const roundSeconds = 4;
const connections = 4;
const program = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));

interface Started {
  readonly ready: ReadyLine;
  readonly milliseconds: number;
  /** Megabytes the process holds now; undefined where the system doesn't say. */
  memory(): Promise<number | undefined>;
  stop(): Promise<void>;
}

async function start(argumentList: readonly string[]): Promise<Started> {
  if (!existsSync(program)) throw new Error('Build the service first: npm run build');
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...argumentList], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended.then(([code]) => Promise.reject(new Error(`The service ended with ${code}.`))),
  ]);
  return {
    ready: JSON.parse(line) as ReadyLine,
    milliseconds: performance.now() - began,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
      return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function startTimes(argumentList: readonly string[], times: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index++) {
    const service = await start(argumentList);
    all.push(service.milliseconds);
    await service.stop();
  }
  return all;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));
const milliseconds = (id: string, value: number, note: string): Figure => ({
  id,
  value: rounded(value),
  unit: 'ms',
  note,
});

/** PostgreSQL of its own (scripts/postgres.mjs), or none where the machine has no server programs. */
async function measurePostgres(): Promise<readonly Figure[]> {
  const script = new URL('../../scripts/postgres.mjs', import.meta.url).href;
  const { withPostgres } = (await import(script)) as {
    withPostgres<Result>(work: (url: string | undefined) => Promise<Result>): Promise<Result>;
  };
  return withPostgres(async (url) => {
    if (url === undefined) return [];
    const argumentList = ['--database-url', url, '--attendees', String(fewPeople)];
    const [first = Number.NaN, ...later] = await startTimes(argumentList, rounds + 1);
    return [
      milliseconds('service.start_postgres_ms', median(later), `${fewPeople} people there already, PostgreSQL server`),
      milliseconds('service.start_postgres_first_ms', first, `empty database, ${fewPeople} people made up`),
    ];
  });
}

async function measureSmallStarts(folder: string): Promise<readonly Figure[]> {
  const firsts: number[] = [];
  const laters: number[] = [];
  for (let index = 0; index < rounds; index++) {
    const argumentList = ['--data-dir', join(folder, `small-${index}`), '--attendees', String(fewPeople)];
    const [first = Number.NaN, ...later] = await startTimes(argumentList, 3);
    firsts.push(first);
    laters.push(...later);
  }
  return [
    milliseconds('service.start2000_first_ms', median(firsts), 'new data folder, built code, template'),
    milliseconds('service.start2000_later_ms', median(laters), 'same folder again'),
  ];
}

interface Load {
  readonly perSecond: number;
  readonly p99: number;
}

async function load(url: string, token: string, requests: (connection: number) => autocannon.Request[]): Promise<Load> {
  let connection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: roundSeconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    setupClient: (client) => client.setRequests(requests(connection++)),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} of the requests failed.`);
  return { perSecond: result['2xx'] / result.duration, p99: result.latency.p99 };
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextPage: string | null;
}

/** Walks to the cursor of the last full page. */
async function lastCursor(ready: ReadyLine, token: string): Promise<string> {
  let cursor = '';
  for (let body: object = {}; ; body = { nextPage: cursor }) {
    const page = (await callApi(ready, token, 'POST', '/api/v0/users/search', body)).body as Page;
    if (page.nextPage === null) return cursor;
    const following = (await callApi(ready, token, 'POST', '/api/v0/users/search', { nextPage: page.nextPage }))
      .body as Page;
    if (following.nextPage === null) return following.data.length === 100 ? page.nextPage : cursor;
    cursor = page.nextPage;
  }
}

async function startBare(folder: string) {
  const child = fork(fileURLToPath(new URL('support/bare-service.ts', import.meta.url)), [folder], {
    execArgv: ['--import', 'tsx'],
  });
  const next = async () => (await once(child, 'message'))[0] as BareAnswer;
  const ready = await next();
  if (ready.kind !== 'ready') throw new Error('The bare service did not start.');
  return {
    url: ready.url,
    async write(userId: string, roleId: string): Promise<number> {
      const question: BareQuestion = { kind: 'write', userId, roleId, milliseconds: roundSeconds * 1_000 };
      child.send(question);
      const answer = await next();
      return answer.kind === 'written' ? answer.pairsPerSecond : Number.NaN;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.send({ kind: 'stop' } satisfies BareQuestion);
      await ended;
    },
  };
}

async function measureLoad(folder: string): Promise<readonly Figure[]> {
  const argumentList = ['--data-dir', join(folder, 'event'), '--attendees', String(manyPeople)];
  const [first = Number.NaN, ...later] = await startTimes(argumentList, rounds + 1);
  await cp(join(folder, 'event'), join(folder, 'copy'), { recursive: true });
  const service = await start(argumentList);
  const bare = await startBare(join(folder, 'copy'));
  try {
    const { url } = service.ready;
    const token = await integrationToken(service.ready, 'user:read', 'user:roles:update');
    const search = (nextPage?: string): autocannon.Request[] => [
      {
        method: 'POST',
        path: '/api/v0/users/search',
        body: JSON.stringify(nextPage === undefined ? { limit: 100 } : { limit: 100, nextPage }),
      },
    ];
    const bareSearch: autocannon.Request[] = [{ method: 'POST', path: '/search', body: '{"limit":100}' }];
    const ours = (await callApi(service.ready, token, 'POST', '/api/v0/users/search', { limit: 100 })).body as Page;
    const theirs = (await callApi({ url: bare.url }, undefined, 'POST', '/search', { limit: 100 })).body as Page;
    if (JSON.stringify(ours.data) !== JSON.stringify(theirs.data))
      throw new Error('The bare route answers differently.');
    const last = await lastCursor(service.ready, token);
    // Badge reprinted: nobody has it at the start. Each round has people of its own, as the one before may have ended halfway.
    const pairs =
      (round: number) =>
      (connection: number): autocannon.Request[] => {
        const path = `/api/v0/users/${10_001 + round * connections + connection}/roles/113`;
        return [
          { method: 'PUT', path, body: '{"scope":"global"}' },
          { method: 'DELETE', path },
        ];
      };
    const searches: Load[] = [];
    const lastPages: Load[] = [];
    const bareSearches: Load[] = [];
    const writes: number[] = [];
    const bareWrites: number[] = [];
    // In turns, so that the machine's moods hit all of them; the first turn is the warm-up.
    for (let round = 0; round <= rounds; round++) {
      const results = {
        bareSearch: await load(bare.url, token, () => bareSearch),
        search: await load(url, token, () => search()),
        lastPage: await load(url, token, () => search(last)),
        bareWrite: await bare.write('10001', '113'),
        write: (await load(url, token, pairs(round))).perSecond / 2,
      };
      if (round === 0) continue;
      bareSearches.push(results.bareSearch);
      searches.push(results.search);
      lastPages.push(results.lastPage);
      bareWrites.push(results.bareWrite);
      writes.push(results.write);
    }
    const rate = (loads: readonly Load[]) => median(loads.map(({ perSecond }) => perSecond));
    const ratio = (id: string, own: number, other: number, what: string): Figure => ({
      id,
      value: rounded(own / other, 2),
      unit: 'ratio',
      note: `${what}: ${rounded(own)} against ${rounded(other)} a second`,
    });
    const memory = await service.memory();
    const at = `${manyPeople} people, ${connections} connections`;
    return [
      milliseconds('service.start100k_ms', first, `first start with ${manyPeople} people, built code, template`),
      milliseconds('service.start100k_later_ms', median(later), 'same folder again'),
      ratio('service.search_vs_bare', rate(searches), rate(bareSearches), `page of 100 of ${manyPeople} people`),
      ratio('service.write_vs_bare', median(writes), median(bareWrites), 'add + remove role, bare is SQL without HTTP'),
      milliseconds('service.search_p99_first_page_ms', median(searches.map(({ p99 }) => p99)), at),
      milliseconds('service.search_p99_last_page_ms', median(lastPages.map(({ p99 }) => p99)), at),
      ...(memory === undefined
        ? []
        : [{ id: 'service.memory_mb', value: rounded(memory), unit: 'MB', note: `resident, after the load, ${at}` }]),
    ];
  } finally {
    await bare.stop();
    await service.stop();
  }
}

export async function measureService(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-bench-'));
  try {
    return [...(await measureSmallStarts(folder)), ...(await measurePostgres()), ...(await measureLoad(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureService();
  await mergeFigures(figures);
  console.table(figures);
}
