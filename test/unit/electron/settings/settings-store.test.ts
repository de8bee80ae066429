import { describe, expect, it } from 'vitest';
import type { Settings } from '../../../../contract/desk/settings.ts';
import { RolecallError } from '../../../../electron/errors.ts';
import { silentLog } from '../../../../electron/ports/log.ts';
import { createSettingsStore, usualSettings } from '../../../../electron/settings/settings-store.ts';
import { createMemoryFiles } from '../../../support/sign-in/fakes.ts';

const file = '/u/settings.json';

async function setUp(content?: string) {
  const files = createMemoryFiles();
  if (content !== undefined) files.content.set(file, content);
  const published: unknown[] = [];
  const store = createSettingsStore({
    files,
    file,
    log: silentLog,
    publish: (name, payload) => void published.push([name, payload]),
  });
  await store.load();
  const onDisk = (): unknown => JSON.parse(files.content.get(file) ?? 'null');
  return { files, store, published, onDisk };
}

describe('createSettingsStore', () => {
  it('starts with what is usual', async () => {
    const { store, files } = await setUp();
    expect(store.read()).toEqual(usualSettings);
    expect(files.content.size).toBe(0);
  });

  it('takes what stands in the file, and what is usual for the rest', async () => {
    const { store } = await setUp('{"snapshotDays":3,"lockAfterMinutes":null}');
    expect(store.read()).toEqual({ ...usualSettings, snapshotDays: 3, lockAfterMinutes: null });
  });

  it('keeps a setting out of bounds from spoiling the others', async () => {
    const { store } = await setUp('{"snapshotDays":0,"activityDays":"long","latestOpened":true}');
    expect(store.read()).toEqual({ ...usualSettings, latestOpened: true });
  });

  it.each(['', 'no json', '[]', 'null', '\0\0\0\0'])('sets a file aside that is none of ours: %j', async (content) => {
    const { store, files } = await setUp(content);
    expect(store.read()).toEqual(usualSettings);
    expect([...files.content]).toEqual([[`${file}.corrupt-1`, content]]);
  });

  it('tells what became of a file that it could not use, until there is a new one', async () => {
    const { store, published } = await setUp('no json');
    expect(await store.handlers['settings:read']({})).toEqual({ ...usualSettings, problem: 'set-aside' });
    const next = { ...usualSettings, snapshotDays: 4 };
    expect(await store.handlers['settings:change']({ snapshotDays: 4 })).toEqual(next);
    expect(published).toEqual([['settings:changed', next]]);
    expect(await store.handlers['settings:read']({})).toEqual(next);
    const { store: older } = await setUp('{"version":2}');
    expect(await older.handlers['settings:read']({})).toEqual({ ...usualSettings, problem: 'newer' });
  });

  it('tells of a file that the disk gave only later, and that no longer was one', async () => {
    const files = createMemoryFiles();
    const { read } = files;
    files.read = () => Promise.reject(new RolecallError('storage-unwritable', 'Held.'));
    const store = createSettingsStore({ files, file, log: silentLog, publish: () => undefined });
    await store.load();
    files.read = read;
    files.content.set(file, '{"version":2}');
    await expect(store.handlers['settings:change']({ snapshotDays: 4 })).rejects.toMatchObject({
      code: 'settings-newer',
    });
    expect(await store.handlers['settings:read']({})).toEqual({ ...usualSettings, problem: 'newer' });
  });

  it('works as usual where the disk can’t be read', async () => {
    const files = createMemoryFiles();
    files.read = () => Promise.reject(new RolecallError('storage-unwritable', 'No.'));
    const store = createSettingsStore({ files, file, log: silentLog, publish: () => undefined });
    await store.load();
    expect(store.read()).toEqual(usualSettings);
  });

  it('writes nothing over a file that it could not read, and reads it before the next change', async () => {
    const files = createMemoryFiles();
    const content = '{"version":1,"snapshotDays":3}';
    files.content.set(file, content);
    const { read } = files;
    files.read = () => Promise.reject(new RolecallError('storage-unwritable', 'A virus scanner holds it.'));
    const store = createSettingsStore({ files, file, log: silentLog, publish: () => undefined });
    await store.load();
    await expect(store.handlers['settings:change']({ soundVolume: 'loud' })).rejects.toMatchObject({
      code: 'storage-unwritable',
    });
    expect(files.content.get(file)).toBe(content);
    files.read = read;
    const now = { ...usualSettings, snapshotDays: 3, soundVolume: 'loud' };
    expect(await store.handlers['settings:change']({ soundVolume: 'loud' })).toEqual(now);
    expect(JSON.parse(files.content.get(file) ?? '')).toMatchObject(now);
  });

  it('writes a change, tells it, and keeps what a newer Rolecall wrote', async () => {
    const { store, published, onDisk } = await setUp('{"snapshotDays":3,"ofLater":{"a":1}}');
    const heard: Settings[] = [];
    const unsubscribe = store.subscribe((settings) => void heard.push(settings));
    const next = { ...usualSettings, snapshotDays: 3, latestOpened: true };
    expect(await store.handlers['settings:change']({ latestOpened: true, activityDays: undefined })).toEqual(next);
    expect(onDisk()).toEqual({ version: 1, ...next, ofLater: { a: 1 } });
    expect(published).toEqual([['settings:changed', next]]);
    expect(heard).toEqual([next]);
    unsubscribe();
    await store.handlers['settings:change']({ snapshotDays: 4 });
    expect(heard).toHaveLength(1);
  });

  it('reads its file once, however often it is asked, and writes it once for each change (checklist B72)', async () => {
    const files = createMemoryFiles();
    const { read } = files;
    let reads = 0;
    files.read = (name) => {
      reads += 1;
      return read(name);
    };
    const store = createSettingsStore({ files, file, log: silentLog, publish: () => undefined });
    await store.load();
    for (let times = 0; times < 100; times += 1) {
      store.read();
      await store.handlers['settings:read']({});
    }
    expect({ reads, writes: files.writes }).toEqual({ reads: 1, writes: 0 });
    await store.handlers['settings:change']({ snapshotDays: 4 });
    expect({ reads, writes: files.writes }).toEqual({ reads: 1, writes: 1 });
  });

  it('loses none of two changes at once', async () => {
    const { store, onDisk } = await setUp();
    await Promise.all([
      store.handlers['settings:change']({ snapshotDays: 2 }),
      store.handlers['settings:change']({ lockAfterMinutes: 60 }),
    ]);
    expect(onDisk()).toMatchObject({ snapshotDays: 2, lockAfterMinutes: 60 });
  });

  it('says so and stays as it was where the disk refuses, and takes the next change', async () => {
    const { store, files, published } = await setUp();
    files.writeError = new RolecallError('storage-full', 'Full.');
    await expect(store.handlers['settings:change']({ snapshotDays: 2 })).rejects.toMatchObject({
      code: 'storage-full',
    });
    expect(store.read()).toEqual(usualSettings);
    expect(published).toEqual([]);
    files.writeError = null;
    await store.handlers['settings:change']({ latestOpened: true });
    expect(store.read()).toEqual({ ...usualSettings, latestOpened: true });
  });
});
