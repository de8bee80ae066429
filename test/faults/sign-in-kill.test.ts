/**
 * SIGKILL at every numbered step of a refresh, of the exchange that signs in, and of a sign-out, with the real service;
 * then a new start. It ends signed in, or asks calmly to sign in; never with an exception, and no refresh token is sent
 * once its successor lies on disk.
 *
 * Each step once by default. `ROLECALL_SIGN_IN_KILLS=50 npx vitest run test/faults/sign-in-kill.test.ts` is the full form
 * and writes the figures. `node test/faults/support/with-keyring.mjs` runs the same with secrets sealed by the system's real
 * keyring (Electron's safeStorage on an unlocked GNOME keyring, in a process beside).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../electron/connections/connection.ts';
import { nodeFiles } from '../../electron/ports/files.ts';
import { silentLog } from '../../electron/ports/log.ts';
import type { SecretCipher } from '../../electron/ports/secret-cipher.ts';
import { type OperatorRecord, operatorRecordSchema } from '../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../electron/sign-in/sealed-file.ts';
import { mergeFigures } from '../bench/support/figures.ts';
import {
  applicationAt,
  authorize,
  operatorNamed,
  requestToken,
  startService,
  TestBrowser,
  type TestService,
} from '../support/service.ts';
import { createFakeCipher } from '../support/sign-in/fakes.ts';
import { bundleProgram } from './support/bundle.ts';
import {
  keyringAt,
  killPoints,
  type Outcome,
  runOrders,
  type SignInOrders,
  type Task,
} from './support/sign-in-process.ts';

const runs = Number(process.env.ROLECALL_SIGN_IN_KILLS ?? 1);
const keyringUrl = process.env.ROLECALL_KEYRING_URL ?? null;
/** What a person may read after a start that found an interrupted one. */
const calm = ['sign-in-interrupted', null];

let service: TestService;
let program: string;
let connection: Connection;
const figures = { killed: 0, signedIn: 0, asked: 0, stranded: 0, spentTwice: 0 };

beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(new URL('support/sign-in-process.ts', import.meta.url)));
  service = await startService();
  const { clientId, oboScopes } = applicationAt(service, 0);
  connection = {
    id: 'test',
    name: 'Test',
    practice: true,
    baseUrl: service.url,
    clientId,
    redirectUri: 'rolecall://oauth/callback',
    oboScopes: [...oboScopes],
    dataAccess: 'automatic',
    pkce: true,
  };
});
afterAll(() => service?.stop());

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly outcome: Outcome | null;
}

function runProcess(orders: SignInOrders): Promise<Ended> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ROLECALL_TEST_ORDERS: JSON.stringify(orders) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let outcome: Outcome | null = null;
  // A killed child closes its end.
  child.stdin.on('error', () => undefined);
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    if (line.startsWith('open ')) void decide(line.slice(5)).then((link) => child.stdin.end(`${link}\n`));
    if (line.startsWith('done ')) outcome = JSON.parse(line.slice(5)) as Outcome;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, lines, outcome }));
  });
}

async function lookHere(orders: SignInOrders): Promise<Ended> {
  const lines: string[] = [];
  const code = await runOrders(orders, (line) => void lines.push(line)).then(
    () => 0,
    () => 1,
  );
  const done = lines.find((line) => line.startsWith('done '));
  return { signal: null, code, lines, outcome: done === undefined ? null : (JSON.parse(done.slice(5)) as Outcome) };
}

let browser: TestBrowser | null = null;
async function decide(address: string): Promise<string> {
  browser ??= new TestBrowser(service);
  const { pathname, search } = new URL(address);
  const consent = await browser.open(pathname + search, operatorNamed(service, 'lead'));
  const sent = await browser.submit(consent, '/oauth/authorize', { decision: 'authorize' });
  if (sent.location === null) throw new Error(`Not redirected: ${sent.problem ?? sent.heading}`);
  return sent.location;
}

/** A session whose access token has just run out, so that the next start refreshes. */
async function writeSession(folder: string, cipher: SecretCipher, expiresAt: number): Promise<OperatorRecord> {
  const { clientId, clientSecret, oboScopes } = applicationAt(service, 0);
  const link = await authorize(service, 'lead', { oauthScopes: oboScopes.join(' ') });
  const { body } = await requestToken(service, {
    grant_type: 'authorization_code',
    code: link.searchParams.get('code') ?? '',
    redirect_uri: connection.redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const record: OperatorRecord = {
    accessToken: String(body.access_token),
    refreshToken: String(body.refresh_token),
    oauthScopes: [...oboScopes],
    expiresAt,
    lifetimeMs: 3_600_000,
    operator: { id: '9003', label: 'Lead', initials: 'L' },
  };
  const vault = new SealedFile({
    files: nodeFiles,
    cipher,
    file: path.join(folder, 'sign-in.json'),
    schema: operatorRecordSchema,
    now: Date.now,
    log: silentLog,
  });
  expect(await vault.write(record)).toBe('keyring');
  return record;
}

const hashesOf = (word: string, ...all: readonly Ended[]): string[] =>
  all.flatMap(({ lines }) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1)),
  );

