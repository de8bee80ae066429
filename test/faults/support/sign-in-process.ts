/**
 * The token manager and its vault in a process of their own, to be killed at a named step. Says on standard output, at
 * once and before anything else happens: `sent HASH` when a refresh token leaves, `replied HASH` when its answer is there,
 * `saved HASH` when a refresh token lies on disk, `done` and an Outcome at the end. The hash is no token.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { request as httpRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SignInState } from '../../../contract/desk/sign-in.ts';
import type { Connection } from '../../../electron/connections/connection.ts';
import { RolecallError } from '../../../electron/errors.ts';
import { systemClock } from '../../../electron/ports/clock.ts';
import { exclusiveByFile } from '../../../electron/ports/exclusive.ts';
import { type Files, nodeFiles, removeStaleTemporaryFiles } from '../../../electron/ports/files.ts';
import type { HttpTransport } from '../../../electron/ports/http-transport.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import type { SecretCipher } from '../../../electron/ports/secret-cipher.ts';
import { OperatorTokens, operatorRecordSchema } from '../../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../../electron/sign-in/sealed-file.ts';
import { createSignIn } from '../../../electron/sign-in/sign-in.ts';
import { createTokenEndpoint } from '../../../electron/sign-in/token-endpoint.ts';
import { en } from '../../../electron/words/en.ts';
import { createFakeCipher } from '../../support/sign-in/fakes.ts';

/** Every step a process is killed at, in the order in which it comes. */
export const killPoints = {
  refresh: [
    'before the marker',
    'marker in a temporary file',
    'before send',
    'after send',
    'reply has begun',
    'after reply',
    'sealed',
    'before temp write',
    'after temp write',
    'after rename',
    'before marker delete',
    'after marker delete',
  ],
  'sign-in': [
    'before exchange',
    'exchange sent',
    'exchange replied',
    'sealed',
    'after temp write',
    'after rename',
    'before asking who it is',
    'name in a temporary file',
  ],
  'sign-out': ['before delete', 'after delete', 'before revoke', 'revoke sent', 'revoked'],
} as const;
export type Task = keyof typeof killPoints;

export interface SignInOrders {
  readonly task: Task | 'look';
  /** Null: run to the end. */
  readonly killAt: string | null;
  readonly folder: string;
  readonly connection: Connection;
  readonly clientSecret: string;
  readonly strength: 'strong' | 'weak';
  /** A keyring in another process: seals and opens for whoever asks over HTTP. Null: the made-up one. */
  readonly keyringUrl: string | null;
}

/** What `look` and a task that was not killed end with. */
export interface Outcome {
  readonly kind: SignInState['kind'];
  readonly notice: string | null;
  /** Why no access token could be had; null when there was one. */
  readonly code: string | null;
  /** What the service answered to that access token. */
  readonly status: number | null;
}

const vaultName = 'sign-in.json';
const markerName = 'refresh-marker.json';

/** Where the lines go. */
export type Say = (line: string) => void;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 12);
}

/** Of a file, or of the temporary file it is written to first. */
function nameOf(file: unknown): string {
  return path.basename(String(file)).replace(/\.\d+$/, '');
}

/** Follows the writing of the vault and the marker through what write-file-atomic calls. */
function watchVault(step: (name: string) => void, say: Say, refreshTokenOnItsWay: () => string): void {
  let vaultWrites = 0;
  const { open, fsync, rename } = fs;
  const opened = new Map<number, string>();
  Object.assign(fs, {
    open: (file: string, flags: string, mode: number, done: (error: Error | null, handle: number) => void) => {
      if (nameOf(file) === vaultName) step('before temp write');
      open(file, flags, mode, (error, handle) => {
        if (error === null) opened.set(handle, nameOf(file));
        done(error, handle);
      });
    },
    fsync: (handle: number, done: (error: Error | null) => void) => {
      fsync(handle, (error) => {
        if (opened.get(handle) === markerName) step('marker in a temporary file');
        if (opened.get(handle) === vaultName) step(vaultWrites > 0 ? 'name in a temporary file' : 'after temp write');
        done(error);
      });
    },
    rename: (from: string, to: string, done: (error: Error | null) => void) => {
      rename(from, to, (error) => {
        if (error === null && nameOf(to) === vaultName) {
          if (refreshTokenOnItsWay() !== '') say(`saved ${refreshTokenOnItsWay()}`);
          vaultWrites += 1;
          step('after rename');
        }
        done(error);
      });
    },
  });
  // The bundle may reach them by name.
  syncBuiltinESMExports();
}

