import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../service/database/open-database.ts';
import { callApi, requestToken } from '../../support/service.ts';
import { type ReadyLine, type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

// Each test starts up to three whole processes; on a busy machine one start alone can take half a minute.
vi.setConfig({ testTimeout: 300_000 });

let folder: string;
const started: ServiceProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rolecall-service-'));
});
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(argumentList: readonly string[], imports: readonly string[] = []) {
  const service = await startServiceProcess(argumentList, imports);
  started.push(service);
  return service;
}

async function tokenOf(ready: ReadyLine, scope: string): Promise<string> {
  const application = ready.applications[0];
  const { body } = await requestToken(ready, {
    grant_type: 'client_credentials',
    client_id: application?.clientId,
    client_secret: application?.clientSecret,
    scope,
  });
  return String(body.access_token);
}

describe('starting', () => {
  test('prints one line of JSON, logs elsewhere, and stops cleanly on SIGTERM', async () => {
    const service = await start(['--port', '0', '--attendees', '30', '--redirect-uri', 'https://desk.example/back']);
    const ready = await service.ready;
    expect(Object.keys(ready)).toEqual(['url', 'applications', 'operators']);
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.applications[0]).toEqual({
      clientId: '1001',
      clientSecret: expect.any(String),
      redirectUris: ['rolecall://oauth/callback', 'http://127.0.0.1/oauth/callback', 'https://desk.example/back'],
      oboScopes: ['pii:basic'],
      integrationScopes: ['user:read', 'user:roles:update'],
    });
    expect(ready.operators.map((operator) => operator.admin)).toEqual([false, false, true]);
    expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output().trim().split('\n')).toHaveLength(1);
    for (const line of service.errorOutput().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
  });

  test('goes on when nobody reads its log any more', async () => {
    const service = await start(['--attendees', '5']);
    const { url } = await service.ready;
    service.child.stderr?.destroy();
    service.child.stdout?.destroy();
    // Each is a line of the log.
    for (let request = 0; request < 5; request += 1) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('as a utility process it posts the same and stops on a message', async () => {
    const parentPort = `data:text/javascript,${encodeURIComponent(`
      const listeners = [];
      process.parentPort = {
        on(event, listener) { listeners.push(listener); },
        postMessage(message) {
          process.stderr.write(JSON.stringify({ event: 'posted', message }) + '\\n');
          for (const listener of listeners) listener({ data: 'stop' });
        },
      };`)}`;
    const service = await start(['--attendees', '5'], [parentPort]);
    const ready = await service.ready;
    expect(await service.ended).toBe(0);
    const posted =
      service
        .errorOutput()
        .split('\n')
        .find((line) => line.includes('"posted"')) ?? '{}';
    expect(JSON.parse(posted).message).toEqual(ready);
  });

  test.each([
    ['an unknown option', ['--nope'], 'usage', /--nope/],
    ['a port that is none', ['--port', '70000'], 'usage', /--port/],
    ['attendees that are no number', ['--attendees', 'many'], 'usage', /--attendees/],
    ['plain HTTP beyond this computer', ['--host', '0.0.0.0'], 'usage', /--tls-cert/],
    ['half a certificate', ['--tls-cert', 'x.pem'], 'usage', /belong together/],
    ['two databases', ['--data-dir', 'x', '--database-url', 'postgres://x'], 'usage', /not both/],
    ['a database URL of another kind', ['--database-url', 'mysql://root:verysecret@h/x'], 'usage', /postgres:/],
    ['a redirect with a fragment', ['--redirect-uri', 'https://x.example/#y'], 'usage', /fragment/],
    ['a rate limit without a unit', ['--rate-limit', '5'], 'usage', /20\/s/],
    [
      'a certificate that is not there',
      ['--tls-cert', '/nope.pem', '--tls-key', '/nope.pem'],
      'certificate-unreadable',
      /nope/,
    ],
    [
      'a database nobody serves',
      ['--database-url', 'postgres://me:verysecret@127.0.0.1:9/event'],
      'database-unreachable',
      /event on 127\.0\.0\.1:9/,
    ],
  ] as const)('says what is wrong with %s, without a stack', async (_what, argumentList, code, words) => {
    const service = await start(argumentList);
    expect(await service.ended).toBe(1);
    expect(service.output()).toBe('');
    const line = JSON.parse(service.errorOutput().trim()) as Record<string, unknown>;
    expect(line).toEqual({
      time: expect.any(String),
      level: 'error',
      event: 'start-up-failed',
      code,
      message: expect.stringMatching(words),
    });
    expect(service.errorOutput()).not.toContain('verysecret');
  });

  test.each([
    [['--port', 'many'], '--port must be a whole number from 0 to 65535, not “many”.\n'],
    [['roles'], /^There is no command “roles”\. .*--help shows them\.\n$/],
  ])('says it to a person at a terminal in a sentence: %j', async (argumentList, sentence) => {
    const service = await start(argumentList, ['data:text/javascript,process.stderr.isTTY=true']);
    expect(await service.ended).toBe(1);
    expect(service.errorOutput()).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  });

  test('says when a certificate is none, or a folder can not be used', async () => {
    const notACertificate = join(folder, 'certificate.pem');
    await writeFile(notACertificate, 'hello');
    const tls = await start(['--tls-cert', notACertificate, '--tls-key', notACertificate, '--attendees', '0']);
    expect(await tls.ended).toBe(1);
    expect(tls.errorOutput()).toContain('"code":"certificate-unreadable"');
    const data = await start(['--data-dir', join(notACertificate, 'data')]);
    expect(await data.ended).toBe(1);
    expect(data.errorOutput()).toContain('"code":"data-folder-unusable"');
    // Linux: /proc takes no new folder, and Node's own recursive mkdir would try for ever.
    const nowhere = await start(['--data-dir', process.platform === 'linux' ? '/proc/nope' : join(folder, '\0')]);
    expect(await nowhere.ended).toBe(1);
    expect(nowhere.errorOutput()).toContain('"code":"data-folder-unusable"');
  });

  test('says when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const service = await start(['--port', String(port), '--attendees', '0']);
    expect(await service.ended).toBe(1);
    expect(service.errorOutput()).toContain('"code":"port-taken"');
    other.close();
  });
});

