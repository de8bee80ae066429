/** What the renderer knows of the program around it. */
import { z } from 'zod';
import { languageSchema } from './language-schemas.ts';

export const nothing = z.strictObject({});

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  /** The language of ours that the system prefers; English where it prefers none of them. */
  systemLanguage: languageSchema,
  /** What the system prefers, best first, as BCP 47 tags: the region says how numbers are written. */
  systemLocales: z.array(z.string()),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const appRequests = { 'app:read': { input: nothing, output: appInfoSchema } } as const;
