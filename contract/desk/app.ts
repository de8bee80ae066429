/** What the renderer knows of the program around it. */
import { z } from 'zod';

export const nothing = z.strictObject({});

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appRequests = { 'app:read': { input: nothing, output: appInfoSchema } } as const;
