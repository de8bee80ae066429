/**
 * Files that released versions wrote open in this one, and files of a version that is yet to come are left as they are.
 * test/fixtures/write-released.ts makes the former, once for each release.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionStore } from '../../../electron/connections/connection-store.ts';
import { readJournalAtRest } from '../../../electron/connections/journal-at-rest.ts';
import { createSnapshot, snapshotLayout, snapshotName } from '../../../electron/directory/snapshot.ts';
import { systemClock } from '../../../electron/ports/clock.ts';
import { nodeFiles } from '../../../electron/ports/files.ts';
import { silentLog } from '../../../electron/ports/log.ts';
import { openJournal } from '../../../electron/role-changes/journal.ts';
import { createRushBoardStore } from '../../../electron/rush-board/rush-board-store.ts';
import { createSettingsStore, usualSettings } from '../../../electron/settings/settings-store.ts';
import { operatorRecordSchema } from '../../../electron/sign-in/operator-tokens.ts';
import { SealedFile } from '../../../electron/sign-in/sealed-file.ts';
import { createRoleStore } from '../../../electron/stations/role-store.ts';
import { createStationStore, noStations } from '../../../electron/stations/station-store.ts';
import { createMadeUpCipher } from '../../support/directory/made-up-cipher.ts';

const released = new URL('../../fixtures/released/', import.meta.url).pathname;
const versions = readdirSync(released);
const { cipher } = createMadeUpCipher();
const parts = { files: nodeFiles, cipher, now: systemClock.now, log: silentLog };

let userData: string;
let own: string;
beforeEach(() => {
  userData = mkdtempSync(path.join(tmpdir(), 'rolecall-released-'));
});
afterEach(() => {
  rmSync(userData, { recursive: true, force: true });
});

function takeOver(version: string): void {
  cpSync(path.join(released, version), userData, { recursive: true });
  const [id = ''] = readdirSync(path.join(userData, 'connections'));
  own = path.join(userData, 'connections', id);
}

const settingsStore = () =>
  createSettingsStore({
    files: nodeFiles,
    file: path.join(userData, 'settings.json'),
    log: silentLog,
    publish: () => {},
  });
const vault = () => new SealedFile({ ...parts, file: path.join(own, 'sign-in.json'), schema: operatorRecordSchema });
const roleStore = () => createRoleStore(nodeFiles, path.join(own, 'roles.json'), silentLog);
const snapshot = () =>
  createSnapshot({
    file: path.join(own, snapshotName),
    cipher,
    log: silentLog,
    now: systemClock.now,
    retentionMs: () => 86_400_000,
  });

it('knows what the first version wrote', () => {
  expect(versions).toContain('0.1.0');
});

describe.each(versions)('what %s wrote', (version) => {
  beforeEach(() => takeOver(version));

  it('settings', async () => {
    const store = settingsStore();
    await store.load();
    expect(store.read()).toEqual({
      ...usualSettings,
      snapshotDays: 7,
      activityDays: null,
      lockAfterMinutes: 5,
      latestOpened: true,
    });
  });

  it('connections and the secret of each', async () => {
    const store = new ConnectionStore({ ...parts, userData });
    await store.load();
    expect(store.problem()).toBeNull();
    expect(store.current()).toMatchObject({
      name: 'Aurora Con 2026',
      baseUrl: 'https://reg.example.org',
      clientId: '4711',
    });
    expect(await store.secretOf(store.current()?.id ?? '')).toBe('made-up-secret');
  });

  it('the sign-in', async () => {
    expect(await vault().read()).toMatchObject({
      kind: 'value',
      value: { accessToken: 'made-up-access', refreshToken: 'made-up-refresh', operator: { label: 'Robin Desk' } },
    });
  });

  it('roles and stations', async () => {
    expect((await roleStore().read())?.map(({ name }) => name)).toEqual(['Checked in', 'Staff']);
    const stations = createStationStore(nodeFiles, own, silentLog);
    await stations.load();
    expect(stations.problem()).toBeNull();
    expect(stations.read()).toEqual(noStations);
  });

  it('what the rush board remembers', async () => {
    const read = await createRushBoardStore(nodeFiles, path.join(own, 'rush-board.json'), silentLog).read();
    expect(read.expected).toBe(500);
    expect(read.roles.get('checked-in')?.last?.members).toBe(12);
  });

  it('the journal, with every kind of record', async () => {
    const opened = await openJournal({ folder: path.join(own, 'journal'), clock: systemClock, log: silentLog });
    await opened.journal.close();
    expect(opened.damagedLines).toBe(0);
    expect(new Set(opened.records.map(({ kind }) => kind))).toEqual(
      new Set(['act', 'confirmed', 'refused', 'superseded', 'dismissed', 'batch', 'carried']),
    );
    const rows = await readJournalAtRest({ folder: path.join(own, 'journal'), clock: systemClock, log: silentLog });
    expect(Object.fromEntries(rows.map(({ userId, state }) => [userId, state]))).toMatchObject({
      'person-1': 'confirmed',
      'person-2': 'refused',
      'person-5': 'waiting',
    });
  });

  it('the copy of people, where the words are folded as they were', async () => {
    const file = path.join(own, snapshotName);
    utimesSync(file, new Date(), new Date());
    const header = JSON.parse(readFileSync(file, 'latin1').split('\n')[0] ?? '') as { layout: string };
    const read = await snapshot().read();
    // Only a copy: one that another program would read in another way is fetched again.
    if (header.layout === snapshotLayout) expect(read?.segments[0]?.people).toBe(3);
    else expect(readdirSync(own)).not.toContain(snapshotName);
  });
});

/** Rewrites a file as a later version might have written it, and answers with what to compare it with afterwards. */
function fromTheFuture(
  file: string,
  change: (content: Record<string, unknown>) => Record<string, unknown>,
): () => void {
  const before = JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8'))));
  writeFileSync(file, before);
  return () => expect(readFileSync(file, 'utf8')).toBe(before);
}