/** Does what is ordered; `look` may run in the test's own process. */
export function runOrders(orders: SignInOrders, say: Say): Promise<void> {
  /** Ends this process here if this is the step; SIGKILL leaves no time for anything else. */
  const step = (name: string): void => {
    if (name === orders.killAt) process.kill(process.pid, 'SIGKILL');
  };
  let refreshTokenOnItsWay = '';

  if (orders.killAt !== null) watchVault(step, say, () => refreshTokenOnItsWay);

  const files: Files = {
    ...nodeFiles,
    write: async (file, text) => {
      if (nameOf(file) === markerName) step('before the marker');
      await nodeFiles.write(file, text);
    },
    remove: async (target) => {
      const name = nameOf(target);
      if (name === markerName) step('before marker delete');
      if (name === vaultName) step('before delete');
      await nodeFiles.remove(target);
      if (name === markerName) step('after marker delete');
      if (name === vaultName) step('after delete');
    },
  };

  const made = createFakeCipher();
  made.strength = orders.strength;
  const keyring = orders.keyringUrl === null || orders.strength === 'weak' ? made : keyringAt(orders.keyringUrl);
  const cipher: SecretCipher = {
    backend: keyring.backend,
    open: keyring.open,
    seal: async (plain) => {
      const sealed = await keyring.seal(plain);
      step('sealed');
      return sealed;
    },
  };

  const transport: HttpTransport = (request) =>
    new Promise((resolve, reject) => {
      const form = new URLSearchParams(request.body ?? '');
      const refreshToken = form.get('refresh_token');
      const what = request.url.endsWith('/revoke')
        ? 'revoke'
        : refreshToken !== null
          ? 'refresh'
          : form.get('grant_type') === 'authorization_code'
            ? 'exchange'
            : 'other';
      if (what === 'refresh') step('before send');
      if (what === 'exchange') step('before exchange');
      if (what === 'revoke') step('before revoke');
      if (what === 'other' && request.url.endsWith('/users/current')) step('before asking who it is');
      if (refreshToken !== null) say(`sent ${hashOf(refreshToken)}`);
      const outgoing = httpRequest(request.url, { method: request.method, headers: request.headers }, (answer) => {
        if (what === 'refresh') step('reply has begun');
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          const granted = /"refresh_token":"([^"]+)"/.exec(body)?.[1];
          if (refreshToken !== null) say(`replied ${hashOf(refreshToken)}`);
          if (granted !== undefined) refreshTokenOnItsWay = hashOf(granted);
          if (what === 'refresh') step('after reply');
          if (what === 'exchange') step('exchange replied');
          if (what === 'revoke') step('revoked');
          const headers = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({ status: answer.statusCode ?? 0, headers, body });
        });
        answer.on('error', reject);
      });
      outgoing.on('error', (cause) =>
        reject(new RolecallError('network-unreachable', 'The service could not be reached.', { cause })),
      );
      outgoing.end(request.body ?? '', () => {
        if (what === 'refresh') step('after send');
        if (what === 'exchange') step('exchange sent');
        if (what === 'revoke') step('revoke sent');
      });
    });

  return run(orders, { files, cipher, transport }, say);
}