describe('the data folder', () => {
  test('keeps everything that was acknowledged, through SIGKILL, and is not shared', async () => {
    const argumentList = ['--data-dir', folder, '--attendees', '30'];
    const first = await start(argumentList);
    const ready = await first.ready;
    const writer = await tokenOf(ready, 'user:roles:update');
    const second = await start(argumentList);
    expect(await second.ended).toBe(1);
    expect(second.errorOutput()).toContain('"code":"data-folder-in-use"');
    expect(second.errorOutput()).toContain(`process ${first.child.pid}`);
    const given = await callApi(ready, writer, 'PUT', '/api/v0/users/10001/roles/113', { scope: 'global' });
    expect(given.status).toBe(204);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const third = await start(argumentList);
    const again = await third.ready;
    // The secrets stay the same, and so do tokens.
    expect(again.applications).toEqual(ready.applications);
    expect(again.operators).toEqual(ready.operators);
    const reader = await tokenOf(again, 'user:read');
    const roles = await callApi(again, reader, 'GET', '/api/v0/users/10001/roles');
    expect(roles.body).toMatchObject({
      data: expect.arrayContaining([{ id: '113', name: 'Badge reprinted', scope: 'global' }]),
    });
    expect((await callApi(again, writer, 'DELETE', '/api/v0/users/10001/roles/113')).status).toBe(204);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  });
});

test('a database whose files are damaged is named in a sentence, without a stack', async () => {
  const first = await start(['--data-dir', folder, '--attendees', '0']);
  await first.ready;
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await writeFile(join(folder, 'database', 'global', 'pg_control'), '');
  const damaged = await start(['--data-dir', folder, '--attendees', '0']);
  expect(await damaged.ended).toBe(1);
  expect(JSON.parse(damaged.errorOutput().trim())).toMatchObject({
    event: 'start-up-failed',
    code: 'data-folder-unusable',
    message: expect.stringContaining(join(folder, 'database')),
  });
  // It is nobody's any more, and whoever mends it may open it.
  expect(existsSync(join(folder, 'in-use.lock'))).toBe(false);
});

test('a template that is none is named, without a stack', async () => {
  const template = join(folder, 'template.tar.gz');
  await writeFile(template, 'hello');
  await expect(openDatabase({ kind: 'memory' }, template, () => {})).rejects.toMatchObject({
    name: 'StartUpError',
    code: 'template-unusable',
    message: expect.stringContaining(template),
  });
});

test('somebody else’s files in the data folder are refused, not removed', async () => {
  const diary = join(folder, 'database', 'diary.txt');
  await mkdir(join(folder, 'database'));
  await writeFile(diary, 'Dear diary');
  const refused = await start(['--data-dir', folder, '--attendees', '0']);
  expect(await refused.ended).toBe(1);
  expect(refused.errorOutput()).toContain('"code":"data-folder-unusable"');
  expect(readFileSync(diary, 'utf8')).toBe('Dear diary');
  // What a first start has begun and not finished is its own to remove.
  await writeFile(join(folder, 'database-beginning'), '');
  const begun = await start(['--data-dir', folder, '--attendees', '0']);
  await begun.ready;
  expect(existsSync(diary)).toBe(false);
  expect(existsSync(join(folder, 'database-beginning'))).toBe(false);
});

