import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationAt, integrationToken, startService, type TestService } from '../../support/service.ts';
import { fuzzService } from '../../support/service-fuzz.ts';

const count = 3_000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ attendees: 80 });
});
afterAll(() => service.stop());

test('3,000 mutated requests: each is answered, none is a fault of the service', async () => {
  const { clientId, clientSecret } = applicationAt(service, 0);
  const token = await integrationToken(service, 'user:read', 'user:roles:update');
  const result = await fuzzService({ url: service.url, token, clientId, clientSecret }, { count, seed: 20_260 });
  expect(result.failures).toEqual([]);
  expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  expect(result.sent).toBe(count);
  // Requests that reach nothing would prove nothing.
  for (const status of [200, 204, 400, 401, 404, 405, 415, 422]) {
    expect(result.statuses.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(0);
  }
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});