describe('what a later version wrote is left as it is', () => {
  beforeEach(() => takeOver('0.1.0'));
  const later = (content: Record<string, unknown>) => ({ ...content, version: 2, snapshotDays: 'forever' });

  it('settings: the usual ones hold, and a change is refused with words', async () => {
    const untouched = fromTheFuture(path.join(userData, 'settings.json'), later);
    const store = settingsStore();
    await store.load();
    expect(store.read()).toEqual(usualSettings);
    await expect(store.handlers['settings:change']({ latestOpened: true })).rejects.toMatchObject({
      code: 'settings-newer',
    });
    untouched();
  });

  it('connections: none is known, and none is added', async () => {
    const untouched = fromTheFuture(path.join(userData, 'connections.json'), later);
    const store = new ConnectionStore({ ...parts, userData });
    await store.load();
    expect(store.problem()).toBe('newer');
    expect(store.all()).toEqual([]);
    await expect(
      store.add({
        name: 'Another',
        baseUrl: 'https://other.example.org',
        clientId: '1',
        clientSecret: 's',
        redirectUri: 'rolecall://oauth/callback',
        oboScopes: [],
        dataAccess: 'automatic',
        pkce: true,
      }),
    ).rejects.toMatchObject({ code: 'settings-newer' });
    untouched();
  });

  it('the sign-in: nobody is signed in, and a new one is kept in memory', async () => {
    const untouched = fromTheFuture(path.join(own, 'sign-in.json'), later);
    const sealed = vault();
    expect(await sealed.read()).toEqual({ kind: 'unreadable' });
    const record = operatorRecordSchema.parse({
      accessToken: 'a',
      refreshToken: null,
      oauthScopes: [],
      expiresAt: 1,
      lifetimeMs: 1,
      operator: { id: 'x', label: 'X', initials: 'X' },
    });
    expect(await sealed.write(record)).toBe('memory');
    untouched();
  });

  it('roles: asked for again, and not kept', async () => {
    const untouched = fromTheFuture(path.join(own, 'roles.json'), later);
    const store = roleStore();
    expect(await store.read()).toBeNull();
    await store.write([]);
    untouched();
  });

  it('stations: the built-in one holds, and a change is refused', async () => {
    const untouched = fromTheFuture(path.join(own, 'stations.json'), later);
    const store = createStationStore(nodeFiles, own, silentLog);
    await store.load();
    expect(store.problem()).toBe('newer');
    await expect(store.write(noStations)).rejects.toMatchObject({ code: 'settings-newer' });
    untouched();
  });

  it('the rush board: counts anew, and keeps nothing', async () => {
    const file = path.join(own, 'rush-board.json');
    const before = JSON.stringify({ version: 2, days: [] });
    writeFileSync(file, before);
    const store = createRushBoardStore(nodeFiles, file, silentLog);
    const read = await store.read();
    expect(read.expected).toBeNull();
    await store.write({ ...read, expected: 500 });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('the journal: lines of a later kind stay, and their file is never given up', async () => {
    const folder = path.join(own, 'journal');
    const file = path.join(folder, 'journal-000001.jsonl');
    const { encodeLine } = await import('../../../electron/role-changes/journal-record.ts');
    const laterLine = encodeLine({ v: 2, kind: 'scanned', wishId: 'wish-1' } as never);
    writeFileSync(file, readFileSync(file, 'utf8') + laterLine);
    const { journal, records, damagedLines } = await openJournal({
      folder,
      clock: systemClock,
      log: silentLog,
      // Every append begins a new file.
      fileBytes: 1,
    });
    expect(damagedLines).toBe(0);
    const [first] = records;
    if (first === undefined) throw new Error('The journal is empty.');
    await journal.append(first);
    await journal.append(first);
    expect(journal.closedFiles().map(({ name }) => name)).toEqual(['journal-000002.jsonl']);
    await journal.close();
    expect(readFileSync(file, 'utf8')).toContain(laterLine);
  });

  it('the copy of people: deleted, since nobody could read it, and fetched again', async () => {
    const file = path.join(own, snapshotName);
    const bytes = readFileSync(file);
    const end = bytes.indexOf(10);
    const header = { ...JSON.parse(bytes.subarray(0, end).toString()), version: 2 };
    writeFileSync(file, Buffer.concat([Buffer.from(JSON.stringify(header)), bytes.subarray(end)]));
    expect(await snapshot().read()).toBeNull();
    expect(readdirSync(own)).not.toContain(snapshotName);
  });
});
