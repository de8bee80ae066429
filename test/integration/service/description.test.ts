import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../../service/description/open-api.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ attendees: 5 });
});
afterAll(() => service.stop());

test('every operation that is described exists', async () => {
  for (const { method, path } of operations) {
    const address = service.url + path.replace('{userId}', '1').replace('{roleId}', '1');
    const response = await fetch(address, { method: method.toUpperCase() });
    // Without credentials each says so; what does not exist is a 404.
    expect([400, 401]).toContain(response.status);
  }
});

test('the OpenAPI description names schemas, scopes and parameters', async () => {
  const description = await (await fetch(`${service.url}/api/openapi.json`)).json();
  expect(description).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: service.url }],
    paths: {
      '/api/v0/users/{userId}/roles/{roleId}': {
        put: {
          security: [{ bearer: ['user:roles:update'] }],
          parameters: [{ name: 'userId', in: 'path' }, { name: 'roleId' }],
          requestBody: {
            content: { 'application/json': { schema: { properties: { scope: { enum: ['convention', 'global'] } } } } },
          },
        },
        delete: { responses: { '204': {} } },
      },
      '/api/v0/users/search': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: { limit: { anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, { type: 'null' }] } },
                },
              },
            },
          },
        },
      },
    },
  });
});

test('the page for people lists the same', async () => {
  const response = await fetch(`${service.url}/api/docs`);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const html = await response.text();
  for (const { path, summary } of operations) {
    expect(html).toContain(path);
    expect(html).toContain(summary);
  }
});
