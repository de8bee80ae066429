/** Request bodies: read by content type, checked against the contract's schemas. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { logicRefusal, usageRefusal, validationRefusal } from './refusal.ts';

/** No request of the specification comes near it. */
export const maximumBodyBytes = 64 * 1024;

/** Makes `app` read JSON and forms, and nothing else. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // Clients that put the header on every request send it with an empty body too.
    if (body === '') return done(null, undefined);
    try {
      return done(null, JSON.parse(String(body)));
    } catch {
      return done(logicRefusal('invalidRequest', 'The body is not valid JSON.'));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
}

/** @throws {Refusal} 422 that names each field at fault; 415 for a form, which only the token endpoints read. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body instanceof URLSearchParams) {
    throw usageRefusal(415, 'Send the body as JSON, with the content type application/json.');
  }
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw validationRefusal(
    body === undefined ? 'Send a JSON body.' : 'Some fields of the body are missing or wrong.',
    fields,
  );
}
