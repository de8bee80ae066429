/** What helps whoever helps a desk (electron/diagnostics), and what Rolecall is made of. */
import { z } from 'zod';
import { nothing } from './app.ts';

/** A package that ships with Rolecall. `text`: which of the licence texts is its own. */
export const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  text: z.number().int().nonnegative(),
});
export type ShippedPackage = z.infer<typeof shippedPackageSchema>;

export const diagnosticsRequests = {
  /** Asks where to and writes a report without people, secrets and hosts. False: the question was closed. */
  'diagnostics:save': { input: nothing, output: z.object({ saved: z.boolean() }) },
  'diagnostics:packages': { input: nothing, output: z.object({ packages: z.array(shippedPackageSchema) }) },
  'diagnostics:licence': {
    input: z.strictObject({ text: z.number().int().min(0).max(10_000) }),
    output: z.object({ words: z.string() }),
  },
} as const;
