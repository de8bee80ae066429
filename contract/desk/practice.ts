/** Practice mode: the embedded service with made-up people. */
import { z } from 'zod';
import { nothing } from './app.ts';

export const practiceStateSchema = z.object({
  /**
   * `off`: another connection is in use · `coming-back`: it died and is being started again · `down`: it died too often
   * and waits for somebody.
   */
  service: z.enum(['off', 'starting', 'running', 'coming-back', 'down']),
});
export type PracticeState = z.infer<typeof practiceStateSchema>;

export const practiceRequests = {
  'practice:read': { input: nothing, output: practiceStateSchema },
  /** Starts the service again after it went down for good. Nothing is lost by it. */
  'practice:start-service': { input: nothing, output: nothing },
  /** Deletes everything of practice mode and begins with untouched made-up people. Refused outside practice mode. */
  'practice:start-over': { input: nothing, output: nothing },
} as const;
export const practiceEvents = { 'practice:changed': practiceStateSchema } as const;
