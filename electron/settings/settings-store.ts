/** The settings of this machine: one small file, read once, written whole at each change (checklist B72, B73). */
import { z } from 'zod';
import type { Publish, RequestHandlers } from '../../contract/desk/channel-map.ts';
import { type Settings, type SettingsState, settingsSchema } from '../../contract/desk/settings.ts';
import type { Files } from '../ports/files.ts';
import { createKeptFile } from '../ports/kept-file.ts';
import type { Log } from '../ports/log.ts';

/** What holds until somebody chooses otherwise. */
export const usualSettings: Settings = {
  language: 'system',
  latestOpened: false,
  snapshotDays: 14,
  activityDays: 180,
  lateUndoNeedsUnlock: true,
  lockAfterMinutes: 15,
  soundVolume: 'normal',
  keepScreenOn: false,
};

/** The settings as they are now, for the parts that go by them. */
export interface CurrentSettings {
  read(): Settings;
  /** Told after each change. Answers with the function that unsubscribes. */
  subscribe(listener: (settings: Settings) => void): () => void;
}

export interface SettingsStore extends CurrentSettings {
  readonly handlers: RequestHandlers<'settings:read' | 'settings:change'>;
  /** Reads the file. Never rejects: what is missing or can't be used is as usual. Call it before anybody reads. */
  load(): Promise<void>;
}

/** `file`: where they lie. One that is no JSON is set aside, not lost. */
export function createSettingsStore(given: {
  readonly files: Files;
  readonly file: string;
  readonly log: Log;
  readonly publish: Publish;
}): SettingsStore {
  const { files, file, log, publish } = given;
  // Which of them can be used is decided one by one.
  const kept = createKeptFile({ files, file, version: 1, schema: z.looseObject({}), log, name: 'settings' });
  const listeners = new Set<(settings: Settings) => void>();
  let settings = usualSettings;
  /** All that stood in the file, so that a newer Rolecall finds its own settings again after this one wrote. */
  let stored: Readonly<Record<string, unknown>> = {};
  let isRead = false;
  /** As the screen is told of them. */
  const state = (): SettingsState => {
    const problem = kept.problem();
    return problem === null ? settings : { ...settings, problem };
  };
  let writing: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<void> => {
    const read = await kept.read();
    isRead = read.kind !== 'unreadable';
    if (read.kind !== 'content') return;
    stored = read.content;
    settings = known(stored, log);
  };

  const change = async (changes: Partial<Settings>): Promise<SettingsState> => {
    // What still can't be read is not written over.
    if (!isRead) await load();
    const next = { ...settings, ...changes };
    const written = { ...stored, ...next };
    await kept.write(written);
    settings = next;
    stored = written;
    publish('settings:changed', state());
    for (const listener of listeners) listener(settings);
    return state();
  };

  return {
    read: () => settings,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    handlers: {
      'settings:read': state,
      'settings:change': (changes) => {
        // One after the other: each starts from what the one before left.
        const changed = writing.then(() => change(named(changes)));
        writing = changed.catch(() => undefined);
        return changed;
      },
    },
  };
}

/** A member that is there without a value is not named. */
function named(changes: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** One setting out of bounds does not take the others along. */
function known(found: Readonly<Record<string, unknown>>, log: Log): Settings {
  const parsed = settingsSchema.safeParse({ ...usualSettings, ...found });
  if (parsed.success) return parsed.data;
  const unusable = new Set(parsed.error.issues.map(({ path }) => path[0]));
  log.warn('settings.partly-not-understood', { settings: [...unusable].join(' ') });
  const usable = Object.entries(found).filter(([name]) => !unusable.has(name));
  return settingsSchema.parse({ ...usualSettings, ...Object.fromEntries(usable) });
}
