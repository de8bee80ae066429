/** Settings of this machine. They hold for every connection and whoever is signed in. */
import { z } from 'zod';
import { nothing } from './app.ts';
import { languageChoiceSchema } from './language-schemas.ts';

export const settingsSchema = z.object({
  /** What Rolecall speaks. */
  language: languageChoiceSchema,
  /** Whether an empty search box lists the people opened last. Off: nothing is listed before somebody searches. */
  latestOpened: z.boolean(),
  /** Days after its last use until the copy of everybody is deleted from this computer. */
  snapshotDays: z.number().int().min(1).max(90),
  /** Days the journal keeps changes that are settled; null keeps them. */
  activityDays: z.number().int().min(7).max(3650).nullable(),
  /** Whether undoing something long past asks a lead first. */
  lateUndoNeedsUnlock: z.boolean(),
  /** Minutes without a key or a touch until the desk locks itself; null never does. */
  lockAfterMinutes: z.number().int().min(1).max(240).nullable(),
  /** How loud the desk's sounds are. */
  soundVolume: z.enum(['off', 'quiet', 'normal', 'loud']),
  /** Whether the display stays on while Rolecall runs. */
  keepScreenOn: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsStateSchema = settingsSchema.extend({
  /** What became of the file, where it could not be used: kept under another name, or left as it is. */
  problem: z.enum(['set-aside', 'newer']).optional(),
});
export type SettingsState = z.infer<typeof settingsStateSchema>;

export const settingsRequests = {
  'settings:read': { input: nothing, output: settingsStateSchema },
  /** Changes what is named and keeps the rest; answers with all of them once they are on disk. */
  'settings:change': { input: z.strictObject(settingsSchema.partial().shape), output: settingsStateSchema },
} as const;
export const settingsEvents = { 'settings:changed': settingsStateSchema } as const;