test('an organisation sets up its event by commands, then runs it', async () => {
  const data = ['--data-dir', join(folder, 'new', 'event')];
  const command = async (...words: string[]) => {
    const { ended, output, errorOutput } = await start([...words, ...data]);
    return { code: await ended, output: output(), errorOutput: errorOutput() };
  };
  const early = await command('role', 'list');
  expect([early.code, early.output]).toEqual([1, '']);
  expect(JSON.parse(early.errorOutput)).toMatchObject({
    event: 'command-refused',
    message: expect.stringMatching(/no event in/),
  });
  const registered = await command(
    'application',
    'register',
    '--name',
    'Desk',
    '--integration-scopes',
    'user:read',
    '--json',
  );
  expect(registered.code).toBe(0);
  const { application } = JSON.parse(registered.output) as { application: { clientId: string; clientSecret: string } };
  expect((await command('role', 'add', 'Checked in')).output).toMatch(/^Added the role Checked in, id \d+\.\n$/);
  const service = await start(data);
  const ready = await service.ready;
  expect(ready.applications).toEqual([]);
  const { body } = await requestToken(ready, {
    grant_type: 'client_credentials',
    client_id: application.clientId,
    client_secret: application.clientSecret,
    scope: 'user:read',
  });
  const roles = await callApi(ready, String(body.access_token), 'GET', '/api/v0/roles');
  expect(roles.body).toMatchObject({ data: [{ name: 'Checked in' }] });
  // The folder belongs to the service while it runs.
  const meanwhile = await command('role', 'list');
  expect(meanwhile.code).toBe(1);
  expect(meanwhile.errorOutput).toContain('"code":"data-folder-in-use"');
});

test('a stop finishes the request in flight and takes no new ones', async () => {
  const service = await start(['--attendees', '5']);
  const ready = await service.ready;
  const token = await tokenOf(ready, 'user:roles:update');
  const { port } = new URL(ready.url);
  const body = JSON.stringify({ scope: 'global' });
  const status = new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(
      `${ready.url}/api/v0/users/10001/roles/113`,
      {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    request.on('error', reject);
    request.write(body.slice(0, 5), () => {
      // The service has the headers for certain once it answers a later request on another connection.
      void fetch(`${ready.url}/healthz`).then(async () => {
        service.child.kill('SIGTERM');
        await closed(Number(port));
        request.end(body.slice(5));
      });
    });
  });
  expect(await status).toBe(204);
  expect(await service.ended).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a stop does not wait for whoever never finishes (%s)',
  async (signal) => {
    const service = await start(['--attendees', '0', '--data-dir', folder]);
    const { hostname, port } = new URL((await service.ready).url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.write('GET /healthz HTTP/1.1\r\nHost: ', () => resolve()));
    service.child.kill(signal);
    expect(await service.ended).toBe(0);
    expect(existsSync(join(folder, 'in-use.lock'))).toBe(false);
  },
);

/** Resolves when nobody listens on the port any more. */
async function closed(port: number): Promise<void> {
  for (;;) {
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(false);
      });
      socket.on('error', () => resolve(true));
    });
    if (refused) return;
  }
}

describe('with a certificate', () => {
  const tlsFolder = fileURLToPath(new URL('../../support/tls/', import.meta.url));
  const certificateFile = `${tlsFolder}loopback-certificate.pem`;
  const tlsArguments = ['--attendees', '0', '--tls-cert', certificateFile, '--tls-key', `${tlsFolder}loopback-key.pem`];

  test('speaks TLS 1.2 and newer, never older', async () => {
    const { url } = await (await start(tlsArguments)).ready;
    expect(url).toMatch(/^https:/);
    const port = Number(new URL(url).port);
    expect(await negotiate(port, 'TLSv1.2')).toBe('TLSv1.2');
    expect(await negotiate(port, 'TLSv1.3')).toBe('TLSv1.3');
    expect(await negotiate(port, 'TLSv1.1')).toMatch(/version/i);
    const status = await new Promise((resolve, reject) => {
      httpsRequest(`${url}/healthz`, { ca: readFileSync(certificateFile) }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

/** The version agreed on when the client offers this one only, or the server's refusal. */
function negotiate(port: number, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls(
      // Level 0 lets this client offer what modern settings forbid; the refusal is then the server's.
      {
        port,
        host: '127.0.0.1',
        minVersion: version,
        maxVersion: version,
        rejectUnauthorized: false,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => {
        resolve(socket.getProtocol() ?? '');
        socket.destroy();
      },
    );
    socket.on('error', (error) => resolve(error.message));
  });
}
