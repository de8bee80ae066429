/**
 * Waiting wishes delivered, beside a bare loop that sends the same requests with the same concurrency and does nothing
 * else: `delivery.vs_bare_loop` is the loop's time over the delivery's (1 is as fast, 0.8 the least that is accepted).
 * And how long a click takes to be on the disk, and to be confirmed, without Electron.
 *
 * By itself: `npx tsx test/bench/delivery.bench.ts` (ROLECALL_BENCH_WISHES=1000 for a quick look).
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { paths } from '../../contract/registration-api/endpoints.ts';
import { nodeHttpTransport } from '../../electron/ports/node-http-transport.ts';
import { openRealDesk, type RealDesk } from '../faults/support/real-desk.ts';
import { callApi, integrationToken } from '../support/service.ts';
import { newFolder } from '../unit/electron/role-changes/support/desk.ts';
import { type Figure, mergeFigures } from './support/figures.ts';

const count = Number(process.env.ROLECALL_BENCH_WISHES ?? 10_000);
const lanes = 4;

interface Ready {
  readonly url: string;
  readonly applications: readonly { readonly clientId: string; readonly clientSecret: string }[];
}

/** The service in a process of its own, so that it does not share a thread with what is measured. */
async function startServiceProcess(): Promise<{ readonly ready: Ready; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('../../service/main.ts', import.meta.url));
  const dataFolder = await newFolder();
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      program,
      '--port',
      '0',
      '--attendees',
      String(count),
      '--seed',
      '1',
      '--data-dir',
      `${dataFolder}/event`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ready = await new Promise<Ready>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Ready));
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return {
    ready,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function bareLoop(url: string, token: string, userIds: readonly string[], roleId: string): Promise<number> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const started = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let userId = userIds[next++]; userId !== undefined; userId = userIds[next++]) {
        await nodeHttpTransport({
          method: 'PUT',
          url: url + paths.userRole(userId, roleId),
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"scope":"convention"}',
          timeoutMs: 30_000,
        });
        await nodeHttpTransport({ method: 'GET', url: url + paths.userRoles(userId), headers, timeoutMs: 30_000 });
      }
    }),
  );
  return performance.now() - started;
}

async function deliver(desk: RealDesk, userIds: readonly string[], roleId: string): Promise<number> {
  desk.changes.pause('bench');
  for (const userId of userIds) await desk.wish(userId, roleId);
  const started = performance.now();
  desk.changes.resume();
  const state = await desk.untilSent();
  if (state.refused > 0) throw new Error(`${state.refused} of the wishes were refused.`);
  return performance.now() - started;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One click after the other, as at a desk: until it is on the disk, and until the service's list shows it. */
async function clicks(desk: RealDesk, userIds: readonly string[], roleId: string) {
  const waiting: number[] = [];
  const confirmed: number[] = [];
  for (const userId of userIds) {
    const started = performance.now();
    await desk.wish(userId, roleId);
    waiting.push(performance.now() - started);
    await desk.untilSent();
    confirmed.push(performance.now() - started);
  }
  return { waiting: percentile(waiting, 0.95), confirmed: percentile(confirmed, 0.95) };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export async function measureDelivery(): Promise<readonly Figure[]> {
  const service = await startServiceProcess();
  const journalFolder = await newFolder();
  try {
    const { url } = service.ready;
    const token = await integrationToken(service.ready, 'user:read', 'user:roles:update');
    const listed = await callApi(service.ready, token, 'GET', '/api/v0/roles');
    const roles = (listed.body as { data: { id: string; name: string }[] }).data;
    const userIds: string[] = [];
    for (let nextPage: string | null = null; ; ) {
      const page = await callApi(
        service.ready,
        token,
        'POST',
        '/api/v0/users/search',
        nextPage === null ? {} : { nextPage },
      );
      const { data, nextPage: next } = page.body as { data: { id: string }[]; nextPage: string | null };
      userIds.push(...data.map(({ id }) => id));
      if (next === null) break;
      nextPage = next;
    }
    const people = userIds.slice(0, count);
    const desk = await openRealDesk({ url, token, journalFolder, roles });
    const [one, two, three, four, five] = roles.map(({ id }) => id);
    // Each way twice, on roles of its own, in turns: warm-up and the machine's moods hit both.
    const half = people.slice(0, Math.ceil(people.length / 2));
    const other = people.slice(half.length);
    const bare = await bareLoop(url, token, half, one ?? '');
    const delivery = await deliver(desk, half, two ?? '');
    const deliveryAgain = await deliver(desk, other, three ?? '');
    const bareAgain = await bareLoop(url, token, other, four ?? '');
    const click = await clicks(desk, people.slice(0, Math.min(200, people.length)), five ?? '');
    await desk.close();
    const ratio = (bare + bareAgain) / (delivery + deliveryAgain);
    const rate = (people.length / (delivery + deliveryAgain)) * 1_000;
    return [
      {
        id: 'delivery.vs_bare_loop',
        value: rounded(ratio, 2),
        unit: 'ratio',
        note: `${people.length} waiting wishes, ${lanes} lanes, real service`,
      },
      { id: 'delivery.per_second', value: rounded(rate, 0), unit: 'wishes/s', note: 'written and read back' },
      {
        id: 'change.on_disk_p95_ms',
        value: rounded(click.waiting, 1),
        unit: 'ms',
        note: 'click to fsync, one click after the other, without Electron',
      },
      {
        id: 'change.confirmed_node_p95_ms',
        value: rounded(click.confirmed, 1),
        unit: 'ms',
        note: 'click to confirmed by the list, loopback, without Electron',
      },
    ];
  } finally {
    await service.stop();
    await rm(journalFolder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureDelivery();
  await mergeFigures(figures);
  console.table(figures);
}
