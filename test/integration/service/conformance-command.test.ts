import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { main } from '../../../service/conformance/command.ts';
import { applicationAt, setFaults, startService, type TestService } from '../../support/service.ts';

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
  expect(output).toContain(' 0 differ,');
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
  expect(output).toMatch(/\n\d+ hold, 0 differ, 0 couldn't be seen\.$/);
  expect(status).toBe(0);
  const left = (await memberships()).filter((row) => row.user_id === '10001');
  expect(left).toEqual(scope === undefined ? [] : [{ user_id: '10001', role_id: '113', scope }]);
});

test.each([
  ['listRoles', 'error-before-write', 'List roles'],
  ['searchUsers', 'truncated-json', 'Search gives users'],
  ['getUser', 'captive-portal', 'Get user'],
  ['addRole', 'error-after-write', 'Adding a role gives it'],
] as const)('a service with a fault does not conform: %s %s', async (endpoint, kind, rule) => {
  await setFaults(service, { rules: [{ endpoint, kind }] });
  const { status, output } = await run('--write', '10001', '113');
  expect(status).toBe(1);
  expect(output).toMatch(new RegExp(`^DIFFERS +${rule}`, 'm'));
});

test('wrong arguments print how to use it', async () => {
  for (const argumentList of [[], ['--url', 'x'], ['--nope']]) {
    const lines: string[] = [];
    expect(await main(argumentList, (line) => lines.push(line))).toBe(2);
    expect(lines.join()).toContain('--client-secret');
  }
});
