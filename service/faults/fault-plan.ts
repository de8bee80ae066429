/** Which requests go wrong, and how: a list of rules, a seeded random source, and nothing that touches the network. */
import { z } from 'zod';
import { SeededRandom } from '../database/random.ts';

/** Names of the endpoints rules can aim at; those of data endpoints are the contract's operations. */
export const faultEndpoints = [
  'listRoles',
  'listUserRoles',
  'getUser',
  'searchUsers',
  'addRole',
  'removeRole',
  'currentUser',
  'token',
  'revoke',
  'any',
] as const;
export type FaultEndpoint = (typeof faultEndpoints)[number];

const shortTime = z.number().int().min(0).max(120_000);
const faultSchema = z.discriminatedUnion('kind', [
  /** The answer comes late. */
  z.object({ kind: z.literal('latency'), milliseconds: shortTime }),
  /** 500, and nothing was done. */
  z.object({ kind: z.literal('error-before-write') }),
  /** 500, although it was done. */
  z.object({ kind: z.literal('error-after-write') }),
  /** The connection breaks, and nothing was done. */
  z.object({ kind: z.literal('reset') }),
  /** The connection breaks after it was done: the reply is lost, of a token's rotation too. */
  z.object({ kind: z.literal('reply-lost') }),
  /** 200, but the JSON stops half-way. */
  z.object({ kind: z.literal('truncated-json') }),
  /** 200 and a page of HTML, as from a hotel's Wi-Fi. */
  z.object({ kind: z.literal('captive-portal') }),
  z.object({ kind: z.literal('rate-limited'), retryAfterSeconds: z.number().int().min(0).max(3_600) }),
  /** The bearer is really revoked, from this request on. */
  z.object({ kind: z.literal('token-revoked') }),
  /** The body trickles in, over this time. */
  z.object({ kind: z.literal('slow-body'), milliseconds: shortTime }),
]);
export type Fault = z.infer<typeof faultSchema>;

export const faultKinds: readonly Fault['kind'][] = faultSchema.options.map(({ shape }) => shape.kind.value);

const ruleSchema = z.intersection(
  z.object({
    endpoint: z.enum(faultEndpoints),
    /** Chance for each request, 0 to 1; always when left out. */
    probability: z.number().min(0).max(1).optional(),
    /** How many requests it may strike; no end when left out. */
    times: z.number().int().min(1).optional(),
  }),
  faultSchema,
);

export const faultSettingsSchema = z.object({
  /** Same seed and same requests, same faults. */
  seed: z.number().int().min(0).optional(),
  rules: z.array(ruleSchema).max(100),
});
export type FaultSettings = z.infer<typeof faultSettingsSchema>;

export class FaultPlan {
  #random = new SeededRandom(1);
  #rules: { rule: FaultSettings['rules'][number]; left: number }[] = [];

  /** Replaces all rules; an empty list switches everything off. */
  set(settings: FaultSettings): void {
    this.#random = new SeededRandom(settings.seed ?? 1);
    this.#rules = settings.rules.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
  }

  /** What goes wrong with the next request to an endpoint: the first rule that aims at it and strikes. */
  next(endpoint: FaultEndpoint): Fault | undefined {
    for (const entry of this.#rules) {
      if (entry.left === 0 || (entry.rule.endpoint !== 'any' && entry.rule.endpoint !== endpoint)) continue;
      if (!this.#random.chance(entry.rule.probability ?? 1)) continue;
      entry.left--;
      return entry.rule;
    }
    return undefined;
  }
}
