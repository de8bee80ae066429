/** How the service says no (docs/decisions.md, "error body"): one member of `errors` for each kind of refusal. */
import { z } from 'zod';

/** Codes in `errors.logic.code`. 3 is the service's public code for "was already added"; the others are our service's own. */
export const logicCodes = { invalidRequest: 1, alreadyHasRole: 3, doesNotHaveRole: 4 } as const;

const message = z.object({ message: z.string() });
export const errorEnvelopeSchema = z.object({
  errors: z.object({
    /** Something broke in the service; `hash` finds it in the service's log. */
    server: z.object({ hash: z.string() }).optional(),
    access: z.object({ message: z.string(), permissions: z.array(z.string()) }).optional(),
    logic: z.object({ code: z.number(), message: z.string() }).optional(),
    authentication: message.optional(),
    validation: z
      .object({ message: z.string(), fields: z.array(z.object({ path: z.string(), message: z.string() })).optional() })
      .optional(),
    rateLimit: message.optional(),
    resource: message.optional(),
    usage: message.optional(),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Answer of the token endpoint to a refused request (RFC 6749 5.2). */
export const oauthErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });
export type OauthError = z.infer<typeof oauthErrorSchema>;
