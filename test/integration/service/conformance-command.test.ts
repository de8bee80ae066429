import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { main } from '../../../service/conformance/command.ts';
import { checkConformance, conformanceParts, type Finding } from '../../../service/conformance/conformance.ts';
import { faultKinds } from '../../../service/faults/fault-plan.ts';
import { applicationAt, setFaults, startService, type TestService } from '../../support/service.ts';

const tlsFolder = fileURLToPath(new URL('../../support/tls/', import.meta.url));
const loopbackTls = {
  certificateFile: `${tlsFolder}loopback-certificate.pem`,
  keyFile: `${tlsFolder}loopback-key.pem`,
};

let service: TestService;
beforeAll(async () => {
  service = await startService({ faults: true });
});
afterAll(() => service.stop());
beforeEach(() => setFaults(service, { rules: [] }));

async function run(...more: string[]) {
  const { clientId, clientSecret } = applicationAt(service, 0);
  const lines: string[] = [];
  const status = await main(
    ['--url', service.url, '--client-id', clientId, '--client-secret', clientSecret, ...more],
    (line) => lines.push(line),
  );
  return { status, output: lines.join('\n'), secret: clientSecret };
}

const memberships = () => service.database.selectFrom('user_role').select(['user_id', 'role_id', 'scope']).execute();

test('our service conforms, and reading only changes nothing', async () => {
  const before = await memberships();
  const { status, output, secret } = await run();
  expect(output).not.toContain('DIFFERS');
  expect(output).toContain('needs --write');
  expect(status).toBe(0);
  expect(await memberships()).toEqual(before);
  expect(output).not.toContain(secret);
});

test.each([undefined, 'global', 'convention'] as const)('writing is put back as it was (%s)', async (scope) => {
  await service.database.deleteFrom('user_role').where('user_id', '=', '10001').execute();
  if (scope !== undefined) {
    await service.database.insertInto('user_role').values({ user_id: '10001', role_id: '113', scope }).execute();
  }
  const { status, output } = await run('--write', '10001', '113');
  // Over plain HTTP the one thing that can't be seen is TLS.
  expect(output).toMatch(/\nAll +\d+ +0 +1$/);
  expect(status).toBe(0);
  const left = (await memberships()).filter((row) => row.user_id === '10001');
  expect(left).toEqual(scope === undefined ? [] : [{ user_id: '10001', role_id: '113', scope }]);
});

const somethingWrong = [
  ['listRoles', { kind: 'error-before-write' }, 'List roles'],
  ['listUserRoles', { kind: 'truncated-json' }, 'List user roles'],
  ['searchUsers', { kind: 'truncated-json' }, 'Search gives users'],
  ['searchUsers', { kind: 'reset' }, 'Limit 101'],
  ['searchUsers', { kind: 'captive-portal' }, 'Reading without a bearer'],
  ['getUser', { kind: 'captive-portal' }, 'Get user'],
  ['getUser', { kind: 'token-revoked' }, 'Get user'],
  ['addRole', { kind: 'error-before-write' }, 'Adding a role gives it'],
  ['addRole', { kind: 'error-after-write' }, 'Adding a role that the user has'],
  ['removeRole', { kind: 'reply-lost' }, 'Removing a role takes it'],
  ['token', { kind: 'error-before-write' }, 'Client credentials'],
  ['any', { kind: 'rate-limited', retryAfterSeconds: 0 }, 'Reading without a bearer'],
] as const;

test.each(somethingWrong)('a service with a fault does not conform: %s %j', async (endpoint, fault, rule) => {
  await setFaults(service, { rules: [{ endpoint, ...fault }] });
  const { status, output } = await run('--write', '10001', '113');
  expect(status).toBe(1);
  expect(output).toMatch(new RegExp(`^DIFFERS +${rule}`, 'm'));
});

test('every kind of fault that changes an answer is among those', () => {
  const kinds = new Set<string>(somethingWrong.map(([, { kind }]) => kind));
  expect(faultKinds.filter((kind) => !kinds.has(kind))).toEqual(['latency', 'slow-body']);
});

test.each(['latency', 'slow-body'] as const)('a slow service conforms (%s)', async (kind) => {
  await setFaults(service, { rules: [{ endpoint: 'any', kind, milliseconds: 5 }] });
  expect((await run('--write', '10001', '113')).status).toBe(0);
});

test('a service that asks for a little patience conforms', async () => {
  await setFaults(service, { rules: [{ endpoint: 'any', kind: 'rate-limited', retryAfterSeconds: 0, times: 2 }] });
  expect((await run()).status).toBe(0);
});

