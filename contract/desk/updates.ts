/** New versions, as the screen sees them (electron/updates). */
import { z } from 'zod';
import { nothing } from './app.ts';

const version = z.string().max(100);

export const updateStateSchema = z.discriminatedUnion('kind', [
  /** This package was built without a feed, or runs from a checkout: nothing is ever looked for. */
  z.object({ kind: z.literal('off') }),
  /** Milliseconds since the epoch; null before the first look. */
  z.object({ kind: z.literal('idle'), checkedAt: z.number().nullable() }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('available'), version }),
  z.object({ kind: z.literal('downloading'), version, percent: z.number() }),
  z.object({ kind: z.literal('ready'), version }),
  z.object({ kind: z.literal('deferred'), version, because: z.enum(['changes-waiting', 'person-open']) }),
  z.object({
    kind: z.literal('failed'),
    reason: z.enum(['unreachable', 'not-verified', 'older', 'not-understood', 'not-installed']),
    at: z.number(),
  }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;

export const updatesRequests = {
  'updates:read': { input: nothing, output: updateStateSchema },
  'updates:check': { input: nothing, output: updateStateSchema },
  'updates:download': { input: nothing, output: updateStateSchema },
  /** Ends the program and starts the new version, unless something is in the way: then the state says what. */
  'updates:install': { input: nothing, output: updateStateSchema },
} as const;
export const updatesEvents = { 'updates:changed': updateStateSchema } as const;
