/**
 * A full sweep of 100,000 people from the service on loopback, beside a bare loop that fetches the same pages and throws
 * them away; and how long the main process is deaf meanwhile, and while the snapshot is written and loaded. The service is
 * a process of its own; what is measured here is the directory as the program wires it, in plain Node.
 *
 * By itself: `npx tsx test/bench/sync.bench.ts` (ROLECALL_BENCH_PEOPLE=20000 for a quick look).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DirectoryState } from '../../contract/desk/directory.ts';
import { paths } from '../../contract/registration-api/endpoints.ts';
import { createDirectory } from '../../electron/directory/create-directory.ts';
import { systemClock } from '../../electron/ports/clock.ts';
import { silentLog } from '../../electron/ports/log.ts';
import { nodeHttpTransport } from '../../electron/ports/node-http-transport.ts';
import { createRegistrationClient } from '../../electron/registration/create-registration-client.ts';
import { createMadeUpCipher } from '../support/directory/made-up-cipher.ts';
import {
  createMadeUpOverlay,
  createMadeUpSettings,
  createMadeUpStation,
} from '../support/directory/made-up-directory.ts';
import { integrationToken } from '../support/service.ts';
import { type Figure, mergeFigures } from './support/figures.ts';

const count = Number(process.env.ROLECALL_BENCH_PEOPLE ?? 100_000);
/** Each is run this often, turn about; the medians are compared. */
const rounds = 5;

interface Ready {
  readonly url: string;
  readonly applications: readonly { readonly clientId: string; readonly clientSecret: string }[];
}

async function startService(): Promise<{ readonly ready: Ready; stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('../../service/main.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, '--port', '0', '--attendees', String(count), '--seed', '1'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ready = await new Promise<Ready>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(JSON.parse(line) as Ready));
    void ended.then((code) => reject(new Error(`The service ended with ${code}.`)));
  });
  return {
    ready,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function bareLoop(url: string, token: string): Promise<void> {
  let fetched = 0;
  let nextPage: string | null = null;
  do {
    const answer = await nodeHttpTransport({
      method: 'POST',
      url: url + paths.searchUsers,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ nextPage, limit: 100 }),
      timeoutMs: 30_000,
    });
    const page = JSON.parse(answer.body) as { data: unknown[]; nextPage: string | null };
    fetched += page.data.length;
    nextPage = page.nextPage;
  } while (nextPage !== null);
  if (fetched < count) throw new Error(`The bare loop fetched ${fetched} people.`);
}

function openDirectory(url: string, token: string | null, file: string, cipher = createMadeUpCipher().cipher) {
  const client = createRegistrationClient({
    transport: nodeHttpTransport,
    baseUrl: new URL(url),
    accessTokens: {
      forOauthScope: async () => {
        if (token === null) return new Promise(() => {});
        return { id: 'bench', value: token };
      },
      refused: async () => false,
      forbidden: async () => false,
    },
    clock: systemClock,
    log: silentLog,
    report: () => {},
  });
  const directory = createDirectory({
    client,
    clock: systemClock,
    log: silentLog,
    publish: () => {},
    // Memberships are swept by a loop of their own; here it is the people.
    station: createMadeUpStation({ primaryRecipe: null, roles: [], allRoles: [] }),
    overlay: createMadeUpOverlay(),
    random: Math.random,
    settings: createMadeUpSettings(),
    budget: client.budget,
    snapshot: { file, cipher },
  });
  const until = async (holds: (state: DirectoryState) => boolean) => {
    while (!holds(await directory.handlers['directory:read']({}))) await pause(5);
  };
  const close = () => {
    directory.dispose();
    client.dispose();
  };
  return { directory, until, close };
}

/** Delays of the event loop while `task` runs, in milliseconds. */
async function delaysOf(task: () => Promise<void>) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const started = performance.now();
  await task();
  const wallMs = performance.now() - started;
  delays.disable();
  return { wallMs, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 };
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

export async function measureSync(): Promise<readonly Figure[]> {
  const service = await startService();
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-bench-'));
  try {
    const { url } = service.ready;
    const token = await integrationToken(service.ready, 'user:read');
    const { cipher } = createMadeUpCipher();
    const file = path.join(folder, 'directory.snapshot');
    await bareLoop(url, token);
    const bare: number[] = [];
    const own: number[] = [];
    const sweeps: { p99: number; max: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Its delays are nobody's; but taking them costs a little, which the sweep pays too.
      bare.push((await delaysOf(() => bareLoop(url, token))).wallMs);
      await rm(file, { force: true });
      const { directory, until, close } = openDirectory(url, token, file, cipher);
      const sweep = await delaysOf(async () => {
        directory.start();
        await until(({ upToDateAt }) => upToDateAt !== null);
      });
      own.push(sweep.wallMs);
      sweeps.push(sweep);
      if (round === rounds - 1) await directory.save();
      close();
    }
    const loads: { wallMs: number; p99: number; max: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { directory, until, close } = openDirectory(url, null, file, cipher);
      loads.push(
        await delaysOf(async () => {
          directory.start();
          await until(({ people }) => people >= count);
        }),
      );
      close();
    }
    const sweepP99 = median(sweeps.map(({ p99 }) => p99));
    const loadP99 = median(loads.map(({ p99 }) => p99));
    return [
      {
        id: 'sync.vs_bare_loop',
        value: rounded(median(own) / median(bare)),
        unit: 'times',
        note: `${count} people: sweep ${Math.round(median(own))} ms, loop ${Math.round(median(bare))} ms, medians of ${rounds}, turn about`,
      },
      {
        id: 'sync.main_delay_p99_ms',
        value: rounded(Math.max(sweepP99, loadP99)),
        unit: 'ms',
        note: `event loop, the larger of sweep ${rounded(sweepP99)} (longest ${rounded(Math.max(...sweeps.map(({ max }) => max)))}) and snapshot load ${rounded(loadP99)} (longest ${rounded(Math.max(...loads.map(({ max }) => max)))})`,
      },
      {
        id: 'sync.snapshot_load_ms',
        value: Math.round(median(loads.map(({ wallMs }) => wallMs))),
        unit: 'ms',
        note: `${count} people, from start to searchable`,
      },
    ];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureSync();
  await mergeFigures(figures);
  for (const { id, value, unit, note } of figures)
    console.log(`${id.padEnd(46)} ${String(value).padStart(9)} ${unit.padEnd(7)} ${note}`);
}