test('what was written is put back even while the service fails now and then', async () => {
  await service.database.deleteFrom('user_role').where('user_id', '=', '10001').execute();
  await setFaults(service, { rules: [{ endpoint: 'removeRole', kind: 'error-before-write', times: 5 }] });
  const { status, output } = await run('--write', '10001', '113');
  expect(status).toBe(1);
  expect(output).toMatch(/^holds +The membership is as it was before/m);
  expect((await memberships()).filter((row) => row.user_id === '10001')).toEqual([]);
});

test('what can not be put back is told, to be done by hand', async () => {
  await service.database.deleteFrom('user_role').where('user_id', '=', '10001').execute();
  await setFaults(service, { rules: [{ endpoint: 'removeRole', kind: 'error-before-write' }] });
  const { output } = await run('--write', '10001', '113');
  expect(output).toMatch(/^DIFFERS +The membership .*by hand: user 10001, role 113 was not held before/m);
});

test('nothing is written when the membership can not be read', async () => {
  const before = await memberships();
  await setFaults(service, { rules: [{ endpoint: 'listUserRoles', kind: 'captive-portal' }] });
  const { output } = await run('--write', '10001', '113');
  expect(output).toMatch(
    /^couldn't be seen +Adding a role gives it, with its scope \(global\) \(nothing was touched\)/m,
  );
  expect(await memberships()).toEqual(before);
});

test('a table counts rules by part, and what differs comes last', async () => {
  await setFaults(service, { rules: [{ endpoint: 'getUser', kind: 'captive-portal' }] });
  const { output } = await run('--write', '10001', '113');
  const [, table = ''] = output.split('\n\n');
  expect(table).toMatch(/^ +holds +differs +couldn't be seen$/m);
  const rows = [...table.matchAll(/^(.+?) {2,}(\d+) +(\d+) +(\d+)$/gm)].map(([, part, ...counts]) => ({
    part,
    counts: counts.map(Number),
  }));
  expect(rows.map(({ part }) => part)).toEqual([...conformanceParts, 'All']);
  const all = rows.at(-1)?.counts ?? [];
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(output.match(/^(holds|DIFFERS|couldn't be seen) /gm)?.length);
  expect(output).toMatch(/What differs:\n(?: {2}Reading: .*\n?)+$/);
});

test.each([
  ['nothing', [], /Missing: --url, --client-id, --client-secret\./],
  ['half', ['--url', 'https://x.example'], /Missing: --client-id, --client-secret\./],
  ['an unknown option', ['--nope'], /--nope/],
  ['an address that is none', ['--url', 'x', '--client-id', '1', '--client-secret', 's'], /--url must be/],
  [
    'one id to write on',
    ['--url', 'https://x.example', '--client-id', '1', '--client-secret', 's', '--write', '1'],
    /--write is followed by two ids/,
  ],
  [
    'an option where the secret belongs',
    ['--url', 'https://x.example', '--client-id', '1', '--client-secret', '--write', '1'],
    /--client-secret/,
  ],
])('with %s it says what is wrong, and how to use it', async (_what, argumentList, words) => {
  const lines: string[] = [];
  expect(await main(argumentList, (line) => lines.push(line))).toBe(2);
  expect(lines.join('\n')).toMatch(words);
  expect(lines.join('\n')).toContain('--write USER_ID ROLE_ID');
});

test.each(['-Ab3', '--4c', '--write-1', '-'])(
  'a secret that looks like an option, %s, is taken as it is',
  async (secret) => {
    const bodies: string[] = [];
    const listening = createServer(async (request, response) => {
      bodies.push(await text(request));
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
      await main(['--url', url, '--client-id', '1', '--client-secret', secret], () => {});
      expect(bodies.some((body) => new URLSearchParams(body).get('client_secret') === secret)).toBe(true);
    } finally {
      listening.close();
    }
  },
);

test('TLS older than 1.2 is looked for over HTTPS', async () => {
  const secure = await startService({ attendees: 0, tls: loopbackTls });
  try {
    const found: Finding[] = [];
    const target = { url: secure.url, clientId: '1', clientSecret: 'none', write: undefined };
    await checkConformance(target, (finding) => found.push(finding));
    const rule = found.find((finding) => finding.rule === 'TLS older than 1.2 is refused');
    expect(rule).toMatchObject({ verdict: 'holds', detail: 'TLS 1.1 was refused' });
  } finally {
    await secure.stop();
  }
  const old = createTlsServer({
    cert: await readFile(loopbackTls.certificateFile),
    key: await readFile(loopbackTls.keyFile),
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = old.address() as AddressInfo;
    const found: Finding[] = [];
    const url = `https://127.0.0.1:${port}`;
    await checkConformance({ url, clientId: '1', clientSecret: 'none', write: undefined }, (finding) => {
      found.push(finding);
    });
    expect(found.find((finding) => finding.rule === 'TLS older than 1.2 is refused')?.verdict).toBe('differs');
  } finally {
    old.close();
  }
});