async function run(
  orders: SignInOrders,
  ports: { readonly files: Files; readonly cipher: SecretCipher; readonly transport: HttpTransport },
  say: Say,
): Promise<void> {
  const { connection, folder } = orders;
  const { files, cipher, transport } = ports;
  const endpoint = createTokenEndpoint({
    transport,
    baseUrl: connection.baseUrl,
    clientId: connection.clientId,
    clientSecret: orders.clientSecret,
  });
  let address = '';
  let tokens: OperatorTokens | null = null;
  const signIn = createSignIn({
    connection,
    endpoint,
    transport,
    browser: {
      open: async (url) => {
        address = url.href;
      },
    },
    copyText: () => {},
    clock: systemClock,
    log: silentLog,
    kept: async () => ((await cipher.backend()).strength === 'strong' ? 'keyring' : 'memory'),
    links: { look: async () => 'rolecall', takeOver: async () => 'rolecall' },
    bringToFront: () => {},
    lastInput: { idleMs: () => 0 },
    lockAfterMinutes: () => null,
    answerWords: () => en,
    unusable: null,
    random: () => 0.5,
    createTokens: (listener) => {
      tokens = new OperatorTokens({
        endpoint,
        vault: new SealedFile({
          files,
          cipher,
          file: path.join(folder, vaultName),
          schema: operatorRecordSchema,
          now: Date.now,
          log: silentLog,
        }),
        files,
        markerFile: path.join(folder, markerName),
        exclusive: exclusiveByFile(path.join(folder, 'refresh.lock'), silentLog),
        redirectUri: connection.redirectUri,
        clock: systemClock,
        log: silentLog,
        listener,
      });
      return tokens;
    },
  });
  const held: OperatorTokens | null = tokens;
  if (held === null) throw new Error('No token manager was made.');
  await removeStaleTemporaryFiles(folder);
  await signIn.start();

  const until = (...kinds: readonly SignInState['kind'][]): Promise<void> =>
    new Promise((resolve) => {
      const unsubscribe = signIn.subscribe((state) => {
        if (!kinds.includes(state.kind)) return;
        unsubscribe();
        resolve();
      });
    });

  if (orders.task === 'sign-in') {
    const waiting = until('waiting');
    await signIn.handlers['sign-in:start']({});
    await waiting;
    say(`open ${address}`);
    const link = await nextLine();
    const ended = until('signed-in', 'signed-out');
    signIn.deliver(link);
    await ended;
  }
  if (orders.task === 'sign-out') await signIn.handlers['sign-in:sign-out']({});

  let code: string | null = null;
  let status: number | null = null;
  if (signIn.state().kind === 'signed-in') {
    try {
      const { accessToken } = await (held as OperatorTokens).accessToken();
      const answer = await transport({
        method: 'GET',
        url: `${connection.baseUrl}/api/users/current`,
        headers: { authorization: `Bearer ${accessToken}` },
        timeoutMs: 10_000,
      });
      status = answer.status;
    } catch (error) {
      code = error instanceof RolecallError ? error.code : 'not one of ours';
    }
  }
  const state = signIn.state();
  const outcome: Outcome = { kind: state.kind, notice: 'notice' in state ? state.notice : null, code, status };
  await signIn.close();
  say(`done ${JSON.stringify(outcome)}`);
}

function nextLine(): Promise<string> {
  return new Promise((resolve) => {
    process.stdin.setEncoding('utf8').once('data', (text: string) => {
      process.stdin.destroy();
      resolve(text.trim());
    });
  });
}

/** The keyring of another process (keyring-service.cjs). */
export function keyringAt(url: string): SecretCipher {
  const ask = async (what: string, text: string): Promise<string> => {
    const answer = await fetch(`${url}/${what}`, { method: 'POST', body: text });
    if (!answer.ok) throw new RolecallError('vault-unreadable', 'The keyring said no.');
    return answer.text();
  };
  return {
    backend: async () => JSON.parse(await ask('backend', '')) as Awaited<ReturnType<SecretCipher['backend']>>,
    seal: (plain) => ask('seal', plain),
    open: async (sealed) => ({ plain: await ask('open', sealed), resealed: undefined }),
  };
}

const given = process.env.ROLECALL_TEST_ORDERS;
if (given !== undefined) {
  // write-file-atomic asks for it, and a bundled module has none.
  Object.assign(globalThis, { __filename: fileURLToPath(import.meta.url) });
  await runOrders(JSON.parse(given) as SignInOrders, (line) => fs.writeSync(1, `${line}\n`));
}
