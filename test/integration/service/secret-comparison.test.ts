import type * as crypto from 'node:crypto';
import { timingSafeEqual } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { applicationAt, requestToken, startService, type TestService } from '../../support/service.ts';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>();
  return { ...actual, timingSafeEqual: vi.fn(actual.timingSafeEqual) };
});

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => {
  vi.mocked(timingSafeEqual).mockClear();
});

test('a client secret is compared in constant time, for an unknown application too', async () => {
  const { clientId, clientSecret } = applicationAt(service, 0);
  const ask = (id: string, secret: string) =>
    requestToken(service, {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'user:read',
    });
  const answers = [];
  for (const [id, secret] of [
    [clientId, clientSecret],
    [clientId, `x${clientSecret.slice(1)}`],
    [clientId, 'short'],
    ['4711', clientSecret],
    ['nonsense', clientSecret],
  ] as const) {
    answers.push((await ask(id, secret)).status);
  }
  expect(answers).toEqual([200, 401, 401, 401, 401]);
  expect(timingSafeEqual).toHaveBeenCalledTimes(answers.length);
});
