/** `GET /api/openapi.json`, and the same for people at `GET /api/docs`. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { descriptionPage } from '../authorization/pages.ts';
import { sendPage } from '../authorization/people-pages.ts';
import type { ServiceContext } from '../service-context.ts';
import { describeApi, operations } from './open-api.ts';

export function registerDescription(app: FastifyInstance, context: ServiceContext): void {
  app.get('/api/openapi.json', async (request) =>
    describeApi(context.settings.baseUrl ?? `${request.protocol}://${request.host}`),
  );
  app.get('/api/docs', async (_request, reply) =>
    sendPage(
      reply,
      descriptionPage(
        context.settings.eventName,
        operations.map((operation) => ({
          method: operation.method.toUpperCase(),
          path: operation.path,
          summary: operation.summary,
          detail: operation.detail,
          oauthScope: operation.oauthScope,
          request: operation.request === undefined ? undefined : schemaText(operation.request.schema, 'input'),
          response: operation.response === undefined ? undefined : schemaText(operation.response, 'output'),
        })),
      ),
    ),
  );
}

function schemaText(schema: z.ZodType, direction: 'input' | 'output'): string {
  const { $schema: _dialect, additionalProperties: _extra, ...described } = z.toJSONSchema(schema, { io: direction });
  return JSON.stringify(described, null, 2);
}