/** One life: prepare, kill at the step, start again. */
async function liveOnce(task: Task, killAt: string, strength: 'strong' | 'weak', first = true): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rolecall-kill-'));
  try {
    const { clientSecret } = applicationAt(service, 0);
    const orders = { folder, connection, clientSecret, strength, keyringUrl };
    if (task !== 'sign-in' && strength === 'strong') {
      const cipher = keyringUrl === null ? createFakeCipher() : keyringAt(keyringUrl);
      await writeSession(folder, cipher, task === 'refresh' ? Date.now() - 1_000 : Date.now() + 3_600_000);
    }
    const killed = await runProcess({ ...orders, task, killAt });
    expect(killed, 'the step was reached').toMatchObject({ signal: 'SIGKILL', outcome: null });
    figures.killed += 1;

    const look = { ...orders, task: 'look', killAt: null } as const;
    // In this process after the first run: a new token manager knows as little as a new process.
    const after = first ? await runProcess(look) : await lookHere(look);
    const stranded =
      after.code !== 0 ||
      after.outcome === null ||
      !(
        (after.outcome.kind === 'signed-in' && after.outcome.status === 200) ||
        (after.outcome.kind === 'signed-out' && calm.includes(after.outcome.notice))
      );
    figures.stranded += stranded ? 1 : 0;
    figures.signedIn += after.outcome?.kind === 'signed-in' ? 1 : 0;
    figures.asked += after.outcome?.kind === 'signed-out' ? 1 : 0;
    expect(stranded, JSON.stringify(after)).toBe(false);
    expectOutcome(task, killAt, strength, after.outcome);

    // A token may be sent again after a crash that hid its outcome: once, and never when its successor was on disk.
    const sentAfter = hashesOf('sent', after);
    expect(new Set(sentAfter).size).toBe(sentAfter.length);
    if (hashesOf('saved', killed).length > 0 && sentAfter.some((hash) => hashesOf('sent', killed).includes(hash))) {
      figures.spentTwice += 1;
      expect.fail('A spent token was sent although its successor was on disk.');
    }

    if (!first) return;
    // A third start finds what the second one left: nothing changes by itself, no refresh is due.
    const third = await runProcess(look);
    expect(third.outcome?.kind).toBe(after.outcome?.kind);
    expect(hashesOf('sent', third)).toEqual([]);
    const left = (await readdir(folder)).filter((name) => !['sign-in.json', 'refresh.lock'].includes(name));
    expect(left).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is known exactly of a step, beyond "not stranded". */
function expectOutcome(task: Task, killAt: string, strength: 'strong' | 'weak', outcome: Outcome | null): void {
  if (strength === 'weak') {
    expect(outcome).toMatchObject({ kind: 'signed-out', notice: null });
    return;
  }
  const places: readonly string[] = killPoints[task];
  const place = places.indexOf(killAt);
  if (task === 'refresh') {
    if (place < places.indexOf('after send')) expect(outcome).toMatchObject({ kind: 'signed-in', status: 200 });
    // Spent at the service, its successor lost with the process.
    if (place >= places.indexOf('reply has begun') && place < places.indexOf('after rename')) {
      expect(outcome).toMatchObject({ kind: 'signed-out', notice: 'sign-in-interrupted' });
    }
    if (place >= places.indexOf('after rename')) expect(outcome).toMatchObject({ kind: 'signed-in', status: 200 });
  }
  if (task === 'sign-in') {
    expect(outcome?.kind).toBe(place < places.indexOf('after rename') ? 'signed-out' : 'signed-in');
  }
  if (task === 'sign-out' && place > 0) expect(outcome).toMatchObject({ kind: 'signed-out', notice: null });
}

for (const [task, places] of Object.entries(killPoints) as [Task, readonly string[]][]) {
  describe(task, () => {
    it.each(places)(
      `strands nobody when killed at "%s" (${runs} times)`,
      async (killAt) => {
        for (let run = 0; run < runs; run += 1) await liveOnce(task, killAt, 'strong', run === 0);
      },
      60_000 + runs * 10_000,
    );
  });
}

describe('without a safe keyring', () => {
  it.each(
    killPoints['sign-in'].filter(
      (place) => !['sealed', 'after temp write', 'after rename', 'name in a temporary file'].includes(place),
    ),
  )(
    `asks to sign in again after a kill at "%s" (${runs} times)`,
    async (killAt) => {
      for (let run = 0; run < runs; run += 1) await liveOnce('sign-in', killAt, 'weak', run === 0);
    },
    60_000 + runs * 10_000,
  );
});

it('strands nobody, over all kills', () => {
  expect(figures.killed).toBeGreaterThan(0);
  expect(figures.stranded).toBe(0);
});

afterAll(async () => {
  if (process.env.ROLECALL_SIGN_IN_KILLS === undefined) return;
  const backend = keyringUrl === null ? 'made-up keyring' : (await keyringAt(keyringUrl).backend()).name;
  const note = `${runs} times each step, ${backend}`;
  const id = keyringUrl === null ? 'sign-in.kill' : 'sign-in.kill.keyring';
  await mergeFigures([
    { id: `${id}.runs`, value: figures.killed, unit: 'kills', note },
    { id: `${id}.signed_in`, value: figures.signedIn, unit: 'starts', note },
    { id: `${id}.asked`, value: figures.asked, unit: 'starts', note: 'calmly asked to sign in' },
    { id: `${id}.stranded`, value: figures.stranded, unit: 'starts', note },
    {
      id: `${id}.spent_twice`,
      value: figures.spentTwice,
      unit: 'tokens',
      note: 'sent although the successor was on disk',
    },
  ]);
});
