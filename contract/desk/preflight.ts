/** "Ready for the doors?": what is looked at before an event opens, and what was found. Nothing in it is about people. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { testRowSchema } from './connections.ts';

/** What this laptop looks at by itself, in this order. */
export const automaticRowSchema = z.enum([
  'keyring',
  'links',
  'connection',
  'people',
  'clock',
  'disk',
  'power',
  'drill',
]);
export type AutomaticRow = z.infer<typeof automaticRowSchema>;

/** All rows. The last two need somebody at the desk. */
export const preflightRowNameSchema = z.enum([...automaticRowSchema.options, 'scanner', 'sound']);
export type PreflightRowName = z.infer<typeof preflightRowNameSchema>;

/** What a row found. Each has its words: what it means and what to do. */
export const preflightFindingSchema = z.enum([
  'fine',
  /** Stopped by hand before it was settled. */
  'stopped',
  /** It could not be looked at: our own mistake, which is in the log. */
  'broken',
  /** Nobody is signed in, so it could not be looked at. */
  'not-signed-in',
  'keyring-none',
  'keyring-broken',
  'links-elsewhere',
  'links-nothing',
  'links-not-needed',
  'connection-failed',
  'connection-warning',
  'people-none',
  'people-fetching',
  'people-old',
  'people-undated',
  'clock-off',
  'clock-unknown',
  'disk-low',
  'disk-unwritable',
  'disk-unknown',
  'on-battery',
  /** A change was not kept while the made-up network was off, or not after a restart. */
  'drill-not-kept',
  /** The changes did not all arrive, once each, when the made-up network was back. */
  'drill-not-sent',
  'scanner-layout',
  'scanner-caps-lock',
  'scanner-extra',
  'scanner-garbled',
  'sound-not-heard',
  'sound-off',
]);
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;

/** Keyboard layouts a scanner or a computer may be set to. */
export const keyboardLayoutSchema = z.enum(['us', 'uk', 'de', 'fr', 'es', 'jp']);
export type KeyboardLayout = z.infer<typeof keyboardLayoutSchema>;

/** What a scanner sends behind each code. */
export const scanSuffixSchema = z.enum(['enter', 'tab', 'none']);
export type ScanSuffix = z.infer<typeof scanSuffixSchema>;

/** Numbers and names that belong to a finding. */
export const preflightFactsSchema = z
  .object({
    /** Name of the keyring. */
    keyring: z.string().max(60),
    people: z.number(),
    /** When the list of people was last complete; milliseconds since the epoch. */
    upToDateAt: z.number(),
    /** This computer's clock minus the service's; milliseconds. */
    skewMs: z.number(),
    /** How far off `skewMs` itself may be, either way; milliseconds. */
    marginMs: z.number(),
    freeBytes: z.number(),
    /** Rows of the connection's test that were not fine. */
    tests: z.array(testRowSchema).max(20),
    suffix: scanSuffixSchema,
    scannerLayout: keyboardLayoutSchema,
    computerLayout: keyboardLayoutSchema,
  })
  .partial();
export type PreflightFacts = z.infer<typeof preflightFactsSchema>;

/** What is kept of a row that was looked at. */
export const preflightResultSchema = z.object({
  row: preflightRowNameSchema,
  state: z.enum(['fine', 'warning', 'failed', 'skipped']),
  finding: preflightFindingSchema,
  facts: preflightFactsSchema,
  /** Milliseconds since the epoch. */
  checkedAt: z.number(),
});
export type PreflightResult = z.infer<typeof preflightResultSchema>;

export const preflightRowSchema = z.object({
  row: preflightRowNameSchema,
  /** What is being done about it now. */
  progress: z.enum(['resting', 'waiting', 'running']),
  /** What it found last; null where it was never looked at. */
  result: preflightResultSchema.nullable(),
});
export type PreflightRow = z.infer<typeof preflightRowSchema>;

/** How the offline drill stands: three made-up people and a network that is off. */
export const drillSchema = z.object({
  /** `restarted`: the changes were read again from the disk, as after a crash. */
  step: z.enum(['network-off', 'kept', 'restarted', 'network-back', 'proved']),
  people: z.array(z.object({ name: z.string(), state: z.enum(['not-yet', 'waiting', 'confirmed']) })).max(5),
});
export type Drill = z.infer<typeof drillSchema>;

export const preflightStateSchema = z.object({
  rows: z.array(preflightRowSchema).max(20),
  /** While it runs, and as it ended. */
  drill: drillSchema.nullable(),
});
export type PreflightState = z.infer<typeof preflightStateSchema>;

/** What somebody at the desk found. */
export const preflightAnswerSchema = z.discriminatedUnion('row', [
  z.strictObject({
    row: z.literal('scanner'),
    finding: z.enum(['fine', 'scanner-layout', 'scanner-caps-lock', 'scanner-extra', 'scanner-garbled']),
    suffix: scanSuffixSchema,
    scannerLayout: keyboardLayoutSchema.optional(),
    computerLayout: keyboardLayoutSchema.optional(),
  }),
  z.strictObject({ row: z.literal('sound'), finding: z.enum(['fine', 'sound-not-heard', 'sound-off']) }),
]);
export type PreflightAnswer = z.infer<typeof preflightAnswerSchema>;

export const preflightRequests = {
  'preflight:read': { input: nothing, output: preflightStateSchema },
  /** Looks at these rows, one after the other. How it goes comes as events. */
  'preflight:run': { input: z.strictObject({ rows: z.array(automaticRowSchema).min(1).max(20) }), output: nothing },
  /** Stops what is being looked at and leaves the others; earlier results stay. */
  'preflight:stop': { input: nothing, output: nothing },
  'preflight:answer': { input: preflightAnswerSchema, output: nothing },
  /** Main shows the save dialog and writes the page's own words, in the language of the screen. */
  'preflight:save': {
    input: z.strictObject({ text: z.string().min(1).max(20_000) }),
    output: z.object({ saved: z.boolean() }),
  },
} as const;
export const preflightEvents = { 'preflight:changed': preflightStateSchema } as const;
